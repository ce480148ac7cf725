"""Rules 8 and 9: raising parameters, placing tiles, and the bonuses of both."""

from msgspec.structs import replace

from events.choices import Picked, Reply
from events.mars.agenda import NOBODY, Item
from events.mars.events import Raised, TilePlaced
from events.mars.map import (
    BESIDE_OCEAN,
    GOAL,
    HEAT_BONUSES,
    OCEAN_BONUS,
    OXYGEN_BONUS,
    SPACES,
    STEP,
)
from events.mars.nouns import Area, Tile, Track
from events.mars.state import Laid
from events.mars.tally import oceans_beside
from events.mars.words import Draw, Effect, Gain, Place, Produce, Raise
from services.mars.story import Story
from services.mars.triggers import on_tile

Items = list[Item]
Left = tuple[Item | None, Items]


def raise_step(story: Story, seat: int, item: Item, step: Raise, rest: Item | None) -> Left:
    """One step of a parameter; nothing at its goal, nor in the final conversion (rules 8, 11)."""
    state = story.state
    at = state.temperature if step.track is Track.TEMPERATURE else state.oxygen
    if at >= GOAL[step.track] or state.phase == "final":
        return rest, []
    to = at + STEP[step.track]
    story.tell(Raised(item.seat, step.track, to))
    new: Items = []
    if step.track is Track.TEMPERATURE:
        if to in HEAT_BONUSES:
            new.append(Item(seat, "temperature", (Produce(heat=1),)))
        if to == OCEAN_BONUS:
            new.append(Item(seat, "temperature", (Place(Tile.OCEAN, Area.OCEAN),)))
    elif to == OXYGEN_BONUS:
        new.append(Item(seat, "oxygen", (Raise(Track.TEMPERATURE),)))
    if step.n > 1:
        return replace(item, steps=(Raise(step.track, step.n - 1), *item.steps[1:])), new
    return rest, new


def place(story: Story, item: Item, step: Place, rest: Item | None, reply: Reply | None) -> Left:
    """One tile on the space chosen, with its bonuses; without a space it is skipped (rules 4, 9)."""
    if not isinstance(reply, Picked):
        return rest, []
    at, seat = reply.ids[0], item.seat
    beside = oceans_beside(story.state, at)
    ocean = step.tile is Tile.OCEAN
    laid = Laid(step.tile, NOBODY if ocean else seat, step.name)
    story.tell(TilePlaced(seat, step.tile, at, laid.seat, step.name, rating=1 if ocean else 0))
    new = _bonus(seat, at, beside)
    if step.tile is Tile.GREENERY:
        new.insert(0, Item(seat, "greenery", (Raise(Track.OXYGEN),)))
    new += on_tile(story.state, seat, laid, at, item.played)
    if step.count > 1:
        return replace(item, steps=(replace(step, count=step.count - 1), *item.steps[1:])), new
    return (None if rest is None else replace(rest, at=at)), new


def _bonus(seat: int, at: str, oceans: int) -> Items:
    """The printed bonus of the space and 2 M€ for each ocean beside it (rules 9)."""
    printed = SPACES[at].bonus if at in SPACES else ()
    gain = Gain(
        megacredits=BESIDE_OCEAN * oceans,
        steel=printed.count("steel"),
        titanium=printed.count("titanium"),
        plants=printed.count("plant"),
    )
    found: list[Effect] = []
    if gain.amounts():
        found.append(gain)
    if printed.count("card"):
        found.append(Draw(printed.count("card")))
    return [Item(seat, "space", (effect,)) for effect in found]

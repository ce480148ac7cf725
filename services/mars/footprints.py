"""Rules 6 and 15, Order of effects: what a step reads, adds to and writes; order is asked only where it matters.

Additions commute with one another; a reading or writing of the same thing does not. A loss that is possible in
either order commutes too; one that is not yet possible waits by itself (`possible.ready`).
"""

from collections.abc import Iterable

from msgspec import Struct

from events.choices import Choice, Number, Pick
from events.mars.agenda import Item, Step
from events.mars.map import GOAL, OCEAN_BONUS, OCEANS, OXYGEN_BONUS, SPACES, STEP
from events.mars.nouns import Area, Tile, Track
from events.mars.state import Laid, State, holders, opponents
from events.mars.words import (
    AddHere,
    AddToCard,
    AddToPlayed,
    Amount,
    Bespoke,
    Choose,
    Count,
    Discard,
    Draw,
    Effect,
    Gain,
    GainRating,
    IfTags,
    LookAndBuy,
    LookAndKeep,
    Lose,
    NextCard,
    Place,
    Produce,
    ProduceFromSpace,
    Raise,
    ReduceAny,
    RemoveAny,
    RemoveAnyFromCard,
    RemoveHere,
    RevealTop,
    StealAny,
    SwapProduction,
    What,
)
from services.mars import placement, possible, triggers
from services.mars.possible import BARE

Marks = frozenset[str]
NONE: Marks = frozenset()


class Footprint(Struct, frozen=True):
    """What a step touches. `cards:2` is what seat 2 knows and holds; choices read it.

    `hopes`: what a tile adds if it is laid on the right space.
    """

    reads: Marks = NONE
    adds: Marks = NONE
    writes: Marks = NONE
    hopes: Marks = NONE

    def joined(self, other: "Footprint") -> "Footprint":
        """Both together."""
        hopes = self.hopes | other.hopes
        return Footprint(self.reads | other.reads, self.adds | other.adds, self.writes | other.writes, hopes)


EVERYTHING = Footprint(writes=frozenset({"everything"}))


def conflict(one: Footprint, other: Footprint) -> bool:
    """Whether the order of two steps can matter."""
    if one is EVERYTHING or other is EVERYTHING:
        return True
    touched = other.adds | other.writes
    if one.reads & touched or one.writes & (touched | other.reads):
        return True
    return bool(one.adds & (other.reads | other.writes))


def in_question(earlier: Footprint, later: Footprint) -> bool:
    """Whether the order of two open items is the player's to say: it matters, or what comes later by default may bring
    cards that the choice before it could do with. The other way round the default is the better order."""
    return conflict(earlier, later) or bool(earlier.reads & later.hopes)


def chooses(mark: Footprint, seat: int) -> bool:
    """Whether a step is a choice of this seat."""
    return f"cards:{seat}" in mark.reads


def footprint(state: State, seat: int, item: Item, choice: Choice | None) -> Footprint:
    """All that an item may touch, `choice` being the question its first step raises for the active seat, if any."""
    mark = Footprint(reads=frozenset({f"cards:{seat}"})) if _is_choice(choice) else Footprint()
    for step in item.steps:
        mark = mark.joined(_step(state, seat, item, step))
    return mark


def _is_choice(choice: Choice | None) -> bool:
    match choice:
        case None:
            return False
        case Pick():
            return len(choice.options) > choice.least or choice.most > len(choice.options)
        case Number():
            return choice.most > choice.least
        case _:
            return True


def _adds(marks: Iterable[str]) -> Footprint:
    return Footprint(adds=frozenset(marks))


def _counted(values: Iterable[Amount]) -> Marks:
    """What the counts in these amounts read."""
    read: set[str] = set()
    for value in values:
        if isinstance(value, Count):
            match value.what:
                case What.CITIES_IN_PLAY | What.CITIES_ON_MARS | What.ADJACENT_TILES:
                    read.add("map")
                case What.OWN_TAGS | What.OPPONENTS_TAGS | What.EVENTS_PLAYED | What.RESOURCES_HERE | What.PAID:
                    pass
    return frozenset(read)


def _step(state: State, seat: int, item: Item, step: Step) -> Footprint:
    who = item.seat
    match step:
        case Gain() | Lose():
            marks = frozenset(f"{name}:{who}" for name, _ in step.amounts())
            return Footprint(_counted(v for _, v in step.amounts()), marks)
        case Produce():
            marks = frozenset(f"production {name}:{who}" for name, _ in step.amounts())
            return Footprint(_counted(v for _, v in step.amounts()), marks)
        case GainRating():
            return _adds([f"rating:{who}"])
        case AddHere() | RemoveHere():
            return _adds([f"on {item.source}"])
        case AddToPlayed():
            return _adds([f"on {item.played}"])
        case AddToCard():
            own = (card.id for card in holders(state.seats[who]) if step.held in (card.holds, "any"))
            marks = frozenset(f"on {name}" for name in own)
            return Footprint(reads=marks if step.present else NONE, adds=marks)
        case Draw():
            return _adds([f"cards:{who}"])
        case NextCard():
            return _adds([f"next:{who}"])
        case _:
            return _wider(state, seat, item, step)


def _wider(state: State, seat: int, item: Item, step: Step) -> Footprint:
    match step:
        case ReduceAny():
            everybody = [other.seat for other in state.seats if other.seat not in state.left]
            unable = (other for other in everybody if not possible.can_bear(state, other, step.resource, step.n))
            reads = frozenset(f"production {step.resource}:{other}" for other in unable)
            return Footprint(reads, frozenset(f"production {step.resource}:{other}" for other in everybody))
        case RemoveAny() | StealAny() | RemoveAnyFromCard():
            return _removal(state, seat, step)
        case Raise():
            return _raise(state, seat, step.track, step.n)
        case Place():
            return _place(state, seat, step.tile, step.on, item.played)
        case Choose():
            return _joint(state, seat, item, (effect for effects in step.lists for effect in effects))
        case IfTags():
            return _joint(state, seat, item, possible.branch(state, item, step))
        case Discard():
            return Footprint(reads=frozenset({f"cards:{seat}"}), adds=frozenset({f"cards:{seat}"}))
        case ProduceFromSpace():
            return _adds(f"production {resource}:{item.seat}" for resource in step.any_of)
        case SwapProduction():
            marks = frozenset({f"production {step.source}:{seat}", f"production {step.target}:{seat}"})
            return Footprint(reads=marks, writes=marks)
        case Bespoke(name="land_claim"):
            return Footprint(writes=frozenset({"map"}))
        case Bespoke():
            return Footprint(adds=frozenset(_boxes(state, seat)))
        case LookAndKeep() | LookAndBuy() | RevealTop():
            return Footprint(reads=frozenset({f"cards:{seat}"}), adds=frozenset({f"cards:{seat}"}))
        case _:
            return EVERYTHING


def _joint(state: State, seat: int, item: Item, effects: Iterable[Effect]) -> Footprint:
    mark = Footprint()
    for effect in effects:
        mark = mark.joined(_step(state, seat, item, effect))
        if isinstance(effect, RemoveHere):
            mark = mark.joined(Footprint(reads=frozenset({f"on {item.source}"})))
    return mark


def _removal(state: State, seat: int, step: RemoveAny | StealAny | RemoveAnyFromCard) -> Footprint:
    """Opponents' things. One's own are left out: nobody gains by removing more of them."""
    if isinstance(step, RemoveAnyFromCard):
        return Footprint(
            writes=frozenset(
                f"on {card.id}"
                for other in opponents(state, seat)
                for card in holders(state.seats[other])
                if card.holds is step.held
            )
        )
    hit = frozenset(f"{step.resource}:{other}" for other in opponents(state, seat))
    gained = frozenset({f"{step.resource}:{seat}"}) if isinstance(step, StealAny) else NONE
    return Footprint(adds=gained, writes=hit)


def _boxes(state: State, seat: int) -> Iterable[str]:
    for name in possible.boxes(state, seat):
        for item in possible.box(state, seat, name):
            for step in item.steps:
                mark = _step(state, seat, item, step)
                yield from mark.adds | mark.writes


def _raise(state: State, seat: int, track: Track, n: int) -> Footprint:
    """A raise and the bonuses that it is sure to bring."""
    at = state.temperature if track is Track.TEMPERATURE else state.oxygen
    to = min(GOAL[track], at + n * STEP[track])
    mark = _adds([str(track), f"rating:{seat}"])
    if track is Track.TEMPERATURE:
        mark = mark.joined(_adds([f"production heat:{seat}"]))
        if at < OCEAN_BONUS <= to and state.oceans < OCEANS:
            mark = mark.joined(_place(state, seat, Tile.OCEAN, Area.OCEAN, ""))
    elif at < OXYGEN_BONUS <= to:
        mark = mark.joined(_raise(state, seat, Track.TEMPERATURE, 1))
    return mark


def _place(state: State, seat: int, tile: Tile, on: Area, cause: str) -> Footprint:
    """A tile, its oxygen and the triggers that will hear it. Printed bonuses count once it lies; cards are hopes."""
    if tile is Tile.OCEAN and state.oceans >= OCEANS:
        return Footprint()
    if on in (Area.PHOBOS, Area.GANYMEDE):
        mark, at = _adds(["map"]), str(on).partition(":")[2]
    else:
        hopes = frozenset({f"cards:{seat}"}) if _card_space(state, seat, on) else NONE
        mark = Footprint(frozenset({"map"}), frozenset({f"megacredits:{seat}"}), frozenset({"map"}), hopes)
        at = BARE
    if tile is Tile.OCEAN:
        mark = mark.joined(_adds([f"rating:{seat}"]))
    if tile is Tile.GREENERY:
        mark = mark.joined(_raise(state, seat, Track.OXYGEN, 1))
    for later in triggers.on_tile(state, seat, Laid(tile, seat), at, cause):
        for step in later.steps:
            mark = mark.joined(_step(state, seat, later, step))
    return mark


def _card_space(state: State, seat: int, on: Area) -> bool:
    return any("card" in SPACES[at].bonus for at in placement.spaces(state, seat, on))

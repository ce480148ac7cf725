"""Rules 13: a game for one against a neutral opponent."""

from events.mars.agenda import NEUTRAL, Item
from events.mars.cards import CARDS
from events.mars.dealings import NeutralPlaced, NeutralsRevealed
from events.mars.map import SPACES
from events.mars.nouns import Area, Tile
from events.mars.state import State
from events.mars.words import Produce
from services.mars import placement, supply
from services.mars.story import Story


def place_neutrals(story: Story) -> None:
    """The costs of the top four cards place two cities, then a greenery beside each."""
    cards = supply.draw(story, 4)
    story.tell(NeutralsRevealed(cards))
    a, b, c, d = (max(1, CARDS[card].cost) for card in cards)
    one = _count(_city_spaces(story.state), a)
    story.tell(NeutralPlaced(Tile.CITY, one))
    two = _count(tuple(reversed(_city_spaces(story.state))), b)
    story.tell(NeutralPlaced(Tile.CITY, two))
    story.tell(NeutralPlaced(Tile.GREENERY, _count(_green_spaces(story.state, one), c)))
    story.tell(NeutralPlaced(Tile.GREENERY, _count(_green_spaces(story.state, two), d)))


def _count(spaces: tuple[str, ...], n: int) -> str:
    """The n-th of these, going on from the other end past the last."""
    return spaces[(n - 1) % len(spaces)]


def _city_spaces(state: State) -> tuple[str, ...]:
    """Legal city spaces in reading order where a greenery could stand beside."""
    return tuple(at for at in placement.spaces(state, NEUTRAL, Area.CITY) if _green_spaces(state, at))


def _green_spaces(state: State, city: str) -> tuple[str, ...]:
    """Free land beside a city, clockwise from top left."""
    return tuple(at for at in SPACES[city].neighbors if SPACES[at].kind == "land" and at not in state.tiles)


def counts(item: Item) -> bool:
    """Whether a trigger gives production: Tharsis Republic starts with 2 M€ production for the neutral cities."""
    return isinstance(item.steps[0], Produce)

"""A table in the middle of an action phase, at will: the words the tests of this game are written in."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from events import texts
from events.mars import RECORD
from events.mars.cards import CARDS
from events.mars.nouns import RESOURCES, Tile
from events.mars.options import Options, SeatOptions
from events.mars.state import Laid, Seat, State, all_cards, all_corporations, known_cards
from events.record import fold
from services.dice import Seeded
from services.mars import REFEREE
from services.referee import Game, Luck, SetUp
from tests.dsl import Given

GAME = Game(RECORD, REFEREE)
texts.add_catalogue("mars", RECORD.texts)

OCEAN, GREEN, CITY = Laid(Tile.OCEAN), Tile.GREENERY, Tile.CITY
OCEAN_SPACES = ("r0c1", "r0c3", "r0c4", "r1c5", "r3c7", "r4c3", "r4c4", "r4c5", "r5c5", "r5c6", "r5c7", "r8c4")


def player(number: int = 0, *, cash: int = 100, **more: Any) -> Seat:
    """A seat with this money; `resources` and `production` as far as they differ from nothing."""
    resources = {**dict.fromkeys(RESOURCES, 0), "megacredits": cash, **more.pop("resources", {})}
    production = {**dict.fromkeys(RESOURCES, 0), **more.pop("production", {})}
    more.setdefault("corporation", ("credicor", "teractor", "ecoline", "inventrix", "helion")[number])
    return Seat(number, resources=resources, production=production, **more)


def mars(*seats: Mapping[str, Any], **more: Any) -> State:
    """A table of these seats, the first to move in generation 2; at least two of them unless `solo`."""
    alone = more.pop("solo", False)
    given = [*seats] + [{}] * (0 if alone else max(0, 2 - len(seats)))
    oceans = tuple(more.pop("oceans", ()))
    tiles = {**dict.fromkeys(oceans, OCEAN), **more.pop("tiles", {})}
    fields = {"phase": "action", "generation": 2, "active": 0, "turn": 1, **more}
    state = State(
        seats=tuple(player(number, **each) for number, each in enumerate(given)),
        tiles=tiles,
        oceans=sum(laid.tile is Tile.OCEAN for laid in tiles.values()),
        **fields,
    )
    spare = len(all_corporations(state.corporate_era)) - sum(bool(seat.corporation) for seat in state.seats)
    return replace(state, deck=len(all_cards(state.corporate_era)) - len(known_cards(state)), spare=spare)


def given(state: State) -> Given:
    """This table, to act on."""
    return Given(GAME, state)


def begun(seats: int = 2, luck: Luck | None = None, beginners: tuple[int, ...] = (), **options: Any) -> State:
    """The table after setting up with these options."""
    own = tuple(SeatOptions(seat in beginners) for seat in range(seats))
    return fold(RECORD, RECORD.start, REFEREE.decide(RECORD.start, SetUp(Options(**options), own), luck or Seeded(7)))


def ids(acting: Given, seat: int = 0) -> tuple[str, ...]:
    """The ids of the options a seat has now."""
    ask = next(ask for ask in REFEREE.pending(acting.state) if ask.seat == seat)
    return tuple(option.id for option in REFEREE.choice(acting.state, ask).options)  # type: ignore[union-attr]


def asked(acting: Given, seat: int = 0) -> str:
    """The key of the text of the question a seat has now."""
    ask = next(ask for ask in REFEREE.pending(acting.state) if ask.seat == seat)
    return REFEREE.choice(acting.state, ask).ask.key


def offered(state: State, option: str, seat: int = 0) -> bool:
    """Whether this option is in the turn menu."""
    return option in ids(given(state), seat)


def holding(*cards: str, **more: Any) -> dict[str, Any]:
    """A seat with these cards in hand."""
    return {"hand": cards, **more}


def stock(state: State, seat: int, name: str) -> int:
    """What a seat has of a resource."""
    return state.seats[seat].resources[name]


def made(state: State, seat: int, name: str) -> int:
    """What a seat produces of a resource."""
    return state.seats[seat].production[name]


def drafting(generation: int) -> State:
    """Three seats with a pack each at the beginning of a draft."""
    packs = (
        ("ants", "comet", "fish", "moss"),
        ("mine", "trees", "worms", "virus"),
        ("pets", "grass", "algae", "birds"),
    )
    state = mars({}, {}, {}, generation=generation, phase="draft", active=-1)
    seats = tuple(replace(seat, pack=pack) for seat, pack in zip(state.seats, packs, strict=True))
    return replace(state, seats=seats, drafters=(0, 1, 2), deck=state.deck - 12)


def researching(*seats: Mapping[str, Any], **more: Any) -> State:
    """A research phase with four cards each."""
    cards = sorted(CARDS)
    state = mars(*seats, phase="research", active=-1, **more)
    dealt = tuple(replace(seat, dealt=tuple(cards[4 * k : 4 * k + 4])) for k, seat in enumerate(state.seats))
    return replace(state, seats=dealt, deck=state.deck - 4 * len(dealt))


def offers(state: State, seat: int) -> tuple[str, ...]:
    """The corporations dealt to a seat."""
    return state.seats[seat].offers


def question(acting: Given, seat: int = 0) -> Any:
    """The question a seat has now."""
    ask = next(ask for ask in REFEREE.pending(acting.state) if ask.seat == seat)
    return REFEREE.choice(acting.state, ask)


GOALS: dict[str, Any] = {"temperature": 8, "oxygen": 14, "oceans": OCEAN_SPACES[:9]}
"""All three parameters at their goals."""

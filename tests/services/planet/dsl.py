"""Given a table, when a seat acts, then these events: the words the tests of Planet are written in.

`table(...)` is a state at will; `planet_with(card, sizes)` a planet whose eligible regions for a card have
just these sizes. Chance is what the test writes down (`drawing`), else it must not be used.
"""

from functools import cache
from random import Random
from typing import Any, Self

from msgspec.structs import replace

from events.choices import Laid as Reply
from events.choices import Typed, accepts
from events.commands import Answer, Join, Open, Start
from events.planet import RECORD
from events.planet.animals import ANIMALS, sizes
from events.planet.layout import ROUNDS
from events.planet.options import Options
from events.planet.state import Seat, State, to_place
from events.planet.tiles import EMPTY, TILES, Laid, Planet, free, lay
from events.record import fold
from services import registry
from services.dice import Scripted, Seeded
from services.planet import REFEREE
from services.referee import Luck, Refused, SetUp
from tests import dsl


def set_up(seats: int = 2, luck: Luck | None = None, **options: Any) -> list[Any]:
    """The events of setting up with these options."""
    command = SetUp(Options(**options), (None,) * seats)
    return list(REFEREE.decide(RECORD.start, command, luck or Seeded(7)))


def begun(seats: int = 2, luck: Luck | None = None, **options: Any) -> State:
    """The table after setting up."""
    return fold(RECORD, RECORD.start, set_up(seats, luck, **options))


def planet(*laid: str) -> Planet:
    """A planet from words such as ``T37@6/4``: tile, face, turn (0 if left out)."""
    done = EMPTY
    for word in laid:
        tile, _, where = word.partition("@")
        face, _, turn = where.partition("/")
        done = lay(done, int(face), Laid(tile, int(turn or 0)))
    return done


@cache
def planet_with(card: str, wanted: tuple[int, ...], faces: int = 5, skip: int = 0) -> Planet:
    """A planet of up to so many tiles whose eligible regions for the card have these sizes; ``skip`` finds others."""
    dice = Random(f"{card}{wanted}")
    for _ in range(400_000):
        n = dice.randint(1, faces)
        made = EMPTY
        for tile, face in zip(dice.sample(sorted(TILES), n), dice.sample(range(12), n), strict=True):
            made = lay(made, face, Laid(tile, dice.randrange(5)))
        if sizes(ANIMALS[card], made) == wanted:
            if not skip:
                return made
            skip -= 1
    raise AssertionError(f"no planet with {wanted} for {card}")


def full(start: Planet = EMPTY, seed: int = 0) -> Planet:
    """The planet with its empty faces filled at random."""
    dice = Random(seed)
    for face in free(start):
        start = lay(start, face, Laid(dice.choice(sorted(TILES)), dice.randrange(5)))
    return start


def table(
    planets: tuple[Planet, ...] = (EMPTY, EMPTY),
    number: int = 5,
    up: tuple[str, ...] = ("T01", "T02", "T03", "T04", "T05"),
    columns: dict[int, tuple[str, ...]] | None = None,
    objectives: tuple[str, ...] = (),
    animals: dict[int, tuple[str, ...]] | None = None,
    **rest: Any,
) -> State:
    """A table in the middle of a match; counts of hidden pieces are not kept in step."""
    goals = objectives or (("",) * len(planets) if rest.get("beginner") else ("O1", "O2", "O3", "O4")[: len(planets)])
    seats = tuple(
        Seat(seat, planet=made, objective=goals[seat], animals=(animals or {}).get(seat, ()))
        for seat, made in enumerate(planets)
    )
    cards = tuple((columns or {}).get(each, ()) for each in range(1, ROUNDS + 1))
    given_state = State(seats=seats, round=number, up=up, columns=cards, piles=20, deck=25)
    return replace(given_state, **rest)


class Given(dsl.Given):
    """A table of Planet to act on."""

    def __init__(self, state: State) -> None:
        super().__init__(registry.game("planet"), state)

    def lays(self, seat: int, tile: str, face: int, turn: int = 0) -> Self:
        """The seat, which alone is asked, lays a tile."""
        return self.asks_only(seat).answers(seat, "place", tile, str(turn), f"f{face}")

    def says_nothing(self) -> Self:
        """Silence: whoever is asked lets the default be taken."""
        (ask,) = REFEREE.pending(self.state)
        assert accepts(REFEREE.choice(self.state, ask), REFEREE.default(self.state, ask))
        return self.is_silent(ask.seat, "place")

    def rejects(self, command: Any, code: str) -> Self:
        """The command is refused with this code, without drawing, and nothing changes."""
        try:
            REFEREE.decide(self.state, command, Scripted())
        except Refused as refused:
            assert refused.code == code, refused.code
            return self
        raise AssertionError(f"{command} was not refused")

    def only(self, *events: Any) -> Self:
        """The events of the last step are just these."""
        assert self.events == list(events)
        return self

    def never(self, kind: type[Any]) -> Self:
        """No event of this kind came of the last step."""
        assert not [event for event in self.events if isinstance(event, kind)]
        return self

    def kinds(self, *kinds: type[Any]) -> Self:
        """The last step's events are of these kinds, in this order."""
        assert [type(event) for event in self.events] == list(kinds)
        return self


class Sitting(dsl.Sitting):
    """A match of Planet at a table, just begun."""

    def __init__(self, seats: int = 2, options: dict[str, Any] | None = None) -> None:
        super().__init__()
        self.send("p0", Open("planet", options or {}, seats, invite=False))
        for seat in range(seats):
            self.send(f"p{seat}", Join(entropy=f"e{seat}"))
        self.send("p0", Start())

    @property
    def state(self) -> State:
        """The game's state."""
        found: State = self.match.game
        return found

    @property
    def seat(self) -> int:
        """Who has to act."""
        (wait,) = self.match.waits
        return wait.seat

    def types(self, line: str) -> Self:
        """Whoever is asked types this."""
        (wait,) = self.match.waits
        return self.send(f"p{wait.seat}", Answer(wait.id, Typed(line)))

    def goes_on(self, placements: int = 1) -> Self:
        """So many placements, each of the last spot there is."""
        for _ in range(placements):
            (ask,) = REFEREE.pending(self.state)
            self.answers(ask.seat, "place", *REFEREE.choice(self.state, ask).spots[-1])
        return self

    def falls_silent(self) -> Self:
        """Whoever is asked says nothing."""
        return self.is_silent(self.seat, "place")


def given(state: State) -> Given:
    """Begin with this table."""
    return Given(state)


def play(state: State, seed: int = 0, until: int = ROUNDS + 1) -> tuple[State, list[Any]]:
    """Random play up to the beginning of a round, or to the end; the state and all events."""
    luck = Seeded(seed)
    told: list[Any] = []
    while to_place(state) is not None and state.round < until:
        (ask,) = REFEREE.pending(state)
        spot = luck.draw(REFEREE.choice(state, ask).spots, 1)[0]
        events = REFEREE.decide(state, REFEREE.command(state, ask, Reply(*spot)), luck)
        told += events
        state = fold(RECORD, state, events)
    return state, told

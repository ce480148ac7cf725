"""Given a farm, when its owner answers, then these events: the words the tests of Sky Farm are written in.

`farm(...)` is a seat at will; `at(farm, *works)` puts these pieces of work before it and works them off until it
is asked. A second seat choosing its cards keeps the round open. Chance is what the test writes down.
"""

from collections.abc import Iterable
from functools import cache
from typing import Any, Self

from msgspec.structs import replace

from events.sky_farm import RECORD
from events.sky_farm.events import Planned
from events.sky_farm.farming_dice import CROPS
from events.sky_farm.grids import BAGS, HALF, ScratchCard
from events.sky_farm.land import BLANK, CELL_OF, CELLS, FENCE, TILLED, around, cells_of, draw_on
from events.sky_farm.manifest import SIDE, Stamp
from events.sky_farm.state import Die, Farm, Scratch, State
from events.sky_farm.work import AnyWork
from services.dice import Scripted, Seeded
from services.referee import Game
from services.sky_farm import REFEREE
from services.sky_farm.agenda import run
from services.sky_farm.play import Play, Turn
from tests import dsl

GAME = Game(RECORD, REFEREE)
BARE = BLANK * CELLS


@cache
def table(seats: int = 2, number: int = 3) -> State:
    """A round in the middle of a match: every seat is about to choose its cards, neighbour cards lie everywhere."""
    state: State = dsl.begun(GAME, seats)
    for seat in range(seats):
        ask = next(ask for ask in REFEREE.pending(state) if ask.seat == seat)
        for event in REFEREE.decide(state, REFEREE.command(state, ask, REFEREE.default(state, ask)), Seeded(seat)):
            state = RECORD.evolve(state, event)
    return replace(state, round=number)


def farm(**changes: Any) -> Farm:
    """Seat 0 of the table with these changes; `left` and `right` may be given as card ids."""
    found = table().seats[0]
    for side in ("left", "right"):
        if isinstance(changes.get(side), str):
            changes[side] = replace(getattr(found, side), card=changes[side])
    return replace(found, **changes)


def ground(tilled: str = "", fences: str = "", start: str = BARE) -> str:
    """A ground with these cells tilled and fenced: ids or rectangles such as ``r1c1-r2c4``."""
    return draw_on(draw_on(start, area(tilled), TILLED), area(fences), FENCE)


def area(words: str) -> tuple[int, ...]:
    """Cells from ids and rectangles."""
    found: list[int] = []
    for word in words.split():
        first, _, last = word.partition("-")
        top, left = divmod(CELL_OF[first], 12)
        bottom, right = divmod(CELL_OF[last or first], 12)
        found += [row * 12 + col for row in range(top, bottom + 1) for col in range(left, right + 1)]
    return tuple(found)


def penned(*insides: str) -> str:
    """A bare ground with a fence around each rectangle."""
    fences = 0
    for inside in insides:
        mask = sum(1 << cell for cell in area(inside))
        fences |= around(mask) & ~mask
    return draw_on(BARE, cells_of(fences), FENCE)


def crop(kind: str, at: str, face: int = 1, number: int = 1) -> Die:
    """A crop die on its field."""
    assert kind in CROPS
    return Die(f"{kind}-{number}", kind, face, CELL_OF[at])


def animal(kind: str, at: str | None = None, face: int = 1, number: int = 1) -> Die:
    """An animal die, housed or waiting."""
    return Die(f"{kind}-{number}", kind, face, -1 if at is None else CELL_OF[at])


def scratched(*squares: str, card: ScratchCard = "forest", keep: tuple[str, ...] = ()) -> tuple[Scratch, ...]:
    """Scratched squares with finds of their halves; those to `keep` are still in the bags."""
    left = {half: list(bag) for half, bag in BAGS[card].items()}
    for find in keep:
        left["upper" if "upper" in find else "lower"].remove(find)
    numbers = [(int(name[1]) - 1) * 5 + int(name[3]) - 1 for name in squares]
    return tuple(Scratch(square, left[HALF[square]].pop()) for square in numbers)


def stamped(*pieces: tuple[str, str]) -> tuple[Stamp, ...]:
    """Pieces as resource and cells ``r1c1 r1c2``; rectangles too."""
    found = []
    for resource, words in pieces:
        cells: list[int] = []
        for word in words.split():
            first, _, last = word.partition("-")
            (top, left), (bottom, right) = _spot(first), _spot(last or first)
            cells += [row * SIDE + col for row in range(top, bottom + 1) for col in range(left, right + 1)]
        found.append(Stamp(resource, tuple(sorted(cells))))
    return tuple(found)


def _spot(name: str) -> tuple[int, int]:
    row, _, col = name.removeprefix("r").partition("c")
    return int(row) - 1, int(col) - 1


def filler(rows: Iterable[int] = (), but: str = "") -> tuple[Stamp, ...]:
    """Whole rows of the manifest filled cell by cell, but for some cells; legality not implied."""
    spared = {row * SIDE + col for row, col in map(_spot, but.split())}
    cells = [row * SIDE + col for row in rows for col in range(SIDE)]
    return tuple(Stamp("badge", (cell,)) for cell in cells if cell not in spared)


class Given(dsl.Given):
    """A table of Sky Farm to act on; seat 0 unless said otherwise."""

    @property
    def farm(self) -> Farm:
        """The sheets of seat 0."""
        found: Farm = self.state.seats[0]
        return found

    def does(self, key: str, *given: Any) -> Self:
        """Seat 0 answers."""
        return self.answers(0, key, *given)

    def asked(self, key: str, *ids: str) -> Self:
        """Seat 0 must answer this; with `ids` these are the options."""
        return self.asks(0, key, *ids)

    def offered(self, key: str) -> tuple[str, ...]:
        """The option ids of the question of seat 0."""
        choice = REFEREE.choice(self.state, self._ask(0, key))
        return tuple(option.id for option in choice.options)

    def spots(self, key: str) -> set[tuple[str, ...]]:
        """The places of a Lay, without the piece where there is one only."""
        choice = REFEREE.choice(self.state, self._ask(0, key))
        one = len(choice.pieces) == 1
        return {spot[1:] if one else spot for spot in choice.spots}

    def only(self, *events: Any) -> Self:
        """The events of the last step are just these, the agenda not counted."""
        told = [event for event in self.events if not isinstance(event, Planned)]
        assert told == list(events), told
        return self

    def never(self, *kinds: type[Any]) -> Self:
        """No event of these kinds came of the last step."""
        assert not [event for event in self.events if isinstance(event, kinds)]
        return self

    def lacks(self, key: str, option: str) -> Self:
        """The question does not offer this."""
        assert option not in self.offered(key)
        return self

    def idle(self) -> Self:
        """Seat 0 has nothing left to do of what the test gave it."""
        assert not any(ask.seat == 0 for ask in REFEREE.pending(self.state))
        return self


def at(own: Farm, *works: AnyWork, seats: int = 2, chance: tuple[Any, ...] = (), **changes: Any) -> Given:
    """Seat 0 has this farm and this before it, worked off until it is asked."""
    state = replace(table(seats), **changes)
    state = replace(state, seats=(own, *state.seats[1:]))
    play = Play(state, Scripted(*chance))
    turn = Turn(play, 0)
    turn.agenda = [*works]
    run(turn)
    turn.rest(1)
    found = Given(GAME, play.state)
    found.events = play.events
    return found

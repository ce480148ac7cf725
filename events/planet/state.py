"""Where a match of Planet stands. Tiles and cards that nobody knows are only numbers here."""

from msgspec import Struct

from events.hidden import Hidden
from events.planet.animals import ANIMALS, Animal
from events.planet.layout import ROUNDS
from events.planet.objectives import OBJECTIVES, Objective
from events.planet.tiles import EMPTY, TILES, Planet


class Final(Struct, frozen=True):
    """What a seat got at the end (part 6)."""

    areas: int
    objective_points: int
    same: int
    different: int
    animal_points: int

    @property
    def total(self) -> int:
        """The points of the seat."""
        return self.objective_points + self.animal_points


class Seat(Struct, frozen=True):
    """One seat's planet, won cards and objective: hidden until it is ``revealed``, "" where there is none."""

    seat: int
    planet: Planet = EMPTY
    animals: tuple[str, ...] = ()
    objective: Hidden[str] = ""
    revealed: str = ""
    final: Final | None = None

    @property
    def goal(self) -> Objective | None:
        """The objective, as far as this view shows it."""
        return OBJECTIVES.get(self.revealed or self.objective)


class State(Struct, frozen=True):
    """The whole table. Column, pile and place of round ``r`` have index ``r - 1``, ``r`` and ``r - 11``."""

    seats: tuple[Seat, ...] = ()
    beginner: bool = False
    mystery: bool = False
    round: int = 0
    first: int = 0
    """Who holds the start player marker."""
    placed: tuple[int, ...] = ()
    """Who has placed this round, in order."""
    left: tuple[int, ...] = ()
    """Who has resigned, in order."""
    up: tuple[str, ...] = ()
    """The round's tiles still to be had, in display order."""
    piles: int = 0
    """Tiles face down that nobody has seen."""
    places: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    """Leftovers for rounds 11 and 12."""
    box: tuple[str, ...] = ()
    columns: tuple[tuple[str, ...], ...] = ((),) * ROUNDS
    """Open animal cards for each round, in the order they are judged (R4)."""
    face_down: tuple[int, ...] = ()
    """Rounds that hold a face-down card (7.2)."""
    deck: int = 0
    """Animal cards nobody has seen, face-down ones and unused ones together."""
    boxed: tuple[str, ...] = ()
    spare: int = 0
    """Objectives nobody has."""
    places_taken: tuple[int, ...] = ()
    reason: str = ""

    @property
    def over(self) -> bool:
        """Whether the match is decided."""
        return bool(self.reason)


START = State()


def still_in(state: State) -> tuple[int, ...]:
    """The seats that have not resigned (R28)."""
    return tuple(seat for seat in range(len(state.seats)) if seat not in state.left)


def clockwise(state: State, seat: int) -> tuple[int, ...]:
    """The seats still in, in turn order, beginning with this one or the next one after it (R26, R28)."""
    n = len(state.seats)
    return tuple(s for s in ((seat + k) % n for k in range(n)) if s not in state.left)


def to_place(state: State) -> int | None:
    """Whose turn it is to place a tile (3.2, R28), or ``None`` before the start and after the end."""
    if state.over or not state.round:
        return None
    return next((seat for seat in clockwise(state, state.first) if seat not in state.placed), None)


def unseen_tiles(state: State) -> tuple[str, ...]:
    """The tiles that may lie in the piles, in order of id: all but those somebody has seen."""
    seen = {*state.up, *state.box, *state.places[0], *state.places[1]}
    seen.update(laid.tile for seat in state.seats for laid in seat.planet if laid is not None)
    return tuple(tile for tile in TILES if tile not in seen)


def unseen_animals(state: State) -> tuple[str, ...]:
    """The cards that may lie face down, in order of id."""
    seen = {card for column in state.columns for card in column}
    seen.update(state.boxed, *(seat.animals for seat in state.seats))
    return tuple(card for card in ANIMALS if card not in seen)


def open_animals(state: State) -> tuple[tuple[int, Animal], ...]:
    """Every open card with the round it is judged in next, soonest first."""
    return tuple((number, ANIMALS[card]) for number, column in enumerate(state.columns, 1) for card in column)


def census(state: State) -> dict[str, int]:
    """Pieces by kind; ``... ids`` counts different ones, so that a piece in two places shows."""
    tiles = [*state.up, *state.places[0], *state.places[1], *state.box]
    tiles += [laid.tile for seat in state.seats for laid in seat.planet if laid is not None]
    cards = [card for column in state.columns for card in column] + list(state.boxed)
    cards += [card for seat in state.seats for card in seat.animals]
    goals = [seat.revealed or seat.objective for seat in state.seats if seat.revealed or seat.objective]
    return {
        "tiles": state.piles + len(tiles),
        "tile ids": state.piles + len(set(tiles)),
        "animals": state.deck + len(cards),
        "animal ids": state.deck + len(set(cards)),
        "objectives": state.spare + len(goals),
        "objective ids": state.spare + len(set(goals)),
    }

"""Where a match of Sky Farm stands. What lies face down and nobody knows is in no field (K61)."""

from typing import Literal

from msgspec import Struct, field

from events.hidden import Hidden
from events.sky_farm.cards import DECKS, NEIGHBOUR_CARDS, TASK_CARDS
from events.sky_farm.effects import Track
from events.sky_farm.farming_dice import KINDS
from events.sky_farm.grids import SQUARES
from events.sky_farm.land import BLOCK, START_GROUND
from events.sky_farm.manifest import Stamp
from events.sky_farm.work import Agenda

Phase = Literal["", "neighbours", "keep", "play"]
SideName = Literal["left", "right"]
SIDES: tuple[SideName, ...] = ("left", "right")
Stage = Literal["", "gifts", "named", "keep", "kept", "play", "done"]


class Final(Struct, frozen=True):
    """The points of a seat by source (21.2)."""

    seasons: tuple[int, ...]
    badges: int
    stall_a: int
    stall_b: int
    stall_c: int
    neighbours: int
    levels: int
    projects: int
    fund: int

    @property
    def total(self) -> int:
        """All together."""
        stalls = self.stall_a + self.stall_b + self.stall_c
        return sum(self.seasons) + self.badges + stalls + self.neighbours + self.levels + self.projects + self.fund


class Side(Struct, frozen=True):
    """One side of a seat: the neighbour card that lies there ("" for none), the pair drawn, the track.

    ``due``: it is refilled in this neighbour phase (3.2).
    """

    seat: int
    side: SideName
    card: str = ""
    due: bool = False
    pair: Hidden[tuple[str, ...]] = ()
    step: int = 0


class Die(Struct, frozen=True):
    """A crop or animal die: its kind, the face it shows, the upper left cell of its block; -1 while it waits."""

    id: str
    kind: str
    face: int = 1
    at: int = -1

    @property
    def mask(self) -> int:
        """The cells it occupies."""
        return BLOCK[KINDS[self.kind].side][self.at] if self.at >= 0 else 0


class Scratch(Struct, frozen=True):
    """A scratched square and what was found."""

    square: int
    found: str


class Season(Struct, frozen=True):
    """What the goals count since the last scoring (part 4), and resources gained by id."""

    squares_scratched: int = 0
    crops_planted: int = 0
    fish_caught: int = 0
    cells_drawn: int = 0
    upgrades_completed: int = 0
    gifts_given: int = 0
    coins_spent: int = 0
    cargo_pieces_placed: int = 0
    badge_slots_filled: int = 0
    gained: dict[str, int] = field(default_factory=dict)


class Farm(Struct, frozen=True):
    """Both sheets of a seat and where it is in the round."""

    seat: int
    left: Side
    right: Side
    stage: Stage = ""
    agenda: Agenda = ()
    turn: int = 0
    named: tuple[SideName, ...] = ()
    """Old neighbour cards it wants to discard."""
    incoming: tuple[str, ...] = ()
    """Neighbour cards given to it this round."""
    gifts: tuple[str, ...] = ()
    """Those of last round, still to be taken."""
    chosen: tuple[str, ...] = ()
    """Its task cards of the round."""
    card_squares: int = 0
    """Squares scratched since the running card began."""
    card_fish: int = 0
    ground: str = START_GROUND
    trellises: tuple[int, ...] = ()
    crops: tuple[Die, ...] = ()
    animals: tuple[Die, ...] = ()
    planted: int = 0
    """Crop dice planted so far; they name the dice."""
    forest: tuple[Scratch, ...] = ()
    mine: tuple[Scratch, ...] = ()
    areas: tuple[str, ...] = ("pond",)
    levels: dict[Track, int] = field(default_factory=lambda: {"chop": 0, "mine": 0})
    marks: dict[str, tuple[int, ...]] = field(default_factory=dict)
    """Marked boxes by row of boxes."""
    done: tuple[str, ...] = ()
    """Finished upgrades, special projects, badge rows (``forestry/0``) and badges."""
    coins: dict[str, int] = field(default_factory=dict)
    """Marked coin boxes by project."""
    bars: dict[str, int] = field(default_factory=dict)
    """Uses so far of each energy bar owned."""
    abilities: tuple[str, ...] = ()
    stamps: tuple[Stamp, ...] = ()
    full_rows: tuple[int, ...] = ()
    noted: dict[str, int] = field(default_factory=dict)
    """Points noted by source."""
    season: Season = Season()
    season_points: tuple[int, ...] = ()
    final: Final | None = None

    @property
    def sides(self) -> tuple[Side, Side]:
        """Left and right."""
        return self.left, self.right

    @property
    def dice(self) -> tuple[Die, ...]:
        """Crops and housed animals."""
        return (*self.crops, *(die for die in self.animals if die.at >= 0))

    @property
    def waiting(self) -> tuple[Die, ...]:
        """Animals not housed."""
        return tuple(die for die in self.animals if die.at < 0)

    @property
    def occupied(self) -> int:
        """The cells under crops and animals."""
        mask = 0
        for die in (*self.crops, *self.animals):
            mask |= die.mask
        return mask

    @property
    def trellis_mask(self) -> int:
        """The cells with a trellis."""
        mask = 0
        for at in self.trellises:
            mask |= BLOCK[2][at]
        return mask


class State(Struct, frozen=True):
    """The whole table. The decks' contents are known, their order to nobody: they are bags."""

    seats: tuple[Farm, ...] = ()
    goals: tuple[str, ...] = ()
    round: int = 0
    phase: Phase = ""
    deck: tuple[str, ...] = ()
    """The public deck, sorted."""
    discard: tuple[str, ...] = ()
    """The task discard pile, sorted."""
    display: tuple[str, ...] = ()
    preview: tuple[str, ...] = ()
    neighbour_discard: tuple[str, ...] = ()
    """Sorted."""
    left: tuple[int, ...] = ()
    """Who has resigned, in order."""
    places: tuple[int, ...] = ()
    reason: str = ""
    shown_to: int | None = None
    """In a view: the seat that sees it."""

    @property
    def over(self) -> bool:
        """Whether the match is decided."""
        return bool(self.reason)


START = State()


def die_of(farm: Farm, name: str) -> Die | None:
    """The die of this id, None if it has left."""
    return next((die for die in (*farm.crops, *farm.animals) if die.id == name), None)


def still_in(state: State) -> tuple[int, ...]:
    """The seats that have not resigned."""
    return tuple(farm.seat for farm in state.seats if farm.seat not in state.left)


def unseen_tasks(state: State, season: int) -> tuple[str, ...]:
    """The season cards, of season 0 to 2, that may lie in the stacks or in the box, sorted (K8)."""
    seen = {*state.deck, *state.discard, *state.display, *state.preview}
    return tuple(card for card in DECKS[f"season{season + 1}"] if card not in seen)


def seen_neighbours(state: State) -> set[str]:
    """The neighbour cards that lie open: with a seat, on the way to one, or discarded."""
    seen = set(state.neighbour_discard)
    for farm in state.seats:
        seen.update(farm.incoming, farm.gifts, (side.card for side in farm.sides if side.card))
    return seen


def neighbour_deck(state: State) -> tuple[str, ...]:
    """The neighbour cards in the deck, sorted."""
    taken = seen_neighbours(state)
    for farm in state.seats:
        taken.update(*(side.pair for side in farm.sides))
    return tuple(card for card in NEIGHBOUR_CARDS if card not in taken)


def census(state: State) -> dict[str, int]:
    """Pieces by kind; ``... ids`` counts different ones, so that a piece in two places shows."""
    tasks = [*state.deck, *state.discard, *state.display, *state.preview]
    unseen = [card for season in range(3) for card in unseen_tasks(state, season)]
    neighbours = [*state.neighbour_discard, *neighbour_deck(state)]
    for farm in state.seats:
        neighbours += [*farm.incoming, *farm.gifts, *(side.card for side in farm.sides if side.card)]
        neighbours += [card for side in farm.sides for card in side.pair]
    return {
        "task cards": len(tasks) + len(unseen),
        "task card ids": len({*tasks, *unseen} & TASK_CARDS.keys()),
        "neighbour cards": len(neighbours),
        "neighbour card ids": len(set(neighbours)),
        "double cells": sum(_doubles(farm) for farm in state.seats),
        "squares": sum(_squares(farm) for farm in state.seats),
    }


def _doubles(farm: Farm) -> int:
    """Cells that hold two things that exclude one another: always none."""
    dice = [die.mask for die in (*farm.crops, *farm.animals)]
    stamped = [cell for stamp in farm.stamps for cell in stamp.cells]
    twice = sum(mask.bit_count() for mask in dice) - farm.occupied.bit_count()
    return twice + len(stamped) - len(set(stamped))


def _squares(farm: Farm) -> int:
    """Squares scratched more than once: none, however many are scratched."""
    return sum(len(card) - len({each.square for each in card} & set(SQUARES)) for card in (farm.forest, farm.mine))

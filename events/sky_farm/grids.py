"""The scratch cards, the fishing cards and the geode card: small grids read by squares or by two dice."""

from typing import Final, Literal

from msgspec import Struct

from events.sky_farm.effects import Effects, Printed, TaskKind, effects
from events.sky_farm.facts import read
from events.sky_farm.sheets import UPGRADES

ScratchCard = Literal["forest", "mine"]
Half = Literal["upper", "lower"]
WIDTH: Final = 5
"""All these grids are five wide. A square's number is its row times this, plus its column."""


class _Entry(Struct, frozen=True):
    count: int
    effects: tuple[Printed, ...]


class _Row(Struct, frozen=True):
    row: int
    cols: tuple[int, ...]
    half: Half


class _Card(Struct, frozen=True):
    task: TaskKind
    rows: tuple[_Row, ...]
    cost: dict[Half, int]
    bottom_row: int
    bottom_row_unlocks: str
    bag: dict[Half, tuple[_Entry, ...]]


class _Scratch(Struct, frozen=True):
    forest: _Card
    mine: _Card


class _Area(Struct, frozen=True):
    id: str
    grid: tuple[tuple[str | None, ...], ...]


class _Waters(Struct, frozen=True):
    areas: tuple[_Area, ...]


class _Geode(Struct, frozen=True):
    grid: tuple[tuple[str, ...], ...]


_SCRATCH: Final = read("scratch", _Scratch)
_CARDS: Final[dict[ScratchCard, _Card]] = {"forest": _SCRATCH.forest, "mine": _SCRATCH.mine}

CARD_OF: Final[dict[str, ScratchCard]] = {"chop": "forest", "mine": "mine"}
"""The scratch card of a task."""

SQUARES: Final = tuple(row.row * WIDTH + col for row in _SCRATCH.forest.rows for col in row.cols)
"""The squares of a scratch card; both cards are alike."""

HALF: Final[dict[int, Half]] = {row.row * WIDTH + col: row.half for row in _SCRATCH.forest.rows for col in row.cols}
"""The half each square is in."""

COST: Final = {square: _SCRATCH.forest.cost[half] for square, half in HALF.items()}
"""Actions a square takes (8.3)."""

TOP: Final = tuple(square for square in SQUARES if square < WIDTH)
BOTTOM: Final = tuple(square for square in SQUARES if square // WIDTH == _SCRATCH.forest.bottom_row)

OPENS: Final = {name: card.bottom_row_unlocks for name, card in _CARDS.items()}
"""The fishing area that a whole bottom row opens (8.5)."""

FINDS: Final[dict[str, Effects]] = {
    f"{name}-{half}-{place}": effects(entry.effects)
    for name, card in _CARDS.items()
    for half in ("upper", "lower")
    for place, entry in enumerate(card.bag[half], 1)
}
"""What can be found under a square, by the id of its kind."""

BAGS: Final[dict[ScratchCard, dict[Half, tuple[str, ...]]]] = {
    name: {
        half: tuple(sorted(f"{name}-{half}-{place}" for place, entry in enumerate(bag, 1) for _ in range(entry.count)))
        for half, bag in card.bag.items()
    }
    for name, card in _CARDS.items()
}
"""The bag of each half: as many finds as squares."""

AREAS: Final = {area.id: tuple(fish for row in area.grid for fish in row) for area in read("fishing", _Waters).areas}
"""The fish of each area by cell, None where there is none."""

GEODES: Final = tuple(found for row in read("geode", _Geode).grid for found in row)
"""The geode card by cell."""


def beside(square: int) -> tuple[int, ...]:
    """The squares that share an edge with this one (K14)."""
    row, col = divmod(square, WIDTH)
    near = ((row - 1, col), (row, col - 1), (row, col + 1), (row + 1, col))
    return tuple(r * WIDTH + c for r, c in near if 0 <= c < WIDTH and r * WIDTH + c in HALF)


BESIDE: Final = {square: beside(square) for square in SQUARES}


def reachable(scratched: frozenset[int]) -> tuple[int, ...]:
    """The squares that may come next: the top row at first, then any beside a scratched one (8.2)."""
    if not scratched:
        return TOP
    return tuple(s for s in SQUARES if s not in scratched and any(near in scratched for near in BESIDE[s]))


def crossing(white: str, black: str) -> tuple[int, ...]:
    """The cells two action dice may mean: white is the column, black the row, T any (9.2)."""
    cols = range(WIDTH) if white == "T" else (int(white) - 1,)
    rows = range(WIDTH) if black == "T" else (int(black) - 1,)
    return tuple(row * WIDTH + col for row in rows for col in cols)


def catch_area(base: int, rod: str | None) -> tuple[int, ...]:
    """The cells within reach: the base cell, with a rod its pattern clipped at the edge (9.3)."""
    if rod is None:
        return (base,)
    row, col = divmod(base, WIDTH)
    near = ((row + dr, col + dc) for dr, dc in UPGRADES[rod].pattern)
    return tuple(sorted(r * WIDTH + c for r, c in near if 0 <= r < WIDTH and 0 <= c < WIDTH))


def cell_id(cell: int) -> str:
    """``r1c1`` for the first cell of a five-wide grid."""
    row, col = divmod(cell, WIDTH)
    return f"r{row + 1}c{col + 1}"

"""The geometry of the cargo manifest: nine by nine cells, shapes turned and mirrored, who may touch whom (part 19).

Cell ``row * 9 + col`` is bit of that number in a mask.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from msgspec import Struct

from events.sky_farm.resources import RESOURCES, SHAPES, Cell
from events.sky_farm.sheets import STALLS

SIDE: Final = 9
CELLS: Final = SIDE * SIDE
WHOLE: Final = (1 << CELLS) - 1
_WEST: Final = sum(1 << row * SIDE for row in range(SIDE))
_EAST: Final = _WEST << SIDE - 1
ROWS: Final = tuple(((1 << SIDE) - 1) << row * SIDE for row in range(SIDE))
"""The mask of each row."""

STALL_MASKS: Final = {stall.id: sum(_WEST << col for col in stall.cols) for stall in STALLS}

TURNS: Final = ("0", "1", "2", "3", "m0", "m1", "m2", "m3")
"""Quarter turns clockwise, mirrored first where the name says so."""


class Stamp(Struct, frozen=True):
    """A piece on the manifest: its resource and its cells in ascending order."""

    resource: str
    cells: tuple[int, ...]


class Placing(Struct, frozen=True):
    """One way to lay a shape: turned how, where its box begins, and what it covers."""

    turn: str
    at: str
    mask: int


def spot_id(cell: int) -> str:
    """``r1c1`` for the first cell."""
    row, col = divmod(cell, SIDE)
    return f"r{row + 1}c{col + 1}"


def mask_of(cells: Iterable[int]) -> int:
    """The cells as a mask."""
    mask = 0
    for cell in cells:
        mask |= 1 << cell
    return mask


def turned(shape: str, turn: str) -> tuple[Cell, ...]:
    """The cells of a shape in this turn, moved to begin at row and column 0, sorted."""
    cells = SHAPES[shape]
    if turn.startswith("m"):
        cells = tuple((row, -col) for row, col in cells)
    for _ in range(int(turn[-1])):
        cells = tuple((col, -row) for row, col in cells)
    top, left = min(row for row, _ in cells), min(col for _, col in cells)
    return tuple(sorted((row - top, col - left) for row, col in cells))


def turns(shape: str) -> tuple[str, ...]:
    """The turns of a shape that look different, each look by its first name."""
    looks: dict[tuple[Cell, ...], str] = {}
    for turn in TURNS:
        looks.setdefault(turned(shape, turn), turn)
    return tuple(looks.values())


def _placings(shape: str) -> tuple[Placing, ...]:
    found = []
    for turn in turns(shape):
        cells = turned(shape, turn)
        high, wide = max(row for row, _ in cells), max(col for _, col in cells)
        for row in range(SIDE - high):
            for col in range(SIDE - wide):
                mask = mask_of((row + r) * SIDE + col + c for r, c in cells)
                found.append(Placing(turn, spot_id(row * SIDE + col), mask))
    return tuple(found)


PLACINGS: Final = {shape: _placings(shape) for shape in SHAPES}
"""Every way to lay each shape on an empty manifest."""

BY_SPOT: Final = {
    shape: {(placing.turn, placing.at): placing.mask for placing in placings} for shape, placings in PLACINGS.items()
}


def beside(mask: int) -> int:
    """The cells that share an edge with one of the mask."""
    return (mask << SIDE | mask >> SIDE | (mask & ~_EAST) << 1 | (mask & ~_WEST) >> 1) & WHOLE


@lru_cache(maxsize=8192)
def filled(stamps: tuple[Stamp, ...]) -> int:
    """The cells that pieces lie on."""
    return mask_of(cell for stamp in stamps for cell in stamp.cells)


def closed_to(stamps: tuple[Stamp, ...], resource: str) -> int:
    """The cells this resource may not be stamped on: filled ones and those beside its own kind and colour (19.2)."""
    kind = RESOURCES[resource].type
    alike = mask_of(cell for stamp in stamps if RESOURCES[stamp.resource].type == kind for cell in stamp.cells)
    return filled(stamps) | beside(alike)


def placings(stamps: tuple[Stamp, ...], resource: str) -> list[Placing]:
    """Every legal way to stamp the resource; none if it has no cargo item (19.3)."""
    shape = RESOURCES[resource].shape
    if shape is None:
        return []
    closed = closed_to(stamps, resource)
    return [placing for placing in PLACINGS[shape] if not placing.mask & closed]


def fits(stamps: tuple[Stamp, ...], resource: str) -> bool:
    """Whether there is a legal way to stamp the resource."""
    shape = RESOURCES[resource].shape
    if shape is None:
        return False
    closed = closed_to(stamps, resource)
    return any(not placing.mask & closed for placing in PLACINGS[shape])


def why_not(stamps: tuple[Stamp, ...], resource: str, cells: Iterable[Cell]) -> str:
    """The first rule that a placement breaks, "" if it is legal: ``no_item shape outside occupied touches``."""
    shape = RESOURCES[resource].shape
    if shape is None:
        return "no_item"
    given = tuple(sorted(cells))
    top, left = min(row for row, _ in given), min(col for _, col in given)
    look = tuple(sorted((row - top, col - left) for row, col in given))
    if look not in {turned(shape, turn) for turn in turns(shape)}:
        return "shape"
    if any(not (0 <= row < SIDE and 0 <= col < SIDE) for row, col in given):
        return "outside"
    mask = mask_of(row * SIDE + col for row, col in given)
    if mask & filled(stamps):
        return "occupied"
    return "touches" if mask & closed_to(stamps, resource) else ""


def full_rows(stamps: tuple[Stamp, ...]) -> tuple[int, ...]:
    """The rows of nine that are full, top to bottom (K47)."""
    covered = filled(stamps)
    return tuple(row for row, mask in enumerate(ROWS) if not mask & ~covered)

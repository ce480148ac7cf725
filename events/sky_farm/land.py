"""The geometry of the farm sheet: twelve by twelve cells, blocks of them, closed pens (parts 12, 13).

Cell ``row * 12 + col`` is bit of that number in a mask. The ground is a string of one sign a cell.
"""

from functools import lru_cache
from typing import Final

from events.sky_farm.sheets import START_FENCES, START_TILLED

SIDE: Final = 12
CELLS: Final = SIDE * SIDE
WHOLE: Final = (1 << CELLS) - 1

BLANK: Final = "."
TILLED: Final = "="
FENCE: Final = "#"
SIGNS: Final = {"till": TILLED, "fence": FENCE}

_ROW: Final = (1 << SIDE) - 1
_WEST: Final = sum(1 << row * SIDE for row in range(SIDE))
_EAST: Final = _WEST << SIDE - 1
BORDER: Final = _ROW | _ROW << SIDE * (SIDE - 1) | _WEST | _EAST
"""The outermost rows and columns."""


def number(row: int, col: int) -> int:
    """The number of a cell from row and column, both from 0."""
    return row * SIDE + col


def land_id(cell: int) -> str:
    """``r1c1`` for the first cell."""
    row, col = divmod(cell, SIDE)
    return f"r{row + 1}c{col + 1}"


LAND_IDS: Final = tuple(land_id(cell) for cell in range(CELLS))
CELL_OF: Final = {name: cell for cell, name in enumerate(LAND_IDS)}


def _start() -> str:
    ground = [BLANK] * CELLS
    for row, col in START_TILLED:
        ground[number(row, col)] = TILLED
    for row, col in START_FENCES:
        ground[number(row, col)] = FENCE
    return "".join(ground)


START_GROUND: Final = _start()
"""A new farm (2.4)."""


@lru_cache(maxsize=4096)
def marked(ground: str, sign: str) -> int:
    """The cells that bear this sign, as a mask."""
    return sum(1 << cell for cell, here in enumerate(ground) if here == sign)


def draw_on(ground: str, cells: tuple[int, ...], sign: str) -> str:
    """The ground with these cells marked."""
    signs = list(ground)
    for cell in cells:
        signs[cell] = sign
    return "".join(signs)


def cells_of(mask: int) -> tuple[int, ...]:
    """The cells of a mask in ascending order."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return tuple(found)


def _blocks(side: int) -> tuple[tuple[int, int], ...]:
    return tuple(
        (number(row, col), sum(1 << number(row + r, col + c) for r in range(side) for c in range(side)))
        for row in range(SIDE - side + 1)
        for col in range(SIDE - side + 1)
    )


BLOCKS: Final = {side: _blocks(side) for side in (2, 3, 4)}
"""Every square block of a side: its upper left cell and its mask (K26)."""

BLOCK: Final = {side: dict(blocks) for side, blocks in BLOCKS.items()}
"""The mask of a block by its upper left cell."""


def beside(mask: int) -> int:
    """The cells that share an edge with one of the mask, those of the mask itself not counted (K27)."""
    spread = mask << SIDE | mask >> SIDE | (mask & ~_EAST) << 1 | (mask & ~_WEST) >> 1
    return spread & WHOLE & ~mask


def around(mask: int) -> int:
    """The mask and the cells that share an edge or a corner with it."""
    wide = mask | (mask & ~_EAST) << 1 | (mask & ~_WEST) >> 1
    return (wide | wide << SIDE | wide >> SIDE) & WHOLE


def _flood(seed: int, room: int) -> int:
    while True:
        wider = around(seed) & room
        if wider == seed:
            return seed
        seed = wider


@lru_cache(maxsize=4096)
def pens(fences: int) -> tuple[int, ...]:
    """The closed pens between fences, by first cell: groups joined in all 8 directions off the border (K33)."""
    room = WHOLE & ~fences
    inside = room & ~_flood(BORDER & room, room)
    found = []
    while inside:
        pen = _flood(inside & -inside, inside)
        found.append(pen)
        inside &= ~pen
    return tuple(found)


@lru_cache(maxsize=8192)
def fitting(side: int, room: int) -> tuple[int, ...]:
    """Upper left cells of the blocks of this side that lie wholly in the room."""
    return tuple([at for at, block in BLOCKS[side] if not block & ~room])

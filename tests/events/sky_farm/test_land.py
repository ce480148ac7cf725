"""The farm sheet: blocks, neighbours and closed pens, against worked examples, counts and a slow search."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.sky_farm.land import (
    BLOCK,
    BLOCKS,
    BORDER,
    CELLS,
    FENCE,
    SIDE,
    START_GROUND,
    TILLED,
    WHOLE,
    around,
    beside,
    cells_of,
    draw_on,
    fitting,
    land_id,
    marked,
    number,
    pens,
)
from tests.facts.sky_farm import oracle


def mask(cells):
    return sum(1 << number(row, col) for row, col in cells)


def coordinates(bits):
    return [divmod(cell, SIDE) for cell in cells_of(bits)]


@pytest.mark.parametrize("vector", oracle.VECTORS["enclosure"], ids=lambda vector: vector["name"])
def test_worked_pens(vector):
    fences = mask((r, c) for r, line in enumerate(vector["grid"]) for c, sign in enumerate(line) if sign == "#")
    assert [coordinates(pen) for pen in pens(fences)] == [
        [tuple(cell) for cell in region] for region in vector["enclosed_regions"]
    ]


def test_counts_of_blocks():
    assert {side: len(blocks) for side, blocks in BLOCKS.items()} == {2: 121, 3: 100, 4: 81}
    for side, blocks in BLOCKS.items():
        assert all(block.bit_count() == side * side for _, block in blocks)
        assert len({block for _, block in blocks}) == len(blocks)


def test_every_cell_is_in_as_many_blocks_as_the_rim_allows():
    covered = [sum(block >> cell & 1 for _, block in BLOCKS[2]) for cell in range(CELLS)]
    assert sorted(covered) == [1] * 4 + [2] * 40 + [4] * 100


def test_the_start():
    tilled, fences = marked(START_GROUND, TILLED), marked(START_GROUND, FENCE)
    assert (tilled.bit_count(), fences.bit_count()) == (8, 6)
    assert pens(fences) == ()
    assert fitting(2, tilled) == tuple(number(2, col) for col in (1, 2, 3))


def test_no_pen_without_or_with_nothing_but_fences():
    assert pens(0) == ()
    assert pens(WHOLE) == ()
    assert [pen.bit_count() for pen in pens(BORDER)] == [100]


def test_neighbours_do_not_wrap_round_the_edge():
    assert coordinates(beside(1 << number(0, 0))) == [(0, 1), (1, 0)]
    assert coordinates(beside(1 << number(3, 11))) == [(2, 11), (3, 10), (4, 11)]
    assert beside(BLOCK[2][number(5, 5)]).bit_count() == 8
    assert around(1 << number(11, 0)).bit_count() == 4


def test_ids_are_read_from_one():
    assert [land_id(cell) for cell in (0, 11, 12, 143)] == ["r1c1", "r1c12", "r2c1", "r12c12"]


fences = st.sets(st.tuples(st.integers(0, 11), st.integers(0, 11)), max_size=90)


@given(fences)
def test_pens_are_those_of_a_slow_search(cells):
    assert sorted(coordinates(pen) for pen in pens(mask(cells))) == oracle.pens(cells)


@given(st.integers(1, 9), st.integers(1, 9), st.integers(1, 9), st.integers(1, 9), fences)
def test_more_fences_never_open_a_pen(row, col, high, wide, more):
    """K34: drawing fences may split a pen or fill it, but what was inside stays inside."""
    inside = {(r, c) for r in range(row, min(row + high, 11)) for c in range(col, min(col + wide, 11))}
    ring = mask(inside)
    wall = around(ring) & ~ring
    (pen,) = pens(wall)
    split = pens(wall | mask(more))
    assert pen & ~mask(more) == sum(split) & pen


@given(fences, st.sampled_from([2, 3, 4]))
def test_blocks_in_a_room(cells, side):
    room = {cell for cell in oracle.square(12) if cell not in cells}
    assert [divmod(at, SIDE) for at in fitting(side, mask(room))] == oracle.blocks(side, room)


@given(st.lists(st.integers(0, CELLS - 1), unique=True))
def test_drawing_marks_just_these_cells(cells):
    ground = draw_on(START_GROUND, tuple(cells), TILLED)
    assert set(cells_of(marked(ground, TILLED))) == set(cells) | set(cells_of(marked(START_GROUND, TILLED)))
    assert len(ground) == CELLS

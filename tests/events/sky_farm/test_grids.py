"""Scratch paths by counts, catch areas by worked examples, crossings with and without a T, dice runs."""

import heapq

import pytest

from events.sky_farm.farming_dice import KINDS
from events.sky_farm.grids import AREAS, BOTTOM, COST, SQUARES, TOP, beside, catch_area, crossing, reachable
from events.sky_farm.work import Fishing
from services.sky_farm.fishing import within_reach
from tests.facts.sky_farm import oracle


def test_squares():
    assert (len(SQUARES), len(TOP), len(BOTTOM)) == (23, 5, 3)
    assert sum(COST.values()) == 15 + 2 * 8


def test_counts_of_scratch_orders():
    """Orders of the first one to four squares: the first in the top row, then always beside a scratched one (8.2)."""

    def orders(scratched, depth):
        if not depth:
            return 1
        return sum(orders(scratched | {square}, depth - 1) for square in reachable(scratched))

    def slow(scratched, depth):
        if not depth:
            return 1
        cells = {divmod(square, 5) for square in scratched}
        found = 0
        for square in SQUARES:
            row, col = divmod(square, 5)
            near = {(row + 1, col), (row - 1, col), (row, col + 1), (row, col - 1)} & cells
            if square not in scratched and (near or (not scratched and row == 0)):
                found += slow(scratched | {square}, depth - 1)
        return found

    counts = [orders(frozenset(), depth) for depth in (1, 2, 3, 4)]
    assert counts == [slow(frozenset(), depth) for depth in (1, 2, 3, 4)]
    assert counts == [5, 13, 49, 225]


def test_the_bottom_row_takes_eleven_actions_at_least():
    """K16."""
    queue = [(0, ())]
    seen = set()
    while queue:
        cost, scratched = heapq.heappop(queue)
        if set(BOTTOM) <= set(scratched):
            break
        if scratched in seen or len(scratched) > 8:
            continue
        seen.add(scratched)
        for square in reachable(frozenset(scratched)):
            heapq.heappush(queue, (cost + COST[square], tuple(sorted((*scratched, square)))))
    assert cost == 11


def test_diagonals_are_not_beside():
    """K14."""
    assert beside(0) == (1, 5)
    assert set(beside(12)) == {7, 11, 13, 17}
    assert set(beside(15)) == {10, 16}  # the corners of the bottom row are no squares


def test_crossings():
    """White is the column, black the row; a T may mean any (9.2, K20)."""
    assert crossing("2", "1") == (1,)
    assert crossing("T", "3") == (10, 11, 12, 13, 14)
    assert crossing("4", "T") == (3, 8, 13, 18, 23)
    assert crossing("T", "T") == tuple(range(25))


@pytest.mark.parametrize("vector", oracle.VECTORS["fishing"], ids=str)
def test_worked_catches(vector):
    (base,) = crossing(str(vector["white"]), str(vector["black"]))
    fish = AREAS[vector["area"]]
    assert fish[base] == vector["base"]
    reach = [
        [cell // 5 + 1, cell % 5 + 1, fish[cell]] for cell in catch_area(base, vector["rod"]) if fish[cell] is not None
    ]
    assert reach == vector["catch_area_row_col_fish"]
    catches = next(int(key.split("_")[3]) for key in vector if key.startswith("most_fish_with"))
    work = Fishing(vector["area"], catches, base, vector["rod"])
    first = within_reach(work, first=True)
    expected = {"must be the base cell": (base,), "none": ()}.get(vector["first_catch"])
    assert first == (expected if expected is not None else tuple((r - 1) * 5 + c - 1 for r, c, _ in reach))
    caught = ()
    for _ in range(catches):
        left = within_reach(Fishing(vector["area"], catches, base, vector["rod"], caught), first=not caught)
        caught += left[:1]
    assert len(caught) == vector[f"most_fish_with_{catches}_actions"]


@pytest.mark.parametrize("vector", oracle.VECTORS["dice_runs"], ids=lambda vector: vector["die"])
def test_dice_runs(vector):
    kind, face = KINDS[vector["die"]], 1
    for step in vector["advances"]:
        shown = kind.faces[face]
        face += 1
        if shown.harvest is None:
            assert step == f"face {shown.n}" == f"face {face}"
            continue
        after = {"X": "die leaves", "reset": "back to face 1", "": "stays on this face"}[shown.symbol]
        assert step == f"+{shown.qty}, {after}"
        face = 1 if shown.symbol == "reset" else face
    assert face <= 6

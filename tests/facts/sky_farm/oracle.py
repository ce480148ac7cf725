"""The component lists, the worked examples, and slow, plain ways to work out geometry.

Independent of the product: reads only the JSON files beside it.
"""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
Cell = tuple[int, int]


def fact(name: str) -> Any:
    return json.loads((HERE / f"{name}.json").read_text("utf-8"))


VECTORS = fact("vectors")
RESOURCES = {each["id"]: each for each in fact("resources")["resources"]}
SHAPES = {name: [tuple(cell) for cell in each["cells"]] for name, each in fact("resources")["shapes"].items()}
LANGUAGES = ("en", "zh-Hans", "zh-Hant")


def square(side: int) -> set[Cell]:
    return {(row, col) for row in range(side) for col in range(side)}


def pens(fences: set[Cell], side: int = 12) -> list[list[Cell]]:
    """Groups of cells that are no fence, joined in all 8 directions, none of them on the rim (K33)."""
    left = square(side) - fences
    found = []
    while left:
        group, edge = set(), [min(left)]
        while edge:
            row, col = edge.pop()
            if (row, col) in left:
                left.discard((row, col))
                group.add((row, col))
                edge += [(row + r, col + c) for r in (-1, 0, 1) for c in (-1, 0, 1)]
        if all(0 < row < side - 1 and 0 < col < side - 1 for row, col in group):
            found.append(sorted(group))
    return sorted(found)


def blocks(side: int, room: set[Cell], whole: int = 12) -> list[Cell]:
    """Upper left cells of the blocks of this side inside the room."""
    return [
        (row, col)
        for row in range(whole)
        for col in range(whole)
        if all((row + r, col + c) in room for r in range(side) for c in range(side))
    ]


def looks(shape: str) -> set[tuple[Cell, ...]]:
    """The different looks of a shape under turning and mirroring."""
    found = set()
    cells = SHAPES[shape]
    for _ in range(2):
        for _ in range(4):
            cells = [(col, -row) for row, col in cells]
            found.add(_moved(cells))
        cells = [(row, -col) for row, col in cells]
    return found


def _moved(cells: Iterable[Cell]) -> tuple[Cell, ...]:
    cells = list(cells)
    top, left = min(row for row, _ in cells), min(col for _, col in cells)
    return tuple(sorted((row - top, col - left) for row, col in cells))


def placements(resource: str, lying: dict[Cell, str], side: int = 9) -> set[tuple[Cell, ...]]:
    """Every legal place of a resource on a manifest, from what lies on each cell (19.2)."""
    shape = RESOURCES[resource]["shape"]
    if shape is None:
        return set()
    alike = (RESOURCES[resource]["kind"], RESOURCES[resource]["color"])
    found = set()
    for look in looks(shape):
        for top in range(side):
            for left in range(side):
                cells = tuple((row + top, col + left) for row, col in look)
                if any(row >= side or col >= side or (row, col) in lying for row, col in cells):
                    continue
                near = {(row + r, col + c) for row, col in cells for r, c in ((0, 1), (1, 0), (0, -1), (-1, 0))}
                kinds = {(RESOURCES[lying[c]]["kind"], RESOURCES[lying[c]]["color"]) for c in near if c in lying}
                if alike not in kinds:
                    found.add(tuple(sorted(cells)))
    return found

"""What matches came to, as figures, and a table of them with other people's figures beside.

A share is a sum over matches divided by another: camps destroyed by camps, points by farms. It is shown with twice
its standard error, each match taken as one sample (seats of a match are not independent of one another).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal

from msgspec import Struct, field

TENTHS: Final = (10, 50, 90)
NONE: Final = "-"


class Figures(Struct):
    """One match: by name the two parts of each share, and values of which the spread is asked for."""

    shares: dict[str, tuple[float, float]] = field(default_factory=dict)
    values: dict[str, list[int]] = field(default_factory=dict)


class Measure(Struct, frozen=True):
    """A row of the table: the name of its figure, what it is called, how it is written."""

    name: str
    title: str
    kind: Literal["percent", "mean", "deviation", "tenths"] = "percent"
    digits: int = 1


class Column(Struct, frozen=True):
    """Figures of somebody else, percent as percent; `tenths` are three numbers."""

    title: str
    figures: Mapping[str, Any]


def share(played: Sequence[Figures], name: str) -> tuple[float, float] | None:
    """The share over all these matches and its standard error; None if there is nothing to divide by."""
    parts = [figures.shares[name] for figures in played if name in figures.shares]
    whole = sum(part[1] for part in parts)
    if not whole:
        return None
    mean = sum(part[0] for part in parts) / whole
    off = sum((part[0] - mean * part[1]) ** 2 for part in parts)
    n = len(parts)
    return mean, math.sqrt(off * n / (n - 1)) / whole if n > 1 else math.inf


def values(played: Sequence[Figures], name: str) -> list[int]:
    """All values of this name, in ascending order."""
    return sorted(value for figures in played for value in figures.values.get(name, ()))


def tenths(ordered: Sequence[int]) -> tuple[int, ...]:
    """The 10th, 50th and 90th of a hundred."""
    return tuple(ordered[min(len(ordered) - 1, len(ordered) * tenth // 100)] for tenth in TENTHS)


def ours(played: Sequence[Figures], measure: Measure) -> str:
    """The figure of these matches as it is written."""
    if measure.kind in ("tenths", "deviation"):
        found = values(played, measure.name)
        if not found:
            return NONE
        if measure.kind == "tenths":
            return _listed(tenths(found))
        mean = sum(found) / len(found)
        return f"{math.sqrt(sum((each - mean) ** 2 for each in found) / max(1, len(found) - 1)):.{measure.digits}f}"
    got = share(played, measure.name)
    if got is None:
        return NONE
    scale, unit = (100, " %") if measure.kind == "percent" else (1, "")
    error = "" if math.isinf(got[1]) else f" ± {2 * scale * got[1]:.{measure.digits}f}"
    return f"{scale * got[0]:.{measure.digits}f}{error}{unit}"


def theirs(column: Column, measure: Measure) -> str:
    """The figure of a column as it is written; a dash where it has none."""
    found = column.figures.get(f"{measure.name}_sd" if measure.kind == "deviation" else measure.name)
    if found is None:
        return NONE
    if isinstance(found, list):
        return _listed(found)
    return f"{found:g} %" if measure.kind == "percent" else f"{found:g}"


def table(played: Sequence[Figures], measures: Sequence[Measure], beside: Sequence[Column]) -> str:
    """All rows that either side has a figure for, as a table in Markdown that reads well on a terminal too."""
    rows = [["", "here", *(column.title for column in beside)]]
    for measure in measures:
        row = [measure.title, ours(played, measure), *(theirs(column, measure) for column in beside)]
        if any(cell != NONE for cell in row[1:]):
            rows.append(row)
    widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))]
    lines = [
        "| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) + " |" for row in rows
    ]
    lines.insert(1, "|" + "|".join("-" * (width + 2) for width in widths) + "|")
    return "\n".join(lines)


def _listed(found: Sequence[int]) -> str:
    return " / ".join(str(each) for each in found)

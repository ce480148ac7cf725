"""Sky Farm in figures: the points of a farm by source, and what its player does with what comes in."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from events.sky_farm import sheet_events as s
from events.sky_farm.manifest import filled
from events.sky_farm.score import tally
from events.sky_farm.state import Farm, State
from services.robots import ROBOTS
from tests.balance.figures import Column, Figures, Measure
from tests.balance.playing import Kind
from tests.records.table import InProcess

FACTS: Final = Path(__file__).parents[1] / "facts" / "sky_farm" / "balance.json"
HANDLED: Final[Mapping[type, str]] = {
    s.Stamped: "stamped",
    s.Sold: "sold",
    s.Given: "given",
    s.Converted: "maintenance",
    s.Forfeited: "forfeited",
}
DONE: Final[Mapping[type, str]] = {
    **HANDLED,
    s.Scratched: "squares",
    s.FishCaught: "fish",
    s.Planted: "crops",
    s.AnimalHoused: "housed",
}
AREAS: Final = ("lake", "cave", "river")
POINTS: Final = ("season", "badges", "stall_a", "stall_b", "stall_c", "neighbours", "projects", "tracks", "fund")
MEASURES: Final = (
    Measure("total", "mean total", "mean"),
    Measure("total", "standard deviation", "deviation"),
    *(
        Measure(name, name.replace("stall_a", "stall A").replace("_b", " B").replace("_c", " C"), "mean")
        for name in POINTS
    ),
    Measure("cells", "manifest cells (of 81)", "mean"),
    Measure("units", "units handled", "mean"),
    Measure("stamped", "of these to the manifest", "mean"),
    Measure("boxes", "to boxes", "mean"),
    Measure("sold", "sold", "mean"),
    Measure("given", "given to neighbours", "mean"),
    Measure("maintenance", "to maintenance", "mean"),
    Measure("forfeited", "forfeited", "mean"),
    Measure("squares", "squares scratched", "mean"),
    Measure("fish", "fish caught", "mean"),
    Measure("crops", "crops planted", "mean"),
    Measure("housed", "animals housed", "mean"),
    *(Measure(area, f"farms with the {area} open") for area in AREAS),
)


def figures(match: InProcess) -> Figures:
    """What a finished match came to."""
    state: State = match.match.game
    farms = float(len(state.seats))
    done: Counter[str] = Counter()
    for commit in match.commits:
        for event in commit.events:
            if isinstance(event, s.BoxMarked):
                done["boxes"] += not event.free
            else:
                done[DONE.get(type(event), "")] += 1
    done["units"] = done["boxes"] + sum(done[name] for name in HANDLED.values())
    points: Counter[str] = Counter()
    for farm in state.seats:
        points.update(_points(farm))
    for area in AREAS:
        points[area] = sum(area in farm.areas for farm in state.seats)
    names = {measure.name for measure in MEASURES}
    shares = {name: (float(points[name] + done[name]), farms) for name in sorted(names)}
    return Figures(shares, {"total": [tally(farm).total for farm in state.seats]})


def _points(farm: Farm) -> dict[str, int]:
    final = farm.final or tally(farm)
    return {
        "total": final.total,
        "season": sum(final.seasons),
        "badges": final.badges,
        "stall_a": final.stall_a,
        "stall_b": final.stall_b,
        "stall_c": final.stall_c,
        "neighbours": final.neighbours,
        "projects": final.projects,
        "tracks": final.levels,
        "fund": final.fund,
        "cells": filled(farm.stamps).bit_count(),
    }


def beside(seats: int, robot: str, options: Mapping[str, Any]) -> list[Column]:
    """The columns of section 23 of the rules for this many seats and this player."""
    rows: list[dict[str, Any]] = json.loads(FACTS.read_text(encoding="utf-8"))
    return [Column(row["title"], row["figures"]) for row in rows if seats in row["seats"] and robot == row["robot"]]


KIND: Final = Kind(
    game="sky_farm", seats=3, matches=30, robots=ROBOTS, measures=MEASURES, figures=figures, beside=beside
)

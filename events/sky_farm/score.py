"""The points of a seat (21.2, 21.3). All of it is open information (K61)."""

from collections import Counter

from events.record import Outcome, ScoreLine, ScoreSheet
from events.sky_farm.manifest import CELLS, ROWS, STALL_MASKS, Stamp, filled
from events.sky_farm.resources import CATEGORIES, RESOURCES
from events.sky_farm.sheets import BADGES, STALLS
from events.sky_farm.state import Farm, Final, State

GUILD_CELLS = 3
"""Cells a category needs in the five-guild stall."""


def stalls(stamps: tuple[Stamp, ...]) -> tuple[int, int, int]:
    """The points of the three stalls (21.3)."""
    variety, packed, guilds = (stall.score for stall in STALLS)
    in_a = {stamp.resource for stamp in stamps if any(STALL_MASKS["A"] >> cell & 1 for cell in stamp.cells)}
    covered = filled(stamps)
    rows = sum(not (row & STALL_MASKS["B"]) & ~covered for row in ROWS)
    in_c = Counter(
        RESOURCES[stamp.resource].kind for stamp in stamps for cell in stamp.cells if STALL_MASKS["C"] >> cell & 1
    )
    full = sum(in_c[kind] >= GUILD_CELLS for kind in CATEGORIES)
    a = variety.vp_each * len(in_a)
    return min(a, variety.max or a), packed.vp_each * rows, guilds.vp_each * full


def tally(farm: Farm) -> Final:
    """What the seat has, or would have if the match ended now; a season not scored yet counts nothing."""
    a, b, c = stalls(farm.stamps)
    return Final(
        seasons=farm.season_points,
        badges=sum(badge.points for badge in BADGES.values() if badge.id in farm.done),
        stall_a=a,
        stall_b=b,
        stall_c=c,
        neighbours=farm.noted.get("neighbours", 0),
        levels=farm.noted.get("levels", 0),
        projects=farm.noted.get("projects", 0),
        fund=farm.noted.get("fund", 0),
    )


def outcome(state: State) -> Outcome | None:
    """The places as decided, or ``None`` while play goes on."""
    return Outcome(state.places, state.reason) if state.over else None


def score(view: State) -> tuple[ScoreSheet, ...]:
    """A sheet for each seat."""
    return tuple(_sheet(view, farm) for farm in view.seats)


def _sheet(view: State, farm: Farm) -> ScoreSheet:
    place = view.places[farm.seat] if view.over else None
    final = farm.final or tally(farm)
    lines = [
        ScoreLine("sky_farm.score.season", {"n": season}, points) for season, points in enumerate(final.seasons, 1)
    ]
    cells = filled(farm.stamps).bit_count()
    lines += [
        ScoreLine("sky_farm.score.badges", {"n": sum(badge in farm.done for badge in BADGES)}, final.badges),
        ScoreLine("sky_farm.score.stall_a", {}, final.stall_a),
        ScoreLine("sky_farm.score.stall_b", {}, final.stall_b),
        ScoreLine("sky_farm.score.stall_c", {}, final.stall_c),
        ScoreLine("sky_farm.score.neighbours", {}, final.neighbours),
        ScoreLine("sky_farm.score.levels", {}, final.levels),
        ScoreLine("sky_farm.score.projects", {}, final.projects),
        ScoreLine("sky_farm.score.fund", {}, final.fund),
        ScoreLine("sky_farm.score.cells", {"n": cells, "of": CELLS}),
    ]
    if farm.seat in view.left:
        lines.append(ScoreLine("sky_farm.score.resigned"))
    return ScoreSheet(farm.seat, place, place == 1 if place else None, final.total, tuple(lines))

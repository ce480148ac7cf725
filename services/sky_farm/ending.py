"""Part 21 of the rules: the points of each seat and their places.

Rulings: seats that have resigned come after all others, the one that stayed longest first; when only one seat
of several is left the match ends with it.
"""

from events.sky_farm.events import FarmScored, MatchDecided
from events.sky_farm.manifest import filled
from events.sky_farm.score import tally
from events.sky_farm.sheets import BADGES
from events.sky_farm.state import still_in
from services.sky_farm.play import Play

POINTS = "sky_farm.reason.points"
BADGE_PROJECTS = "sky_farm.reason.badges"
CELLS = "sky_farm.reason.cells"
SHARED = "sky_farm.reason.shared"
ALONE = "sky_farm.reason.alone"


def finish(play: Play, reason: str = "") -> None:
    """Score all seats and decide: points, then badge projects, then manifest cells (21.4)."""
    for farm in play.state.seats:
        play.tell(FarmScored(farm.seat, tally(farm)))
    marks = {seat: _marks(play, seat) for seat in still_in(play.state)}
    ranked = sorted(marks.values(), reverse=True)
    places = [0] * len(play.state.seats)
    for seat, mark in marks.items():
        places[seat] = ranked.index(mark) + 1
    for place, seat in enumerate(reversed(play.state.left), len(marks) + 1):
        places[seat] = place
    play.tell(MatchDecided(tuple(places), reason or _reason(ranked)))


def _marks(play: Play, seat: int) -> tuple[int, int, int]:
    farm = play.state.seats[seat]
    badges = sum(badge in farm.done for badge in BADGES)
    return tally(farm).total, badges, filled(farm.stamps).bit_count()


def _reason(ranked: list[tuple[int, int, int]]) -> str:
    """What set the winner apart from the next."""
    if len(ranked) < 2 or ranked[0][0] != ranked[1][0]:
        return POINTS
    if ranked[0][1] != ranked[1][1]:
        return BADGE_PROJECTS
    return CELLS if ranked[0] != ranked[1] else SHARED

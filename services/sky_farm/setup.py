"""Part 2 of the rules: goals, the display and its preview, a pair of neighbour cards for each side."""

from events.sky_farm.cards import GOALS, SEASON_ROUNDS
from events.sky_farm.events import FarmsBegun, PairDealt
from events.sky_farm.state import SIDES
from services.referee import SetUp
from services.sky_farm.play import Play
from services.sky_farm.preparation import preview, show
from services.sky_farm.rounds import begin, draw_pair

DISPLAY = 5


def set_up(play: Play, command: SetUp) -> None:
    """Everything laid out; each seat is asked which neighbour cards it keeps (2.3)."""
    seats = len(command.seat_options)
    goals: list[str] = []
    for season in range(1, len(SEASON_ROUNDS) + 1):
        cards = sorted(goal.id for goal in GOALS.values() if goal.season == season)
        goals += play.luck.table.draw(cards, 1)
    play.tell(FarmsBegun(seats, tuple(goals)))
    show(play, DISPLAY)
    preview(play, 2)
    for seat in range(seats):
        for side in SIDES:
            play.tell(PairDealt(seat, side, draw_pair(play)))
    begin(play, 1, "keep")

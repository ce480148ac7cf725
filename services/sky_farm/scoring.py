"""Part 4 of the rules: each season is scored once, before the first round of the next one."""

from events.sky_farm.cards import GOALS, SEASON_ROUNDS
from events.sky_farm.events import SeasonScored
from events.sky_farm.resources import RESOURCES
from events.sky_farm.state import Farm
from services.sky_farm.play import Play


def score_season(play: Play, number: int) -> None:
    """Score the season whose last round was the one before this number, if any (4.1, K5)."""
    for season, (_, last) in enumerate(SEASON_ROUNDS):
        if last == number - 1:
            goal = GOALS[play.state.goals[season]]
            counts = tuple(count(farm, goal.metric) for farm in play.state.seats)
            play.tell(SeasonScored(season + 1, counts, tuple(goal.points(each) for each in counts)))


def count(farm: Farm, metric: str) -> int:
    """What a goal counts, in the running season or on the farm now (4.2, K7)."""
    match metric:
        case "farm_goods_gained":
            return sum(n for name, n in farm.season.gained.items() if RESOURCES[name].kind == "farm")
        case "different_resources_gained":
            return len(farm.season.gained)
        case "animals_on_farm":
            return len(farm.animals) - len(farm.waiting)
        case counted:
            found: int = getattr(farm.season, counted)
            return found

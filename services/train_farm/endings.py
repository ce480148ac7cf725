"""Section 2 of the rules: how a match ends and who stands where (R45 to R49, R59)."""

from events.train_farm.camp import full_level, level
from events.train_farm.events import MatchDecided
from events.train_farm.state import Camp, State, standing
from services.train_farm.story import Story

DEVELOPMENT = "train_farm.reason.development"
SURVIVAL = "train_farm.reason.survival"
DESTROYED = "train_farm.reason.destroyed"
LAST_CAMP = "train_farm.reason.last_camp"

Rank = tuple[int, ...]


def develop(story: Story, winners: tuple[int, ...]) -> None:
    """Development victory: these camps win, together (R45)."""
    places = _places(story.state, winners)
    story.tell(MatchDecided(places, tuple(sorted(winners)), DEVELOPMENT))


def survive(story: Story, reason: str) -> None:
    """Standing camps have survived: all win, or the first of them where that is played (R46, R49)."""
    places = _places(story.state, ())
    alive = [seat for seat in standing(story.state) if not story.state.terms.ranked or places[seat] == 1]
    story.tell(MatchDecided(places, tuple(sorted(alive)), reason))


def perish(story: Story) -> None:
    """All camps are destroyed: nobody wins (R48)."""
    story.tell(MatchDecided(_places(story.state, ()), (), DESTROYED))


def _places(state: State, winners: tuple[int, ...]) -> tuple[int, ...]:
    ranks = [_rank(state, camp, camp.seat in winners) for camp in state.camps]
    return tuple(1 + sum(other > rank for other in ranks) for rank in ranks)


def _rank(state: State, camp: Camp, winner: bool) -> Rank:
    """Greater is better: winners, then standing camps by R46, then destroyed ones by when they fell (R59)."""
    if winner:
        return (2,)
    if camp.standing:
        return (1, full_level(camp), level(camp), camp.durability, camp.food + camp.people + camp.bolts)
    cause = next(fall.cause for fall in state.fallen if fall.seat == camp.seat)
    return (0, max(place for place, fall in enumerate(state.fallen) if fall.cause == cause))

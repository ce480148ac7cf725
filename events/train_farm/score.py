"""What a seat has and how a match ended (R46, R59). There are no points: places alone count."""

from events.record import Outcome, ScoreLine, ScoreSheet
from events.train_farm.camp import FULL, durability_cap, full_level, level
from events.train_farm.state import Camp, State


def outcome(state: State) -> Outcome | None:
    """The places as decided, None while play goes on."""
    return Outcome(state.places, state.reason, tuple(sorted(state.winners))) if state.over else None


def score(view: State) -> tuple[ScoreSheet, ...]:
    """A sheet for each seat: what ranks standing camps, in that order, or when a camp fell."""
    return tuple(_sheet(view, camp) for camp in view.camps)


def _sheet(view: State, camp: Camp) -> ScoreSheet:
    place = view.places[camp.seat] if view.over else None
    won = camp.seat in view.winners if view.over else None
    return ScoreSheet(camp.seat, place, won, None, _lines(view, camp))


def _lines(view: State, camp: Camp) -> tuple[ScoreLine, ...]:
    if not camp.standing:
        fell = next(fall.round for fall in view.fallen if fall.seat == camp.seat)
        key = "resigned" if camp.resigned else "fell"
        return (ScoreLine(f"train_farm.score.{key}", {"round": fell}),)
    stock = camp.food + camp.people + camp.bolts
    args = {"food": camp.food, "people": camp.people, "bolts": camp.bolts}
    return (
        ScoreLine("train_farm.score.full", {"n": full_level(camp), "of": FULL}, full_level(camp)),
        ScoreLine("train_farm.score.level", {"n": level(camp)}, level(camp)),
        ScoreLine("train_farm.score.durability", {"n": camp.durability, "cap": durability_cap(camp)}, camp.durability),
        ScoreLine("train_farm.score.stock", {**args}, stock),
    )

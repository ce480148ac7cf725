"""What seats have and get (part 6), and what of it may be seen before the end (R31)."""

from collections.abc import Iterable

from events.planet.animals import ANIMALS
from events.planet.names import animal_name, habitat_name
from events.planet.objectives import Objective
from events.planet.regions import areas_of
from events.planet.state import Final, Seat, State
from events.record import Outcome, ScoreLine, ScoreSheet
from events.texts import Text


def animal_points(animals: Iterable[str], goal: Objective | None) -> tuple[int, int, int]:
    """How many cards are of the objective's habitat, how many of another, and their points.

    1 and 2 points a card, whatever bracket was reached (6.3); without an objective 1 each (7.1).
    """
    cards = tuple(animals)
    if goal is None:
        return 0, len(cards), len(cards)
    same = sum(ANIMALS[card].habitat is goal.habitat for card in cards)
    different = len(cards) - same
    return same, different, same + 2 * different


def tally(seat: Seat, goal: Objective | None) -> Final:
    """What the seat would get if the match ended now with this objective (6.2, 6.3)."""
    areas = 0 if goal is None else areas_of(seat.planet, goal.habitat)
    same, different, points = animal_points(seat.animals, goal)
    return Final(areas, 0 if goal is None else goal.points(areas), same, different, points)


def outcome(state: State) -> Outcome | None:
    """The places as decided, or ``None`` while play goes on."""
    return Outcome(state.places_taken, state.reason) if state.over else None


def score(view: State) -> tuple[ScoreSheet, ...]:
    """A sheet for each seat; before the end only the owner of an objective sees points that depend on it (R31)."""
    return tuple(_sheet(view, seat) for seat in view.seats)


def _sheet(view: State, seat: Seat) -> ScoreSheet:
    place = view.places_taken[seat.seat] if view.over else None
    won = place == 1 if view.over else None
    if seat.seat in view.left:
        lines = (_animals(seat, 0), ScoreLine("planet.score.resigned"))
        return ScoreSheet(seat.seat, place, won, 0, lines)
    if not view.beginner and seat.goal is None:
        lines = (_animals(seat, None), ScoreLine("planet.score.objective_hidden"))
        return ScoreSheet(seat.seat, place, won, None, lines)
    final = seat.final or tally(seat, seat.goal)
    return ScoreSheet(seat.seat, place, won, final.total, _lines(seat, final))


def _lines(seat: Seat, final: Final) -> tuple[ScoreLine, ...]:
    goal = seat.goal
    if goal is None:
        return (_animals(seat, final.animal_points),)
    habitat = habitat_name(goal.habitat)
    return (
        ScoreLine("planet.score.same", {"n": final.same, "habitat": habitat}, final.same),
        ScoreLine("planet.score.different", {"n": final.different}, final.animal_points - final.same),
        ScoreLine("planet.score.objective", {"areas": final.areas, "habitat": habitat}, final.objective_points),
    )


def _animals(seat: Seat, points: int | None) -> ScoreLine:
    names: tuple[Text, ...] = tuple(animal_name(card) for card in seat.animals)
    key = "planet.score.animals" if names else "planet.score.no_animals"
    return ScoreLine(key, {"n": len(names), "animals": names} if names else {}, points)

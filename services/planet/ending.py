"""Part 6 of the rules: objectives, points, places."""

from events.planet.events import MatchDecided, ObjectiveRevealed, PlanetScored
from events.planet.score import tally
from events.planet.state import State, still_in
from services.planet.story import Story

FULL = "planet.end.full"
"""Twelve rounds were played (6.1)."""
ALONE = "planet.end.alone"
"""All others resigned (R28)."""


def finish(story: Story, reason: str) -> None:
    """Objectives face up (6.2), points of the seats still in (6.2, 6.3), places."""
    if not story.state.beginner:
        for seat in story.state.seats:
            story.tell(ObjectiveRevealed(seat.seat, seat.objective))
    for seat in story.state.seats:
        if seat.seat not in story.state.left:
            got = tally(seat, seat.goal)
            story.tell(
                PlanetScored(seat.seat, got.areas, got.objective_points, got.same, got.different, got.animal_points)
            )
    story.tell(MatchDecided(places(story.state), reason))


def places(state: State) -> tuple[int, ...]:
    """By points, then by animal cards, then shared (6.4, R24); resigned seats last, the later leaver higher (R28)."""
    ranks: dict[int, tuple[int, int]] = {}
    for seat in still_in(state):
        holder = state.seats[seat]
        total = 0 if holder.final is None else holder.final.total
        ranks[seat] = (total, len(holder.animals))
    for turn, seat in enumerate(state.left):
        ranks[seat] = (turn - len(state.left), 0)
    return tuple(1 + sum(other > ranks[seat] for other in ranks.values()) for seat in range(len(state.seats)))

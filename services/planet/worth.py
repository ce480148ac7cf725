"""How good a position looks to a robot: points in hand, hopes for open cards, and the way to its objective."""

from math import exp

from events.planet.animals import Animal, value
from events.planet.objectives import Objective
from events.planet.regions import areas_of
from events.planet.score import animal_points
from events.planet.state import State, open_animals, still_in
from events.planet.tiles import free

AREAS_A_TILE = 1.7
"""Areas of its objective that a seat expects of each tile to come."""


def worth(view: State, seat: int) -> float:
    """Expected points of the seat, in the order of 0 to 40; after the end its lead over the best other seat."""
    mine = view.seats[seat]
    goal = mine.goal
    points = float(animal_points(mine.animals, goal)[2])
    if goal is not None:
        points += _objective(goal, areas_of(mine.planet, goal.habitat), len(free(mine.planet)))
    others = tuple(other for other in still_in(view) if other != seat)
    for number, card in open_animals(view):
        gain = 1 if goal is None or card.habitat is goal.habitat else 2
        points += gain * _hope(view, card, seat, others, number - view.round)
    return points


def _hope(view: State, card: Animal, seat: int, others: tuple[int, ...], rounds: int) -> float:
    """About the chance to take the card; the sooner it is judged, the more a lead counts."""
    own = value(card, view.seats[seat].planet)
    best = max((value(card, view.seats[other].planet) for other in others), default=0)
    slope = 1.6 / (1 + max(0, rounds) / 2)
    sure = 1 / (1 + exp(-slope * (own - best - 0.3)))
    return sure + 0.02 * own


def _objective(goal: Objective, areas: int, faces: int) -> float:
    """Points of the objective at the number of areas to be expected, drawn straight between brackets."""
    expected = areas + AREAS_A_TILE * faces
    below, had = 0, 0
    for bracket in goal.brackets:
        if expected < bracket.min:
            share = max(0.0, (expected - below) / (bracket.min - below))
            return had + share**3 * (bracket.points - had)
        below, had = bracket.min, bracket.points
    return had + 0.05 * min(10.0, expected - below)

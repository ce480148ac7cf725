"""The five objective cards and their brackets (6.2, R20, R21). Knows no seats."""

from msgspec import Struct

from events.planet.facts import read
from events.planet.habitats import Habitat
from events.planet.regions import areas_of
from events.planet.tiles import Planet


class Bracket(Struct, frozen=True, forbid_unknown_fields=True):
    """``points`` from ``min`` areas on, up to the next bracket; the last has no upper limit (R20)."""

    min: int
    points: int


class Objective(Struct, frozen=True, forbid_unknown_fields=True):
    """One objective: a habitat and its brackets, lowest first."""

    id: str
    habitat: Habitat
    brackets: tuple[Bracket, ...]

    def points(self, areas: int) -> int:
        """The points for a number of areas; 0 below the first bracket (6.2)."""
        return max((bracket.points for bracket in self.brackets if areas >= bracket.min), default=0)


class _Objectives(Struct, frozen=True, forbid_unknown_fields=True):
    cards: tuple[Objective, ...]


OBJECTIVES: dict[str, Objective] = {card.id: card for card in read("objectives", _Objectives).cards}


def objective_points(objective: Objective, planet: Planet) -> int:
    """What the planet earns for the objective."""
    return objective.points(areas_of(planet, objective.habitat))

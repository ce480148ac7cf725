"""The core unfolded: two flowers of six pentagons, one around face 0 and one around face 11. Pure geometry.

Coordinates are those of a picture: x to the right, y down, seen from outside the planet.
"""

from math import cos, pi, sin, tau

from msgspec import Struct

from events.planet.core import CORE, EDGES, across

NORTH, SOUTH = 0, 11
HALF = tau / (2 * EDGES)

Point = tuple[float, float]


class Spread(Struct, frozen=True):
    """A face in its flower, for a pentagon of circumradius 1: its centre and the angle of its vertex 0."""

    centre: Point
    angle: float


def _toward(centre: Point, angle: float, far: float) -> Point:
    return centre[0] + far * cos(angle), centre[1] - far * sin(angle)


def _flower(middle: int, toward: float) -> dict[int, Spread]:
    """A face at the origin with its edge 0 toward an angle, and its five neighbours around it."""
    start = toward - HALF
    found = {middle: Spread((0.0, 0.0), start)}
    for edge in range(EDGES):
        other, mate = across(middle, edge)
        out = start + edge * tau / EDGES + HALF
        found[other] = Spread(_toward((0.0, 0.0), out, 2 * cos(HALF)), out + pi - mate * tau / EDGES - HALF)
    return found


FLOWERS: tuple[dict[int, Spread], dict[int, Spread]] = (_flower(NORTH, pi / 2), _flower(SOUTH, -pi / 2))
"""The two flowers, the one pointing up, the other down."""

RISE = 1 + 2 * cos(HALF)
"""From the middle of a flower to its point, for a circumradius of 1."""
FALL = RISE * cos(HALF)
"""From the middle of a flower to the other side."""


def corner(spread: Spread, vertex: int) -> Point:
    """Where a vertex of the face lies."""
    return _toward(spread.centre, spread.angle + vertex * tau / EDGES, 1.0)


def along(spread: Spread, edge: int, far: float) -> Point:
    """A point from the centre toward the middle of an edge; the edge itself is ``cos(HALF)`` away."""
    return _toward(spread.centre, spread.angle + edge * tau / EDGES + HALF, far)


def outer(face: int) -> tuple[int, ...]:
    """The edges of a face across which the other flower lies."""
    mine = next(flower for flower in FLOWERS if face in flower)
    return tuple(edge for edge in range(EDGES) if CORE[face].neighbors[edge] not in mine)

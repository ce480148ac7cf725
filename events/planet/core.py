"""The core: a dodecahedron with twelve faces of five areas each (1.1, 4.1). Knows nothing of tiles.

Area id = 5 * face + edge: the triangle with its base on that edge and its apex at the centre of the face.
Edges run counter-clockwise seen from outside; edge ``e`` joins ``vertices[e]`` and ``vertices[(e + 1) % 5]``.
"""

from msgspec import Struct

from events.planet.facts import read

FACES = 12
EDGES = 5
AREAS = FACES * EDGES


class Face(Struct, frozen=True, forbid_unknown_fields=True):
    """One face: what lies across each edge, and by which of its own edges."""

    id: int
    neighbors: tuple[int, ...]
    mate_edge: tuple[int, ...]
    vertices: tuple[int, ...]
    opposite: int


class _Core(Struct, frozen=True, forbid_unknown_fields=True):
    faces: tuple[Face, ...]


CORE: tuple[Face, ...] = read("dodecahedron", _Core).faces


def area(face: int, edge: int) -> int:
    """The id, 0 to 59, of the area at an edge of a face."""
    return EDGES * face + edge


def across(face: int, edge: int) -> tuple[int, int]:
    """The face and edge that meet this edge from the other side."""
    return CORE[face].neighbors[edge], CORE[face].mate_edge[edge]


def _beside(one: int) -> tuple[int, int, int]:
    face, edge = divmod(one, EDGES)
    return area(face, (edge + 1) % EDGES), area(face, (edge - 1) % EDGES), area(*across(face, edge))


ADJACENT: tuple[tuple[int, int, int], ...] = tuple(_beside(one) for one in range(AREAS))
"""The three areas that share an edge with each area (4.1); meeting in a point is not adjacency (R10)."""

NEAR: dict[int, int] = {1 << one: sum(1 << other for other in ADJACENT[one]) for one in range(AREAS)}
"""For the bit of an area, the bits of the areas adjacent to it."""

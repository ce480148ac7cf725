"""The core is a dodecahedron (1.1, 4.1)."""

from itertools import combinations
from math import dist, isclose

import pytest

from events.planet.core import ADJACENT, AREAS, CORE, EDGES, FACES, NEAR, across, area
from tests.facts.planet import oracle


def test_counts_obey_euler():
    vertices = {vertex for face in CORE for vertex in face.vertices}
    edges = {frozenset((face.vertices[e], face.vertices[(e + 1) % EDGES])) for face in CORE for e in range(EDGES)}
    assert (len(CORE), len(vertices), len(edges)) == (12, 20, 30)
    assert len(vertices) - len(edges) + len(CORE) == 2


def test_faces_are_numbered_in_order():
    assert [face.id for face in CORE] == list(range(FACES))


def test_three_faces_meet_at_each_vertex():
    for vertex in range(20):
        assert sum(vertex in face.vertices for face in CORE) == 3


def test_crossing_an_edge_twice_leads_back():
    for face in range(FACES):
        assert len(set(CORE[face].neighbors)) == EDGES
        for edge in range(EDGES):
            assert across(*across(face, edge)) == (face, edge)


def test_the_two_sides_of_an_edge_name_its_ends_in_opposite_order():
    for face in CORE:
        for edge in range(EDGES):
            other, mate = across(face.id, edge)
            here = face.vertices[edge], face.vertices[(edge + 1) % EDGES]
            there = CORE[other].vertices[mate], CORE[other].vertices[(mate + 1) % EDGES]
            assert here == there[::-1]


def test_opposite_faces_pair_up_and_share_nothing():
    for face in CORE:
        other = CORE[face.opposite]
        assert other.opposite == face.id
        assert other.id not in face.neighbors
        assert not set(face.vertices) & set(other.vertices)
    assert len({frozenset((face.id, face.opposite)) for face in CORE}) == 6


def test_all_but_itself_and_the_opposite_are_neighbours_or_neighbours_of_the_opposite():
    for face in CORE:
        assert {face.id, face.opposite, *face.neighbors, *CORE[face.opposite].neighbors} == set(range(FACES))


def test_areas_share_ninety_edges():
    assert AREAS == 60
    shared = {frozenset((one, other)) for one in range(AREAS) for other in ADJACENT[one]}
    assert len(shared) == 90
    assert sum(len({one // EDGES for one in pair}) == 1 for pair in shared) == 60


def test_adjacency_is_symmetric_and_of_degree_three():
    for one in range(AREAS):
        assert len({*ADJACENT[one], one}) == 4
        assert all(one in ADJACENT[other] for other in ADJACENT[one])
        assert NEAR[1 << one] == sum(1 << other for other in ADJACENT[one])


def test_adjacency_is_the_typed_list():
    assert [sorted(near) for near in ADJACENT] == [sorted(near) for near in oracle.CORE["area_adjacency"]]


@pytest.mark.parametrize("face", range(FACES))
def test_the_solid_is_regular(face):
    points = [oracle.CORE["vertices"][vertex] for vertex in CORE[face].vertices]
    sides = [dist(points[e], points[(e + 1) % EDGES]) for e in range(EDGES)]
    assert all(isclose(side, sides[0], abs_tol=1e-4) for side in sides)
    diagonals = [dist(points[a], points[b]) for a, b in combinations(range(EDGES), 2) if (b - a) % EDGES in (2, 3)]
    assert all(isclose(diagonal, sides[0] * (1 + 5**0.5) / 2, abs_tol=1e-4) for diagonal in diagonals)
    normal = oracle.CORE["faces"][face]["normal"]
    depth = [sum(a * b for a, b in zip(point, normal, strict=True)) for point in points]
    assert all(isclose(one, depth[0], abs_tol=1e-4) for one in depth)


@pytest.mark.parametrize("face", range(FACES))
def test_edges_run_counter_clockwise_seen_from_outside(face):
    a, b, c = (oracle.CORE["vertices"][vertex] for vertex in CORE[face].vertices[:3])
    u, v = ([q - p for p, q in zip(x, y, strict=True)] for x, y in ((a, b), (b, c)))
    cross = (u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0])
    assert sum(p * q for p, q in zip(cross, oracle.CORE["faces"][face]["normal"], strict=True)) > 0


def test_sixty_rotations_carry_the_core_onto_itself():
    """Sending face 0, edge 0 to any face and edge fixes the rest without contradiction."""
    images = {_turned(face, edge) for face in range(FACES) for edge in range(EDGES)}
    assert len(images) == 60
    for image in images:
        assert sorted(image) == list(range(AREAS))
        for one in range(AREAS):
            assert {image[other] for other in ADJACENT[one]} == set(ADJACENT[image[one]])


def _turned(face: int, edge: int) -> tuple[int, ...]:
    image = {area(0, e): area(face, (edge + e) % EDGES) for e in range(EDGES)}
    todo = [0]
    seen = {0}
    while todo:
        here = todo.pop()
        for e in range(EDGES):
            next_face, mate = across(here, e)
            image_face, image_mate = across(*divmod(image[area(here, e)], EDGES))
            for k in range(EDGES):
                target = area(image_face, (image_mate + k) % EDGES)
                assert image.setdefault(area(next_face, (mate + k) % EDGES), target) == target
            if next_face not in seen:
                seen.add(next_face)
                todo.append(next_face)
    return tuple(image[one] for one in range(AREAS))

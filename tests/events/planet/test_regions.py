"""Regions (4.1 to 4.3, R9, R10)."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from events.planet.core import FACES
from events.planet.habitats import HABITATS, Habitat
from events.planet.regions import areas_of, regions
from events.planet.tiles import EMPTY, TILES, Laid, lay
from tests.facts.planet import oracle


def planet_of(*placements):
    planet = EMPTY
    for tile, face, turn in placements:
        planet = lay(planet, face, Laid(tile, turn))
    return planet


def found(planet):
    return {
        (
            region.habitat,
            frozenset(one for one in range(60) if region.areas >> one & 1),
            frozenset(habitat for habitat in HABITATS if region.touching(habitat)),
        )
        for kind in regions(planet)
        for region in kind
    }


@pytest.mark.parametrize("vector", oracle.VECTORS, ids=range(len(oracle.VECTORS)))
def test_regions_of_the_worked_planets(vector):
    planet = planet_of(*((each["tile"], each["face"], each["rotation"]) for each in vector["placements"]))
    typed = {(r["habitat"], frozenset(r["areas"]), frozenset(r["touches"])) for r in vector["regions"]}
    assert found(planet) == typed
    assert sorted(region.size for kind in regions(planet) for region in kind) == sorted(
        r["size"] for r in vector["regions"]
    )


def test_an_empty_planet_has_no_regions():
    assert regions(EMPTY) == ((), (), (), (), ())


def test_a_lone_area_is_a_region():
    forest = regions(planet_of(("T01", 0, 0)))[1]
    assert [region.size for region in forest] == [1]


def test_areas_that_meet_only_in_the_centre_are_not_joined():
    """R10: pattern A A B A B."""
    planet = planet_of(("T07", 0, 0))
    assert [region.size for region in regions(planet)[1]] == [2, 1]
    assert [region.size for region in regions(planet)[0]] == [1, 1]


def test_areas_that_meet_only_in_a_corner_are_not_joined():
    """4.1: faces 0, 1 and 2 meet in a corner; the forest of T01 lies beside it on two faces, on no common edge."""
    planet = planet_of(("T01", 1, 0), ("T01", 2, 1))
    assert [region.size for region in regions(planet)[1]] == [1, 1]


def test_a_region_runs_across_an_edge():
    """4.2: edge 0 of face 1 is edge 0 of face 0."""
    planet = planet_of(("T01", 0, 1), ("T01", 1, 1))
    assert [region.size for region in regions(planet)[1]] == [2]


def test_an_empty_face_is_touched_by_nothing():
    """4.3, R9: five areas of one tile touch only each other's habitats."""
    (ocean,) = regions(planet_of(("T01", 0, 0)))[0]
    assert ocean.touching(Habitat.FOREST)
    assert not ocean.touching(Habitat.DESERT)
    assert not ocean.touching(Habitat.OCEAN)


def test_areas_are_counted_joined_or_not():
    """6.2, R22."""
    planet = planet_of(("T07", 0, 0), ("T07", 11, 0))
    assert areas_of(planet, Habitat.FOREST) == 6
    assert len(regions(planet)[1]) == 4
    assert areas_of(planet, Habitat.GLACIER) == 0


@st.composite
def placements(draw, least=0, most=12):
    faces = draw(st.lists(st.integers(0, FACES - 1), unique=True, min_size=least, max_size=most))
    tiles = draw(st.lists(st.sampled_from(sorted(TILES)), unique=True, min_size=len(faces), max_size=len(faces)))
    return [(tile, face, draw(st.integers(0, 4))) for tile, face in zip(tiles, faces, strict=True)]


@settings(max_examples=60, deadline=None)
@given(placements())
def test_spreading_agrees_with_plain_merging(laid):
    assert found(planet_of(*laid)) == set(oracle.regions(oracle.areas(laid)))


@settings(max_examples=60, deadline=None)
@given(placements())
def test_regions_share_out_the_areas_and_come_largest_first(laid):
    planet = planet_of(*laid)
    areas = [region.areas for kind in regions(planet) for region in kind]
    assert sum(areas).bit_count() == sum(one.bit_count() for one in areas) == 5 * len(laid)
    for kind in regions(planet):
        assert [region.size for region in kind] == sorted((region.size for region in kind), reverse=True)

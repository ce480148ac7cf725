"""Tiles as typed (1.1, 1.2), how they lie (R11) and how many ways there are to lay them."""

from collections import Counter

import pytest

from events.planet.core import EDGES, FACES
from events.planet.habitats import HABITATS, Habitat
from events.planet.regions import regions
from events.planet.tiles import EMPTY, TILES, TURNS, Laid, free, habitat, lay, masks
from tests.facts.planet import oracle


def test_tiles_are_the_typed_list():
    assert {tile.id: list(tile.areas) for tile in TILES.values()} == oracle.TILES
    assert len(TILES) == oracle.fact("tiles")["count"]


def test_totals_by_habitat():
    facts = oracle.fact("tiles")
    assert Counter(area for tile in TILES.values() for area in tile.areas) == facts["totals_by_habitat"]
    shown = Counter(area for tile in TILES.values() for area in set(tile.areas))
    assert shown == facts["tiles_showing_habitat"]


def test_a_tile_shows_two_or_three_habitats():
    assert {len(set(tile.areas)) for tile in TILES.values()} == {2, 3}


def test_no_tile_looks_the_same_in_two_turns():
    for tile in TILES.values():
        looks = {tuple(tile.at(edge, turn) for edge in range(EDGES)) for turn in range(TURNS)}
        assert len(looks) == TURNS


def test_no_two_tiles_are_alike():
    looks = {min(tuple(t.at(e, turn) for e in range(EDGES)) for turn in range(TURNS)) for t in TILES.values()}
    assert len(looks) == len(TILES)


def test_a_turn_brings_the_first_area_to_that_edge():
    tile = TILES["T47"]
    for turn in range(TURNS):
        assert tile.at(turn, turn) is tile.areas[0]
        assert tile.at((turn + 1) % EDGES, turn) is tile.areas[1]


@pytest.mark.parametrize("vector", oracle.VECTORS, ids=range(len(oracle.VECTORS)))
def test_areas_of_the_worked_planets(vector):
    planet = EMPTY
    for each in vector["placements"]:
        planet = lay(planet, each["face"], Laid(each["tile"], each["rotation"]))
    assert [habitat(planet, face, edge) for face in range(FACES) for edge in range(EDGES)] == vector["areas"]
    assert {h: m.bit_count() for h, m in zip(HABITATS, masks(planet), strict=True)} == vector["area_counts"]


def test_free_faces_shrink_one_by_one():
    planet = EMPTY
    assert free(planet) == tuple(range(12))
    planet = lay(planet, 4, Laid("T01", 0))
    assert free(planet) == (0, 1, 2, 3, 5, 6, 7, 8, 9, 10, 11)
    assert habitat(planet, 4, 4) is Habitat.FOREST
    assert habitat(planet, 5, 4) is None


def _ways(planet, tiles):
    """Each planet that comes of laying the tiles in this order, with repeats."""
    if not tiles:
        return [planet]
    return [
        done
        for face in free(planet)
        for turn in range(TURNS)
        for done in _ways(lay(planet, face, Laid(tiles[0], turn)), tiles[1:])
    ]


def test_one_tile_can_be_laid_in_sixty_ways_that_are_the_same_up_to_turning_the_core():
    ways = _ways(EMPTY, ("T47",))
    assert len(set(ways)) == 60
    assert len({_shape(planet) for planet in ways}) == 1


def test_two_tiles_can_be_laid_in_3300_ways_of_55_kinds():
    ways = _ways(EMPTY, ("T47", "T24"))
    assert len(set(ways)) == 60 * 55
    kinds = Counter(_shape(planet) for planet in ways)
    assert all(count % 60 == 0 for count in kinds.values())
    assert sum(kinds.values()) // 60 == 55


@pytest.mark.parametrize(
    ("first", "second", "kinds"), [("T01", "T02", 5), ("T47", "T24", 10), ("T07", "T48", 11), ("T36", "T50", 10)]
)
def test_kinds_of_regions_after_a_second_tile(first, second, kinds):
    """One number guards the geometry: how many outcomes differ when the first tile lies on face 0."""
    ways = _ways(lay(EMPTY, 0, Laid(first, 0)), (second,))
    assert len({_shape(planet) for planet in ways}) == kinds
    plain = {_plain(oracle.areas([(first, 0, 0), (second, f, t)])) for f in range(1, FACES) for t in range(TURNS)}
    assert len(plain) == kinds


def test_kinds_of_regions_after_three_tiles():
    start = lay(EMPTY, 0, Laid("T47", 0))
    shapes = Counter(_shape(planet) for planet in _ways(start, ("T24", "T50")))
    assert sum(shapes.values()) == 55 * 50
    assert len(shapes) == 234


def test_counts_of_a_third_tile_agree_with_plain_merging():
    start = [("T47", 0, 0), ("T24", 1, 3)]
    planet = lay(lay(EMPTY, 0, Laid("T47", 0)), 1, Laid("T24", 3))
    ours = Counter(_shape(done) for done in _ways(planet, ("T50",)))
    theirs = Counter(
        _plain(oracle.areas([*start, ("T50", face, turn)])) for face in range(2, FACES) for turn in range(TURNS)
    )
    assert ours == theirs


def _shape(planet):
    return tuple(sorted((r.habitat, r.size, r.touches) for kind in regions(planet) for r in kind))


def _plain(ground):
    bit = {habitat: 1 << n for n, habitat in enumerate(HABITATS)}
    found = [(h, len(areas), sum(bit[Habitat(t)] for t in touches)) for h, areas, touches in oracle.regions(ground)]
    return tuple(sorted(found))

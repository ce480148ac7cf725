"""Animal cards and their values (4.4, 4.5, R23); objectives and their brackets (6.2, R20, R21)."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from events.planet.animals import ANIMALS, Condition, sizes, value
from events.planet.habitats import HABITATS, Habitat
from events.planet.objectives import OBJECTIVES, objective_points
from events.planet.tiles import EMPTY, TILES, Laid, lay
from tests.facts.planet import oracle


def planet_of(*placements):
    planet = EMPTY
    for tile, face, turn in placements:
        planet = lay(planet, face, Laid(tile, turn))
    return planet


def test_cards_are_the_typed_list():
    typed = {key: (card["habitat"], card["condition"], card["other"]) for key, card in oracle.CARDS.items()}
    assert {card.id: (card.habitat, card.condition, card.other) for card in ANIMALS.values()} == typed
    assert len(ANIMALS) == 45


def test_each_habitat_has_one_card_of_regions_and_one_of_each_kind_for_each_other_habitat():
    kinds = Counter((card.habitat, card.condition, card.other) for card in ANIMALS.values())
    assert set(kinds.values()) == {1}
    for habitat in HABITATS:
        others = {other for other in HABITATS if other is not habitat}
        for condition in (Condition.LARGEST_TOUCHING, Condition.LARGEST_NOT_TOUCHING):
            assert {o for h, c, o in kinds if h is habitat and c is condition} == others
        assert (habitat, Condition.MOST_REGIONS, None) in kinds


@pytest.mark.parametrize("vector", oracle.VECTORS, ids=range(len(oracle.VECTORS)))
def test_values_of_the_worked_planets(vector):
    planet = planet_of(*((each["tile"], each["face"], each["rotation"]) for each in vector["placements"]))
    assert {key: value(card, planet) for key, card in ANIMALS.items()} == vector["animal_values"]


def test_nothing_eligible_is_worth_nothing():
    """4.4."""
    assert {value(card, EMPTY) for card in ANIMALS.values()} == {0}
    assert {sizes(card, EMPTY) for card in ANIMALS.values()} == {()}


def card_of(habitat, condition, other=None):
    return next(c for c in ANIMALS.values() if (c.habitat, c.condition, c.other) == (habitat, condition, other))


def test_a_bigger_region_that_fails_the_test_does_not_count():
    """4.5: four areas of ocean beside forest, three beside mountain."""
    planet = planet_of(("T01", 0, 0), ("T02", 11, 0))
    assert value(card_of("ocean", "largest_touching", "mountain"), planet) == 3
    assert value(card_of("ocean", "largest_not_touching", "mountain"), planet) == 4
    assert value(card_of("ocean", "largest_touching", "desert"), planet) == 0


def test_sizes_of_separate_regions_are_not_added():
    """4.5."""
    planet = planet_of(("T07", 0, 0), ("T07", 11, 0))
    assert sizes(card_of("forest", "largest_touching", "ocean"), planet) == (2, 2, 1, 1)
    assert value(card_of("forest", "largest_touching", "ocean"), planet) == 2


def test_most_regions_counts_regions_not_areas():
    """4.4, R22."""
    planet = planet_of(("T07", 0, 0), ("T07", 11, 0))
    assert value(card_of("forest", "most_regions"), planet) == 4


def test_not_touching_is_met_beside_empty_faces_and_touching_is_not():
    """R9."""
    planet = planet_of(("T01", 0, 0))
    assert value(card_of("ocean", "largest_not_touching", "desert"), planet) == 4
    assert value(card_of("ocean", "largest_touching", "desert"), planet) == 0


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_values_agree_with_plain_merging(data):
    faces = data.draw(st.lists(st.integers(0, 11), unique=True, min_size=1, max_size=12))
    tiles = data.draw(st.lists(st.sampled_from(sorted(TILES)), unique=True, min_size=len(faces), max_size=len(faces)))
    laid = [(tile, face, data.draw(st.integers(0, 4))) for tile, face in zip(tiles, faces, strict=True)]
    planet, ground = planet_of(*laid), oracle.areas(laid)
    for key in data.draw(st.lists(st.sampled_from(sorted(ANIMALS)), min_size=3, max_size=3)):
        assert list(sizes(ANIMALS[key], planet)) == oracle.eligible(oracle.CARDS[key], ground)
        assert value(ANIMALS[key], planet) == oracle.value(oracle.CARDS[key], ground)


def test_objectives_are_the_typed_list():
    typed = oracle.fact("objectives")["cards"]
    assert [(card.id, card.habitat) for card in OBJECTIVES.values()] == [(c["id"], c["habitat"]) for c in typed]
    for card in typed:
        for bracket in card["brackets"]:
            objective = OBJECTIVES[card["id"]]
            assert objective.points(bracket["min"]) == bracket["points"]
            assert objective.points(bracket["min"] - 1) < bracket["points"]
            assert objective.points(bracket["max"] or 60) == bracket["points"]


def test_below_the_first_bracket_an_objective_earns_nothing():
    """6.2, R20, R21."""
    glacier = OBJECTIVES["O5"]
    assert [glacier.points(areas) for areas in (0, 10, 11, 13, 14, 19, 20, 60)] == [0, 0, 2, 2, 4, 7, 10, 10]
    assert objective_points(glacier, EMPTY) == 0


def test_an_objective_counts_areas_that_are_not_joined():
    """6.2: T08 has three areas of forest, T01 one; six far apart tiles reach the first bracket."""
    laid = [("T06", 0, 0), ("T07", 11, 0), ("T08", 2, 0), ("T09", 9, 0), ("T10", 4, 0), ("T11", 6, 0)]
    planet = planet_of(*laid)
    areas = sum(area == Habitat.FOREST for area in oracle.areas(laid))
    assert objective_points(OBJECTIVES["O2"], planet) == (2 if 18 <= areas <= 20 else 4 if areas <= 23 else 0)
    assert areas >= 18

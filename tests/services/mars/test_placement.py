"""Rules 9: where tiles may lie, and what they bring."""

import pytest

from events.mars.events import CardsDrawn, Gained
from events.mars.map import SPACES
from events.mars.nouns import Area, Tile
from events.mars.state import Laid
from services.mars.placement import spaces
from tests.services.mars.table import CITY, GREEN, OCEAN, OCEAN_SPACES, given, holding, ids, made, mars, offered, stock

LAND = [space.id for space in SPACES.values() if space.kind == "land"]


@pytest.mark.parametrize(
    ("area", "count"),
    [
        (Area.LAND, 48),
        (Area.OCEAN, 12),
        (Area.CITY, 48),
        (Area.GREENERY, 48),
        (Area.ISOLATED, 48),
        (Area.NEXT_TO_CITY, 0),
        (Area.NEXT_TO_2_CITIES, 0),
        (Area.NEXT_TO_GREENERY, 0),
        (Area.METAL, 8),
        (Area.METAL_NEXT_TO_OWN, 0),
        (Area.VOLCANIC, 4),
        (Area.NOCTIS, 1),
        (Area.GANYMEDE, 1),
        (Area.PHOBOS, 1),
    ],
)
def test_on_an_empty_map(area, count):
    assert len(spaces(mars({}), 0, area)) == count


def test_city_not_beside_a_city():
    state = mars({}, tiles={"r2c2": Laid(CITY, 1)})
    there = set(spaces(state, 0, Area.CITY))
    assert not {"r1c1", "r1c2", "r2c1", "r2c3", "r3c2", "r3c3", "r2c2"} & there
    assert len(there) == 41


def test_greenery_beside_own_tiles_or_anywhere():
    own = mars({}, tiles={"r6c2": Laid(CITY, 0), "r2c2": Laid(CITY, 1)})
    assert set(spaces(own, 0, Area.GREENERY)) == {"r5c2", "r5c3", "r6c1", "r6c3", "r7c1", "r7c2"}
    claimed = mars({}, claims={"r6c2": 0}, tiles={"ganymede_colony": Laid(CITY, 0)})
    assert len(spaces(claimed, 0, Area.GREENERY)) == 48, "a claim and an off-map city are no neighbours"
    shut = {at: Laid(GREEN, 1) for at in SPACES["r8c0"].neighbors}
    assert len(spaces(mars({}, tiles={"r8c0": Laid(CITY, 0), **shut}), 0, Area.GREENERY)) == 48 - 1 - 3


def test_isolated_counts_oceans():
    state = mars({}, oceans=("r4c4",))
    assert not {"r3c3", "r3c4", "r5c3", "r5c4"} & set(spaces(state, 0, Area.ISOLATED))


def test_special_places():
    tiles = {"r2c2": Laid(CITY, 1), "r2c4": Laid(CITY, 0), "r6c2": Laid(GREEN, 1)}
    state = mars({}, tiles=tiles)
    assert set(spaces(state, 0, Area.NEXT_TO_2_CITIES)) == {"r2c3", "r1c2", "r3c3"} & set(
        spaces(state, 0, Area.NEXT_TO_2_CITIES)
    )
    assert "r2c3" in spaces(state, 0, Area.NEXT_TO_2_CITIES)
    assert "r6c3" in spaces(state, 0, Area.NEXT_TO_GREENERY)
    assert "r2c3" in spaces(state, 0, Area.NEXT_TO_CITY)


def test_claims_block_others_for_good():
    state = mars({}, {}, claims={"r2c2": 1})
    assert "r2c2" not in spaces(state, 0, Area.LAND)
    assert "r2c2" in spaces(state, 1, Area.LAND)


def test_noctis_is_only_for_its_card():
    assert "r4c2" not in spaces(mars({}), 0, Area.LAND)
    beside = mars(holding("noctis_city", production={"energy": 1}), tiles={"r4c1": Laid(CITY, 1)})
    acting = given(beside).answers(0, "turn", "play:noctis_city").asks(0, "turn")
    assert acting.state.tiles["r4c2"] == Laid(CITY, 0)
    assert stock(acting.state, 0, "plants") == 2


def test_ocean_spaces_only_for_oceans_and_three_cards():
    assert not set(OCEAN_SPACES) & set(spaces(mars({}), 0, Area.LAND))
    state = mars(holding("mangrove"), temperature=4)
    acting = (
        given(state).answers(0, "turn", "play:mangrove").asks(0, "asked", *OCEAN_SPACES).answers(0, "asked", "r5c5")
    )
    assert (acting.state.oxygen, acting.state.seats[0].rating) == (1, 21)


def test_artificial_lake_on_land():
    acting = given(mars(holding("artificial_lake"), temperature=-6)).answers(0, "turn", "play:artificial_lake")
    assert set(ids(acting)) == set(LAND)
    assert acting.answers(0, "asked", "r2c2").state.tiles["r2c2"] == OCEAN


def test_lava_flows_needs_a_volcano():
    tiles = {at: Laid(GREEN, 1) for at in ("r1c1", "r2c0", "r3c0")}
    acting = given(mars(holding("lava_flows"), tiles=tiles)).answers(0, "turn", "play:lava_flows")
    assert acting.state.tiles["r4c0"].name == "lava_flows"
    full = mars(holding("lava_flows"), tiles={**tiles, "r4c0": Laid(GREEN, 1)})
    assert not offered(full, "play:lava_flows")


def test_bonuses_and_two_for_each_ocean_beside():
    state = mars({}, oceans=("r4c3", "r4c4"))
    acting = given(state).answers(0, "turn", "project:city").answers(0, "asked", "r3c3")
    acting.then(Gained(0, "space", {"megacredits": 4, "plants": 1}))
    drawn = given(mars({})).answers(0, "turn", "project:city").drawing("comet").answers(0, "asked", "r7c2")
    drawn.then(CardsDrawn(0, "space", ("comet",)))
    lake = given(mars({}, oceans=("r4c3",))).answers(0, "turn", "project:aquifer").answers(0, "asked", "r4c4")
    lake.then(Gained(0, "space", {"megacredits": 2, "plants": 2}))


def test_greenery_at_full_oxygen_is_still_placed():
    state = mars({}, oxygen=14, tiles={"r6c2": Laid(CITY, 0)})
    acting = given(state).answers(0, "turn", "project:greenery").answers(0, "asked", "r6c3")
    assert (acting.state.oxygen, acting.state.seats[0].rating, acting.state.tiles["r6c3"].tile) == (
        14,
        20,
        Tile.GREENERY,
    )


def test_mining_guild_once_a_tile_oceans_too():
    guild = {"corporation": "mining_guild"}
    acting = given(mars(guild)).answers(0, "turn", "project:aquifer").answers(0, "asked", "r0c1")
    assert (made(acting.state, 0, "steel"), stock(acting.state, 0, "steel")) == (1, 2)
    plain = given(mars(guild)).answers(0, "turn", "project:aquifer").answers(0, "asked", "r5c5")
    assert made(plain.state, 0, "steel") == 0


def test_off_map_cities():
    """9: they count as any city and for cities in play, not on Mars, and touch nothing."""
    state = mars(holding("ganymede_colony"), {"played": ("rover_construction",), "corporation": "tharsis_republic"})
    acting = given(state).answers(0, "turn", "play:ganymede_colony").asks(0, "turn")
    assert acting.state.tiles["ganymede_colony"] == Laid(CITY, 0)
    assert (stock(acting.state, 1, "megacredits"), made(acting.state, 1, "megacredits")) == (102, 0)


def test_capital_is_a_city():
    state = mars(
        holding("capital", production={"energy": 2}), {"played": ("rover_construction",)}, oceans=OCEAN_SPACES[:4]
    )
    acting = given(state).answers(0, "turn", "play:capital").answers(0, "asked", "r2c2")
    assert stock(acting.state, 1, "megacredits") == 102
    assert "r2c3" not in spaces(acting.state, 1, Area.CITY)

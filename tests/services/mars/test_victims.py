"""Rules 7 and 8: what players do to one another; global parameters."""

import pytest

from events.mars.events import (
    ActionUsed,
    Gained,
    ProductionChanged,
    Raised,
    ResourcesAdded,
    TilePlaced,
)
from events.mars.nouns import Tile, Track
from events.mars.state import Laid
from tests.services.mars.table import (
    CITY,
    GREEN,
    OCEAN_SPACES,
    given,
    holding,
    made,
    mars,
    offered,
)

# 7: other players


def test_protected_habitats_stop_opponents_only():
    guarded = {"played": ("protected_habitats", "fish"), "held": {"fish": 2}, "resources": {"plants": 5}}
    state = mars(holding("virus", "asteroid"), guarded)
    given(state).answers(0, "turn", "play:asteroid").asks(0, "turn")
    given(state).answers(0, "turn", "play:virus").asks(0, "turn")
    own = mars(holding("asteroid", played=("protected_habitats",), resources={"plants": 2}))
    given(own).answers(0, "turn", "play:asteroid").asks(0, "asked", "none", "seat:0")
    loss = mars(holding("biomass_combustors"), {**guarded, "production": {"plants": 1}}, oxygen=6)
    given(loss).answers(0, "turn", "play:biomass_combustors").then(
        ProductionChanged(1, "biomass_combustors", {"plants": -1}, by=0)
    )


def test_pets_are_never_removed():
    pets = {"played": ("pets",), "held": {"pets": 3}}
    assert not offered(mars({"played": ("predators",)}, pets), "use:predators")
    assert not offered(mars({"played": ("predators", "pets"), "held": {"pets": 3}}), "use:predators")


def test_predators_take_exactly_one_from_any_card():
    fish = {"played": ("fish",), "held": {"fish": 1}}
    acting = given(mars({"played": ("predators",)}, fish)).answers(0, "turn", "use:predators")
    acting.then(ResourcesAdded(1, "fish", -1, by=0), ActionUsed(0, "predators"), ResourcesAdded(0, "predators", 1))
    itself = given(mars({"played": ("predators",), "held": {"predators": 1}})).answers(0, "turn", "use:predators")
    assert itself.state.seats[0].held == {"predators": 1}


def test_flooding_hits_an_owner_beside_the_ocean():
    tiles = {"r0c0": Laid(CITY, 1), "r1c3": Laid(GREEN, 0)}
    state = mars(holding("flooding"), {}, {}, tiles=tiles, claims={"r0c2": 2})
    acting = given(state).answers(0, "turn", "play:flooding").answers(0, "asked", "r0c1")
    acting.asks(0, "asked", "none", "seat:1").answers(0, "asked", "seat:1").answers(0, "asked", 4)
    acting.then(Gained(1, "flooding", {"megacredits": -4}, by=0))
    given(state).answers(0, "turn", "play:flooding").answers(0, "asked", "r5c7").asks(0, "turn")
    full = mars(holding("flooding"), {}, tiles=tiles, oceans=OCEAN_SPACES[1:10])
    given(full).answers(0, "turn", "play:flooding").asks(0, "turn")


def test_sabotage_may_hit_yourself():
    state = mars(holding("sabotage", resources={"steel": 1}))
    acting = given(state).answers(0, "turn", "play:sabotage").answers(0, "asked", "choice:1")
    acting.asks(0, "asked", "none", "seat:0")


# 8: global parameters


@pytest.mark.parametrize("start", [-26, -22])
def test_heat_bonuses(start):
    acting = given(mars({}, temperature=start)).answers(0, "turn", "project:asteroid")
    assert made(acting.state, 0, "heat") == 1


def test_bonus_counts_when_passed():
    acting = given(mars(holding("deimos_down"), temperature=-26)).answers(0, "turn", "play:deimos_down")
    assert (made(acting.state, 0, "heat"), acting.state.seats[0].rating) == (
        2 if acting.state.temperature >= -20 else 1,
        23,
    )


def test_oxygen_eight_temperature_zero_ocean():
    """8: three terraform rating in all."""
    state = mars({}, tiles={"r2c2": Laid(GREEN, 0)}, oxygen=7, temperature=-2)
    acting = given(state).answers(0, "turn", "project:greenery").answers(0, "asked", "r2c3")
    acting.then(
        TilePlaced(0, Tile.GREENERY, "r2c3", 0),
        Raised(0, Track.OXYGEN, 8),
        Raised(0, Track.TEMPERATURE, 0),
    )
    acting.answers(0, "asked", "r5c7")
    assert acting.state.seats[0].rating == 23


def test_a_bonus_that_cannot_be_done_is_lost():
    state = mars({}, oceans=OCEAN_SPACES[:9], temperature=-2)
    given(state).answers(0, "turn", "project:asteroid").asks(0, "turn")
    hot = mars({}, tiles={"r2c2": Laid(GREEN, 0)}, oxygen=7, temperature=8)
    acting = given(hot).answers(0, "turn", "project:greenery").answers(0, "asked", "r2c3").asks(0, "turn")
    assert acting.state.seats[0].rating == 21


def test_parameters_may_be_bought_at_the_goal_for_nothing():
    state = mars({}, temperature=8, oceans=OCEAN_SPACES[:9])
    acting = given(state).answers(0, "turn", "project:asteroid").answers(0, "turn", "project:aquifer").asks_only(1)
    assert acting.state.seats[0].rating == 20

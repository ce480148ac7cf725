"""Rules 10 and 13: standard projects, milestones, awards, conversions, the menu."""

import pytest

from events.mars.events import (
    AwardFunded,
    NeutralReduced,
    Paid,
    ProjectUsed,
)
from events.mars.nouns import Tile
from events.mars.state import Laid
from tests.services.mars.table import (
    CITY,
    GREEN,
    asked,
    given,
    holding,
    ids,
    made,
    mars,
    offered,
    question,
    stock,
)

# 10: projects, milestones, awards


def test_sell_patents():
    acting = given(mars(holding("comet", "ants", "fish"))).answers(0, "turn", "project:sell_patents")
    acting.refuses(0, "asked").answers(0, "asked", "comet", "fish").then(ProjectUsed(0, "sell_patents"))
    assert (stock(acting.state, 0, "megacredits"), acting.state.seats[0].hand) == (102, ("ants",))
    assert not offered(mars({}), "project:sell_patents")


def test_standard_technology_pays_for_all_but_patents():
    seat = {"played": ("standard_technology",)}
    assert stock(given(mars(seat)).answers(0, "turn", "project:power_plant").state, 0, "megacredits") == 92
    sold = given(mars({**seat, "hand": ("comet",)})).answers(0, "turn", "project:sell_patents")
    assert stock(sold.state, 0, "megacredits") == 101


def test_city_project_gives_production():
    acting = given(mars({"corporation": "teractor"})).answers(0, "turn", "project:city").answers(0, "asked", "r2c2")
    assert made(acting.state, 0, "megacredits") == 1
    assert not offered(mars({"cash": 24}), "project:city")


@pytest.mark.parametrize(
    ("milestone", "seat", "less", "tiles"),
    [
        ("terraformer", {"rating": 35}, {"rating": 34}, {}),
        ("planner", {"hand": ("comet",) * 16}, {"hand": ("comet",) * 15}, {}),
        (
            "builder",
            {
                "corporation": "mining_guild",
                "played": ("mine", "steelworks", "ironworks", "open_city", "great_dam", "strip_mine"),
            },
            {
                "corporation": "teractor",
                "played": ("mine", "steelworks", "ironworks", "open_city", "great_dam", "strip_mine"),
            },
            {},
        ),
    ],
)
def test_milestones(milestone, seat, less, tiles):
    assert offered(mars(seat, tiles=tiles), f"milestone:{milestone}")
    assert not offered(mars(less, tiles=tiles), f"milestone:{milestone}")


def test_mayor_and_gardener():
    cities = {"r2c2": Laid(CITY, 0), "r4c7": Laid(Tile.CAPITAL, 0), "ganymede_colony": Laid(CITY, 0)}
    assert offered(mars({}, tiles=cities), "milestone:mayor")
    green = {"r2c2": Laid(GREEN, 0), "r2c3": Laid(GREEN, 0), "r2c4": Laid(GREEN, 1)}
    assert not offered(mars({}, tiles=green), "milestone:gardener")
    assert offered(mars({}, tiles={**green, "r2c5": Laid(GREEN, 0)}), "milestone:gardener")


def test_three_milestones_each_once():
    rich = {"rating": 40}
    assert not offered(mars(rich, milestones={"terraformer": 1}), "milestone:terraformer")
    assert not offered(mars(rich, milestones={"mayor": 1, "gardener": 1, "builder": 1}), "milestone:terraformer")
    assert not offered(mars({**rich, "cash": 7}), "milestone:terraformer")


def test_awards_cost_8_14_20():
    acting = (
        given(mars({"cash": 42}))
        .answers(0, "turn", "award:miner")
        .then(Paid(0, {"megacredits": 8}), AwardFunded(0, "miner"))
    )
    acting.answers(0, "turn", "award:banker").then(Paid(0, {"megacredits": 14}))
    last = mars({"cash": 19}, awards={"miner": 0, "banker": 0})
    assert not offered(last, "award:landlord")
    done = mars({}, awards={"miner": 0, "banker": 0, "landlord": 1})
    assert not any(option.startswith("award:") for option in ids(given(done)))


def test_conversions():
    state = mars({"resources": {"plants": 8, "heat": 8}})
    acting = (
        given(state).answers(0, "turn", "convert:plants").answers(0, "asked", "r2c2").answers(0, "turn", "convert:heat")
    )
    assert (stock(acting.state, 0, "plants"), stock(acting.state, 0, "heat"), acting.state.seats[0].rating) == (
        0,
        0,
        22,
    )
    assert not offered(mars({"resources": {"plants": 7, "heat": 7}}), "convert:plants")
    assert offered(mars({"corporation": "ecoline", "resources": {"plants": 7}}), "convert:plants")


def test_solo_neutral_opponent():
    """13: bears losses and costs, is stolen from in full; plain removals do nothing."""
    state = mars(holding("biomass_combustors", "hired_raiders", "asteroid"), solo=True, oxygen=6)
    given(state).answers(0, "turn", "play:biomass_combustors").then(NeutralReduced("biomass_combustors"))
    acting = given(state).answers(0, "turn", "play:hired_raiders").answers(0, "asked", "choice:1")
    acting.asks(0, "asked", "none", "neutral").answers(0, "asked", "neutral").answers(0, "asked", 3)
    assert stock(acting.state, 0, "megacredits") == 102
    given(state).answers(0, "turn", "play:asteroid").asks(0, "turn")
    given(mars({"played": ("predators",)}, solo=True)).answers(0, "turn", "use:predators").then(
        NeutralReduced("predators")
    )


def test_menu_is_grouped_and_says_what_is_asked():
    state = mars(holding("comet", resources={"heat": 8}, played=("tardigrades",), rating=35))
    groups = [option.group.key for option in question(given(state)).options]
    assert groups == sorted(groups, key=groups.index), "options of one group follow one another"
    assert set(groups) == {
        f"mars.group.{g}" for g in ("play", "project", "use", "milestone", "award", "convert", "pass")
    }
    assert asked(given(state)) == "mars.ask.turn"

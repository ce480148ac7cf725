"""Rules 4 and 5: payment, discounts, requirements with shifted steps."""

import pytest

from events.choices import Share, Shared, accepts
from events.mars.events import (
    CardPlayed,
    CardShown,
    Gained,
    MilestoneClaimed,
    Paid,
    TilePlaced,
)
from events.mars.nouns import Tile
from events.mars.state import Laid
from tests.services.mars.table import (
    CITY,
    GREEN,
    OCEAN_SPACES,
    given,
    holding,
    ids,
    mars,
    offered,
    question,
    stock,
)

# 4: payment


def test_payment_covers_and_spares_nothing():
    state = mars(holding("mine", "noctis_farming", resources={"steel": 5, "titanium": 3}))
    acting = given(state).answers(0, "turn", "play:mine").then(CardShown(0, "mine"))
    share = question(acting)
    assert isinstance(share, Share)
    assert [unit.id for unit in share.options] == ["steel", "megacredits"], "no titanium for a building"
    assert accepts(share, Shared({"steel": 2}))
    assert accepts(share, Shared({"steel": 1, "megacredits": 2}))
    assert not accepts(share, Shared({"steel": 3})), "a cube could be spared"
    assert not accepts(share, Shared({"steel": 2, "megacredits": 1}))
    acting.answers(0, "asked", {"steel": 1, "megacredits": 2}).then(
        Paid(0, {"steel": 1, "megacredits": 2}), CardPlayed(0, "mine")
    )


def test_metal_may_be_overpaid_by_less_than_a_cube():
    state = mars(holding("titanium_mine", resources={"steel": 4}))
    share = question(given(state).answers(0, "turn", "play:titanium_mine"))
    assert accepts(share, Shared({"steel": 4})), "8 for 7"
    dear = mars(holding("asteroid_mining", resources={"titanium": 9}, played=("advanced_alloys",)))
    assert accepts(question(given(dear).answers(0, "turn", "play:asteroid_mining")), Shared({"titanium": 8}))


def test_both_metals_for_both_tags():
    state = mars(holding("space_elevator", resources={"steel": 5, "titanium": 5}))
    share = question(given(state).answers(0, "turn", "play:space_elevator"))
    assert accepts(share, Shared({"steel": 3, "titanium": 5, "megacredits": 6}))


def test_preset_is_metal_then_money_then_heat():
    state = mars(holding("mine", "nuclear_power", resources={"steel": 9, "heat": 9}, corporation="helion", cash=1))
    acting = given(state).answers(0, "turn", "play:nuclear_power").is_silent(0, "asked")
    acting.then(Paid(0, {"steel": 5}))
    odd = mars(holding("titanium_mine", resources={"steel": 9, "heat": 9}, corporation="helion", cash=1))
    given(odd).answers(0, "turn", "play:titanium_mine").is_silent(0, "asked").then(
        Paid(0, {"steel": 3, "megacredits": 1})
    )
    poor = mars(holding("titanium_mine", resources={"steel": 4}, cash=0))
    given(poor).answers(0, "turn", "play:titanium_mine").then(Paid(0, {"steel": 4}), CardPlayed(0, "titanium_mine"))


def test_one_payment_is_not_asked_and_nothing_costs_nothing():
    given(mars(holding("sponsors"))).answers(0, "turn", "play:sponsors").then(Paid(0, {"megacredits": 6})).asks(
        0, "turn"
    )
    acting = given(mars(holding("indentured_workers"))).answers(0, "turn", "play:indentured_workers")
    assert not any(isinstance(event, Paid) for event in acting.events)


def test_metal_never_pays_for_projects_milestones_awards():
    state = mars({"cash": 7, "resources": {"steel": 50, "titanium": 50}, "rating": 40})
    assert given(state) and ids(given(state)) == ("pass",)


def test_metal_pays_actions_that_say_so_at_its_value():
    pump = {"played": ("aquifer_pumping", "advanced_alloys"), "cash": 0, "resources": {"steel": 3}}
    acting = given(mars(pump)).answers(0, "turn", "use:aquifer_pumping").then(Paid(0, {"steel": 3}))
    acting.answers(0, "asked", "r0c4")
    assert not offered(mars({**pump, "played": ("aquifer_pumping",)}), "use:aquifer_pumping")


def test_discounts_add_up_and_stop_at_nothing():
    """4: a tag discount counts once for each matching tag."""
    played = ("earth_catapult", "research_outpost", "earth_office", "space_station")
    state = mars(holding("imported_nitrogen", "sponsors", played=played))
    option = next(o for o in question(given(state)).options if o.id == "play:imported_nitrogen")
    assert option.text.args["n"] == 23 - 2 - 1 - 3 - 2
    assert next(o for o in question(given(state)).options if o.id == "play:sponsors").text.args["n"] == 0


def test_project_prices_change_only_by_name():
    state = mars({"corporation": "thorgate", "played": ("earth_catapult",)})
    prices = {o.id: o.text.args["n"] for o in question(given(state)).options if o.id.startswith("project:")}
    assert prices["project:power_plant"] == 8
    assert prices["project:asteroid"] == 14


def test_a_rebate_cannot_help_to_pay():
    state = mars(holding("ice_asteroid", cash=22, corporation="credicor"))
    assert not offered(state, "play:ice_asteroid")
    exact = given(mars(holding("ice_asteroid", cash=23, corporation="credicor"))).answers(
        0, "turn", "play:ice_asteroid"
    )
    exact.answers(0, "asked", "r0c4").answers(0, "asked", "r5c7")
    assert stock(exact.state, 0, "megacredits") == 4


def test_credicor_looks_at_the_printed_cost():
    state = mars({"corporation": "credicor", "cash": 25})
    acting = given(state).answers(0, "turn", "project:city").answers(0, "asked", "r2c2")
    acting.then(TilePlaced(0, Tile.CITY, "r2c2", 0), Gained(0, "credicor", {"megacredits": 4}))
    small = given(mars({"corporation": "credicor"})).answers(0, "turn", "project:asteroid")
    assert stock(small.state, 0, "megacredits") == 86


def test_helion_pays_with_heat_but_keeps_what_the_card_takes():
    helion = {"corporation": "helion", "cash": 0}
    short = mars(holding("local_heat_trapping", resources={"heat": 5}, **helion))
    assert not offered(short, "play:local_heat_trapping")
    exact = given(mars(holding("local_heat_trapping", resources={"heat": 6}, **helion)))
    exact.answers(0, "turn", "play:local_heat_trapping")
    assert (stock(exact.state, 0, "heat"), stock(exact.state, 0, "plants")) == (0, 4)


def test_helion_pays_projects_and_milestones_with_heat():
    acting = given(mars({"corporation": "helion", "cash": 0, "resources": {"heat": 8}, "rating": 35}))
    acting.answers(0, "turn", "milestone:terraformer").then(Paid(0, {"heat": 8}), MilestoneClaimed(0, "terraformer"))


# 5: requirements


@pytest.mark.parametrize(("temperature", "legal"), [(-8, True), (-10, False)])
def test_two_steps_are_four_degrees(temperature, legal):
    state = mars(holding("trees", corporation="inventrix"), temperature=temperature)
    assert offered(state, "play:trees") is legal


@pytest.mark.parametrize(("oxygen", "legal"), [(7, True), (8, False)])
def test_maximum_with_two_steps(oxygen, legal):
    assert (
        offered(
            mars(holding("colonizer_training_camp", corporation="inventrix"), oxygen=oxygen),
            "play:colonizer_training_camp",
        )
        is legal
    )


@pytest.mark.parametrize(("oceans", "legal"), [(3, True), (2, False)])
def test_two_steps_are_two_oceans(oceans, legal):
    state = mars(holding("algae", corporation="inventrix"), oceans=OCEAN_SPACES[:oceans])
    assert offered(state, "play:algae") is legal


def test_sources_add_up_to_six_steps():
    seat = holding("fish", corporation="inventrix", played=("adaptation_technology",), next_steps=2)
    assert offered(mars({**seat, "production": {"plants": 1}}, temperature=-10), "play:fish")
    assert not offered(mars({**seat, "production": {"plants": 1}}, temperature=-12), "play:fish")


def test_other_requirements_are_never_shifted():
    seat = holding("gene_repair", "rad_suits", "ecological_zone", "asteroid_mining_consortium", corporation="inventrix")
    state = mars({**seat, "played": ("adaptation_technology",)}, tiles={"r2c2": Laid(CITY, 0)})
    assert not {"play:gene_repair", "play:rad_suits", "play:ecological_zone", "play:asteroid_mining_consortium"} & set(
        ids(given(state))
    )
    met = mars(
        {**seat, "played": ("adaptation_technology", "mars_university"), "production": {"titanium": 1}},
        tiles={"r2c2": Laid(CITY, 0), "r4c7": Laid(CITY, 1), "r4c6": Laid(GREEN, 0)},
    )
    assert {"play:gene_repair", "play:rad_suits", "play:ecological_zone", "play:asteroid_mining_consortium"} <= set(
        ids(given(met))
    )


def test_a_plain_value_is_a_minimum():
    assert not offered(mars(holding("breathing_filters"), oxygen=6), "play:breathing_filters")
    assert offered(mars(holding("breathing_filters"), oxygen=9), "play:breathing_filters")

"""The rulings of sections 2 to 5, 7, 8, 10 and 13 of the rules digest."""

import pytest

from events.choices import Share, Shared, accepts
from events.mars.events import (
    ActionTaken,
    ActionUsed,
    AwardFunded,
    CardPlayed,
    CardShown,
    Gained,
    MilestoneClaimed,
    NeutralReduced,
    Paid,
    Passed,
    ProductionChanged,
    ProjectUsed,
    Raised,
    ResourcesAdded,
    TilePlaced,
    TurnBegan,
)
from events.mars.nouns import Tile, Track
from events.mars.state import Laid
from services.mars import REFEREE
from tests.services.mars.table import (
    CITY,
    GREEN,
    OCEAN_SPACES,
    asked,
    given,
    holding,
    ids,
    made,
    mars,
    offered,
    stock,
)


def question(acting, seat=0):
    ask = next(ask for ask in REFEREE.pending(acting.state) if ask.seat == seat)
    return REFEREE.choice(acting.state, ask)


# 2 and 3: turns and actions


def test_one_or_two_actions_then_the_next_seat():
    acting = given(mars({}, {})).answers(0, "turn", "project:power_plant").asks(0, "turn")
    assert "end" in ids(acting)
    assert "pass" not in ids(acting)
    acting.answers(0, "turn", "project:power_plant").then(TurnBegan(1)).asks_only(1)


def test_ending_a_turn_is_no_pass():
    acting = given(mars({}, {})).answers(0, "turn", "project:power_plant").answers(0, "turn", "end").asks_only(1)
    assert not acting.state.seats[0].passed
    acting.answers(1, "turn", "pass").asks_only(0)


def test_passing_is_for_the_generation_and_the_last_one_goes_on():
    acting = given(mars({}, {})).answers(0, "turn", "pass").then(Passed(0)).asks_only(1)
    acting.answers(1, "turn", "project:power_plant").answers(1, "turn", "project:power_plant").asks_only(1)


def test_who_can_do_nothing_is_not_asked():
    """15: passes unasked; with a card in hand there is always something to sell."""
    given(mars({}, {"cash": 0}, {})).answers(0, "turn", "pass").then(Passed(1, unasked=True), TurnBegan(2))
    given(mars({}, {"cash": 0, "hand": ("comet",)})).answers(0, "turn", "pass").asks(
        1, "turn", "project:sell_patents", "pass"
    )
    acting = given(mars({"cash": 11}, {})).answers(0, "turn", "project:power_plant")
    acting.then(ActionTaken(0), TurnBegan(1)).asks_only(1)


def test_a_card_action_once_a_generation_and_not_by_playing():
    acting = given(mars(holding("tardigrades"))).answers(0, "turn", "play:tardigrades")
    assert acting.state.seats[0].held == {}
    acting.answers(0, "turn", "use:tardigrades").then(ActionUsed(0, "tardigrades"))
    assert not offered(mars({"played": ("tardigrades",), "used": ("tardigrades",)}), "use:tardigrades")


def test_an_action_may_come_to_nothing():
    """3: the parameter at its goal, or no card for the resource."""
    state = mars({"played": ("ironworks", "symbiotic_fungus"), "resources": {"energy": 4}}, oxygen=14)
    acting = given(state).answers(0, "turn", "use:ironworks")
    assert stock(acting.state, 0, "steel") == 1
    acting.answers(0, "turn", "use:symbiotic_fungus").asks_only(1)
    assert not offered(mars({"played": ("ironworks",), "resources": {"energy": 3}}), "use:ironworks")


def test_card_discounts_never_lower_action_costs():
    state = mars({"played": ("earth_catapult", "space_mirrors"), "cash": 6})
    assert not offered(state, "use:space_mirrors")
    assert offered(mars({"played": ("space_mirrors",), "cash": 7}), "use:space_mirrors")


def test_first_action_before_any_other():
    first = {"corporation": "inventrix", "first_due": True}
    acting = given(mars(first)).asks(0, "turn", "first", "pass").drawing("comet", "ants", "fish")
    acting.answers(0, "turn", "first").asks(0, "turn")
    assert acting.state.actions == 1
    later = given(mars(first)).answers(0, "turn", "pass")
    assert later.state.seats[0].first_due, "then it comes first in the next generation"


def test_first_action_of_tharsis_republic():
    state = mars({"corporation": "tharsis_republic", "first_due": True})
    acting = given(state).answers(0, "turn", "first").answers(0, "asked", "r2c2")
    assert made(acting.state, 0, "megacredits") == 1
    assert stock(acting.state, 0, "megacredits") == 103


def test_raised_this_generation():
    """The United Nations action: any earlier rise in the generation qualifies."""
    un = {"corporation": "united_nations_mars_initiative"}
    assert not offered(mars(un), "use:united_nations_mars_initiative")
    acting = given(mars(un)).answers(0, "turn", "project:asteroid")
    assert "use:united_nations_mars_initiative" in ids(acting)


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

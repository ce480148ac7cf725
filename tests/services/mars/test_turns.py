"""Rules 2 and 3: turns, passing, actions of cards and corporations."""

from events.mars.events import (
    ActionTaken,
    ActionUsed,
    Passed,
    TurnBegan,
)
from tests.services.mars.table import (
    given,
    holding,
    ids,
    made,
    mars,
    offered,
    stock,
)

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

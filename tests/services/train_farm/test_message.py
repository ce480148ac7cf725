"""Playing by message: R12 to R14, R51, R55 - side by side, in seat order, silence, leaving, taking back, orders."""

from __future__ import annotations

import pytest

from events.choices import Picked
from events.train_farm import RECORD
from events.train_farm import events as e
from events.train_farm.orders import Order, forms
from tests.services.train_farm.dsl import camp, given, kinds, squad, table


def test_in_phase_two_all_act_in_any_order():
    """R12: prompts go out side by side."""
    step = given(table(camp(0), camp(1), camp(2))).asks_only(0, 1, 2).answers(2, "turn", "new:garden").asks_only(0, 1)
    step.answers(0, "turn", "new:garden").asks_only(1)


def test_in_seat_order_one_acts_after_the_other_from_the_lead_seat():
    """R12, `action_order`: and what stands on a turn is no part of one seat alone."""
    state = table(camp(0), camp(1), camp(2), terms={"seat_order": True}, lead=1, turn=1)
    step = (
        given(state)
        .asks_only(1)
        .answers(1, "turn", "new:garden")
        .then(e.Built(1, "garden", 1, 1, action=True), e.TurnCame(2))
    )
    step.asks_only(2).drawing(3, 1, "ENC-001").answers(2, "turn", "explore").asks_only(2)
    step.answers(2, "face", "a").then(e.SquadReturned(2), e.TurnCame(0)).asks_only(0)


def test_in_seat_order_a_handed_card_holds_up_nobody_else():
    """R55."""
    state = table(camp(0, "watchtower*"), camp(1), camp(2), terms={"seat_order": True}, turn=0)
    step = given(state).drawing(3, 1, "ENC-001").answers(0, "turn", "explore").answers(0, "face", "hand:2")
    step.asks(2, "face", "a", "b").asks(1, "turn").asks_only(1, 2)


def test_the_lead_seat_moves_on_past_fallen_camps():
    """R12."""
    state = table(camp(0, acted=True), camp(1, standing=False), camp(2), number=7, lead=0)
    given(state).drawing("EVT-048").answers(2, "turn", "new:garden").then(e.RoundBegan(8, 2)).asks_only(0, 2)


def test_a_silent_player_explores_takes_the_safe_option_and_buys_nothing():
    """R14."""
    step = given(table(camp(0, food=50), camp(1))).drawing(3, 1, "ENC-028").is_silent(0, "turn").then(e.Explored(0))
    step.is_silent(0, "face").then(e.OptionTaken(0, "ENC-028", "a")).is_silent(0, "offer_forward").then(
        e.SquadReturned(0)
    )
    step.asks_only(1)


def test_a_silent_player_who_cannot_explore_passes_though_a_build_could_be_paid():
    """R14, R51."""
    step = given(table(camp(0, squad=squad(0, 5, lost=True)), camp(1))).is_silent(0, "turn").then(e.Passed(0))
    step.asks_only(1)


def test_with_skip_silence_does_nothing():
    """R14, `timeout`: and what silence does may be said."""
    state = table(camp(0), camp(1), terms={"skip_when_silent": True})
    given(state).is_silent(0, "turn").then(e.Passed(0)).asks_only(1)
    given(state).answers(0, "turn", "pass").then(e.Passed(0)).asks_only(1)
    given(table(camp(0), camp(1))).refuses(0, "turn", "pass").asks_only(0, 1)


def test_resigning_destroys_the_camp_at_that_moment():
    """R14, R48."""
    step = (
        given(table(camp(0), camp(1), camp(2))).leaves(0).then(e.CampFell(0, "left/0", resigned=True)).asks_only(1, 2)
    )
    assert step.state.camps[0].resigned


def test_one_command_may_answer_what_follows():
    """A card's option, the trade it opens, and the Forward card: one message."""
    step = given(table(camp(0, food=12), camp(1))).drawing(3, 1, "ENC-039").answers(0, "turn", "explore")
    step.answers(0, "face", "a", then=(Picked(("seat:1",)), Picked(("no",))))
    assert step.unused == 0
    step.asks_only(1)


def test_a_gift_goes_from_the_bank_to_another_standing_camp_or_to_nobody():
    """NOTATION 2."""
    step = (
        given(table(camp(0, food=0), camp(1), camp(2, standing=False)))
        .drawing(3, 1, "ENC-039")
        .answers(0, "turn", "explore")
    )
    step.answers(0, "face", "a").asks(0, "give", "seat:1", "nobody").answers(0, "give", "seat:1")
    step.then(e.Gained(1, "people", 1, "gift")).asks_only(1)


def test_trades_on_cards_are_numbers():
    step = given(table(camp(0, bolts=3, food=0), camp(1))).drawing(1, 1, "ENC-021").answers(0, "turn", "explore")
    step.answers(0, "face", "a").asks(0, "trade").refuses(0, "trade", 4).answers(0, "trade", 3)
    step.then(e.Traded(0, "bolts", 3, "food", 6)).asks_only(1)


def test_an_unlimited_trade_is_bound_by_stock():
    step = given(table(camp(0, bolts=7), camp(1))).drawing(1, 6, "HRK-022").answers(0, "turn", "explore").drawing(6)
    step.answers(0, "face", "b").refuses(0, "trade", 8).answers(0, "trade", 7).then(e.Traded(0, "bolts", 7, "food", 14))
    step.asks(0, "offer_forward")


# --- standing orders


def test_orders_are_private_and_hold_from_the_next_trigger_on():
    """R13."""
    step = given(table(camp(0, "wall"), camp(1))).offers(0, "orders").answers(0, "orders", "wall:never")
    step.then(e.OrderSet(0, "wall", "never")).asks_only(0, 1)
    assert step.state.camps[0].orders == (Order("wall", "never"),)
    assert RECORD.view(step.state, 1).camps[0].orders == ()
    step.answers(0, "orders", "wall:smart")
    assert step.state.camps[0].orders == ()
    step.refuses(0, "orders", "wall:sometimes")


def test_orders_are_those_that_can_matter():
    """Hartmann's to Hartmann, visitors' with visitors, none for what is asked each time."""
    assert names(camp(0)) == {"wall", "full_wall", "infirmary", "full_infirmary", "reroll_test", "reroll_move"}
    assert "ROLE-HART" in names(camp(0, role="ROLE-HART"))
    assert {"VIS-03", "VIS-04", "VIS-08", "keep/VIS-01", "keep/VIS-10"} <= names(camp(0), modules=("visitors",))
    assert names(camp(0), terms={"ask_reactions": True}) == set()
    assert len(names(camp(0), terms={"ask_reactions": True}, modules=("visitors",))) == 10


def names(camp_, **changes):
    from services.train_farm.orders import open_orders

    return set(open_orders(table(camp_, camp(1), **changes), camp_))


@pytest.mark.parametrize(
    ("order", "first"),
    [
        ("wall", "smart"),
        ("full_wall", "always"),
        ("infirmary", "least_2"),
        ("ROLE-HART", "least_2"),
        ("full_infirmary", "always"),
        ("reroll_test", "failed"),
        ("reroll_move", "never"),
        ("VIS-03", "always"),
        ("keep/VIS-01", "ask"),
    ],
)
def test_defaults_stand_first(order, first):
    """NOTATION 5."""
    assert forms(order)[0] == first


# --- what a round needs


def test_a_round_of_builders_needs_one_message_each():
    step = given(table(camp(0), camp(1), camp(2)))
    for seat in (1, 2):
        step.answers(seat, "turn", "new:garden")
    step.drawing("EVT-048").answers(0, "turn", "new:garden").then(e.EventDone("EVT-048"), e.RoundBegan(6, 2))
    step.asks_only(0, 1, 2)


def test_one_who_can_only_explore_is_not_asked_whether():
    """A question with one answer is no question; a module to dismantle makes it one."""
    poor = {"bolts": 0, "people": 0}
    step = given(table(camp(0, "watchtower", **poor), camp(1, **poor), camp(2))).drawing(1, 1, "ENC-001")
    step.answers(2, "turn", "new:garden").then(e.Explored(1)).asks(1, "face").asks(0, "turn").asks_only(0, 1)
    assert kinds(step).count("Explored") == 1

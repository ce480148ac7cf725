"""6.4 and 6.5: R29, R43, R44."""

from __future__ import annotations

import pytest

from events.train_farm import events as e
from events.train_farm.orders import Order
from events.train_farm.state import Fall, Guest
from tests.services.train_farm.dsl import camp, given, guest, kinds, table

VISITORS = ("visitors",)


def closing(state):
    """The last action of the round and an event without questions."""
    return given(state).drawing("EVT-048").answers(0, "turn", "new:wall")


def test_a_visitor_joins_at_once_for_three_rounds():
    """R43: no options; the site bonus and the way home follow."""
    step = given(table(camp(0), camp(1), modules=VISITORS)).drawing(3, 1, "VIS-01").answers(0, "turn", "explore")
    step.then(
        e.CardDrawn(0, 0, "encounter", "VIS-01"), e.VisitorJoined(0, 0, "VIS-01", 8), e.Gained(0, "food", 1, "site")
    )
    step.asks_only(1)
    assert step.state.camps[0].guests == (Guest("VIS-01", 5, 8),)
    assert step.state.hand == ()


def test_the_tower_may_decline_or_hand_a_visitor():
    """R29, R43."""
    state = table(camp(0, "watchtower*"), camp(1), modules=VISITORS)
    step = (
        given(state).drawing(3, 1, "VIS-01").answers(0, "turn", "explore").asks(0, "face", "join", "decline", "hand:1")
    )
    step.answers(0, "face", "hand:1").then(e.CardHanded(0, 0, 1), e.VisitorJoined(1, 0, "VIS-01", 8)).asks_only(1)
    assert step.state.camps[1].guests == (Guest("VIS-01", 5, 8),)


def test_when_the_time_is_up_a_visitor_may_be_kept_once_for_one_food():
    """R43."""
    step = closing(table(camp(0, guests=(guest("VIS-01", 5),)), camp(1, acted=True), modules=VISITORS))
    step.asks(0, "keep_visitor", "yes", "no").asks_only(0)
    assert step.state.phase == "close"
    step.answers(0, "keep_visitor", "yes").then(e.VisitorKept(0, "VIS-01", 1, 6), e.RoundBegan(6, 1)).asks_only(0, 1)
    step = closing(table(camp(0, guests=(guest("VIS-01", 5, kept=True),)), camp(1, acted=True), modules=VISITORS))
    step.then(e.VisitorLeft(0, "VIS-01", "time")).asks_only(0, 1)
    assert step.state.discard["encounter"] == ("VIS-01",)


def test_without_food_nobody_is_kept():
    step = closing(table(camp(0, food=0, guests=(guest("VIS-01", 5),)), camp(1, acted=True), modules=VISITORS))
    step.then(e.VisitorLeft(0, "VIS-01", "time"))


@pytest.mark.parametrize(
    ("form", "event"), [("yes", e.VisitorKept(0, "VIS-01", 1, 6)), ("no", e.VisitorLeft(0, "VIS-01", "time"))]
)
def test_an_order_says_whether_a_visitor_is_kept(form, event):
    """R55."""
    orders = (Order("keep/VIS-01", form),)
    closing(table(camp(0, orders=orders, guests=(guest("VIS-01", 5),)), camp(1, acted=True), modules=VISITORS)).then(
        event
    )


def test_silence_keeps_nobody():
    step = closing(table(camp(0, guests=(guest("VIS-01", 5),)), camp(1, acted=True), modules=VISITORS))
    step.is_silent(0, "keep_visitor").then(e.VisitorLeft(0, "VIS-01", "time")).asks_only(0, 1)


def test_an_order_given_while_its_question_is_open_answers_later_triggers_and_silence():
    """R13: used from the next trigger on; NOTATION 5: silence says what is ordered."""
    guests = (guest("VIS-01", 5), guest("VIS-09", 5))
    step = closing(table(camp(0, guests=guests), camp(1, acted=True), modules=VISITORS))
    step.answers(0, "orders", "keep/VIS-01:yes").asks(0, "keep_visitor", "yes", "no")
    step.answers(0, "orders", "keep/VIS-09:no").asks(0, "keep_visitor", "yes", "no")
    step.is_silent(0, "keep_visitor")
    step.then(e.VisitorKept(0, "VIS-01", 1, 6), e.VisitorLeft(0, "VIS-09", "time")).asks_only(0, 1)


def test_at_the_end_of_the_last_round_nobody_is_kept():
    step = closing(table(camp(0, guests=(guest("VIS-01", 20),)), camp(1, acted=True), modules=VISITORS, number=20))
    step.then(e.VisitorLeft(0, "VIS-01", "time"), e.MatchDecided((1, 2), (0, 1), "train_farm.reason.survival"))


def test_two_camps_are_asked_side_by_side():
    """R55."""
    state = table(
        camp(0, guests=(guest("VIS-01", 5),)), camp(1, acted=True, guests=(guest("VIS-05", 5),)), modules=VISITORS
    )
    closing(state).asks_only(0, 1).answers(1, "keep_visitor", "no").asks_only(0).answers(
        0, "keep_visitor", "no"
    ).asks_only(0, 1)


# --- observers


def watching(*camps, phase="act", fell=4, **changes):
    """Seat 2 has lost its camp."""
    gone = camp(2, standing=False, bolts=0, food=0, people=0, durability=0)
    fallen = (Fall(2, fell, "event/4"),)
    return table(*(camps or (camp(0), camp(1))), gone, modules=("observers",), fallen=fallen, phase=phase, **changes)


def test_an_observer_may_roll_once_a_round_and_nobody_waits_for_it():
    """R44."""
    step = given(watching()).asks_only(0, 1).offers(2, "aid", "roll").drawing(2).answers(2, "aid", "roll")
    step.then(e.AidRolled(2, 2)).asks_only(0, 1)
    assert all(ask.seat != 2 for ask in step.game.referee.pending(step.state))


@pytest.mark.parametrize(("raw", "res"), [(3, "food"), (4, "food"), (5, "bolts"), (6, "bolts")])
def test_a_roll_lets_the_observer_give_to_one_standing_camp(raw, res):
    """R44: from the bank."""
    step = given(watching()).drawing(raw).answers(2, "aid", "roll").offers(2, "aid_gift", "seat:0", "seat:1", "nobody")
    step.answers(2, "aid_gift", "seat:1").then(e.AidSettled(2, 1), e.Gained(1, res, 1, "aid")).asks_only(0, 1)
    step = (
        given(watching())
        .drawing(raw)
        .answers(2, "aid", "roll")
        .answers(2, "aid_gift", "nobody")
        .then(e.AidSettled(2, None))
    )
    assert "Gained" not in kinds(step)


def test_an_observer_begins_in_the_round_after_the_loss():
    step = given(watching(fell=5))
    assert all(ask.seat != 2 for ask in step.game.referee.pending(step.state))
    step.asks_only(0, 1)


def test_without_the_module_a_destroyed_player_is_out():
    state = watching()
    from msgspec.structs import replace

    state = replace(state, terms=replace(state.terms, modules=()))
    assert all(ask.seat != 2 for ask in given(state).game.referee.pending(state))


def test_an_unused_die_lapses_when_phase_two_ends():
    step = given(watching(camp(0), camp(1, acted=True))).drawing(3).answers(2, "aid", "roll").drawing("EVT-048")
    step.answers(0, "turn", "new:wall").then(e.RoundBegan(6, 0))
    step.offers(2, "aid", "roll")


def test_a_gift_can_complete_a_development():
    """R44, R45."""
    full = [f"{kind}*" for kind in ("garden", "workshop", "wall", "dormitory", "infirmary", "watchtower")]
    step = given(watching(camp(0, *full, food=59), camp(1))).drawing(3).answers(2, "aid", "roll")
    step.answers(2, "aid_gift", "seat:0").then(e.MatchDecided((1, 2, 3), (0,), "train_farm.reason.development"))

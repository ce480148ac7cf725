"""4.3: R31, R32, R34, R9 in events; decisions gathered in secret, side by side."""

from __future__ import annotations

import pytest

from events.train_farm import RECORD
from events.train_farm import events as e
from events.train_farm.plans import plans, read, write
from tests.services.train_farm.dsl import camp, given, guest, kinds, table


def turning(state, card, *dice, seat=0):
    """The last action of the round is a build; the event comes up."""
    return given(state).drawing(card, *dice).answers(seat, "turn", "new:garden")


def last(*camps, **changes):
    """All camps but seat 0 have acted."""
    return table(*camps, **changes)


def test_decisions_are_gathered_in_secret_and_shown_when_all_are_in():
    """R31."""
    step = turning(last(camp(0), camp(1, acted=True), camp(2, "watchtower", acted=True, bolts=0)), "EVT-025")
    step.then(e.EventTurnedUp("EVT-025", (0, 1))).asks_only(0, 1).asks(0, "event", "1", "0")
    step.answers(1, "event", "0").then(e.PlanSealed(1, "0")).asks_only(0)
    assert RECORD.view(step.state, 0).camps[1].plan == ""
    assert RECORD.view(step.state, 1).camps[1].plan == "0"
    step.answers(0, "event", "1").then(
        e.PlanShown(0, "1"),
        e.PlanShown(1, "0"),
        e.Paid(0, bolts=2),
        e.Added(1, "move", -2, 6, 7),
        e.Lost(1, "food", 1),
        e.Added(2, "move", -2, 6, 7),
        e.EventDone("EVT-025"),
    )


def test_what_is_sealed_may_be_changed_while_others_think():
    """R31: offered, never chased."""
    step = turning(last(camp(0), camp(1, acted=True)), "EVT-025").answers(1, "event", "0")
    step.offers(1, "event", "1", "0").answers(1, "event", "1").then(e.PlanSealed(1, "1")).asks_only(0)
    step.answers(0, "event", "0").then(e.PlanShown(1, "1"), e.Paid(1, bolts=2))


def test_camps_are_resolved_from_the_lead_seat():
    """R12, R31."""
    state = last(camp(0), camp(1, acted=True), camp(2, acted=True), lead=2)
    step = turning(state, "EVT-042")
    assert [event.seat for event in step.events if isinstance(event, e.Added)][::2] == [2, 0, 1]


def test_all_who_tie_are_meant_and_blocks_follow_one_another():
    """R31: fixed when a block begins."""
    state = last(camp(0, bolts=10), camp(1, acted=True, bolts=9), camp(2, acted=True, bolts=3, food=1))
    step = turning(state, "EVT-049")
    step.then(e.BlockBegan(0, (0, 1)), e.Lost(0, "bolts", 2), e.Lost(1, "bolts", 2), e.BlockBegan(1, (2,)))
    step.then(e.Gained(2, "food", 2, "event"))


def test_next_round_is_the_one_after_the_event():
    """R31."""
    step = turning(last(camp(0), camp(1, acted=True)), "EVT-042")
    step.then(e.Added(0, "move", 1, 6, 6), e.Added(0, "explore_test", 1, 6, 6))


def test_in_the_last_round_what_lasts_is_void():
    """R31."""
    step = turning(last(camp(0), camp(1, acted=True), number=20), "EVT-042")
    assert "Added" not in kinds(step)
    step.then(e.EventDone("EVT-042"), e.MatchDecided((1, 2), (0, 1), "train_farm.reason.survival"))


@pytest.mark.parametrize(("number", "raw", "hits"), [(6, 6, 0), (6, 5, 1), (7, 6, 2), (7, 5, 2)])
def test_a_horde_and_its_bonuses(number, raw, hits):
    """EVT-001: 6 or more, one less from round 7 on, where it hits twice."""
    state = last(camp(0, bolts=1, people=1, food=0), camp(1, acted=True, food=0), number=number)
    step = turning(state, "EVT-001", raw, raw)
    assert kinds(step).count("Hit") == 2 * hits


def test_hordes_are_stronger_in_the_wilderness():
    """R40: the clause is applied only where its harm applies."""
    state = last(camp(0), camp(1, acted=True, region="abandoned_station"), modules=("locomotive",))
    step = turning(state, "EVT-001", 1, 1)
    assert [event.seat for event in step.events if isinstance(event, e.Lost)] == [0]


def test_horde_events_without_damage_are_counted():
    """NOTATION 3: a cancelled one counts as damage."""
    state = last(camp(0), camp(1, "wall", acted=True), camp(2, acted=True))
    step = turning(state, "EVT-001", 1, 1, 6)
    step.then(e.EventDone("EVT-001", held=(2,)))
    assert [each.hordes_held for each in step.state.camps] == [0, 0, 1]


def test_asji_and_the_lookout_add_to_the_die_up_to_six_before_the_cards_bonuses():
    """R34."""
    state = last(
        camp(0, role="ROLE-ASJI", guests=(guest("VIS-10"),)), camp(1, acted=True), modules=("roles", "visitors")
    )
    step = turning(state, "EVT-047", 5, 1)
    step.then(e.DieRolled(0, "event_test", 5), e.Tested(0, 6, 3, True))
    step = turning(last(camp(0, role="ROLE-ASJI"), camp(1, acted=True), modules=("roles",)), "EVT-047", 2, 1)
    step.then(e.Tested(0, 3, 3, True), e.Tested(1, 1, 3, False))


def test_asji_on_exploration_cards_only_where_it_is_played():
    """R34, `event_role_scope`."""
    for scope, total in ((False, 3), (True, 4)):
        state = table(camp(0, role="ROLE-ASJI"), camp(1), modules=("roles",), terms={"asji_all_cards": scope})
        step = given(state).drawing(3, 1, "ENC-001").answers(0, "turn", "explore").drawing(3).answers(0, "face", "b")
        step.then(e.Tested(0, total, 4, total >= 4, risky=True))


def test_the_lookout_never_serves_on_exploration_cards():
    """R34: `event_role_scope` is about Asji, not about a visitor with the same power."""
    home = camp(0, role="ROLE-ASJI", guests=(guest("VIS-10"),))
    state = table(home, camp(1), modules=("roles", "visitors"), terms={"asji_all_cards": True})
    step = given(state).drawing(3, 1, "ENC-001").answers(0, "turn", "explore").drawing(2).answers(0, "face", "b")
    step.then(e.Tested(0, 3, 4, False, risky=True))


def test_a_forced_loss_of_food_may_leave_a_debt():
    """R9: unless that is not played."""
    state = last(camp(0, food=1), camp(1, acted=True, food=0))
    step = turning(state, "EVT-020").then(e.Lost(0, "food", 2), e.Lost(1, "food", 2))
    assert [each.food for each in step.state.camps] == [0, -2], "one came in with the next round"
    state = last(camp(0, food=1), camp(1, acted=True, food=0), terms={"food_debt": False})
    step = turning(state, "EVT-020").then(e.Lost(0, "food", 1))
    assert [each.food for each in step.state.camps] == [1, 0]


def test_a_decision_with_one_answer_is_not_asked():
    """Nobody can pay."""
    step = turning(last(camp(0, people=1, food=0), camp(1, acted=True, people=1, food=1)), "EVT-010", 6, 6)
    step.then(e.EventTurnedUp("EVT-010", ()), e.Tested(0, 6, 6, True), e.Gained(0, "bolts", 1, "event"))


def test_a_lone_exchange_is_a_number():
    step = turning(last(camp(0, bolts=9), camp(1, "watchtower", acted=True, bolts=0)), "EVT-041").asks_only(0)
    step.refuses(0, "event", 9).answers(0, "event", 8).then(e.Traded(0, "bolts", 8, "food", 16)).asks_only(0, 1)


def test_two_exchanges_are_asked_together():
    """Whether the second is possible depends on the first, which others may not know."""
    state = last(camp(0, bolts=3, people=1, food=1), camp(1, "watchtower", acted=True, bolts=0, food=0))
    found = plans(turning(state, "EVT-040").state, 0, "EVT-040")
    assert found == ((0, 0), (1, 0), (1, 1), (2, 0), (2, 1))
    step = turning(state, "EVT-040").answers(0, "event", "2/1")
    step.then(e.Traded(0, "bolts", 2, "food", 4), e.Traded(0, "food", 3, "bolts", 2))


@pytest.mark.parametrize("plan", [(), (0,), (2, 1), (13,)])
def test_plans_are_read_as_they_are_written(plan):
    assert read(write(plan)) == plan


def test_silence_pays_what_can_be_paid_takes_the_first_list_and_trades_nothing():
    """NOTATION 5."""
    step = (
        turning(last(camp(0), camp(1, "watchtower", acted=True, bolts=0)), "EVT-025")
        .is_silent(0, "event")
        .then(e.Paid(0, bolts=2))
    )
    step = turning(last(camp(0), camp(1, acted=True)), "EVT-041").is_silent(0, "event").is_silent(1, "event")
    assert "Traded" not in kinds(step)
    step = turning(last(camp(0), camp(1, acted=True)), "EVT-031").is_silent(0, "event").is_silent(1, "event")
    step.then(e.Gained(0, "people", 3, "event"), e.Added(0, "upkeep", 1, 6, 8))


def test_a_camp_that_leaves_is_waited_for_no_more():
    """R14, R55."""
    step = turning(last(camp(0), camp(1, acted=True), camp(2, acted=True)), "EVT-025")
    step.answers(0, "event", "1").answers(2, "event", "1").leaves(1).then(e.CampFell(1, "left/0", resigned=True))
    step.then(e.PlanShown(0, "1"), e.EventDone("EVT-025"), e.RoundBegan(6, 2)).asks_only(0, 2)


def test_dead_air_takes_the_squads_that_are_out():
    """`squad_out`, R19."""
    from tests.services.train_farm.dsl import squad

    state = last(camp(0), camp(1, acted=True, squad=squad(4, 6)))
    step = turning(state, "EVT-026", 5)
    step.then(e.Tested(0, 5, 5, True), e.ContactLost(1, 6), e.Lost(1, "people", 1))

"""The effect language at work: every word of NOTATION 2 and condition of NOTATION 3."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from events.train_farm import effects as fx
from events.train_farm import events as e
from events.train_farm.agenda import Run
from events.train_farm.camp import holds
from events.train_farm.effects import Amount, Bonus, Cond, Cost
from tests.services.train_farm.dsl import camp, given, kinds, squad, table


def running(camp_, *effects, source="card", **changes):
    """Seat 0 with these effects before it, set going by seat 1's build."""
    state = table(camp_, camp(1), camp(2), **changes)
    frames = (Run(tuple(effects), source),)
    state = replace(state, camps=(replace(state.camps[0], agenda=frames, asked=1, acted=True), *state.camps[1:]))
    return given(state).answers(1, "turn", "new:garden")


WORDS = [
    (fx.Gain("food", 2), e.Gained(0, "food", 2, "card")),
    (fx.Lose("bolts", 3), e.Lost(0, "bolts", 3)),
    (fx.Lose("bolts", 99), e.Lost(0, "bolts", 9)),
    (fx.Lose("food", 9), e.Lost(0, "food", 9)),
    (fx.Lose("people", 9), e.Lost(0, "people", 5)),
    (fx.Damage(1), e.Damaged(0, 2)),
    (fx.LostContact(), e.ContactLost(0, 6)),
    (fx.LoseAction(), e.ActionBarred(0, 6)),
    (fx.Strand(), e.Stranded(0, 6)),
    (fx.Forward(), e.ForwardTaken(0, 6)),
    (fx.Mod("move", -2, 2), e.Added(0, "move", -2, 6, 7)),
    (fx.Mod("event_test", 1, 3), e.Added(0, "event_test", 1, 6, 8)),
    (fx.Upkeep(1, 3), e.Added(0, "upkeep", 1, 6, 8)),
    (fx.Yield("bolts", 2, 3), e.Added(0, "bolts", 2, 6, 8)),
    (fx.Discount(2, 1, 2, 5), e.SavingGained(0, 2, 1, 2, 10)),
]


@pytest.mark.parametrize(("effect", "event"), WORDS, ids=lambda each: type(each).__name__)
def test_a_word_does_what_it_says(effect, event):
    running(camp(0, squad=squad(4)), effect).then(event).asks_only(2)


def test_repair_stops_at_the_cap():
    running(camp(0, "wall", durability=3), fx.Repair(3)).then(e.Repaired(0, 4))
    assert "Repaired" not in kinds(running(camp(0), fx.Repair(3)))


def test_nothing_is_lost_where_nothing_is():
    assert "Lost" not in kinds(running(camp(0, bolts=0, people=0), fx.Lose("bolts", 2), fx.Lose("people", 2)))


@pytest.mark.parametrize(("food", "branch"), [(6, 1), (5, 2)])
def test_if_takes_one_branch(food, branch):
    effect = fx.If(Cond(res="food", ge=6), (fx.Gain("bolts", 1),), (fx.Gain("bolts", 2),))
    running(camp(0, food=food), effect).then(e.Gained(0, "bolts", branch, "card"))


def test_pay_or_asks_only_who_can_pay():
    effect = fx.PayOr(Cost(food=4), (fx.Lose("people", 1),))
    step = running(camp(0), effect).asks(0, "paying", "yes", "no")
    step.answers(0, "paying", "yes").then(e.Paid(0, food=4)).asks_only(2)
    running(camp(0), effect).answers(0, "paying", "no").then(e.Lost(0, "people", 1)).asks_only(2)
    running(camp(0, food=3), effect).then(e.Lost(0, "people", 1)).asks_only(2)
    running(camp(0), effect).is_silent(0, "paying").then(e.Paid(0, food=4))


def test_choose_offers_what_can_be_paid():
    effect = fx.Choose(((fx.Pay(Cost(people=5)), fx.Gain("food", 1)), (fx.Gain("bolts", 1),)))
    step = running(camp(0), effect).asks(0, "choosing", "list:0", "list:1").answers(0, "choosing", "list:0")
    step.then(e.Paid(0, people=5), e.Gained(0, "food", 1, "card")).asks_only(2)
    running(camp(0, people=4), effect).then(e.Gained(0, "bolts", 1, "card")).asks_only(2)
    running(camp(0), effect).is_silent(0, "choosing").then(e.Paid(0, people=5))


def test_exchange_is_skipped_where_stock_allows_none():
    effect = fx.Exchange(Amount("food", 2), Amount("bolts", 1), 3)
    running(camp(0, food=1), effect, fx.Gain("people", 1)).then(e.Gained(0, "people", 1, "card")).asks_only(2)
    step = running(camp(0, food=5), effect).refuses(0, "trade", 3).answers(0, "trade", 2)
    step.then(e.Traded(0, "food", 4, "bolts", 2)).asks_only(2)


def test_a_gift_with_nobody_to_give_to_is_no_question():
    state = table(camp(0), camp(1, standing=False), camp(2, standing=False))
    frames = (Run((fx.Gift("food", 1), fx.Gain("bolts", 1)), "card"),)
    state = replace(state, camps=(replace(state.camps[0], agenda=frames, asked=1), *state.camps[1:]))
    given(state).answers(0, "orders", "wall:never").then(e.Gained(0, "bolts", 1, "card")).asks_only(0)


def test_effects_go_on_after_a_question():
    effect = fx.PayOr(Cost(food=1), ())
    step = running(camp(0), fx.Gain("bolts", 1), effect, fx.Gain("people", 2)).then(e.Gained(0, "bolts", 1, "card"))
    step.asks(0, "paying").answers(0, "paying", "yes").then(e.Paid(0, food=1), e.Gained(0, "people", 2, "card"))


def test_a_test_adds_its_bonuses():
    effect = fx.Test(
        6, (fx.Gain("bolts", 1),), (fx.Damage(1),), (Bonus(Cond(has="wall"), 1), Bonus(Cond(round_ge=7), -1))
    )
    state = table(camp(0, "wall"), camp(1), camp(2))
    frames = (Run((effect,), "card"),)
    state = replace(state, camps=(replace(state.camps[0], agenda=frames, asked=1, acted=True), *state.camps[1:]))
    given(state).drawing(5).answers(1, "turn", "new:garden").then(
        e.Tested(0, 6, 6, True), e.Gained(0, "bolts", 1, "card")
    )
    late = replace(state, round=7)
    given(late).drawing(5).answers(1, "turn", "new:garden").then(e.Tested(0, 5, 6, False), e.Hit(0))


CONDITIONS = [
    (Cond(has="wall"), camp(0, "wall*"), camp(0, "wall-")),
    (Cond(full="wall"), camp(0, "wall*"), camp(0, "wall")),
    (Cond(res="people", ge=5), camp(0, people=5), camp(0, people=4)),
    (Cond(level_ge=2), camp(0, "wall-", "garden"), camp(0, "garden")),
    (Cond(full_ge=1), camp(0, "garden*"), camp(0, "garden")),
    (Cond(durability_le=2), camp(0, durability=2), camp(0, durability=3)),
    (Cond(region="wilderness"), camp(0, region="wilderness"), camp(0)),
    (Cond(squad_out=True), camp(0, squad=squad(3)), camp(0, squad=squad(0, 6, lost=True))),
    (Cond(count="explorations", ge=3), camp(0, explorations=3), camp(0, explorations=2)),
    (Cond(all_=(Cond(has="wall"), Cond(has="garden"))), camp(0, "wall", "garden"), camp(0, "wall")),
    (Cond(not_=Cond(durability_le=3)), camp(0, durability=4), camp(0, durability=3)),
]


@pytest.mark.parametrize(("cond", "yes", "no"), CONDITIONS, ids=range(len(CONDITIONS)))
def test_conditions(cond, yes, no):
    """NOTATION 3: a spent Wall is none, a lost squad is not out."""
    state = table(yes, camp(1))
    assert holds(cond, state, yes)
    assert not holds(cond, state, no)


def test_rounds_are_conditions_too():
    assert holds(Cond(round_ge=5), table(camp(0), camp(1)), camp(0))
    assert not holds(Cond(round_ge=6), table(camp(0), camp(1)), camp(0))

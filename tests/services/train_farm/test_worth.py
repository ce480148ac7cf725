"""What a robot values: strength first, then what helps; and open questions seen through."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from events.train_farm import effects as fx
from events.train_farm.agenda import Attempt, Face, Trade
from events.train_farm.effects import Amount, Damage, Gain, Lose
from events.train_farm.evolve import evolve
from events.train_farm.modules import MENU
from services.dice import Seeded
from services.robots import Asked, greedy
from services.train_farm.hopes import damaged, hopes, mean, odds
from services.train_farm.worth import LOST, WON, value, worth
from tests.services.train_farm.dsl import GAME, begun, camp, holding, table


def of(camp_, **changes):
    return worth(table(camp_, camp(1), **changes), 0)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        (camp(0, durability=3), camp(0, durability=2)),
        (camp(0, "wall*"), camp(0, "wall")),
        (camp(0, "wall"), camp(0, "wall-")),
        (camp(0, "workshop*"), camp(0, "workshop")),
        (camp(0, "infirmary"), camp(0)),
        (camp(0, bolts=9), camp(0, bolts=8)),
        (camp(0, food=1), camp(0, food=-1)),
        (camp(0), camp(0, barred=(6,))),
    ],
)
def test_more_is_better(better, worse):
    assert of(better) > of(worse)


def test_strength_counts_for_more_than_stock():
    assert of(camp(0, durability=2, bolts=0, food=0)) > of(camp(0, durability=1))


def test_the_end_counts_for_more_than_anything():
    state = table(camp(0), camp(1))
    assert worth(replace(state, reason="x", winners=(0,)), 0) == WON
    assert worth(replace(state, reason="x", winners=(1,)), 0) == LOST
    assert of(camp(0, standing=False)) == LOST


def test_near_the_end_output_is_worth_little():
    assert of(camp(0, "workshop*"), number=19) - of(camp(0), number=19) < of(camp(0, "workshop*")) - of(camp(0))


def test_a_set_is_valued_as_it_will_lie():
    state = begun(2)
    good = replace(
        state, camps=(replace(state.camps[0], kinds=("workshop", "wall", "dormitory"), chosen=True), state.camps[1])
    )
    bad = replace(
        state, camps=(replace(state.camps[0], kinds=("garden", "infirmary", "watchtower"), chosen=True), state.camps[1])
    )
    assert worth(good, 0) > worth(bad, 0)


def test_a_card_before_a_camp_is_worth_its_better_option():
    state = table(camp(0, agenda=(Face(0, drawn=True),), acted=True), camp(1))
    with_card = holding(state, 0, "ENC-048")
    assert worth(with_card, 0) > value(with_card, with_card.camps[0])
    attempt = replace(state, camps=(replace(state.camps[0], agenda=(Attempt("ENC-048", 3),)), state.camps[1]))
    assert worth(attempt, 0) != value(attempt, attempt.camps[0])
    trade = Trade(Amount("bolts", 1), Amount("food", 2), 3)
    trading = replace(state, camps=(replace(state.camps[0], food=0, agenda=(trade,)), state.camps[1]))
    assert worth(trading, 0) >= value(trading, trading.camps[0])


def test_a_sealed_plan_is_seen_through():
    """Paying nine food against two damages."""
    state = table(camp(0, food=9, durability=1), camp(1), phase="gather", event="EVT-011", asks=(0, 1), number=8)

    def sealed(plan):
        return worth(replace(state, camps=(replace(state.camps[0], chosen=True, plan=plan), state.camps[1])), 0)

    assert sealed("1") > sealed("0")


def test_hopes_of_a_test_are_two():
    state = table(camp(0), camp(1))
    effect = fx.Test(5, (Gain("bolts", 3),), (Lose("food", 1), Damage(1)))
    found = hopes(state, state.camps[0], (effect,), value)
    assert [round(hope.chance, 3) for hope in found] == [0.333, 0.667]
    assert [hope.camp.bolts for hope in found] == [12, 9]
    assert found[1].camp.durability == 2
    assert mean(state, found, lambda _, c: float(c.bolts)) == pytest.approx(10)


@pytest.mark.parametrize(("target", "chance"), [(1, 1.0), (4, 0.5), (6, 1 / 6), (7, 0.0)])
def test_odds(target, chance):
    state = table(camp(0), camp(1))
    assert odds(state, state.camps[0], "explore_test", target) == pytest.approx(chance)


def test_damage_is_reckoned_through_the_wall():
    assert damaged(camp(0, "wall*"), 2).tile("wall").face == "spent"
    assert damaged(camp(0, "wall*"), 3).durability == 2
    assert damaged(camp(0, "wall*", durability=6), 1).durability == 4


def test_greedy_robots_keep_a_camp_in_most_matches():
    """A small sample of what the figures of many matches say: four matches of two, at most half lost."""
    kept = 0
    for seed in range(4):
        state, luck, dice = GAME.record.start, Seeded(seed), Seeded(f"d{seed}")
        for event in GAME.referee.decide(state, _two(), luck):
            state = evolve(state, event)
        while not state.over:
            ask = next(ask for ask in GAME.referee.pending(state) if ask.must)
            asked = Asked(ask, GAME.referee.choice(state, ask), GAME.referee.default(state, ask))
            reply = greedy(GAME, GAME.record.view(state, ask.seat), asked, dice)
            for event in GAME.referee.decide(state, GAME.referee.command(state, ask, reply), luck):
                state = evolve(state, event)
        kept += sum(each.standing for each in state.camps)
    assert kept >= 4


def _two():
    from events.train_farm.options import Options
    from services.referee import SetUp

    return SetUp(Options(), (None, None))


def test_menu_values_are_for_every_module():
    assert all(of(camp(0, kind)) > of(camp(0)) for kind in MENU)

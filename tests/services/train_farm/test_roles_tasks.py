"""6.2 and 6.3: R33, R35, R36, R42, R45."""

from __future__ import annotations

import pytest

from events.train_farm import events as e
from events.train_farm.agenda import Guard
from events.train_farm.camp import holds, storage_cap
from events.train_farm.tasks import TASKS
from tests.services.train_farm.dsl import camp, given, kinds, table
from tests.services.train_farm.test_durability import hurt


def test_cao_has_a_bolt_back_whenever_a_module_is_flipped():
    """R35: also the same Wall again, also a free upgrade."""
    state = table(camp(0, "wall", role="ROLE-CAO"), camp(1), modules=("roles",))
    given(state).answers(0, "turn", "upgrade:wall").then(e.Gained(0, "bolts", 1, "crane")).asks_only(1)
    step = given(state).drawing(3, 6, "HRK-013").answers(0, "turn", "explore").drawing(6).answers(0, "face", "b")
    step.then(e.Upgraded(0, "wall", 0, 0, action=False), e.Gained(0, "bolts", 1, "crane"))


def test_feng_stores_more():
    assert storage_cap(camp(0, "wall", role="ROLE-FENG")) == 8
    assert storage_cap(camp(0, "wall")) == 6


@pytest.mark.parametrize(
    ("tiles", "used", "ignored"),
    [
        ((), 0, 1),
        ((), 1, 0),
        (("infirmary*",), 1, 1),
        (("infirmary*",), 2, 0),
    ],
)
def test_hartmann_twice_while_an_infirmary_stands(tiles, used, ignored):
    """R36: uses already made count."""
    state = camp(0, *tiles, role="ROLE-HART", role_warded=used)
    step = hurt(state, Guard("lose_people", 2), modules=("roles",))
    assert kinds(step).count("Warded") == ignored


GOALS = {
    "TSK-01": (camp(0, "wall", "watchtower"), camp(0, "wall-", "watchtower")),
    "TSK-02": (camp(0, explorations=12), camp(0, explorations=11)),
    "TSK-03": (camp(0, bolts=30), camp(0, bolts=29)),
    "TSK-04": (camp(0, "garden", "workshop", "wall-", "dormitory", "infirmary", "watchtower"), camp(0, "garden")),
    "TSK-05": (camp(0, "garden*", "workshop*", "wall*"), camp(0, "garden*", "workshop*", "wall")),
    "TSK-06": (camp(0, food=10, people=6), camp(0, food=10, people=5)),
    "TSK-07": (camp(0, risky_successes=4), camp(0, risky_successes=3)),
    "TSK-08": (camp(0, high_risk_resolved=2), camp(0, high_risk_resolved=1)),
    "TSK-09": (camp(0, "garden*", "dormitory*"), camp(0, "garden*", "dormitory")),
    "TSK-10": (camp(0, hordes_held=3), camp(0, hordes_held=2)),
    "TSK-11": (camp(0, "workshop*", "infirmary*"), camp(0, "workshop*")),
    "TSK-12": (camp(0, durability=4), camp(0, durability=3)),
    "TSK-13": (camp(0, people=9), camp(0, people=8)),
    "TSK-14": (camp(0, "garden", "workshop", "dormitory", "infirmary"), camp(0, "garden", "workshop", "dormitory")),
}


@pytest.mark.parametrize("task", TASKS)
def test_the_goal_of_every_task(task):
    done, short = GOALS[task]
    state = table(done, camp(1))
    assert holds(TASKS[task].goal, state, done)
    assert not holds(TASKS[task].goal, state, short)


def race(*camps, **changes):
    return table(*camps, modules=("tasks",), open_tasks=("TSK-03", "TSK-13", "TSK-02"), **changes)


def test_the_first_with_two_tasks_has_the_reward_and_the_race_is_over():
    """R42: one free build or 15 food; a checkpoint follows a build."""
    step = given(race(camp(0, bolts=31, people=10), camp(1, bolts=50, people=10))).answers(0, "turn", "new:garden")
    step.then(
        e.TaskDone(0, "TSK-03"), e.TaskDone(0, "TSK-13"), e.TaskDone(1, "TSK-03"), e.TaskDone(1, "TSK-13"), e.RaceWon(0)
    )
    step.asks(0, "choosing", "list:0", "list:1").asks_only(0, 1)
    step.answers(0, "choosing", "list:1").then(e.Gained(0, "food", 15, "task")).asks_only(1)
    assert step.state.race_won == 0
    step.drawing("EVT-048").answers(1, "turn", "new:garden")
    assert "RaceWon" not in kinds(step)


def test_the_free_build_of_the_reward():
    """R42, R52."""
    step = (
        given(race(camp(0, bolts=31, people=10), camp(1)))
        .answers(0, "turn", "new:garden")
        .answers(0, "choosing", "list:0")
    )
    step.asks(0, "free_building").answers(0, "free_building", "build:watchtower")
    step.then(e.Built(0, "watchtower", 0, 0, action=False)).asks_only(1)


def test_with_nothing_to_build_the_reward_is_food():
    """R52."""
    full = [f"{kind}*" for kind in ("garden", "workshop", "wall", "dormitory", "infirmary", "watchtower")]
    step = given(race(camp(0, *full, bolts=31, people=10, food=0), camp(1))).drawing(1, 1, "ENC-001")
    step.answers(0, "turn", "explore").answers(0, "face", "a").then(e.RaceWon(0), e.Gained(0, "food", 15, "task"))


def test_silence_takes_a_free_build_if_any_is_legal():
    """NOTATION 5: spent Wall, Wall, then menu order."""
    step = given(race(camp(0, "wall-", bolts=31, people=10), camp(1))).answers(0, "turn", "new:garden")
    step.is_silent(0, "choosing").is_silent(0, "free_building").then(e.WallRenewed(0, 0, 0, action=False)).asks_only(1)


def test_one_task_is_not_enough():
    step = given(race(camp(0, bolts=40), camp(1))).answers(0, "turn", "new:garden").then(e.TaskDone(0, "TSK-03"))
    assert "RaceWon" not in kinds(step)
    step.asks_only(1)


def test_ties_at_one_checkpoint_go_to_the_lead_seat_onward():
    """R42."""
    rich = {"bolts": 50, "people": 10}
    step = given(race(camp(0, **rich), camp(1, **rich), camp(2, **rich), lead=1)).answers(2, "turn", "new:garden")
    step.then(e.RaceWon(1)).asks(1, "choosing")
    assert kinds(step).count("RaceWon") == 1


def test_a_task_once_complete_stays_so():
    """R42."""
    step = given(race(camp(0, tasks=("TSK-03",), bolts=1, people=11), camp(1))).answers(0, "turn", "new:garden")
    step.then(e.TaskDone(0, "TSK-13"), e.RaceWon(0))

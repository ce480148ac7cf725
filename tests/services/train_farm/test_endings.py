"""Section 2: R5, R8, R45 to R49, R59."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from events.train_farm import RECORD
from events.train_farm import events as e
from events.train_farm.modules import MENU
from events.train_farm.state import Fall
from services.dice import Scripted
from services.train_farm import endings
from services.train_farm.story import Story
from tests.services.train_farm.dsl import camp, given, kinds, squad, table

FULL = tuple(f"{kind}*" for kind in MENU)
DEVELOPMENT, SURVIVAL, DESTROYED, LAST = (
    f"train_farm.reason.{key}" for key in ("development", "survival", "destroyed", "last_camp")
)


def exploring(camp_, *others, card="ENC-001", **changes):
    step = given(table(camp_, *(others or (camp(1),)), **changes)).drawing(3, 1, card).answers(0, "turn", "explore")
    return step.answers(0, "face", "a")


def test_six_full_modules_and_sixty_food_win_at_once():
    """2.2, R45: at the checkpoint after card and site bonus (57 + 2 + 1), before a Forward card is bought."""
    step = exploring(camp(0, *FULL, food=57), camp(1), camp(2, standing=False), fallen=(Fall(2, 3, "event/3"),))
    step.then(e.Gained(0, "food", 1, "site"), e.MatchDecided((1, 2, 3), (0,), DEVELOPMENT))
    assert RECORD.outcome(step.state).reason == DEVELOPMENT
    assert [sheet.won for sheet in RECORD.score(step.state)] == [True, False, False]
    assert step.game.referee.pending(step.state) == ()


def test_fifty_nine_are_not_enough():
    assert exploring(camp(0, *FULL, food=56)).asks(0, "offer_forward").state.reason == ""


def test_five_full_modules_are_not_enough():
    """R5: not only those it happens to have built."""
    exploring(camp(0, *FULL[1:], food=70)).asks(0, "offer_forward")


def test_food_held_earlier_does_not_count():
    """R45: full modules and food must be there together; the upgrade that completes it does."""
    step = given(table(camp(0, *FULL[:5], "watchtower", food=60), camp(1))).answers(0, "turn", "upgrade:watchtower")
    step.then(e.Upgraded(0, "watchtower", 3, 0, action=True), e.MatchDecided((1, 2), (0,), DEVELOPMENT))


def test_sixty_food_in_an_event_win_after_it_as_a_whole():
    """R45: several who qualify at one checkpoint win together."""
    state = table(camp(0, *FULL, bolts=30, food=5), camp(1, *FULL, bolts=30, food=5, acted=True), camp(2, acted=True))
    step = (
        given(state).drawing(1, 1, "ENC-008").answers(0, "turn", "explore").drawing("EVT-041").answers(0, "face", "a")
    )
    step.answers(2, "event", 0).answers(0, "event", 30).answers(1, "event", 28)
    step.then(e.EventDone("EVT-041"), e.MatchDecided((1, 1, 3), (0, 1), DEVELOPMENT))


def test_a_task_reward_may_complete_it():
    """R45: after a task reward."""
    state = table(
        camp(0, *FULL[:5], "watchtower", food=50, bolts=40, people=9),
        camp(1),
        modules=("tasks",),
        open_tasks=("TSK-03", "TSK-13", "TSK-02"),
    )
    step = given(state).answers(0, "turn", "upgrade:watchtower").then(e.RaceWon(0), e.Gained(0, "food", 15, "task"))
    step.then(e.MatchDecided((1, 2), (0,), DEVELOPMENT))


def test_the_cap_comes_at_round_end_only():
    """R8 (a): sixty held within a round are capped when it ends without a victory."""
    state = table(camp(0, *FULL[:5], food=70), camp(1, acted=True))
    given(state).drawing("EVT-048").answers(0, "turn", "new:watchtower").then(e.Capped(0, 59, 0)).asks_only(0, 1)


def last_round(*camps, **terms):
    state = table(*camps, number=20, terms=terms)
    return given(state).drawing("EVT-048").answers(0, "turn", "new:garden")


def test_the_last_round_is_played_to_its_end():
    """R49: event, returns, cap; then standing camps have survived."""
    step = last_round(camp(0, food=50, squad=squad(4, 20)), camp(1, acted=True))
    step.then(
        e.EventDone("EVT-048"),
        e.RoundClosing(),
        e.SquadReturned(0),
        e.Capped(0, 44, 0),
        e.MatchDecided((1, 2), (0, 1), SURVIVAL),
    )


def test_all_standing_camps_win_together_and_are_ranked_for_the_sheets():
    """R46: full modules, level, durability, stock."""
    camps = [
        camp(0, "wall", acted=False),
        camp(1, "wall*", acted=True, bolts=0),
        camp(2, "wall*", "garden", acted=True),
        camp(3, "wall*", acted=True, bolts=0, durability=4),
    ]
    step = last_round(*camps).then(e.MatchDecided((4, 3, 1, 2), (0, 1, 2, 3), SURVIVAL))
    assert [sheet.won for sheet in RECORD.score(step.state)] == [True] * 4


def test_ranked_only_the_first_wins_and_equals_share():
    """R46, `survivors`."""
    last_round(
        camp(0), camp(1, "garden*", "wall", acted=True), camp(2, "garden*", "wall", acted=True), ranked=True
    ).then(e.MatchDecided((3, 1, 1), (1, 2), SURVIVAL))


def test_a_debt_counts_as_a_negative_number():
    """R59."""
    camps = [camp(0, "garden", food=-9), camp(1, "garden", food=-10, bolts=9)]
    story = Story(table(*camps), Scripted())
    endings.survive(story, SURVIVAL)
    assert story.state.places == (1, 2)


def test_later_falls_rank_higher_and_those_of_one_event_are_equal():
    """R59: becoming an observer changes no place."""
    fallen = (Fall(3, 2, "event/2"), Fall(1, 4, "event/4"), Fall(2, 4, "event/4"), Fall(0, 4, "left/3"))
    camps = [camp(seat, standing=False) for seat in range(4)]
    story = Story(table(*camps, fallen=fallen), Scripted())
    endings.perish(story)
    assert (story.state.places, story.state.winners) == ((1, 2, 2, 4), ())


def test_all_destroyed_at_one_event_nobody_wins():
    """R48."""
    weak = {"durability": 1, "bolts": 3, "food": 0, "people": 1}
    state = table(camp(0, **weak), camp(1, acted=True, **weak))
    step = given(state).drawing("EVT-033", 1, 1).answers(0, "turn", "new:garden")
    step.then(e.CampFell(0, "event/5"), e.CampFell(1, "event/5"), e.MatchDecided((1, 1), (), DESTROYED))
    assert [sheet.won for sheet in RECORD.score(step.state)] == [False, False]


def test_the_last_camp_plays_on_by_default():
    """R47."""
    step = given(table(camp(0), camp(1), camp(2))).leaves(1).leaves(2).asks_only(0)
    assert step.state.reason == ""


def test_the_last_camp_wins_at_once_where_that_is_played():
    """R47, `last_camp`."""
    step = given(table(camp(0), camp(1), terms={"last_camp_wins": True})).leaves(1)
    step.then(e.CampFell(1, "left/0", resigned=True), e.MatchDecided((1, 2), (0,), LAST))


def test_the_last_two_at_one_event_both_fall():
    """R31, R47: judged after the event."""
    weak = {"durability": 1, "bolts": 3, "food": 0, "people": 1}
    state = table(camp(0, **weak), camp(1, acted=True, **weak), terms={"last_camp_wins": True})
    step = given(state).drawing("EVT-033", 1, 1).answers(0, "turn", "new:garden")
    step.then(e.MatchDecided((1, 1), (), DESTROYED))


def test_a_camp_destroyed_by_the_last_event_has_not_survived():
    """R49."""
    state = table(camp(0), camp(1, acted=True, durability=1, bolts=0, food=0, people=0), number=20)
    step = given(state).drawing("EVT-033", 1).answers(0, "turn", "new:garden")
    step.then(e.CampFell(1, "event/20"), e.MatchDecided((1, 2), (0,), SURVIVAL))


def test_a_development_in_the_last_round_ends_the_game_before_survival():
    """R49."""
    step = exploring(camp(0, *FULL, food=57), number=20)
    step.then(e.MatchDecided((1, 2), (0,), DEVELOPMENT))
    assert "EventTurnedUp" not in kinds(step)


@pytest.mark.parametrize("seats", [2, 4, 8])
def test_when_all_leave_the_match_is_over(seats):
    step = given(table(*(camp(seat) for seat in range(seats))))
    for seat in range(seats):
        step.leaves(seat)
    step.then(e.MatchDecided(tuple(seats - seat for seat in range(seats)), (), DESTROYED))


def test_score_sheets_before_the_end_name_no_place():
    sheets = RECORD.score(replace(table(camp(0, "wall*"), camp(1))))
    assert [(sheet.place, sheet.won, sheet.total) for sheet in sheets] == [(None, None, None)] * 2
    assert [line.points for line in sheets[0].lines] == [1, 1, 3, 19]

"""At a table: commits, taking back, leaving, folding from bytes."""

import pytest

from events.choices import Picked
from events.commands import Answer, Join, Open, Start, Undo
from services.referee import Refused
from tests.dsl import Sitting


@pytest.fixture
def match():
    """A match of two, neighbour cards kept."""
    table = Sitting().send("p0", Open("sky_farm", {}, 2, invite=False))
    for seat in range(2):
        table.send(f"p{seat}", Join(entropy=f"e{seat}"))
    table.send("p0", Start())
    for seat in range(2):
        table.answers_anything(seat, "keep")
    return table


def test_both_are_asked_at_once(match):
    match.asks((0, "choosecards"), (1, "choosecards")).folds()


def test_own_moves_can_be_taken_back_after_others_have_moved(match):
    """Choosing cards touches only the own sheets."""
    match.answers_anything(0, "choosecards").answers_anything(1, "choosecards").undoes(0)
    assert match.match.game.seats[0].chosen == ()
    assert len(match.match.game.seats[1].chosen) == 2
    match.folds()


def test_kept_cards_are_not_taken_back(match):
    """They revealed a pair."""
    match.refuses("p0", Undo(), "not_undoable")


def test_a_stale_prompt_is_refused(match):
    wait = match.wait(0, "choosecards")
    match.answers_anything(0, "choosecards")
    with pytest.raises(Refused, match="stale_prompt"):
        match.send("p0", Answer(wait.id, Picked(("P01", "P02"))))


def test_leaving_in_mid_question_ends_a_match_of_two(match):
    match.leaves(1)
    assert match.match.table.status == "ended"
    assert match.match.table.places == (1, 2)
    match.folds()

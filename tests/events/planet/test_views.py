"""What each viewer may see (R19, R25, R31, R32) and what `imagine` makes of it."""

import pytest

from events.hidden import redact
from events.planet import RECORD
from events.planet.objectives import OBJECTIVES
from events.planet.score import animal_points, score
from events.planet.state import State
from services.dice import Seeded
from tests.events.planet.matches import left_over, position, views
from tests.services.planet.dsl import given, table


def test_an_owner_reads_its_objective_all_the_time():
    """R25."""
    for number in (1, 5, 12):
        state = position(3, number)
        for seat in range(3):
            assert redact(state, seat).seats[seat] == state.seats[seat]


def test_others_and_spectators_see_all_but_objectives():
    """R19, R32."""
    state = position(4, 8)
    for viewer in (None, 2):
        seen = redact(state, viewer)
        assert all(holder.objective == "" for holder in seen.seats if holder.seat != viewer)
        assert [holder.planet for holder in seen.seats] == [holder.planet for holder in state.seats]
        assert [holder.animals for holder in seen.seats] == [holder.animals for holder in state.seats]
        assert (seen.up, seen.places, seen.columns, seen.box) == (state.up, state.places, state.columns, state.box)


def test_after_the_end_everybody_sees_every_objective():
    """6.2, R32."""
    state = position(3, 13)
    assert redact(state, None) == state
    assert all(holder.revealed and holder.goal for holder in state.seats)


@pytest.mark.parametrize("viewer", [None, 0, 1, 2])
def test_what_is_imagined_looks_the_same_to_its_viewer(viewer):
    state = position(3, 6)
    seen = redact(state, viewer)
    for seed in range(10):
        twin = RECORD.imagine(seen, viewer, Seeded(seed))
        assert redact(twin, viewer) == seen
        goals = [holder.objective for holder in twin.seats]
        assert len(set(goals)) == 3
        assert set(goals) <= OBJECTIVES.keys()
        assert RECORD.census(twin) == RECORD.census(state)


def test_imagining_does_not_look_whether_the_view_holds_blanks():
    """A view that forgot to hide is dealt anew all the same."""
    state = position(3, 6)
    twins = {tuple(holder.objective for holder in RECORD.imagine(state, 1, Seeded(s)).seats) for s in range(60)}
    assert len(twins) == 12
    assert {twin[1] for twin in twins} == {state.seats[1].objective}


def test_a_spectator_imagines_all_objectives():
    state = position(2, 6)
    twins = {
        tuple(holder.objective for holder in RECORD.imagine(redact(state, None), None, Seeded(s)).seats)
        for s in range(200)
    }
    assert len(twins) == 20


def test_nothing_is_imagined_where_nothing_is_hidden():
    for state in (position(3, 6, 1), position(3, 13)):
        assert RECORD.imagine(state, 1, Seeded(1)) == state
        assert RECORD.imagine(state, None, Seeded(1)) == state


def test_points_are_the_owners_alone_before_the_end():
    """R31."""
    state = position(3, 9)
    sheets = score(redact(state, 1))
    assert [sheet.total is None for sheet in sheets] == [True, False, True]
    assert all(sheet.place is None and sheet.won is None for sheet in sheets)
    for sheet in sheets:
        counted = len(state.seats[sheet.seat].animals)
        line = sheet.lines[0]
        if sheet.seat == 1:
            assert sheet.lines[0].args["n"] + sheet.lines[1].args["n"] == counted
        else:
            assert line.points is None
            assert line.args.get("n", 0) == counted


def test_a_spectator_sees_counts_only():
    """R31, R32."""
    assert {sheet.total for sheet in score(redact(position(4, 9), None))} == {None}


def test_points_are_public_in_the_beginner_variant():
    """R31."""
    state = position(3, 9, 1)
    assert score(redact(state, None)) == score(state)
    assert [sheet.total for sheet in score(state)] == [len(holder.animals) for holder in state.seats]


def test_sheets_add_up():
    for state, viewer in views():
        for sheet in score(redact(state, viewer)):
            points = [line.points for line in sheet.lines if line.points is not None]
            assert sheet.total is None or sheet.total == sum(points)


def test_places_are_those_decided():
    state = position(3, 13)
    assert tuple(sheet.place for sheet in score(state)) == state.places_taken
    assert [sheet.won for sheet in score(state)] == [place == 1 for place in state.places_taken]
    found = RECORD.outcome(state)
    assert found is not None
    assert found.places == state.places_taken
    assert RECORD.outcome(position(3, 12)) is None


def test_who_left_scores_nothing():
    """R28."""
    state = left_over()
    (gone,) = state.left
    assert score(redact(state, gone))[gone].total == 0
    over = given(state).leaves((gone + 1) % 3).state
    assert [sheet.total for sheet in score(over)].count(0) >= 2
    assert score(over)[gone].place == 3


def test_live_points_are_what_the_end_would_give():
    """6.3 before the end, for the owner."""
    state = table(objectives=("O1", "O2"), animals={0: ("A01", "A10", "A11")})
    assert animal_points(state.seats[0].animals, state.seats[0].goal) == (1, 2, 5)
    assert score(redact(state, 0))[0].total == 5


def test_before_setting_up_there_is_nothing_to_see():
    start: State = RECORD.start
    assert score(start) == ()
    assert len(RECORD.board(start)) == 1

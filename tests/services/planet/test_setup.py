"""Setting up (part 2), variants (part 7), R1, R12, R14, R15, R19."""

import pytest

from events.hidden import redact
from events.planet import RECORD
from events.planet.events import AnimalsDealt, CoresTaken, MarkerTaken, ObjectiveDealt, PileTurnedUp
from events.planet.options import Options
from events.planet.tiles import EMPTY
from services.dice import Scripted, Seeded
from services.planet import REFEREE
from services.referee import SetUp
from tests.facts.planet import oracle
from tests.services.planet.dsl import begun, given, set_up

SETUP = oracle.fact("setup")


def test_two_to_four_players():
    """1.1, R1."""
    assert RECORD.seats == tuple(range(SETUP["players"]["min"], SETUP["players"]["max"] + 1))


@pytest.mark.parametrize("seats", RECORD.seats)
def test_the_order_of_setting_up(seats):
    kinds = [type(event) for event in set_up(seats)]
    assert kinds == [CoresTaken, AnimalsDealt, *[ObjectiveDealt] * seats, MarkerTaken, PileTurnedUp]


@pytest.mark.parametrize("seats", RECORD.seats)
def test_each_player_takes_an_empty_core(seats):
    """2.1."""
    state = begun(seats)
    assert [seat.planet for seat in state.seats] == [EMPTY] * seats
    assert [seat.animals for seat in state.seats] == [()] * seats


def test_the_first_pile_is_face_up_and_nine_are_not():
    """2.2, 3.1."""
    state = begun()
    assert (state.round, len(state.up), state.piles) == (1, SETUP["tiles_per_pile"], 45)
    assert state.places == ((), ())
    assert state.box == ()


def test_twenty_animals_lie_in_three_rows():
    """2.3."""
    state = begun()
    assert [len(column) for column in state.columns] == [each["animal_cards"] for each in SETUP["layout"]]
    assert sum(map(len, state.columns)) == 20
    assert state.deck == 25
    assert len({card for column in state.columns for card in column}) == 20


def test_rows_are_dealt_one_after_the_other():
    """2.3, R4: row 1 comes first in a column, then row 2, then row 3."""
    cards = [f"A{number:02}" for number in range(1, 21)]
    luck = Scripted(*cards, "O2", "O4", 1, "T01", "T02", "T03", "T04", "T05")
    columns = begun(2, luck).columns
    assert columns[2:5] == (("A01",), ("A02",), ("A03",))
    assert columns[5] == ("A04", "A11")
    assert columns[11] == ("A10", "A17", "A20")


@pytest.mark.parametrize("seats", RECORD.seats)
def test_each_player_gets_a_secret_objective(seats):
    """2.4, R19."""
    state = begun(seats)
    assert len({seat.objective for seat in state.seats}) == seats
    assert state.spare == 5 - seats
    for viewer in range(seats):
        seen = [seat.objective for seat in redact(state, viewer).seats]
        assert seen == [seat.objective if seat.seat == viewer else "" for seat in state.seats]
    assert [seat.objective for seat in redact(state, None).seats] == [""] * seats


def test_the_event_of_an_objective_is_blank_to_others():
    event = ObjectiveDealt(1, "O3")
    assert redact(event, 1) == event
    assert redact(event, 0) == redact(event, None) == ObjectiveDealt(1, "")


def test_the_first_player_is_random_unless_named():
    """2.5, R15."""
    assert {begun(3, Seeded(seed)).first for seed in range(20)} == {0, 1, 2}
    assert {begun(3, Seeded(seed), first="2").first for seed in range(20)} == {2}


def test_the_first_player_is_asked_first():
    given(begun(4, first="3")).asks(3, "place/1")


def test_a_first_player_without_a_seat_is_refused():
    """R15; with one more seat it would do."""
    command = SetUp(Options(first="2"), (None, None))
    given(RECORD.start).rejects(command, "bad_options")
    assert begun(3, first="2").first == 2


def test_beginner_has_no_objectives():
    """7.1."""
    events = set_up(3, beginner=True)
    assert not [event for event in events if isinstance(event, ObjectiveDealt)]
    state = begun(3, beginner=True)
    assert {seat.objective for seat in state.seats} == {""}
    assert sum(map(len, state.columns)) == 20


@pytest.mark.parametrize("beginner", [False, True])
def test_mystery_has_one_row_face_up_and_one_face_down(beginner):
    """7.2, R14: may be combined with beginner."""
    state = begun(2, mystery=True, beginner=beginner)
    assert [len(column) for column in state.columns] == [0, 0] + [1] * 10
    assert state.face_down == tuple(range(3, 13))
    assert state.deck == 35
    assert state.beginner is beginner


@pytest.mark.parametrize("seats", RECORD.seats)
@pytest.mark.parametrize("beginner", [False, True])
@pytest.mark.parametrize("mystery", [False, True])
def test_no_piece_is_missing(seats, beginner, mystery):
    """1.1."""
    census = RECORD.census(begun(seats, beginner=beginner, mystery=mystery))
    assert census == {
        "tiles": 50,
        "tile ids": 50,
        "animals": 45,
        "animal ids": 45,
        "objectives": 5,
        "objective ids": 5,
    }


def test_face_down_cards_are_in_no_state_and_no_event():
    """R19: what nobody knows is a number."""
    state = begun(2, mystery=True)
    named = {card for column in state.columns for card in column}
    text = repr(set_up(2, mystery=True)) + repr(state)
    assert {card for card in oracle.CARDS if card in text} == named


def test_standard_is_neither_variant():
    """R14."""
    assert RECORD.options() == Options(first="random", beginner=False, mystery=False)
    assert REFEREE.pending(RECORD.start) == ()

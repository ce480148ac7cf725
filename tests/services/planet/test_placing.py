"""Phase A (3.1 to 3.5), R11, R18, R26, R27, R30."""

import pytest

from events.choices import Laid as Reply
from events.choices import accepts
from events.planet import RECORD
from events.planet.events import (
    AnimalsDealt,
    AnimalTurnedUp,
    LeftoversTurnedUp,
    ObjectiveDealt,
    ObjectiveRevealed,
    PileTurnedUp,
    TilePlaced,
)
from events.planet.tiles import EMPTY, Laid
from services.planet import REFEREE
from services.planet.commands import PlaceTile
from tests.services.planet.dsl import begun, full, given, planet, table


def test_a_tile_is_taken_and_laid():
    """3.2."""
    after = given(table()).lays(0, "T03", 7, 4).only(TilePlaced(0, "T03", 7, 4)).state
    assert after.seats[0].planet[7] == Laid("T03", 4)
    assert after.seats[1].planet == EMPTY
    assert after.up == ("T01", "T02", "T04", "T05")


def test_seats_place_clockwise_from_the_first_player():
    """3.2, R16, R26."""
    (
        given(table((EMPTY,) * 4, first=2))
        .asks(2, "place/5")
        .lays(2, "T01", 0)
        .asks_only(3)
        .lays(3, "T02", 0)
        .asks_only(0)
        .lays(0, "T03", 0)
        .asks_only(1)
    )


def test_each_places_exactly_once_a_round():
    """3.2, R3: the next question to the seat is that of the next round."""
    (
        given(table(number=1))
        .lays(0, "T01", 0)
        .asks(1, "place/1")
        .drawing("T10", "T11", "T12", "T13", "T14")
        .lays(1, "T02", 0)
        .asks(1, "place/2")
    )


def test_one_tile_one_face_one_turn_is_the_only_question():
    """R26: every tile, turn and empty face, and nothing else; passing is not offered."""
    state = table((planet("T10@0", "T11@5"), EMPTY))
    (ask,) = REFEREE.pending(state)
    choice = REFEREE.choice(state, ask)
    assert [piece.id for piece in choice.pieces] == list(state.up)
    assert [piece.about for piece in choice.pieces] == [f"tile:{name}" for name in state.up]
    assert choice.turns == ("0", "1", "2", "3", "4")
    assert len(choice.spots) == len(set(choice.spots)) == 5 * 5 * 10
    assert {at for _, _, at in choice.spots} == {f"f{face}" for face in range(12) if face not in (0, 5)}


@pytest.mark.parametrize(("seats", "taken", "spots"), [(2, 0, 300), (4, 0, 300), (4, 3, 120)])
def test_how_many_answers_there_are_in_round_one(seats, taken, spots):
    state = begun(seats, first="0")
    for seat in range(taken):
        state = given(state).lays(seat, state.up[0], seat).state
    (ask,) = REFEREE.pending(state)
    assert len(REFEREE.choice(state, ask).spots) == spots


def test_the_last_face_still_leaves_a_choice():
    """R26: even the fourth seat of round 12 chooses among two tiles and five turns."""
    almost = (None, *full()[1:])
    state = table((full(),) * 3 + (almost,), number=12, placed=(0, 1, 2), up=("T01", "T02"))
    (ask,) = REFEREE.pending(state)
    assert len(REFEREE.choice(state, ask).spots) == 10


def test_a_tile_that_is_not_face_up_is_refused():
    given(table()).rejects(PlaceTile(0, "T06", 0, 0), "not_an_answer").rejects(
        PlaceTile(0, "T99", 0, 0), "not_an_answer"
    )


def test_a_tile_somebody_took_is_refused():
    given(table()).lays(0, "T03", 0).rejects(PlaceTile(1, "T03", 0, 1), "not_an_answer")


def test_a_covered_face_is_refused():
    """3.2, 3.3."""
    state = table((planet("T10@4"), EMPTY))
    given(state).rejects(PlaceTile(0, "T01", 0, 4), "not_an_answer").lays(0, "T01", 3)


@pytest.mark.parametrize("face", [-1, 12])
def test_a_face_that_is_none_is_refused(face):
    given(table()).rejects(PlaceTile(0, "T01", 0, face), "not_an_answer")


@pytest.mark.parametrize("turn", [-1, 5])
def test_a_turn_that_is_none_is_refused(turn):
    """R11: five turns, no mirroring."""
    given(table()).rejects(PlaceTile(0, "T01", turn, 0), "not_an_answer").lays(0, "T01", 0, 4)


def test_a_seat_out_of_turn_is_refused():
    """R26."""
    given(table()).rejects(PlaceTile(1, "T01", 0, 0), "not_asked").lays(0, "T01", 0)


def test_an_answer_outside_the_choice_is_none():
    state = table((planet("T10@4"), EMPTY))
    choice = REFEREE.choice(state, REFEREE.pending(state)[0])
    assert not accepts(choice, Reply("T01", "0", "f4"))
    assert not accepts(choice, Reply("T01", "5", "f3"))
    assert not accepts(choice, Reply("T06", "0", "f3"))
    assert accepts(choice, Reply("T01", "4", "f3"))


def test_silence_takes_the_first_tile_to_the_lowest_face_not_turned():
    """R27."""
    state = table((planet("T10@0", "T11@1"), EMPTY), up=("T30", "T02"))
    given(state).says_nothing().then(TilePlaced(0, "T30", 2, 0)).asks_only(1)


def test_silence_does_not_change_the_turn_order():
    """R27: the seat is asked again in the next round."""
    (
        given(table(number=1))
        .says_nothing()
        .asks(1, "place/1")
        .drawing("T10", "T11", "T12", "T13", "T14")
        .says_nothing()
        .asks(1, "place/2")
        .says_nothing()
        .asks(0, "place/2")
    )


def test_a_placement_binds_until_the_next_seat_has_placed():
    """R30: it is not the seat's part alone, and nothing is shown by it; a next pile shows something."""
    assert not TilePlaced.own
    assert not TilePlaced.reveals
    revealing = {kind for kind in RECORD.events if kind.reveals}
    assert revealing == {
        AnimalsDealt,
        ObjectiveDealt,
        PileTurnedUp,
        LeftoversTurnedUp,
        AnimalTurnedUp,
        ObjectiveRevealed,
    }

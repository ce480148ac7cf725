"""Planet at a table: typed answers, taking back (R30), silence (R27), resigning (R28), options, folding again."""

import pytest

from events.choices import Typed
from events.codec import decode, state_hash
from events.commands import Answer, Undo
from events.commit import visible
from events.match import fold
from events.planet import RECORD
from events.planet.events import TilePlaced
from events.planet.tiles import Laid
from services.referee import Refused
from tests.services.planet.dsl import Sitting


def test_a_placement_can_be_typed():
    sitting = Sitting(3, {"first": "1"})
    tile = sitting.state.up[2]
    sitting.types(f"{tile} 3 f7")
    assert sitting.state.seats[1].planet[7] == Laid(tile, 3)
    assert sitting.seat == 2


def test_a_typed_answer_that_is_none_is_refused():
    sitting = Sitting(2, {"first": "0"})
    (wait,) = sitting.match.waits
    for text in ("T99 0 f0", f"{sitting.state.up[0]} 5 f0", f"{sitting.state.up[0]} 0 f12", "pass", ""):
        sitting.refuses("p0", Answer(wait.id, Typed(text)), "not_an_answer")
    sitting.refuses("p1", Answer(wait.id, Typed(f"{sitting.state.up[0]} 0 f0")), "not_asked")


def test_a_placement_is_taken_back_before_the_next_seat_has_placed():
    """R30."""
    sitting = Sitting(3, {"first": "0"})
    before = state_hash(sitting.state)
    (asked,) = sitting.match.waits
    sitting.goes_on().undoes(0)
    assert state_hash(sitting.state) == before
    (again,) = sitting.match.waits
    assert (again.seat, again.key) == (asked.seat, asked.key)
    assert again.id != asked.id


def test_a_placement_binds_once_the_next_seat_has_placed():
    """R18, R30."""
    Sitting(3, {"first": "0"}).goes_on(2).refuses("p0", Undo(), "not_undoable").undoes(1)


@pytest.mark.parametrize("rounds", [1, 4, 10, 11])
def test_the_last_placement_of_a_round_binds_at_once(rounds):
    """R30: the next pile is face up, be it drawn or put away before."""
    sitting = Sitting(2, {"first": "0"}).goes_on(2 * rounds - 1)
    last = sitting.seat
    sitting.goes_on().refuses(f"p{last}", Undo(), "not_undoable")


def test_nothing_is_taken_back_after_the_end():
    sitting = Sitting(2, {"first": "0"}).goes_on(24)
    assert sitting.match.table.status == "ended"
    sitting.refuses("p0", Undo(), "over").refuses("p1", Undo(), "over")


def test_resigning_binds():
    sitting = Sitting(3, {"first": "0"}).goes_on()
    sitting.leaves(2).refuses("p0", Undo(), "not_undoable")


def test_silence_is_recorded_as_such():
    """R27."""
    sitting = Sitting(2, {"first": "1"})
    first = sitting.state.up[0]
    sitting.falls_silent()
    commit = decode(sitting.blobs[-1])
    assert commit.cause == "lapse:default"
    assert commit.events == (TilePlaced(1, first, 0, 0),)
    assert sitting.seat == 0


def test_a_match_can_be_played_by_silence_alone():
    sitting = Sitting(4, {"first": "2"})
    while sitting.match.waits:
        sitting.falls_silent()
    assert sitting.match.table.status == "ended"


def test_leaving_and_what_follows_are_one_commit():
    """R28, R29."""
    sitting = Sitting(3, {"first": "0"}).goes_on(2)
    sitting.leaves(2)
    kinds = [type(event).__name__ for event in decode(sitting.blobs[-1]).events]
    assert kinds == ["Left", "PlayerResigned", "LeftoversPutAway", "MarkerPassed", "PileTurnedUp"]
    assert sitting.seat == 1


def test_the_last_one_left_wins():
    """R28."""
    sitting = Sitting(3, {"first": "0"}).leaves(1).leaves(0)
    assert sitting.match.table.status == "ended"
    assert sitting.match.table.places == (2, 3, 1)
    assert sitting.match.waits == ()


def test_one_seat_is_asked_at_a_time():
    """R26."""
    sitting = Sitting(4, {"first": "0"})
    for _ in range(48):
        (wait,) = sitting.match.waits
        assert wait.must
        assert wait.key == f"place/{sitting.state.round}"
        sitting.goes_on()
    assert sitting.match.waits == ()


@pytest.mark.parametrize(
    "options",
    [{"first": "2"}, {"first": "4"}, {"first": 0}, {"first": "youngest"}, {"mystery": "yes"}, {"expert": True}],
)
def test_options_that_do_not_fit_are_refused_when_opening(options):
    """R15: two seats have no third one."""
    with pytest.raises(Refused) as refused:
        Sitting(2, options)
    assert refused.value.code == "bad_options"


@pytest.mark.parametrize("seats", [1, 5])
def test_one_or_five_cannot_play(seats):
    """R1."""
    with pytest.raises(Refused) as refused:
        Sitting(seats)
    assert refused.value.code == "wrong_seats"


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("options", [{}, {"beginner": True}, {"mystery": True}, {"beginner": True, "mystery": True}])
def test_a_match_folds_from_its_bytes(seats, options):
    sitting = Sitting(seats, options)
    for turn in range(12 * seats):
        seat = sitting.seat
        sitting.goes_on()
        if turn % 5 == 0 and len(decode(sitting.blobs[-1]).events) == 1:
            sitting.undoes(seat).goes_on()
    assert sitting.match.table.status == "ended"
    assert sitting.match.table.struck
    again = fold(sitting.blobs)
    assert state_hash(again.game) == state_hash(sitting.state)
    assert again.table.places == sitting.state.places_taken
    for blob in sitting.blobs:
        commit = decode(blob)
        for viewer in (None, 0):
            assert visible(commit, viewer).waits == commit.waits


def test_every_state_has_all_its_pieces():
    sitting = Sitting(3, {"mystery": True})
    whole = RECORD.census(sitting.state)
    while sitting.match.waits:
        sitting.goes_on()
        assert RECORD.census(sitting.state) == whole

"""Resigning (R28) and the marker of a seat that resigns (R33)."""

import pytest

from events.planet.events import (
    AnimalWon,
    LeftoversPutAway,
    MarkerPassed,
    MatchDecided,
    ObjectiveRevealed,
    PileTurnedUp,
    PlanetScored,
    PlayerResigned,
)
from events.planet.layout import PILE
from events.planet.tiles import EMPTY
from services.referee import Leave
from tests.services.planet.dsl import begun, given, planet, play, table

FIVE = ("T10", "T11", "T12", "T13", "T14")
THREE = (EMPTY,) * 3


def test_the_seat_is_skipped_from_that_moment():
    given(table(THREE)).asks_only(0).lays(0, "T01", 0).leaves(1).only(PlayerResigned(1)).asks(2, "place/5")


def test_a_seat_that_is_not_asked_may_leave():
    given(table(THREE)).leaves(2).asks_only(0).lays(0, "T01", 0).asks_only(1)


def test_a_start_player_who_leaves_is_followed_by_the_next_seat():
    given(table(THREE, first=1)).asks_only(1).leaves(1).asks_only(2).lays(2, "T01", 0).asks_only(0)


def test_the_round_closes_at_once_when_everybody_else_has_placed():
    """R28, R29."""
    (
        given(table(THREE))
        .lays(0, "T01", 0)
        .lays(1, "T02", 0)
        .drawing(*FIVE)
        .leaves(2)
        .kinds(PlayerResigned, LeftoversPutAway, MarkerPassed, PileTurnedUp)
        .asks(1, "place/6")
    )


def test_the_round_goes_on_when_somebody_has_not_placed():
    given(table(THREE)).lays(0, "T01", 0).leaves(2).only(PlayerResigned(2)).asks_only(1)


def test_the_marker_skips_the_seat():
    """R28: from seat 0 past seat 1 to seat 2."""
    (
        given(table(THREE))
        .leaves(1)
        .lays(0, "T01", 0)
        .drawing(*FIVE)
        .lays(2, "T02", 0)
        .then(MarkerPassed(2))
        .asks(2, "place/6")
    )


def test_the_marker_of_a_seat_that_left_goes_to_the_next_one():
    """R33: seat 1 does not lose the round it would have begun."""
    (
        given(table(THREE))
        .leaves(0)
        .lays(1, "T01", 0)
        .drawing(*FIVE)
        .lays(2, "T02", 0)
        .then(MarkerPassed(1))
        .asks(1, "place/6")
    )


def test_a_tile_taken_this_round_stays_taken():
    state = given(table(THREE)).lays(0, "T03", 5).leaves(0).asks_only(1).state
    assert state.seats[0].planet[5] is not None
    assert "T03" not in state.up


def test_its_planet_is_not_judged():
    """R28."""
    state = table((planet("T01@0"), planet("T06@0"), EMPTY), columns={5: ("A02",)})
    (given(state).leaves(0).lays(1, "T02", 11).drawing(*FIVE).lays(2, "T05", 0).then(AnimalWon("A02", 1, (None, 2, 0))))


def test_its_cards_stay_won_and_score_for_nobody():
    state = table(THREE, animals={0: ("A02", "A10")})
    done = given(state).leaves(0).leaves(1)
    assert done.state.seats[0].animals == ("A02", "A10")
    assert [event.seat for event in done.events if isinstance(event, PlanetScored)] == [2]


def test_its_objective_stays_hidden_until_the_end():
    done = given(table(THREE)).leaves(0).never(ObjectiveRevealed)
    done.leaves(2).then(ObjectiveRevealed(0, "O1"), ObjectiveRevealed(1, "O2"), ObjectiveRevealed(2, "O3"))


def test_one_seat_left_wins_at_once():
    done = given(table(THREE)).leaves(1).leaves(0)
    done.then(MatchDecided((2, 3, 1), "planet.end.alone")).asks_only()


def test_the_later_leaver_ranks_higher():
    done = given(table((EMPTY,) * 4)).leaves(2).leaves(0).leaves(3)
    done.then(MatchDecided((3, 1, 4, 2), "planet.end.alone"))


def test_one_of_two_ends_the_match():
    given(table()).leaves(0).then(MatchDecided((2, 1), "planet.end.alone"))


def test_who_left_ranks_below_all_whatever_the_cards():
    state = table(THREE, number=12, up=("T01", "T02", "T03"), animals={0: ("A02", "A03", "A04")})
    given(state).leaves(0).lays(1, "T01", 0).lays(2, "T02", 0).then(MatchDecided((3, 1, 1), "planet.end.full"))


def test_nobody_leaves_twice_or_after_the_end():
    given(table(THREE)).leaves(1).rejects(Leave(1), "not_seated")
    given(table()).leaves(1).rejects(Leave(0), "over")


def test_an_unknown_seat_cannot_leave():
    given(table()).rejects(Leave(2), "not_seated")


@pytest.mark.parametrize("number", [1, 4, 10])
@pytest.mark.parametrize("seats", [3, 4])
def test_places_11_and_12_are_full_before_round_11_all_the_same(seats, number):
    """R28: fewer takers mean more leftovers."""
    state, _ = play(begun(seats), 2, until=number)
    state = given(state).drawing(*()).leaves(state.first).state
    state, _ = play(state, 3, until=11)
    assert (len(state.up), len(state.places[1])) == (PILE, PILE)
    state, _ = play(state, 3, until=12)
    assert len(state.up) == PILE
    state, _ = play(state, 3)
    assert state.over

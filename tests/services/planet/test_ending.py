"""Scoring and places (part 6, 7.1): R13, R20, R21, R23, R24."""

from msgspec.structs import replace

from events.planet.events import MatchDecided, ObjectiveRevealed, PlanetScored
from events.planet.habitats import Habitat
from events.planet.regions import areas_of
from events.planet.state import Final, Seat
from events.planet.tiles import EMPTY
from services.planet.ending import places
from tests.services.planet.dsl import begun, full, given, play, table

OCEAN_CARDS = ("A01", "A02", "A03")
FOREST_CARDS = ("A10", "A11")


def last(**rest):
    """Two seats in round 12 with one face left each."""
    ready = (None, *full()[1:])
    return table((ready, ready), number=12, up=("T01", "T02"), **rest)


def test_objectives_are_revealed_and_count_areas():
    """6.2, R22."""
    done = given(last(objectives=("O1", "O5"))).lays(0, "T01", 0).lays(1, "T02", 0)
    done.then(ObjectiveRevealed(0, "O1"), ObjectiveRevealed(1, "O5"))
    scored = [event for event in done.events if isinstance(event, PlanetScored)]
    for event, habitat in zip(scored, ("ocean", "glacier"), strict=True):
        assert event.areas == areas_of(done.state.seats[event.seat].planet, Habitat(habitat))


def test_an_animal_is_worth_1_of_the_own_habitat_and_2_of_another():
    """6.3, R23: by the counted habitat, even if every bracket is missed (R21)."""
    done = given(table(number=12, up=("T01", "T02"), objectives=("O1", "O4"), animals={0: OCEAN_CARDS + FOREST_CARDS}))
    done.lays(0, "T01", 0).lays(1, "T02", 0)
    done.then(PlanetScored(0, 4, 0, 3, 2, 7), PlanetScored(1, 0, 0, 0, 0, 0))


def test_beginner_gives_one_point_an_animal():
    """7.1."""
    state = table(number=12, up=("T01", "T02"), beginner=True, animals={0: OCEAN_CARDS, 1: FOREST_CARDS})
    done = given(state).lays(0, "T01", 0).lays(1, "T02", 0).never(ObjectiveRevealed)
    done.then(PlanetScored(0, 0, 0, 0, 3, 3), PlanetScored(1, 0, 0, 0, 2, 2), MatchDecided((1, 2), "planet.end.full"))


def ranked(*seats, left=()):
    """Places from (total, number of cards) by seat."""
    state = table((EMPTY,) * len(seats), left=left)
    made = tuple(
        Seat(number, animals=("A01",) * cards, final=Final(0, total, 0, cards, 0))
        for number, (total, cards) in enumerate(seats)
    )
    return places(replace(state, seats=made))


def test_the_highest_total_wins():
    """6.4."""
    assert ranked((10, 2), (12, 1), (3, 9)) == (2, 1, 3)


def test_a_tie_goes_to_the_seat_with_more_cards():
    """6.4."""
    assert ranked((10, 2), (10, 3)) == (2, 1)


def test_a_tie_in_both_is_shared():
    """6.4, R13."""
    assert ranked((10, 3), (10, 3), (9, 8)) == (1, 1, 3)


def test_only_those_tied_on_points_and_cards_share():
    """R24."""
    assert ranked((10, 3), (10, 2), (10, 3), (1, 0)) == (1, 3, 1, 4)
    assert ranked((10, 3), (8, 2), (8, 2), (8, 3)) == (1, 3, 3, 2)


def test_all_may_share():
    assert ranked((0, 0), (0, 0), (0, 0), (0, 0)) == (1, 1, 1, 1)


def test_who_left_comes_last():
    """R28."""
    assert ranked((0, 0), (30, 9), (0, 0), (20, 9), left=(1, 3)) == (1, 4, 1, 3)


def test_the_sum_of_a_whole_match_is_right():
    for seats in (2, 3, 4):
        state, _ = play(begun(seats), 12)
        won = sum(len(seat.animals) for seat in state.seats)
        assert won + len(state.boxed) == 20
        for seat in state.seats:
            assert seat.final is not None
            assert seat.final.same + seat.final.different == len(seat.animals)
            assert seat.final.total == seat.final.objective_points + seat.final.animal_points

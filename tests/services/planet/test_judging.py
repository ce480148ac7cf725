"""Phase B (3.6 to 3.9) and ties in round 12 (part 5): R3 to R8, R28."""

import pytest

from events.planet.animals import ANIMALS, sizes, value
from events.planet.events import AnimalBoxed, AnimalDeferred, AnimalWon
from events.planet.tiles import EMPTY
from services.planet.judging import Verdict, verdict
from tests.facts.planet import oracle
from tests.services.planet.dsl import given, planet, planet_with, table

OCEAN_FOREST = "A02"
"""Largest ocean region touching forest."""
OCEANS = "A01"
"""Most separate regions of ocean."""
NOT_FOREST = "A06"
"""Largest ocean region not touching forest."""
FIVE = ("T10", "T11", "T12", "T13", "T14")


def among(card, *wanted, last=False):
    """The verdict among planets whose eligible regions have these sizes (``None``: not judged)."""
    planets = tuple(None if want is None else planet_with(card, want) for want in wanted)
    return verdict(ANIMALS[card], planets, last)


def test_the_cards_of_these_tests():
    assert [oracle.CARDS[card]["condition"] for card in (OCEANS, OCEAN_FOREST, NOT_FOREST)] == [
        "most_regions",
        "largest_touching",
        "largest_not_touching",
    ]


@pytest.mark.parametrize("last", [False, True])
@pytest.mark.parametrize("card", [OCEAN_FOREST, NOT_FOREST])
def test_the_only_largest_region_takes_the_card(card, last):
    """3.7."""
    assert among(card, (3,), (4,), (2, 2), last=last) == Verdict(1, (3, 4, 2))


def test_the_most_regions_take_the_card():
    """3.7, R22: four areas in one region are fewer than two lone ones."""
    assert among(OCEANS, (4,), (1, 1)) == Verdict(1, (1, 2))


@pytest.mark.parametrize("last", [False, True])
def test_one_against_nothing_wins(last):
    """R6."""
    assert among(OCEAN_FOREST, (), (1,), (), last=last) == Verdict(1, (0, 1, 0))


@pytest.mark.parametrize("card", [OCEANS, OCEAN_FOREST, NOT_FOREST])
@pytest.mark.parametrize("last", [False, True])
def test_nobody_takes_a_card_that_nobody_qualifies_for(card, last):
    """R6, 5.3: nor are second regions compared."""
    assert among(card, (), (), last=last) == Verdict(None, (0, 0))


@pytest.mark.parametrize("card", [OCEANS, OCEAN_FOREST, NOT_FOREST])
def test_a_tie_before_the_last_round_is_nobodys(card):
    """3.8: second regions do not matter yet."""
    same = (2, 2) if card == OCEANS else (3, 2)
    other = (3, 1) if card == OCEANS else (3,)
    assert among(card, same, other) == Verdict(None, (value(ANIMALS[card], planet_with(card, same)),) * 2)


def test_a_third_player_does_not_get_the_card_by_the_leaders_tie():
    """R7."""
    assert among(OCEAN_FOREST, (4,), (4,), (3, 3, 3)) == Verdict(None, (4, 4, 3))
    assert among(OCEAN_FOREST, (4,), (4,), (3, 3, 3), last=True) == Verdict(None, (4, 4, 3), ((0, 0, None),))


def test_a_tie_of_most_regions_in_round_12_is_not_broken():
    """5.1."""
    assert among(OCEANS, (4, 1), (1, 1), last=True) == Verdict(None, (2, 2))


def test_the_second_region_breaks_a_tie_in_round_12():
    """5.2."""
    assert among(OCEAN_FOREST, (3, 1), (3, 2), last=True) == Verdict(1, (3, 3), ((1, 2),))


def test_a_missing_second_region_counts_nothing():
    """5.2."""
    assert among(NOT_FOREST, (3,), (3, 1), last=True) == Verdict(1, (3, 3), ((0, 1),))


def test_the_third_region_breaks_a_tie_of_the_second():
    """5.2, R8."""
    assert among(OCEAN_FOREST, (3, 2, 1), (3, 2), last=True) == Verdict(0, (3, 3), ((2, 2), (1, 0)))


def test_there_is_no_fourth_region():
    """R8."""
    found = among(OCEAN_FOREST, (2, 1, 1, 1), (2, 1, 1), last=True)
    assert found == Verdict(None, (2, 2), ((1, 1), (1, 1)))


def test_those_who_fall_behind_do_not_come_back():
    """R8: the third seat has the largest third region but lost on the second."""
    found = among(OCEAN_FOREST, (3, 2), (3, 2, 1), (3, 1, 1), last=True)
    assert found == Verdict(1, (3, 3, 3), ((2, 2, 1), (0, 1, None)))


def test_second_regions_must_pass_the_same_test():
    """R8: a second region that does not touch forest does not break the tie."""
    a, b = planet("T01@0"), planet("T01@0", "T02@11")
    assert sizes(ANIMALS[OCEAN_FOREST], b) == (4,)
    assert verdict(ANIMALS[OCEAN_FOREST], (a, b), last=True) == Verdict(None, (4, 4), ((0, 0),))


def test_a_seat_that_has_left_is_not_judged():
    """R28."""
    assert among(OCEAN_FOREST, None, (2,), (1,)) == Verdict(1, (None, 2, 1))
    assert among(OCEAN_FOREST, None, (2,), (2, 1), last=True) == Verdict(2, (None, 2, 2), ((None, 0, 1),))


@pytest.mark.parametrize("card", sorted(ANIMALS))
def test_verdicts_agree_with_the_worked_planets(card):
    """Each card among the four worked planets of the facts."""
    planets = tuple(
        planet(*(f"{each['tile']}@{each['face']}/{each['rotation']}" for each in vector["placements"]))
        for vector in oracle.VECTORS
    )
    typed = [vector["animal_values"][card] for vector in oracle.VECTORS]
    best = max(typed)
    alone = typed.index(best) if best and typed.count(best) == 1 else None
    assert verdict(ANIMALS[card], planets, last=False) == Verdict(alone, tuple(typed))


def test_a_card_won_lies_before_its_winner():
    """3.7."""
    state = table((planet("T01@0"), EMPTY), columns={5: (OCEAN_FOREST,)})
    done = given(state).lays(0, "T02", 11).drawing(*FIVE).lays(1, "T05", 0).then(AnimalWon(OCEAN_FOREST, 0, (4, 0)))
    assert done.state.seats[0].animals == (OCEAN_FOREST,)
    assert done.state.columns[4] == ()


def test_a_tied_card_moves_to_the_next_column():
    """3.8."""
    state = table((planet("T01@0"), planet("T01@3")), columns={5: (OCEAN_FOREST,), 6: ("A10",)})
    done = given(state).lays(0, "T02", 11).drawing(*FIVE).lays(1, "T05", 10)
    done.then(AnimalDeferred(OCEAN_FOREST, 6, (4, 4)))
    assert done.state.columns[4:6] == ((), ("A10", OCEAN_FOREST))


def test_a_deferred_card_is_judged_on_the_planets_of_that_moment():
    """3.8."""
    state = table((planet("T01@0"), planet("T01@3")), number=6, columns={6: (OCEAN_FOREST,)})
    (given(state).lays(0, "T04", 1, 4).drawing(*FIVE).lays(1, "T02", 10).then(AnimalWon(OCEAN_FOREST, 0, (8, 4))))


def test_cards_are_independent():
    """3.9, R4: one seat may take several, and one card's tie changes no other."""
    state = table((planet("T01@0"), planet("T08@0")), columns={5: (OCEANS, OCEAN_FOREST, "A12")})
    done = given(state).lays(0, "T04", 11).drawing(*FIVE).lays(1, "T05", 11)
    done.then(
        AnimalWon(OCEANS, 0, (2, 1)),
        AnimalWon(OCEAN_FOREST, 0, (4, 0)),
        AnimalWon("A12", 1, (0, 3)),
    )


def test_a_card_once_won_stays():
    """3.9: it is judged no more, whatever the planets become."""
    state = table((EMPTY, planet("T01@0")), animals={0: (OCEAN_FOREST,)})
    done = given(state).lays(0, "T02", 11).drawing(*FIVE).lays(1, "T05", 10)
    assert done.state.seats[0].animals == (OCEAN_FOREST,)


def test_in_round_12_ties_of_most_regions_and_cards_of_nobody_go_to_the_box():
    """3.8, 5.1, 5.3: nothing is deferred."""
    state = table(number=12, columns={12: ("A45", OCEANS)}, up=("T01", "T02"))
    done = given(state).lays(0, "T01", 0).lays(1, "T02", 0)
    done.then(AnimalBoxed("A45", (0, 0)), AnimalBoxed(OCEANS, (1, 1))).never(AnimalDeferred)
    assert done.state.boxed == ("A45", OCEANS)

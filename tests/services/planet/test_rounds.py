"""How rounds begin and close (3.1, 3.4, 3.8, 3.10), R2, R4, R5, R12, R16, R17, R29."""

import pytest

from events.planet import RECORD
from events.planet.events import (
    AnimalDeferred,
    AnimalTurnedUp,
    AnimalWon,
    LeftoversPutAway,
    LeftoversTurnedUp,
    MarkerPassed,
    MatchDecided,
    ObjectiveRevealed,
    PileTurnedUp,
    PlanetScored,
    TilePlaced,
)
from events.planet.tiles import EMPTY
from events.record import fold
from services.dice import Seeded
from services.planet import REFEREE
from tests.facts.planet import oracle
from tests.services.planet.dsl import begun, full, given, planet, play, table

SETUP = oracle.fact("setup")
FIVE = ("T10", "T11", "T12", "T13", "T14")


@pytest.mark.parametrize("seats", RECORD.seats)
def test_leftovers_follow_the_table(seats):
    """3.4, R2."""
    typed = SETUP["leftovers"][str(seats)]["pile11_pile12_box_after_each_round_1_to_10"]
    state = begun(seats)
    for number, counts in enumerate(typed, 1):
        if number < 10:
            state, _ = play(state, number, until=number + 1)
            places = [len(place) for place in state.places]
        else:
            state, events = play(state, number, until=11)
            turned = next(event for event in events if isinstance(event, LeftoversTurnedUp))
            places = [len(turned.tiles), len(state.places[1])]
        assert [*places, len(state.box)] == counts


class Watched(Seeded):
    """Seeded chance that remembers how many things it drew from how many."""

    def __init__(self, seed):
        super().__init__(seed)
        self.drawn = []

    def draw(self, bag, n):
        assert len(set(bag)) == len(bag)
        self.drawn.append((bag[0][0], n, len(bag)))
        return super().draw(bag, n)


@pytest.mark.parametrize("seats", RECORD.seats)
def test_whatever_nobody_has_seen_may_come(seats):
    """2.2 to 2.4, 7.2: each draw is from all cards or tiles that are left, and no fewer."""
    luck = Watched(seats)
    state = begun(seats, luck, mystery=True)
    while not state.over:
        state = fold(RECORD, state, place_any(state, luck))
    assert [(n, of) for kind, n, of in luck.drawn if kind == "T"] == [(5, 50 - 5 * k) for k in range(10)]
    assert [(n, of) for kind, n, of in luck.drawn if kind == "A"] == [(10, 45), *((1, 35 - k) for k in range(10))]
    assert [(n, of) for kind, n, of in luck.drawn if kind == "O"] == [(seats, 5)]


def place_any(state, luck):
    """What comes of the default placement."""
    (ask,) = REFEREE.pending(state)
    return REFEREE.decide(state, REFEREE.command(state, ask, REFEREE.default(state, ask)), luck)


@pytest.mark.parametrize("seats", RECORD.seats)
def test_rounds_eleven_and_twelve_play_the_leftovers(seats):
    """3.1, R2."""
    state, _ = play(begun(seats), 5, until=10)
    eleven, twelve = state.places
    if seats == 4:
        state, events = play(state, 6, until=11)
        put = next(event for event in events if isinstance(event, LeftoversPutAway))
        twelve += put.twelve
    else:
        state, _ = play(state, 6, until=11)
    assert state.up == eleven
    state, events = play(state, 7, until=12)
    assert state.up == twelve
    assert not [event for event in events if isinstance(event, PileTurnedUp)]


def test_leftovers_go_one_by_one_in_display_order():
    """R2: what was taken is left out; place 11 fills before place 12, place 12 before the box."""
    state = table(
        number=4, places=(("T20", "T21", "T22", "T23"), ("T24", "T25", "T26")), up=("T05", "T04", "T03", "T02")
    )
    (
        given(state)
        .lays(0, "T04", 0)
        .drawing(*FIVE)
        .lays(1, "T05", 0)
        .then(LeftoversPutAway(eleven=("T03",), twelve=("T02",)))
    )


def test_a_full_place_is_passed_by():
    state = table(number=4, places=(("T20",) * 5, ("T24", "T25", "T26", "T27")))
    (
        given(state)
        .lays(0, "T01", 0)
        .drawing(*FIVE)
        .lays(1, "T02", 0)
        .then(LeftoversPutAway(twelve=("T03",), boxed=("T04", "T05")))
    )


def test_leftovers_of_round_eleven_find_both_places_closed():
    """R2: place 11 is empty, and stays so."""
    state = table(number=11, places=((), ("T20", "T21", "T22", "T23", "T24")))
    done = given(state).lays(0, "T01", 0).lays(1, "T02", 0)
    done.then(
        LeftoversPutAway(boxed=("T03", "T04", "T05")),
        LeftoversTurnedUp(12, ("T20", "T21", "T22", "T23", "T24")),
    )
    assert done.state.places == ((), ())


def test_the_first_two_rounds_judge_nothing():
    """III, R17."""
    for number in (1, 2):
        state = table((planet("T01@0"), EMPTY), number=number, columns={3: ("A01",)})
        (
            given(state)
            .lays(0, "T02", 4)
            .drawing(*FIVE)
            .lays(1, "T03", 0)
            .kinds(TilePlaced, LeftoversPutAway, MarkerPassed, PileTurnedUp)
        )


def test_nothing_is_judged_before_all_have_placed():
    """R3."""
    state = table((planet("T01@0"), EMPTY), number=3, columns={3: ("A01",)})
    given(state).lays(0, "T02", 11).only(TilePlaced(0, "T02", 11, 0)).asks_only(1)


def test_the_order_inside_the_closing_commit():
    """R29."""
    state = table((planet("T01@0"), EMPTY), number=5, columns={5: ("A01", "A45")}, face_down=(7,))
    (
        given(state)
        .lays(0, "T02", 11)
        .drawing("A20", *FIVE)
        .lays(1, "T03", 0)
        .kinds(TilePlaced, LeftoversPutAway, AnimalWon, AnimalDeferred, AnimalTurnedUp, MarkerPassed, PileTurnedUp)
        .asks(1, "place/6")
    )


def test_the_order_at_the_end():
    """R29."""
    ready = (None, *full()[1:])
    state = table((ready, ready), number=12)
    given(state).lays(0, "T01", 0).lays(1, "T02", 0).kinds(
        TilePlaced,
        LeftoversPutAway,
        MarkerPassed,
        ObjectiveRevealed,
        ObjectiveRevealed,
        PlanetScored,
        PlanetScored,
        MatchDecided,
    ).asks_only()


def test_the_marker_passes_to_the_left_every_round():
    """3.10, R16: also after rounds 1 and 2."""
    for seats in RECORD.seats:
        _, events = play(begun(seats, first="1"), 3)
        passed = [event.seat for event in events if isinstance(event, MarkerPassed)]
        assert passed == [(2 + number) % seats for number in range(12)]


def test_own_cards_are_judged_before_deferred_ones():
    """3.6, R4: rows first, then in the order in which they came."""
    state = table(number=5, columns={5: ("A40", "A41"), 6: ("A43", "A42")})
    done = given(state).lays(0, "T01", 0).drawing(*FIVE).lays(1, "T02", 0)
    none = (0, 0)
    done.then(AnimalDeferred("A40", 6, none), AnimalDeferred("A41", 6, none))
    assert done.state.columns[5] == ("A43", "A42", "A40", "A41")


def test_a_card_can_be_deferred_again_and_again():
    """R5."""
    for number in range(3, 12):
        late = ("T20", "T21", "T22", "T23", "T24")
        state = table(number=number, columns={number: ("A45",)}, places=(late, late))
        step = given(state).lays(0, "T01", 0).drawing(*(FIVE if number < 10 else ())).lays(1, "T02", 0)
        step.then(AnimalDeferred("A45", number + 1, (0, 0)))
        assert step.state.columns[number] == ("A45",)


def test_a_mystery_card_is_turned_up_two_rounds_ahead():
    """7.2, R12: at the end of round k the card of round k + 2, for k = 1 to 10."""
    for seats in RECORD.seats:
        _, events = play(begun(seats, mystery=True), 4)
        known = []
        number = 1
        for event in events:
            if isinstance(event, PileTurnedUp | LeftoversTurnedUp):
                number = event.round
            if isinstance(event, AnimalTurnedUp):
                known.append((number, event.round))
        assert known == [(k, k + 2) for k in range(1, 11)]


def test_a_mystery_card_lies_behind_the_open_one():
    """R4, R12: row 2 after row 1, before anything deferred."""
    state = table(number=3, columns={5: ("A10",)}, face_down=(5, 6))
    done = given(state).lays(0, "T01", 0).drawing("A30", *FIVE).lays(1, "T02", 0)
    done.then(AnimalTurnedUp("A30", 5))
    assert done.state.columns[4] == ("A10", "A30")
    assert done.state.face_down == (6,)


@pytest.mark.parametrize("number", [11, 12])
def test_nothing_is_turned_up_after_rounds_eleven_and_twelve(number):
    """R12."""
    ready = (None, *full()[1:])
    state = table((ready, ready), number=number, places=((), FIVE))
    given(state).lays(0, "T01", 0).lays(1, "T02", 0).never(AnimalTurnedUp)


@pytest.mark.parametrize("seats", RECORD.seats)
def test_after_twelve_rounds_every_core_is_full(seats):
    """6.1."""
    state, _ = play(begun(seats), 8)
    assert state.over
    assert all(None not in seat.planet for seat in state.seats)
    assert state.round == 12

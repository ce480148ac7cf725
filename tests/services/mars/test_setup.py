"""Rules 1: setup, sealed choices, corporations revealed."""

import pytest
from msgspec.structs import replace

from events.hidden import redact
from events.mars.corporations import CORPORATIONS
from events.mars.dealings import (
    CorporationRevealed,
)
from events.mars.state import census
from services.referee import Refused
from tests.services.mars.table import (
    begun,
    given,
    made,
    offers,
    stock,
)

# 1: setup


@pytest.mark.parametrize(("era", "production", "corporations"), [(True, 0, 12), (False, 1, 10)])
def test_standard_and_corporate_era(era, production, corporations):
    state = begun(3, corporate_era=era)
    assert {n for seat in state.seats for n in seat.production.values()} == {production}
    assert census(state)["corporations"] == corporations
    assert census(state)["cards"] == (208 if era else 137)
    assert all(len(seat.offers) == 2 and len(seat.dealt) == 10 and seat.rating == 20 for seat in state.seats)


def test_corporation_and_cards_are_sealed_and_may_be_changed():
    state = begun(2, first="0")
    acting = given(state).asks_only(0, 1).answers(0, "setup", offers(state, 0)[0])
    acting.answers(0, "setup", *state.seats[0].dealt[:2]).asks_only(1)
    assert redact(acting.state, 1).seats[0].choice == ()
    acting.offers(0, "setup").answers(0, "setup", offers(state, 0)[1]).answers(0, "setup")
    acting.answers(1, "setup", offers(state, 1)[0]).answers(1, "setup", state.seats[1].dealt[0])
    acting.asks(0, "turn")
    first, second = acting.state.seats
    assert (first.corporation, second.corporation) == (offers(state, 0)[1], offers(state, 1)[0])
    assert (len(first.hand), second.hand) == (0, state.seats[1].dealt[:1])
    assert acting.state.generation == 1


def test_only_as_many_cards_as_the_corporation_pays():
    state = begun(2)
    seat = replace(state.seats[0], offers=("phobolog", "credicor"))
    acting = given(replace(state, seats=(seat, state.seats[1])))
    acting.answers(0, "setup", "phobolog").refuses(0, "setup", *seat.dealt[:8]).answers(0, "setup", *seat.dealt[:7])


def test_revealed_in_player_order_and_paid():
    state = begun(2, first="1")
    acting = given(state)
    for seat in (0, 1):
        acting.answers(seat, "setup", offers(state, seat)[0]).answers(seat, "setup", state.seats[seat].dealt[0])
    shown = [event.seat for event in acting.events if isinstance(event, CorporationRevealed)]
    assert shown == [1, 0]
    cash = CORPORATIONS[offers(state, 0)[0]].megacredits - 3
    assert stock(acting.state, 0, "megacredits") == cash
    acting.asks_only(1)


def test_corporations_hear_those_revealed_later():
    """1.7: Saturn Systems hears its own tag; it starts with one M€ production."""
    state = begun(2, first="0")
    seats = (replace(state.seats[0], offers=("saturn_systems", "credicor")), state.seats[1])
    acting = given(replace(state, seats=seats)).answers(0, "setup", "saturn_systems").answers(0, "setup")
    acting.answers(1, "setup", offers(state, 1)[0]).answers(1, "setup")
    assert made(acting.state, 0, "megacredits") == 1


def test_beginners_are_not_asked():
    acting = given(begun(2, beginners=(0,))).asks_only(1)
    acting.answers(1, "setup", offers(acting.state, 1)[0]).answers(1, "setup")
    beginner = acting.state.seats[0]
    assert (beginner.corporation, len(beginner.hand)) == ("beginner_corporation", 10)
    assert stock(acting.state, 0, "megacredits") == 42
    both = given(begun(2, beginners=(0, 1), first="1"))
    both.asks_only(1).asks(1, "turn")


def test_first_player():
    assert begun(3, first="2").first == 2
    with pytest.raises(Refused, match="bad_options"):
        begun(2, first="2")


def test_one_message_carries_the_whole_setup():
    from events.choices import Picked

    state = begun(2)
    acting = given(state)
    acting.answers(0, "setup", offers(state, 0)[0], then=(Picked(state.seats[0].dealt[:1]),)).asks_only(1)
    assert acting.unused == 0

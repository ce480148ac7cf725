"""Folding: own events of different seats commute, the state survives bytes, pieces are conserved."""

from itertools import pairwise

import msgspec
import pytest

from events.record import fold
from events.sky_farm import RECORD
from events.sky_farm.state import State
from tests import dsl
from tests.events.sky_farm.matches import walk
from tests.services.sky_farm.dsl import GAME


@pytest.mark.parametrize("seats", [1, 3])
def test_the_census_stays(seats):
    state = dsl.begun(GAME, seats)
    census = RECORD.census(state)
    assert census == {
        "task cards": 42,
        "task card ids": 42,
        "neighbour cards": 30,
        "neighbour card ids": 30,
        "double cells": 0,
        "squares": 0,
    }
    for event in walk(seats, 5)[1]:
        state = RECORD.evolve(state, event)
        assert RECORD.census(state) == census
    assert state.over


def test_own_events_of_different_seats_commute():
    state = dsl.begun(GAME, 3)
    events = walk(3, 5)[1]
    swapped = 0
    for one, other in pairwise(events):
        if one.own and other.own and one.seat != other.seat:
            assert fold(RECORD, state, [one, other]) == fold(RECORD, state, [other, one])
            swapped += 1
        state = RECORD.evolve(state, one)
    assert swapped > 20


def test_states_survive_bytes():
    for state in walk(3, 5)[0]:
        assert msgspec.msgpack.decode(msgspec.msgpack.encode(state), type=State) == state
        assert msgspec.json.decode(msgspec.json.encode(state), type=State) == state


def test_evolve_leaves_the_old_state_alone():
    state = dsl.begun(GAME, 2)
    for event in walk(2, 6)[1][:400]:
        before = msgspec.json.encode(state)
        after = RECORD.evolve(state, event)
        assert msgspec.json.encode(state) == before
        state = after

"""Matches to look at: positions and all events of random play, for the tests of views, texts and pictures."""

from functools import cache
from typing import Any

from events.planet.state import State
from tests.services.planet.dsl import begun, given, play, set_up

VARIANTS = (
    {},
    {"beginner": True},
    {"mystery": True},
    {"beginner": True, "mystery": True},
)


@cache
def position(seats: int, number: int, variant: int = 0) -> State:
    """The beginning of a round (13: the end) of a match of this many seats."""
    return play(begun(seats, **VARIANTS[variant]), seats, until=number)[0]


@cache
def left_over(seats: int = 3) -> State:
    """A match in round 6 that a seat has left."""
    state = position(seats, 6)
    return given(state).leaves(state.first).state


@cache
def chronicle(seats: int, variant: int = 0) -> tuple[Any, ...]:
    """All events of a match; of three seats one leaves in round 4."""
    options = VARIANTS[variant]
    told = set_up(seats, **options)
    state = begun(seats, **options)
    if seats == 3:
        state, more = play(state, 3, until=4)
        left = given(state).leaves(state.first)
        told += [*more, *left.events]
        state = left.state
    return (*told, *play(state, seats)[1])


def views() -> list[tuple[State, int | None]]:
    """Positions with viewers: each player count and variant, early, late and over."""
    found: list[tuple[State, int | None]] = []
    for seats in (2, 3, 4):
        for number in (1, 4, 9, 12, 13):
            for variant in range(len(VARIANTS)):
                state = position(seats, number, variant)
                found += [(state, None), (state, 0)]
    return [*found, (left_over(), 1), (left_over(), None)]

"""Matches to look at: positions and all events of play by robots, for the tests of views, texts and pictures."""

from functools import cache
from typing import Any

from events.choices import Pick, sample
from events.record import fold
from events.sky_farm import RECORD
from events.sky_farm.state import State
from services.dice import Seeded
from services.sky_farm import REFEREE
from tests import dsl
from tests.services.sky_farm.dsl import GAME


@cache
def walk(seats: int, seed: int, every: int = 40) -> tuple[tuple[State, ...], tuple[Any, ...]]:
    """Positions of a match in which silence speaks mostly, and all its events; stopping is never chosen at random."""
    state: State = dsl.begun(GAME, seats)
    luck, dice = Seeded(seed), Seeded(f"w{seed}")
    positions, told = [RECORD.start, state], list[Any]()
    steps = 0
    while not state.over:
        asks = REFEREE.pending(state)
        ask = asks[dice.roll(len(asks))[0] - 1]
        choice = REFEREE.choice(state, ask)
        reply = REFEREE.default(state, ask) if dice.roll(3)[0] > 1 else sample(choice, dice)
        if isinstance(choice, Pick) and getattr(reply, "ids", ()) == ("end",):
            reply = REFEREE.default(state, ask)
        events = REFEREE.decide(state, REFEREE.command(state, ask, reply), luck)
        told += events
        state = fold(RECORD, state, events)
        steps += 1
        if steps % every == 0:
            positions.append(state)
    return (*positions, state), tuple(told)

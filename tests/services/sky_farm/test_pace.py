"""The order in which seats act changes nothing (K4, K71, K72): the same replies in any interleaving, the same end.

Chance is the match's real one: a stream for the table and one for each seat.
"""

import hashlib
from random import Random

import pytest

from events.choices import sample
from events.codec import state_hash
from events.record import NoOptions, fold
from events.sky_farm import RECORD
from events.sky_farm.options import Options
from services.dice import Seeded
from services.luck import MatchLuck
from services.referee import SetUp
from services.sky_farm import REFEREE


def played(seats, seed, order, leaves=None):
    """A match in which each seat's replies follow from its own dice; `order` picks who acts next."""
    luck = MatchLuck(hashlib.sha256(f"pace{seed}".encode()).digest())
    state = fold(RECORD, RECORD.start, REFEREE.decide(RECORD.start, SetUp(Options(), (NoOptions(),) * seats), luck))
    dice = [Seeded(f"{seed}/{seat}") for seat in range(seats)]
    while RECORD.outcome(state) is None:
        asks = REFEREE.pending(state)
        ask = order(asks)
        choice = REFEREE.choice(state, ask)
        reply = sample(choice, dice[ask.seat])
        if ask.key.startswith(("unit", "coins")):
            reply = REFEREE.default(state, ask)
        state = fold(RECORD, state, REFEREE.decide(state, REFEREE.command(state, ask, reply), luck))
    return state


@pytest.mark.parametrize(("seats", "seed"), [(2, 1), (3, 2), (4, 3), (6, 4)])
def test_interleavings_give_the_same_final_sheets(seats, seed):
    first = played(seats, seed, lambda asks: asks[0])
    last = played(seats, seed, lambda asks: asks[-1])
    dice = Random(seed)
    mixed = played(seats, seed, dice.choice)
    assert state_hash(first) == state_hash(last) == state_hash(mixed)
    assert RECORD.score(first) == RECORD.score(last)


def test_other_replies_give_another_end():
    """The hash tells matches apart."""
    assert state_hash(played(2, 1, lambda asks: asks[0])) != state_hash(played(2, 9, lambda asks: asks[0]))


def test_a_draw_of_one_seat_leaves_the_streams_of_others_alone():
    luck, other = MatchLuck(b"k"), MatchLuck(b"k")
    luck.seat(0).roll(6, 5)
    assert luck.seat(1).roll(6, 3) == other.seat(1).roll(6, 3)
    assert luck.table.roll(6, 3) == other.table.roll(6, 3)

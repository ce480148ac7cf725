"""The table's layout: rounds, piles and where animal cards lie (2.2, 2.3, 7.2). Knows counts, not contents."""

from msgspec import Struct

from events.planet.facts import read


class Column(Struct, frozen=True, forbid_unknown_fields=True):
    """One round and the rows that hold a card for it."""

    round: int
    animal_rows: tuple[int, ...]


class _Layout(Struct, frozen=True, forbid_unknown_fields=True):
    rounds: int
    tiles_per_pile: int
    layout: tuple[Column, ...]


_LAYOUT = read("setup", _Layout)

ROUNDS = _LAYOUT.rounds
PILE = _LAYOUT.tiles_per_pile
LATE = (ROUNDS - 1, ROUNDS)
"""The two rounds that play the leftovers."""
FIRST_JUDGED = min(column.round for column in _LAYOUT.layout if column.animal_rows)
ROWS = max(len(column.animal_rows) for column in _LAYOUT.layout)
MYSTERY_ROWS = 2
LEAD = FIRST_JUDGED - 1
"""A mystery card is turned up so many rounds ahead (R12)."""


def dealt(mystery: bool) -> tuple[tuple[int, ...], ...]:
    """Rows of the rounds that get a face-up card at setup: three of 10, 7 and 3, or one of 10 (2.3, 7.2)."""
    rows = (1,) if mystery else tuple(range(1, ROWS + 1))
    return tuple(tuple(column.round for column in _LAYOUT.layout if row in column.animal_rows) for row in rows)


def held(number: int, mystery: bool) -> int:
    """How many cards a round's column holds before any is deferred into it (2.3, 7.2)."""
    rows = _LAYOUT.layout[number - 1].animal_rows
    return MYSTERY_ROWS * bool(rows) if mystery else len(rows)

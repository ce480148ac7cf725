"""Folding keeps every piece and changes only what an event is about (1.1, 3.3, 3.9)."""

import pytest

from events.planet import RECORD
from events.planet.events import AnimalWon, TilePlaced
from tests.events.planet.matches import VARIANTS, chronicle


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("variant", range(len(VARIANTS)))
def test_every_event_keeps_every_piece(seats, variant):
    state = RECORD.start
    whole = None
    for event in chronicle(seats, variant):
        state = RECORD.evolve(state, event)
        whole = whole or RECORD.census(state)
        assert RECORD.census(state) == whole, event
    assert state.over


def test_what_lies_on_a_planet_never_moves():
    """3.3."""
    state = RECORD.start
    for event in chronicle(4):
        before, state = state, RECORD.evolve(state, event)
        for old, new in zip(before.seats, state.seats, strict=False):
            changed = [face for face in range(12) if old.planet[face] != new.planet[face]]
            if isinstance(event, TilePlaced) and event.seat == new.seat:
                assert changed == [event.face]
                assert old.planet[event.face] is None
            else:
                assert changed == []


def test_a_won_card_never_changes_hands():
    """3.9."""
    state = RECORD.start
    for event in chronicle(4):
        before, state = state, RECORD.evolve(state, event)
        for old, new in zip(before.seats, state.seats, strict=False):
            gained = (event.animal,) if isinstance(event, AnimalWon) and event.seat == new.seat else ()
            assert new.animals == (*old.animals, *gained)

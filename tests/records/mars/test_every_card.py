"""The golden matches together play every card, with every count of players, and the records stand as they are made."""

from pathlib import Path

import pytest

from events import codec, records
from events.mars.cards import CARDS
from events.mars.events import CardPlayed
from services.verify import verify
from tests.records.mars import matches

FOLDER = Path(__file__).parent


def stored(name: str) -> list[str]:
    return (FOLDER / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()


def test_every_card_is_played_in_some_record():
    played: set[str] = set()
    seats: set[int] = set()
    for name in matches.names():
        header, raws = records.read(stored(name))
        seats.add(len(header.seats))
        for _, _, raw in raws:
            commit = codec.from_builtins(raw)
            played |= {event.card for event in commit.events if isinstance(event, CardPlayed)}
    assert played == set(CARDS)
    assert seats == {1, 2, 3, 4, 5}


@pytest.mark.parametrize("name", ["1-solo", "2-beginner", "3-undo"])
def test_verified(name):
    checked = verify(stored(name))
    assert checked.findings == ()
    assert checked.draws > 0

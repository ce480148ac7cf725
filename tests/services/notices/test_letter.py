"""What a prompt says: in three languages, of every game, and nothing that its seat may not know."""

from __future__ import annotations

import pytest

from events import registry
from events.texts import LANGUAGES, MISSING, parity, speaker
from services import registry as games
from services.notices import letter as letters
from services.notices.letter import builtins, fit
from tests.records.table import InProcess


@pytest.mark.parametrize("game", [name for name in registry.load() if name != "gauntlet"] + ["gauntlet"])
def test_every_question_of_every_game_makes_a_letter(game: str) -> None:
    seats = 2 if 2 in registry.record(game).seats else registry.record(game).seats[0]
    played = InProcess(game, seats, "letters").begin()
    kinds = set()
    for _ in range(40):
        if played.match.table.status != "running":
            break
        wait = played.musts[0]
        kinds.add(type(played.choice(wait)).__name__)
        for language in LANGUAGES:
            say = speaker(language, ("Ada", "Bo", "Cem"))
            made = letters.asked(games.load(), played.match, played.commits, wait, say, "https://x.example/page?t=1")
            for limit in (1024, 4096):
                text = fit(made, limit, board=True)
                assert MISSING not in text
                assert letters.units(text) <= limit
                assert text.endswith("https://x.example/page?t=1")
            assert MISSING not in str(builtins(made))
            assert MISSING not in str(builtins(letters.closed(played.match, wait.seat, say, "")))
        played.move()
    assert kinds


def test_texts_are_alike_in_all_languages() -> None:
    assert parity("notices") == []


def test_the_digest_begins_after_the_seats_own_last_turn() -> None:
    played = InProcess("planet", 2, "digest").begin().moves(9)
    wait = played.musts[0]
    say = speaker("en", ("Ada", "Bo"))
    made = letters.asked(games.load(), played.match, played.commits, wait, say, "")
    last = max((one.n for one in played.commits if one.by == wait.seat and one.n < wait.since), default=0)
    since = [one for one in played.commits if one.n > last]
    assert 0 < len(made.digest) <= len(since)

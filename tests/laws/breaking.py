"""Playing a broken gauntlet, to see that the laws notice."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from events import registry as records
from services import fuzz
from services.fuzz import playing
from services.laws import Watch
from services.referee import Game
from tests.laws.gauntlet import RECORD, REFEREE
from tests.laws.gauntlet.state import State

MATCHES = range(1, 31)


class Mutant:
    """The gauntlet with something put wrong; `breaks` plays it until a law notices."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.monkeypatch = monkeypatch
        self.record = RECORD
        self.referee = REFEREE

    def with_record(self, **changes: Any) -> "Mutant":
        """Other functions of the record."""
        self.record = replace(self.record, **changes)
        return self

    def with_referee(self, **changes: Any) -> "Mutant":
        """Other functions of the referee."""
        self.referee = replace(self.referee, **changes)
        return self

    def patch(self, target: str, to: Any) -> "Mutant":
        """Something else in place of a function of the contract."""
        self.monkeypatch.setattr(target, to)
        return self

    def plays(self, only: Sequence[str], matches: Sequence[int] = MATCHES) -> tuple[list[str], dict[str, Any]]:
        """What the laws named say of the matches up to the first that breaks one, and what they counted.

        A match that stops for another reason does not count.
        """
        game = Game(self.record, self.referee)
        records.load()  # the catalogues
        self.monkeypatch.setattr(records, "load", lambda: {"gauntlet": self.record})
        tables = fuzz.tables(Game(RECORD, REFEREE))
        counted: dict[str, tuple[int, int]] = {}
        for seed in matches:
            watch = Watch(seed, one_in=3, only=only)
            played = playing.play({"gauntlet": game}, game, tables[seed % len(tables)], seed, watch)
            for name, (asked, differed) in watch.memory.hidden.items():
                before = counted.get(name, (0, 0))
                counted[name] = (before[0] + asked, before[1] + differed)
            found = [f"{broken.law}: {broken.detail}" for broken in played.violations if broken.law in only]
            if found:
                return found, counted
        return [], counted

    def breaks(self, law: str, saying: str = "") -> None:
        """This law notices, with these words in what it says."""
        found, _ = self.plays([law])
        assert found, f"nothing noticed, {law} should have"
        assert any(line.startswith(f"{law}: ") and saying in line for line in found), found


Wrap = Callable[..., Any]


def when(test: Callable[..., bool], function: Wrap, instead: Wrap) -> Wrap:
    """The function, and another in its place where the test says so of its arguments."""
    return lambda *args: instead(*args) if test(*args) else function(*args)


def with_part(state: State, seat: int, **changes: Any) -> State:
    """The state with something else in a seat's part."""
    parts = list(state.parts)
    parts[seat] = replace(parts[seat], **changes)
    return replace(state, parts=tuple(parts))

"""Write the golden records of Train Farm anew: python -m tests.records.train_farm.bless; review them as text."""

from __future__ import annotations

from pathlib import Path

from events import records
from tests.records.table import InProcess
from tests.records.train_farm import matches

FOLDER = Path(__file__).parent


def lines(match: InProcess) -> list[str]:
    """The record of a match played in process."""
    return list(records.write(match.match, match.commits))


if __name__ == "__main__":
    for name in matches.names():
        text = "".join(f"{line}\n" for line in lines(matches.played(name)))
        (FOLDER / f"{name}.jsonl").write_text(text, encoding="utf-8")

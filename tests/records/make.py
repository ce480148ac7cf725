"""The golden records: what stands in the repository against what is played now.

python -m tests.records.make            name each record that differs, and where; 1 if any does
python -m tests.records.make --bless    write them anew; review the difference as text
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from events import records
from tests.records.mars import matches as mars
from tests.records.planet import matches as planet
from tests.records.table import InProcess

FOLDER = Path(__file__).parent
GAMES = {"planet": planet, "mars": mars}


def paths() -> Mapping[Path, tuple[str, str]]:
    """Every golden record with its game and name."""
    return {FOLDER / game / f"{name}.jsonl": (game, name) for game, kind in GAMES.items() for name in kind.names()}


def lines(match: InProcess) -> list[str]:
    """The record of a match played in process."""
    return list(records.write(match.match, match.commits))


def made(path: Path) -> list[str]:
    """The record that should stand at a path, played anew."""
    game, name = paths()[path]
    return lines(GAMES[game].played(name))


def differences(path: Path) -> Iterator[str]:
    """Where the record at a path differs from what is played now."""
    if not path.exists():
        yield "it is not there"
        return
    there, now = path.read_text(encoding="utf-8").splitlines(), made(path)
    if len(there) != len(now):
        yield f"{len(there)} lines stand there, {len(now)} are played now"
    for number, (old, new) in enumerate(zip(there, now, strict=False), 1):
        if old != new:
            at = next((at for at, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new)))
            here, today = old[at : at + 60], new[at : at + 60]
            yield f"line {number}, from character {at + 1}: {here!r} stands there, {today!r} is played now"
            return


def main() -> int:
    """Compare, or write anew."""
    parser = argparse.ArgumentParser(prog="python -m tests.records.make", description=__doc__)
    parser.add_argument("--bless", action="store_true", help="write what is played now")
    bless = parser.parse_args().bless
    wrong = 0
    for path in paths():
        found = list(differences(path))
        if found and bless:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("".join(f"{line}\n" for line in made(path)), encoding="utf-8")
            print(f"written: {path.relative_to(FOLDER)}")
        elif found:
            wrong += 1
            print(f"{path.relative_to(FOLDER)}: {'; '.join(found)}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

"""Write the golden records of Sky Farm anew: python -m tests.records.sky_farm.make

All matches are played one after another, for each goes out of its way for what those before it have not shown.
"""

from __future__ import annotations

import sys
from pathlib import Path

from events import records
from tests.records.sky_farm import matches

FOLDER = Path(__file__).parent


def main() -> int:
    """Play and write; 1 if something is not shown by any match."""
    for name in matches.names():
        match = matches.played(name)
        lines = records.write(match.match, match.commits)
        (FOLDER / f"{name}.jsonl").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        print(f"written: {name}, {len(match.commits)} commits")
    left = list(matches.missing())
    if left:
        print(f"not shown: {', '.join(left)}")
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main())

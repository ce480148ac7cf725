"""Figures of many matches of a game, every seat played by one kind of robot, beside the facts' own.

python -m tests.balance train_farm                        500 matches of 4 random players, default options
python -m tests.balance train_farm --robots greedy        the same of players that look one answer ahead
python -m tests.balance train_farm --seats 8 --options modules=roles+tasks+visitors+observers
python -m tests.balance sky_farm --robots greedy --matches 40 --jobs 2

A share stands with twice its standard error. The same flags give the same figures, on however many processes.
The table goes to stdout, how far it is to stderr. Exit: 0, or 1 if a bar set for this table does not hold, or 2 if
the flags name no table that can be played.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from rich.console import Console
from rich.progress import track

from services import registry
from services.fuzz import BadOptions, given
from services.referee import Refused
from tests.balance import sky_farm, train_farm
from tests.balance.figures import Figures, share, table
from tests.balance.playing import Kind, run

KINDS = {kind.game: kind for kind in (train_farm.KIND, sky_farm.KIND)}


def main(arguments: Sequence[str] | None = None) -> int:
    """Play, and print the table."""
    parser = _parser()
    flags = parser.parse_args(arguments)
    kind = KINDS[flags.game]
    seats, matches = flags.seats or kind.seats, flags.matches or kind.matches
    try:
        options = given(registry.game(kind.game), flags.options)
    except BadOptions as error:
        parser.error(str(error))
    counts = registry.game(kind.game).record.seats
    if seats not in counts:
        parser.error(f"{kind.game} is played by {', '.join(map(str, counts))}, not {seats}")
    if flags.robots not in kind.robots:
        parser.error(f"{flags.robots} does not play {kind.game}; there are: {', '.join(kind.robots)}")
    seeds = range(flags.seed, flags.seed + matches)
    console = Console(stderr=True)
    found = run(kind, seats, flags.robots, options, seeds, flags.jobs)
    try:
        played = list(track(found, kind.game, matches, console=console))
    except Refused as refused:
        parser.error(f"{kind.game} refuses this table: {refused.code}")
    last = f"seeds {seeds[0]} to {seeds[-1]}"
    chosen = ", ".join(flags.options) or "default options"
    print(f"{kind.game}: {matches} matches ({last}), {seats} seat{'s' * (seats > 1)}, all {flags.robots}; {chosen}\n")
    print(table(played, kind.measures, kind.beside(seats, flags.robots, options)))
    return _bars(kind, seats, flags.robots, played) if not options else 0


def _bars(kind: Kind, seats: int, robot: str, played: Sequence[Figures]) -> int:
    """Tell of each bar for this table whether it holds; 1 if one does not."""
    failed = 0
    for bar in kind.bars:
        got = share(played, bar.name)
        if (bar.robot, bar.seats) == (robot, seats) and got is not None:
            holds = bar.least <= 100 * got[0] <= bar.most
            failed += not holds
            print(f"\n{bar.title}: {'holds' if holds else 'DOES NOT HOLD'} ({100 * got[0]:.1f} %)")
    return 1 if failed else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m tests.balance", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    robots = sorted({robot for kind in KINDS.values() for robot in kind.robots})
    parser.add_argument("game", choices=KINDS, help="the game to play")
    parser.add_argument("--matches", type=_count, metavar="N", help=_defaults("how many matches", "matches"))
    parser.add_argument("--seats", type=_count, metavar="N", help=_defaults("players at a table", "seats"))
    parser.add_argument(
        "--robots",
        choices=robots,
        default="random",
        metavar="WHO",
        help="who plays: random, any legal answer; greedy, one answer ahead on the game's worth; of Train Farm also "
        "even, random but exploring and building equally often where both are open, and the scripts of its golden "
        "records, steady, which holds out, and developer (default: random)",
    )
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="the seed of the first match (default: 1)")
    parser.add_argument(
        "--jobs", type=_count, default=os.cpu_count() or 1, metavar="N", help="processes (default: one a core)"
    )
    parser.add_argument(
        "--options",
        nargs="*",
        default=[],
        metavar="NAME=VALUE",
        help="options of the table; a set is joined by + (default: the game's defaults)",
    )
    return parser


def _defaults(what: str, name: str) -> str:
    return f"{what} (default: {', '.join(f'{getattr(kind, name)} of {kind.game}' for kind in KINDS.values())})"


def _count(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text} is less than 1")
    return number


if __name__ == "__main__":
    sys.exit(main())

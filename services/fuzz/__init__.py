"""Random play in process: many matches, all laws, every kind of table, on several processes.

Match `i` of a run with seed `s` is the match of seed `s + i`; with the same flags it comes out the same, alone too.
"""

import multiprocessing
import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import Any, Final, Literal

import msgspec
from msgspec.structs import replace

from events import codec, records
from services import registry
from services.fuzz.playing import Played, play
from services.fuzz.tables import BadOptions, TableSpec, given, tables, turn_by_turn
from services.laws import ENOUGH, Violation, Watch, never_varied
from services.verify import verify

__all__ = ["BadOptions", "Played", "Report", "TableSpec", "Tally", "given", "play_one", "run", "tables", "write_record"]

LAPS: Final = 4
"""How many matches of a chunk a process plays before it reports."""

Laws = Literal["cheap", "all"]


class Tally(msgspec.Struct):
    """What some matches came to."""

    matches: int = 0
    commits: int = 0
    events: int = 0
    questions: int = 0
    violations: list[Violation] = msgspec.field(default_factory=list)
    hidden: dict[str, tuple[int, int]] = msgspec.field(default_factory=dict)

    def add(self, other: "Tally") -> None:
        """Count these as well."""
        self.matches += other.matches
        self.commits += other.commits
        self.events += other.events
        self.questions += other.questions
        self.violations += other.violations
        for name, (asked, differed) in other.hidden.items():
            before = self.hidden.get(name, (0, 0))
            self.hidden[name] = (before[0] + asked, before[1] + differed)


class Report(msgspec.Struct):
    """What a run came to; the shape of the Fuzz document."""

    game: str
    matches: int
    commits: int
    events: int
    questions: int
    seconds: float
    violations: list[Violation]


Progress = Callable[[Tally], None]


def play_one(name: str, seed: int, laws: Laws = "all", choices: Sequence[TableSpec] | None = None) -> Played:
    """The match of a seed, its record verified at the end when all laws are asked for."""
    games = registry.load()
    game = registry.game(name)
    table = turn_by_turn(choices or tables(game), seed)
    watch = Watch(seed, dear=laws == "all")
    played = play(games, game, table, seed, watch)
    if laws == "all" and not played.violations:
        checked = verify(records.write(played.match, played.commits))
        for found in checked.findings:
            played.violations.append(Violation("verify", seed, found.commit, str(found)))
    return played


def run(
    name: str,
    matches: int,
    seed: int = 1,
    *,
    laws: Laws = "all",
    players: Sequence[int] = (),
    fixed: Mapping[str, Any] | None = None,
    jobs: int | None = None,
    out: Path | None = None,
    progress: Progress | None = None,
) -> Report:
    """Play so many matches and gather what the laws say. `out` gets a record of each match that broke one."""
    began = time.monotonic()
    choices = tables(registry.game(name), players, fixed)
    total = Tally()
    for part in _parts(name, matches, seed, laws, choices, jobs or os.cpu_count() or 1, out):
        total.add(part)
        if progress is not None:
            progress(total)
    if laws == "all":
        varied = never_varied(total.hidden, total.matches, ENOUGH)
        total.violations += [Violation("never_varied", seed, 0, line) for line in varied]
    return Report(
        game=name,
        matches=total.matches,
        commits=total.commits,
        events=total.events,
        questions=total.questions,
        seconds=round(time.monotonic() - began, 3),
        violations=sorted(total.violations, key=lambda broken: (broken.seed, broken.commit)),
    )


def _parts(
    name: str, matches: int, seed: int, laws: Laws, choices: list[TableSpec], jobs: int, out: Path | None
) -> Iterator[Tally]:
    chunks = [range(first, min(first + LAPS, seed + matches)) for first in range(seed, seed + matches, LAPS)]
    if jobs == 1 or len(chunks) < 2:
        for chunk in chunks:
            yield _chunk(name, chunk, laws, choices, out)
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(min(jobs, len(chunks)), mp_context=context) as pool:
        waiting = [pool.submit(_chunk, name, chunk, laws, choices, out) for chunk in chunks]
        for done in as_completed(waiting):
            yield done.result()


def _chunk(name: str, seeds: range, laws: Laws, choices: list[TableSpec], out: Path | None) -> Tally:
    tally = Tally()
    for seed in seeds:
        played = play_one(name, seed, laws, choices)
        violations = played.violations
        if violations and out is not None:
            path = write_record(played, out)
            violations = [replace(broken, record=str(path)) for broken in violations]
        one = Tally(1, len(played.commits), played.events, played.questions, violations, played.hidden)
        tally.add(one)
    return tally


def write_record(played: Played, folder: Path) -> Path:
    """Write a match's record, of one that was stopped too (its secret then stands in the header alone)."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder.resolve() / f"{played.game}-{played.seed}.jsonl"
    if not played.commits:
        path.write_text("")
        return path
    header = records.header(played.match, played.commits)
    header = replace(header, secret=header.secret or played.secret.hex())
    lines = [codec.json_line(header), *records.stored(map(codec.encode, played.commits))]
    path.write_text("".join(f"{line}\n" for line in lines))
    return path

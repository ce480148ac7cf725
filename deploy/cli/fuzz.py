"""`turnpost fuzz`: random matches in process, played by robots and watched by the laws."""

from __future__ import annotations

import importlib.util
import os
import sys
from pathlib import Path
from typing import Annotated, Any, Final, Literal

import msgspec
from cyclopts import Parameter
from cyclopts.validators import Number
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from deploy.cli.told import wrong
from deploy.hotseat.wanted import Cannot, bad_value, game_of, option_of, seats_of
from deploy.settings import SettingsError, read_settings
from events.texts import render
from services import registry
from services.fuzz import BadOptions, Report, Tally, given, run

TEST_GAME: Final = "gauntlet"
TEST_MODULE: Final = "tests.laws.gauntlet"
SHOWN: Final = 20

Count = Annotated[int, Parameter(validator=Number(gte=1))]


def fuzz(
    game: str,
    *,
    matches: Count = 100,
    seed: int = 1,
    players: str = "",
    options: Annotated[tuple[str, ...], Parameter(consume_multiple=True)] = (),
    laws: Literal["cheap", "all"] = "all",
    jobs: Count | None = None,
    json: bool = False,
    out: Path | None = None,
) -> int:
    """Play random matches and check the laws; 1 if one is broken, with its seed, commit and record.

    Without flags it goes through player counts and options by turns. Match i has the seed `seed + i`:
    with the same flags, `--matches 1 --seed <that>` plays it again.

    Parameters
    ----------
    game
        A game's id, or "all" for every game. "gauntlet" is the test game of a checkout.
    matches
        How many matches, over all player counts and options together; of each game for "all".
    seed
        The seed of the first match.
    players
        Player counts, such as 2,4; without it all that the game allows.
    options
        Options as name=value (value in JSON, a plain word, or words joined by +); the others go through all values.
        "all" is the same as none.
    laws
        "cheap" checks what is checked at every commit; "all" also the dear laws, at a few commits and the end.
    jobs
        Processes; without it one for each core.
    json
        Print one JSON document on the last line of stdout; everything else goes to stderr.
    out
        Folder for the records of matches that broke a law; by default `fuzz` in the data folder (TURNPOST_DATA).
    """
    console = Console(stderr=True)
    try:
        counts = [int(count) for count in players.split(",") if count.strip()]
    except ValueError:
        return wrong("fuzz", f"--players wants numbers such as 2,4, not {players!r}")
    _add_test_game(game)
    names = tuple(registry.load()) if game == "all" else (game,)
    reports: list[Report] = []
    try:
        folder = read_settings().data / "fuzz" if out is None else out
        fixed = {name: _narrowed(name, counts, options) for name in names}
    except Cannot as error:
        return wrong("fuzz", render(error.text))
    except SettingsError as error:
        return wrong("fuzz", str(error))
    for name in names:
        try:
            with _progress(console) as bar:
                task = bar.add_task(name, total=matches, commits=0, broken=0)

                def show(tally: Tally, bar: Progress = bar, task: int = task) -> None:
                    broken = len(tally.violations)
                    bar.update(task, completed=tally.matches, commits=tally.commits, broken=broken)  # type: ignore[arg-type]

                report = run(
                    name,
                    matches,
                    seed,
                    laws=laws,
                    players=counts,
                    fixed=fixed[name],
                    jobs=jobs,
                    out=folder,
                    progress=show,
                )
        except BadOptions as error:
            return wrong("fuzz", str(error))
        _tell(console, report)
        reports.append(report)
    if json:
        sys.stdout.buffer.write(msgspec.json.encode(reports[0] if game != "all" else {"runs": reports}) + b"\n")
        sys.stdout.flush()
    return 1 if any(report.violations for report in reports) else 0


def _narrowed(name: str, counts: list[int], options: tuple[str, ...]) -> dict[str, Any]:
    """The options that are fixed, once game and player counts are known to be there. Raises Cannot."""
    game = game_of(name)
    for count in counts:
        seats_of(game, count)
    fixed: dict[str, Any] = {}
    for text in options:
        if text == "all":
            continue
        shape, value = option_of(game, text)
        try:
            fixed |= given(game, [text])
        except BadOptions:
            raise bad_value(shape, value) from None
    return fixed


def _add_test_game(game: str) -> None:
    """In a checkout the test game is there too, without being asked for by the environment."""
    extra = os.environ.get("TURNPOST_EXTRA_GAMES", "")
    if game not in (TEST_GAME, "all") or TEST_MODULE in extra:
        return
    try:
        found = importlib.util.find_spec(TEST_MODULE)
    except ModuleNotFoundError:
        found = None
    if found is not None:
        os.environ["TURNPOST_EXTRA_GAMES"] = f"{extra},{TEST_MODULE}".strip(",")


def _progress(console: Console) -> Progress:
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[commits]} commits, {task.fields[broken]} broken laws"),
        TimeElapsedColumn(),
        console=console,
    )


def _tell(console: Console, report: Report) -> None:
    console.print(
        f"{report.game}: {report.matches} matches, {report.commits} commits, {report.events} events, "
        f"{report.questions} questions in {report.seconds:.1f} s",
        highlight=False,
    )
    for broken in report.violations[:SHOWN]:
        where = f"seed {broken.seed}, commit {broken.commit}" if broken.commit else f"the run from seed {broken.seed}"
        console.print(f"[red]broken: {broken.law}[/red] in {where}", highlight=False)
        console.print(f"  {broken.detail}", markup=False, highlight=False)
        if broken.record:
            console.print(f"  {broken.record}", markup=False, highlight=False, soft_wrap=True)
    more = len(report.violations) - SHOWN
    if more > 0:
        console.print(f"... and {more} more", highlight=False)

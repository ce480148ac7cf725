"""`turnpost demo`: robots play whole matches through HTTP and the real streams."""

from __future__ import annotations

import asyncio
import logging
import secrets
import sys
from pathlib import Path
from typing import Annotated, Any, Final, Literal

import msgspec
from cyclopts import Parameter
from cyclopts.validators import Number
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table
from rich.text import Text as Cell

from deploy import logs
from deploy.cli.data import Data, settings_over
from deploy.cli.told import told, wrong
from deploy.demo import BadDemo, Demo, Plan, Shown
from deploy.demo import demo as play
from deploy.embedded import ServerError
from deploy.hotseat.screen import word
from deploy.hotseat.wanted import Cannot, game_of, seats_of
from deploy.settings import SettingsError
from events.texts import Text, render, speaker

NUMBERS: Final = ("matches", "wins", "average", "rating", "sigma")

Count = Annotated[int, Parameter(validator=Number(gte=1))]


def demo(
    *,
    game: str = "planet",
    matches: Count = 3,
    players: int | None = None,
    seed: int | None = None,
    robots: Literal["greedy", "random"] = "greedy",
    out: Path | None = None,
    lang: Literal["en", "zh-Hans", "zh-Hant"] = "en",
    json: bool = False,
    data: Data = None,
) -> int:
    """Robots play whole matches over HTTP; then score sheets, leaderboard and the last lines of each timeline.

    An embedded server runs in a temporary folder meanwhile; only the records stay, verified.

    Parameters
    ----------
    game
        A game's id.
    matches
        How many matches, all at the same time.
    players
        Seats at each table; without it the fewest the game is played with.
    seed
        With the same seed the matches are the same, move by move.
    robots
        greedy looks one answer ahead; random answers anything legal.
    out
        Folder for the records; by default `records` in the data folder.
    lang
        The language of what is shown.
    json
        Print one JSON document on the last line of stdout; everything else goes to stderr.
    """
    try:
        found = game_of(game)
        seats = seats_of(found, players)
        folder = settings_over(data).data / "records" if out is None else out
        folder.mkdir(parents=True, exist_ok=True)
    except Cannot as error:
        return wrong("demo", render(error.text, lang))
    except SettingsError as error:
        return wrong("demo", str(error))
    except OSError as error:
        return wrong("demo", told(error))
    logs.configure(logging.WARNING)
    console = Console(stderr=True)
    drawn = secrets.token_hex(8) if seed is None else str(seed)
    plan = Plan(game, matches, seats, drawn, robots, folder, lang)
    try:
        done = _played(plan, console)
    except OSError as error:
        return wrong("demo", told(error))
    except (BadDemo, ServerError) as error:
        return wrong("demo", str(error))
    shown = console if json else Console()
    _tell(shown, done, lang)
    if json:
        sys.stdout.buffer.write(msgspec.json.encode(done.document()) + b"\n")
        sys.stdout.flush()
    return 0


def _played(plan: Plan, console: Console) -> Demo:
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[commits]} commits"),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=console, refresh_per_second=4) as bar:
        task = bar.add_task(f"{plan.game}, {plan.players} players", total=plan.matches, commits=0)
        commits: dict[str, int] = {}

        def tell(match: str, n: int, over: int) -> None:
            commits[match] = n
            bar.update(task, completed=over, commits=sum(commits.values()))

        done = asyncio.run(play(plan, tell))
        bar.update(task, completed=plan.matches)
    return done


def _tell(console: Console, done: Demo, language: str) -> None:
    for played, shown in zip(done.matches, done.shown, strict=True):
        console.rule(f"{played.id}: {played.commits} commits, {played.events} events, {played.seconds} s")
        _sheets(console, shown, [seat.player for seat in played.result], language)
        for line in shown.lines:
            told = f"{line['n']:>4}  {line['text']}  {_totals(line['totals'])}"
            console.print(told, highlight=False, markup=False)
        console.print(f"record: {played.record}", highlight=False, markup=False, soft_wrap=True)
    _board(console, done.leaderboard, language)


def _totals(totals: list[int | None]) -> str:
    return f"[{' '.join('–' if total is None else str(total) for total in totals)}]"


def _sheets(console: Console, shown: Shown, names: list[str], language: str) -> None:
    say = speaker(language, names)
    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_column(justify="right")
    table.add_column(justify="right")
    table.add_column()
    for sheet in sorted(shown.sheets, key=lambda sheet: (sheet["place"] or 0, sheet["seat"])):
        table.add_row(f"{sheet['place']}.", _number(sheet["total"]), Cell(names[sheet["seat"]], style="bold"))
        for line in sheet["lines"]:
            told = say(msgspec.convert({"key": line["key"], "args": line["args"]}, Text))
            table.add_row("", _number(line["points"]), Cell(f"  {told}"))
    console.print(table, highlight=False)


def _number(value: int | None) -> str:
    return "" if value is None else str(value)


def _board(console: Console, rows: list[dict[str, Any]], language: str) -> None:
    say = speaker(language)
    console.rule(word(say, "leaders.board"))
    table = Table(box=None, pad_edge=False)
    for name in ("player", *NUMBERS):
        table.add_column(word(say, f"leaders.{name}"), justify="left" if name == "player" else "right")
    for row in rows:
        numbers = ("–" if row[name] is None else str(row[name]) for name in NUMBERS)
        table.add_row(Cell(row.get("name") or row["player"]), *numbers)
    console.print(table, highlight=False)

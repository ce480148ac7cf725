"""`turnpost why-waiting MATCH`: who is asked, whether they were told, and what was dropped."""

from __future__ import annotations

import sys
from typing import Annotated

import msgspec
from cyclopts import Parameter

from deploy.cli.data import Data, MatchId, on_the_log
from events.log import Log
from events.texts import Text, render
from services import registry
from services.notices.why import Asked, Told, Why
from services.notices.why import why_waiting as find
from services.web.accounts import Accounts

Json = Annotated[bool, Parameter(help="Print one document on the last line, as JSON.")]


def why_waiting(match: MatchId, *, json: Json = False, data: Data = None) -> None:
    """Tell why a match waits: who is asked since when, whether they were told and how, what was dropped and why.

    Nothing hidden is in it: not what is asked, only that it is. `--json` prints one document on the last line.
    """
    why, names = on_the_log("why-waiting", lambda log: _find(log, match), data)
    if why is None:
        sys.exit(f"turnpost why-waiting: there is no match {match!r}")
    if json:
        sys.stdout.buffer.write(msgspec.json.encode(why) + b"\n")
        return
    for line in lines(why, names):
        print(line)


async def _find(log: Log, match: str) -> tuple[Why | None, dict[str, str]]:
    registry.load()
    why = await find(log, match)
    shown: tuple[Asked | Told, ...] = (*why.asked, *why.earlier) if why else ()
    players = list(dict.fromkeys(one.player for one in shown))
    return why, dict(zip(players, await Accounts(log.client).names(players), strict=True))


def lines(why: Why, names: dict[str, str]) -> list[str]:
    """The answer as lines for people."""
    found = [f"{why.match}: {why.game}, {why.status}, {why.n} commits, the last at {why.at}"]
    if not any(asked.must for asked in why.asked):
        found.append("Nobody has to act.")
    for asked in why.asked:
        kind = "must answer" if asked.must else "may answer"
        when = f"asked by commit {asked.commit} at {asked.at}"
        if asked.must and asked.turn != asked.commit:
            when += f", on turn since commit {asked.turn} at {asked.since}"
        due = f", until {asked.due}" if asked.due else ""
        found.append(f"{_who(asked, names)}: {kind} {asked.prompt} ({asked.key}), {when}{due}")
        if asked.must:
            told = [f"  {_one(row)}" for row in asked.told]
            found += told or ["  not told: the outbox knows nothing of this turn (is `notices` running?)"]
    if why.earlier:
        found += ["turns that are over:", *(f"  {_who(row, names)}, {_one(row)}" for row in why.earlier)]
    return found


def _who(one: Asked | Told, names: dict[str, str]) -> str:
    return f"seat {one.seat}, {names.get(one.player) or one.player}"


def _one(row: Told) -> str:
    where = f"{row.kind} {row.to}".strip() or "no channel"
    why = f": {render(Text(f'notices.reason.{row.reason}'))}" if row.reason else ""
    again = f", next at {row.next}" if row.next else ""
    tries = f", {row.tries} tries" if row.tries else ""
    return f"turn {row.turn}, {where}: {row.state} at {row.at}{tries}{again}{why}"

"""The demo: robots play whole matches over HTTP and the real streams, then what the readers have made of them.

Everything runs in a temporary folder that is gone afterwards; only the records stay.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from deploy.client import Client
from deploy.house import House, house
from deploy.records import export, save
from deploy.seats import Kind, sit, thinker
from deploy.settings import Settings
from projections.worker import behind
from services.verify import verify

NAMES = ("Ada", "Bruno", "Chen", "Dilara", "Emil", "Farah", "Goro", "Hana")
CATCH_UP = 20.0
PAUSE = 0.02
LAST_LINES = 4
ALL = {"as": "all"}

Tell = Callable[[str, int, int], None]
"""(match, commits so far, matches that are over), called at every commit."""


class Plan(Struct, frozen=True):
    """What is to be played. With a seed it is played move by move the same every time."""

    game: str
    matches: int
    players: int
    seed: str
    robots: Kind
    out: Path
    language: str = "en"

    @property
    def chance(self) -> str:
        """What ids and draws follow from: another for each kind of match, so that no two have one id."""
        return f"{self.game}/{self.players}/{self.robots}/{self.seed}"


class Seat(Struct, frozen=True):
    """How a seat did."""

    seat: int
    player: str
    score: int | None
    place: int | None
    won: bool | None


class Played(Struct, frozen=True):
    """A match that was played, with the path of its record."""

    id: str
    game: str
    commits: int
    events: int
    seconds: float
    result: tuple[Seat, ...]
    record: str


class BadDemo(Exception):
    """A demo's own record does not verify: a mistake in this program."""


class Shown(Struct, frozen=True):
    """What is shown of a match: its score sheets and the last lines of its timeline, as the door gives them."""

    sheets: list[dict[str, Any]]
    lines: list[dict[str, Any]]


class Demo(Struct, frozen=True):
    """What a demo came to."""

    matches: tuple[Played, ...]
    leaderboard: list[dict[str, Any]]
    shown: tuple[Shown, ...]

    def document(self) -> dict[str, Any]:
        """As JSON for programs."""
        return {"matches": msgspec.to_builtins(self.matches), "leaderboard": self.leaderboard}


async def demo(plan: Plan, tell: Tell = lambda *_: None) -> Demo:
    """Play, and tell how far it has come. Raises what goes wrong."""
    plan.out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="turnpost-demo-") as folder:
        settings = Settings(data=Path(folder), worker="demo")
        async with house(settings, plan.chance) as place, AsyncExitStack() as stack:
            anybody = await stack.enter_async_context(Client(place.url, language=plan.language))
            players = [await stack.enter_async_context(await _player(place, anybody, name)) for name in _names(plan)]
            begun = time.monotonic()
            over = [0]

            async def one(number: int) -> tuple[str, float]:
                match = await _open(plan, number, players)
                await _play(plan, match, number, players, lambda n: tell(match, n, over[0]))
                over[0] += 1
                return match, time.monotonic() - begun

            async with asyncio.TaskGroup() as group:
                tasks = [group.create_task(one(number)) for number in range(plan.matches)]
            await _caught_up(place)
            return await _told(plan, place, anybody, [task.result() for task in tasks])


def _names(plan: Plan) -> list[str]:
    return [NAMES[seat] if seat < len(NAMES) else f"Robot {seat + 1}" for seat in range(plan.players)]


async def _player(place: House, anybody: Client, name: str) -> Client:
    made = await anybody.post("/players", {"name": name})
    return Client(place.url, made["token"], pre=name.lower().replace(" ", "-"))


async def _open(plan: Plan, number: int, players: list[Client]) -> str:
    """Open a table and begin: the host of each match is the next player, and seats are taken in turn from the host."""
    seated = _seated(number, players)
    body = {"game": plan.game, "seats": plan.players, "options": {}}
    opened = await seated[0].command("/matches", body, key=f"open-{number}")
    match = str(opened["match"])
    for seat, player in enumerate(seated):
        await player.command(f"/matches/{match}/join", {"code": opened["code"], "seat": seat}, key=f"join-{number}")
    await seated[0].command(f"/matches/{match}/start", {}, key=f"start-{number}")
    return match


def _seated(number: int, players: list[Client]) -> list[Client]:
    turn = number % len(players)
    return [*players[turn:], *players[:turn]]


async def _play(plan: Plan, match: str, number: int, players: list[Client], tell: Callable[[int], None]) -> None:
    async def watch(client: Client) -> None:
        async for news in client.live(match, "watch"):
            tell(news.n)

    async with asyncio.TaskGroup() as group:
        for seat, player in enumerate(_seated(number, players)):
            thinks = thinker(plan.game, plan.robots, f"{plan.seed}/{number}/{seat}")
            group.create_task(sit(player, match, seat, thinks))
        group.create_task(watch(players[0]))


async def _caught_up(place: House) -> None:
    async with asyncio.timeout(CATCH_UP):
        while any((await behind(place.log)).values()):  # noqa: ASYNC110 - what is waited for is another's doing
            await asyncio.sleep(PAUSE)


async def _told(plan: Plan, place: House, anybody: Client, played: list[tuple[str, float]]) -> Demo:
    matches, shown = [], []
    for match, seconds in played:
        sheets = await anybody.get(f"/matches/{match}/sheet", **ALL)
        timeline = await anybody.get(f"/matches/{match}/timeline", last=LAST_LINES, **ALL)
        shown.append(Shown(sheets, timeline["lines"]))
        matches.append(await _summary(plan, place, anybody, match, seconds, sheets))
    return Demo(tuple(matches), await anybody.get(f"/leaderboards/{plan.game}"), tuple(shown))


async def _summary(
    plan: Plan, place: House, anybody: Client, match: str, seconds: float, sheets: list[dict[str, Any]]
) -> Played:
    """A match that is over, its record written and verified."""
    lines = await export(place.log, match)
    checked = verify(lines)
    path = save(lines, plan.out, match, plan.game)
    if not checked.good:
        raise BadDemo(f"{path}: {'; '.join(map(str, checked.findings))}")
    position = await anybody.get(f"/matches/{match}")
    players = {seat["seat"]: seat["name"] for seat in position["seats"]}
    return Played(
        id=match,
        game=plan.game,
        commits=checked.commits,
        events=sum(len(msgspec.json.decode(line)["events"]) for line in lines[1:]),
        seconds=round(seconds, 3),
        result=tuple(
            Seat(sheet["seat"], players[sheet["seat"]], sheet["total"], sheet["place"], sheet["won"])
            for sheet in sheets
        ),
        record=str(path),
    )

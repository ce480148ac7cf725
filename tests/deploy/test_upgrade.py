"""The upgrade in the order of the runbook, and back again, on a live deployment that is played on all the while.

The newer program knows a game that the older does not, and writes a read model in another version (`newer`).
"""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Coroutine
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import httpx
import msgspec

from deploy import backup
from deploy.client import Client, Declined
from deploy.doctor import examine
from deploy.embedded import EmbeddedServer
from deploy.settings import Settings
from events import codec
from events.choices import sample
from events.log import Log
from projections.kinds import Versions
from projections.rebuild import check
from services.aggregate.parked import parked, retry
from services.dice import Seeded
from tests.deploy.newer import RAISED
from tests.ports import free_ports
from tests.wire.filling import caught_up
from tests.wire.fleet import Fleet
from tests.wire.playing import until

READY = {"worker": "worker_ready", "project": "projecting", "notices": "notices_ready", "web": "door_open"}


class Program:
    """The processes of one edition of the program."""

    def __init__(self, url: str, folder: Path, port: int, module: str, extra: str = "") -> None:
        self._port = str(port)
        self._module = module
        settings = {"TURNPOST_REDIS_URL": url, "TURNPOST_EXTRA_GAMES": extra, "TURNPOST_DATA": str(folder / "data")}
        self.fleet = Fleet(url, folder, settings)

    async def start(self, *names: str) -> None:
        """Start processes, and wait until each is ready."""
        for name in names:
            kind = name.partition("-")[0]
            self.fleet.words(name).unlink(missing_ok=True)
            more = {"web": ["--port", self._port], "worker": ["--name", name]}.get(kind, [])
            self.fleet.start(name, arguments=[self._module, kind, *more])
        for name in names:
            await self.says(name, READY[name.partition("-")[0]])

    async def says(self, name: str, event: str) -> None:
        async def said() -> bool:
            self.fleet.alive()
            return f'"{event}"' in self.fleet.words(name).read_text()

        await until(said, 60)

    async def end(self, name: str) -> None:
        """Tell a process to end, which it does in time and without an error."""
        process = self.fleet.running.pop(name)
        process.send_signal(signal.SIGTERM)
        assert await asyncio.to_thread(process.wait, 20) == 0, self.fleet.words(name).read_text()[-3000:]
        assert "Traceback" not in self.fleet.words(name).read_text()


class Crowd:
    """Two who play one match after another, and note what they were told."""

    def __init__(self, players: list[Client]) -> None:
        self.players = players
        self.told: list[tuple[Client, str, object, str, dict[str, object]]] = []
        self.match = ""
        self.longest = 0.0
        self._dice = Seeded(1)

    async def send(self, player: Client, path: str, body: object) -> dict[str, object]:
        key = f"u{len(self.told)}"
        begun = asyncio.get_running_loop().time()
        told = await player.command(path, body, key)
        self.longest = max(self.longest, asyncio.get_running_loop().time() - begun)
        self.told.append((player, path, body, key, told))
        return told

    async def open(self, game: str) -> str:
        host = self.players[0]
        opened = await self.send(host, "/matches", {"game": game, "seats": 2, "invite": False})
        match = str(opened["match"])
        for player in self.players:
            await self.send(player, f"/matches/{match}/join", {})
        await self.send(host, f"/matches/{match}/start", {})
        return match

    async def move(self, match: str) -> bool:
        """One answer to a question; False when none is asked."""
        for player in self.players:
            for prompt in await player.prompts(match):
                if prompt.must:
                    reply = msgspec.to_builtins(sample(prompt.choice, self._dice))
                    body = {"do": "answer", "prompt": prompt.id, "reply": reply}
                    await self.send(player, f"/matches/{match}/commands", body)
                    return True
        return False

    async def play(self, over: asyncio.Event) -> None:
        while not over.is_set():
            self.match = await self.open("planet")
            while not over.is_set() and await self.move(self.match):
                await asyncio.sleep(0.2)

    async def plays_on(self) -> None:
        """Wait until a few more commands were answered."""
        told = len(self.told)
        await until(lambda: self._reached(told + 3), 60)

    async def _reached(self, number: int) -> bool:
        return len(self.told) >= number

    async def nothing_is_lost(self, log: Log) -> None:
        """What was answered stands in the log, and is answered alike when it is sent again."""
        for player, path, body, key, told in self.told:
            match = str(told.get("match") or path.split("/")[2])
            commit = codec.decode((await log.read_match(match))[int(str(told["commit"])) - 1])
            assert commit.command_id is not None
            assert commit.command_id.endswith(f":{key}")
            assert {**await player.command(path, body, key), "unused": 0} == {**told, "unused": 0}


async def test_upgraded_and_back_while_it_is_played(server: EmbeddedServer, log: Log, tmp_path: Path) -> None:
    (port,) = free_ports(1)
    url = f"http://127.0.0.1:{port}"
    older = Program(server.url, tmp_path / "older", port, "deploy")
    newer = Program(server.url, tmp_path / "newer", port, "tests.deploy.newer", "tests.laws.gauntlet")
    over = asyncio.Event()
    async with AsyncExitStack() as stack:
        stack.enter_context(older.fleet)
        stack.enter_context(newer.fleet)
        await older.start("worker-1", "worker-2", "project", "notices", "web")
        async with httpx.AsyncClient(base_url=url, trust_env=False, timeout=20) as http:
            made = [(await http.post("/players", json={"name": name})).json()["token"] for name in ("Ada", "Bo")]
        crowd = Crowd([await stack.enter_async_context(Client(url, token, pre=token[:4])) for token in made])
        playing = asyncio.create_task(crowd.play(over))
        try:
            await crowd.plays_on()
            await _upgrade(older, newer, crowd, log, server.url, tmp_path)
            await _back(older, newer, crowd, log)
        finally:
            over.set()
            await asyncio.wait([playing], timeout=60)
        playing.result()
        await crowd.nothing_is_lost(log)
        await caught_up(log)
        assert await check(log) == {}


async def _upgrade(older: Program, newer: Program, crowd: Crowd, log: Log, url: str, folder: Path) -> None:
    """The steps of the runbook."""
    known = len(crowd.told)
    (facts,) = await backup.back_up(log, url, folder / "copy")  # 1
    assert facts.commits >= known
    for name in ("web", "notices"):  # 2
        await older.end(name)
    await newer.start("web", "notices")
    await crowd.plays_on()
    await newer.start("project")  # 3: beside the older one, which keeps up to date what is read until then
    await newer.says("project", "rebuilt")
    assert (await Versions(log.client).read())[RAISED].live == 2
    await older.end("project")
    await crowd.plays_on()
    for name in ("worker-1", "worker-2"):  # 4
        await older.end(name)
        held = [await log.client.get(f"{{p{place:02d}}}:owner") for place in range(log.partitions)]
        assert name.encode() not in held  # the leases were given back, not left to end
        await crowd.plays_on()
        await newer.start(name)
    await crowd.plays_on()
    assert crowd.longest < 20
    await caught_up(log)
    assert (await examine(log, Settings(redis_url=url))).findings == []  # 5
    match = await crowd.open("gauntlet")
    assert await crowd.move(match)


async def _back(older: Program, newer: Program, crowd: Crowd, log: Log) -> None:
    """The other way round: what only the newer program knows is refused, and goes on when that is there again."""
    match = await crowd.open("gauntlet")
    (seat, prompt), *_ = [(player, one) for player in crowd.players for one in await player.prompts(match) if one.must]
    body = {"do": "answer", "prompt": prompt.id, "reply": msgspec.to_builtins(sample(prompt.choice, Seeded(2)))}
    for name in ("worker-1", "worker-2"):
        await newer.end(name)
    await older.start("worker-1")
    assert await _declined(seat.command(f"/matches/{match}/commands", body, "refused")) == (500, "our_fault")
    (put_aside,) = await parked(log)
    await newer.end("web")
    await older.start("web")
    await crowd.plays_on()
    assert await _declined(seat.get(f"/matches/{match}")) == (500, "our_fault")
    for name in ("web", "worker-1"):
        await older.end(name)
    await newer.start("web", "worker-2")
    await retry(log, put_aside.name)
    told = await seat.command(f"/matches/{match}/commands", body, "refused")
    assert told["status"] == "accepted"
    await crowd.plays_on()


async def _declined(asking: Coroutine[Any, Any, Any]) -> tuple[int, str]:
    try:
        told = await asking
    except Declined as no:
        return no.status, no.code
    raise AssertionError(told)

"""Plain figures of a whole deployment: processes of their own, HTTP on loopback, fsync before every answer."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from statistics import quantiles
from time import perf_counter

import httpx
import msgspec
from redis.asyncio import Redis

from deploy.bench import ledger, ratios
from deploy.client import Client
from deploy.embedded import EmbeddedServer
from events.connect import connect_server as connect
from events.log import Log, answer, tag
from projections.worker import behind

GAME = "ledger"
FEW, MANY = 100, 20_000
COMMITS = 3
ALONE = 250
CROWD = 32
CROWD_COMMANDS = 30
READY_WAIT = 60.0
CATCH_UP_WAIT = 120.0

Progress = Callable[[], None]


class Latency(msgspec.Struct, frozen=True):
    """Commands a second, and milliseconds from sending a command to its outcome."""

    commands_per_s: float
    p50_ms: float
    p99_ms: float


class Figures(msgspec.Struct, frozen=True):
    """One deployment's figures. `rss_mb`: resident memory by process, where /proc tells."""

    stored_matches: int
    one_client: Latency
    many_clients: Latency
    server_bytes_per_commit: float
    rss_mb: dict[str, float]


async def measure(folder: Path, matches: int, progress: Progress) -> Figures:
    """The figures of a deployment in this folder that holds so many stored matches."""
    async with EmbeddedServer(folder / "redis") as server:
        client = connect(server.url)
        log = await Log.create(client, 8)
        await _fill(log, matches)
        weight = await _weight(client, log)
        await client.aclose()
    progress()
    async with _deployment(folder) as (url, pid):
        await _caught_up(folder)
        progress()
        alone = await _timed(url, 1, ALONE)
        progress()
        crowd = await _timed(url, CROWD, CROWD_COMMANDS)
        progress()
        memory = _memory(pid)
    return Figures(matches, alone, crowd, weight, memory)


async def _fill(log: Log, matches: int) -> None:
    """Store matches of four commits with three events each, spread over the partitions."""
    share = matches // log.partitions + 1
    for partition in range(log.partitions):
        term = await log.take(partition, "bench", 60_000)
        names = [ratios.match_in(log, partition) for _ in range(share)]
        await ratios.store(log, term, [(name, COMMITS, ledger.EVENTS_A_COMMIT) for name in names])
        await log.release(await log.take(partition, "bench", 60_000))


async def _weight(client: Redis, log: Log) -> float:
    """Bytes of server memory that a commit takes in its partition's log and in its match."""
    total = commits = 0
    for partition in range(log.partitions):
        entries = await log.read(partition, 0, 200)
        if not entries:
            continue
        length = await log.position(partition)
        whole = int(await answer(client.memory_usage(f"{tag(partition)}:log", samples=0)) or 0)
        total += whole * len(entries) // length
        for name in {entry.match for entry in entries}:
            total += int(await answer(client.memory_usage(log.key(name, "match"), samples=0)) or 0)
        commits += len(entries)
    return round(total / commits, 1)


@asynccontextmanager
async def _deployment(folder: Path) -> AsyncIterator[tuple[str, int]]:
    """`turnpost up` over the folder: its URL and the id of its process."""
    environment = {**os.environ, "TURNPOST_DATA": str(folder), "TURNPOST_EXTRA_GAMES": "deploy.bench.ledger"}
    with (folder / "up.log").open("wb") as errors:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            *("-m", "deploy", "up", "--port", "0"),
            stdout=asyncio.subprocess.PIPE,
            stderr=errors,
            env=environment,
        )
        assert process.stdout is not None
        try:
            async with asyncio.timeout(READY_WAIT):
                url = await _url(process.stdout)
            yield url, process.pid
        finally:
            if process.returncode is None:
                process.terminate()
            await process.wait()


async def _url(told: asyncio.StreamReader) -> str:
    """The address that `up` prints."""
    async for line in told:
        for word in line.decode().split():
            if word.startswith("http://"):
                return word.rstrip("/.,")
    raise RuntimeError("the deployment ended before it was ready")


async def _caught_up(folder: Path) -> None:
    """Wait until the read models have read everything, so that they do not share the processor."""
    client = connect(EmbeddedServer(folder / "redis").url)
    end = perf_counter() + CATCH_UP_WAIT
    try:
        log = await Log.open(client)
        while any((await behind(log)).values()):
            if perf_counter() > end:
                raise TimeoutError("the read models did not catch up")
            await asyncio.sleep(0.25)
    finally:
        await client.aclose()


class Player:
    """A player of a match of their own, who answers as soon as the last answer is in."""

    def __init__(self, http: httpx.AsyncClient, match: str, token: str, n: int) -> None:
        self._http = http
        self._path = f"/matches/{match}/commands"
        self._token = token
        self._n = n
        self.times: list[float] = []

    async def play(self, commands: int) -> None:
        """Send so many answers one after another; `times` gets the seconds each took."""
        for _ in range(commands):
            body = {"do": "answer", "prompt": f"{self._n}.0", "reply": {"kind": "counted", "number": self._n % 9}}
            headers = {"Authorization": f"Bearer {self._token}", "Idempotency-Key": f"c{self._n}"}
            begin = perf_counter()
            told = await self._http.post(self._path, json=body, headers=headers)
            self.times.append(perf_counter() - begin)
            told.raise_for_status()
            self._n = told.json()["commit"]


async def _seated(url: str, http: httpx.AsyncClient, number: int) -> Player:
    async with Client(url) as door:
        token = (await door.post("/players", {"name": f"bench {number}", "lang": "en"}))["token"]
    async with Client(url, token) as door:
        match = (await door.command("/matches", {"game": GAME, "options": {}, "seats": 1, "invite": False}))["match"]
        await door.command(f"/matches/{match}/join", {})
        n = (await door.command(f"/matches/{match}/start", {}))["commit"]
    return Player(http, match, token, n)


async def _timed(url: str, clients: int, commands: int) -> Latency:
    async with AsyncExitStack() as stack:
        players: list[Player] = []
        for number in range(clients):  # a connection each, as players have: a pool's queue is not what is measured
            http = await stack.enter_async_context(httpx.AsyncClient(base_url=url, timeout=30, trust_env=False))
            players.append(await _seated(url, http, number))
        await asyncio.gather(*(player.play(3) for player in players))
        for player in players:
            player.times.clear()
        begin = perf_counter()
        await asyncio.gather(*(player.play(commands) for player in players))
        seconds = perf_counter() - begin
    times = [time * 1000 for player in players for time in player.times]
    cuts: Sequence[float] = quantiles(times, n=100)
    return Latency(round(len(times) / seconds, 1), round(cuts[49], 2), round(cuts[98], 2))


def _memory(pid: int) -> dict[str, float]:
    """Resident memory in MB of a process and its children, by what they do; {} where /proc is not."""
    found: dict[str, float] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            status = dict(line.split(":", 1) for line in (folder / "status").read_text().splitlines() if ":" in line)
            words = (folder / "cmdline").read_bytes().decode().split("\0")
        except (OSError, UnicodeDecodeError):
            continue
        if int(folder.name) == pid or int(status.get("PPid", "0")) == pid:
            found[_role(words)] = round(int(status.get("VmRSS", "0 kB").split()[0]) / 1024, 1)
    return dict(sorted(found.items()))


def _role(words: Sequence[str]) -> str:
    if "deploy" in words:
        return words[words.index("deploy") + 1]
    return "server"

"""Processes that are killed at random, and robots that play on all the same, sending again until they are answered."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from redis.exceptions import RedisError

from deploy.embedded import EmbeddedServer, stop_with_parent
from events import codec
from events.choices import sample
from events.commands import Answer, Command, Join, Leave, Open, Start, Undo
from events.commit import AnyCommit
from events.log import Log
from events.match import Match, fold
from services import registry
from services.aggregate.envelope import Accepted, Queued, Rejected, match_id
from services.aggregate.gateway import Gateway, Unreachable
from services.dice import Seeded
from services.table.decide import ask_of, choice

ROOT = Path(__file__).parents[2]
SEATS = 2
LONGEST = 30.0


@dataclass
class Deployment:
    """The server, one worker and one projection worker, each killed by its own id and started anew."""

    server: EmbeddedServer
    running: dict[str, subprocess.Popen[bytes]] = field(default_factory=dict)
    kills: dict[str, int] = field(default_factory=dict)

    def start(self, kind: str) -> None:
        command = [sys.executable, "-m", "tests.wire.process", kind, self.server.url]
        with self.words(kind).open("wb") as words:
            self.running[kind] = subprocess.Popen(
                command, cwd=ROOT, stdout=words, stderr=words, preexec_fn=stop_with_parent()
            )

    def words(self, kind: str) -> Path:
        """What the process says."""
        return self.server.folder / f"{kind}.log"

    async def kill(self, kind: str, pause: float) -> None:
        self.kills[kind] = self.kills.get(kind, 0) + 1
        if kind == "server":
            self.server.kill()
            await asyncio.sleep(pause)
            await self.server.start()
        else:
            self.stop(kind)
            await asyncio.sleep(pause)
            self.start(kind)

    def __enter__(self) -> Deployment:
        return self

    def __exit__(self, *_: object) -> None:
        for process in self.running.values():
            process.kill()
            process.wait()

    def stop(self, kind: str) -> None:
        process = self.running.pop(kind)
        assert process.poll() is None, f"{kind} ended by itself: {self.words(kind).read_text()[-4000:]}"
        process.kill()
        process.wait()


@dataclass
class Sent:
    """A command and what its sender was told."""

    match: str
    player: str
    key: str
    command: Command
    outcome: Accepted | Rejected


class Robots:
    """Robots at one table after another. What they were told is in `told`, in order."""

    def __init__(self, gateway: Gateway, log: Log, name: str, seed: int, told: list[Sent]) -> None:
        self.gateway = gateway
        self.log = log
        self.name = name
        self.told = told
        self.repeated = 0
        self._random = Random(seed)
        self._dice = Seeded(seed)
        self._keys = 0

    async def play(self, over: asyncio.Event) -> None:
        while not over.is_set():
            await self.play_match(over)

    async def play_match(self, over: asyncio.Event) -> None:
        match = await self.open()
        for seat in range(SEATS):
            await self.send(match, seat, Join())
        await self.send(match, 0, Start())
        while not over.is_set():
            state = await self.state(match)
            wait = next((wait for wait in state.waits if wait.must), None)
            if wait is None:
                return
            chance = self._random.random()
            if chance < 0.02:
                await self.send(match, wait.seat, Undo())
            elif chance < 0.022:
                await self.send(match, wait.seat, Leave())
            elif chance < 0.05:
                await self.send(match, 1 - wait.seat, Answer(wait.id, sample_reply(state, wait, self._dice)))
            elif chance < 0.12:
                await self.repeat()
            else:
                await self.send(match, wait.seat, Answer(wait.id, sample_reply(state, wait, self._dice)))

    async def open(self) -> str:
        self._keys += 1
        player, key = f"{self.name}0", f"k{self._keys}"
        match = match_id(player, key)
        await self.insist(match, player, key, Open("planet", seats=SEATS, invite=False))
        return match

    async def send(self, match: str, seat: int, command: Command) -> None:
        self._keys += 1
        await self.insist(match, f"{self.name}{seat}", f"k{self._keys}", command)

    async def repeat(self) -> None:
        """Send something of before again: the answer must be the first one."""
        old = self._random.choice(self.told[-500:])
        again = await self.ask(old.match, old.player, old.key, old.command)
        assert again == old.outcome, (old, again)
        self.repeated += 1

    async def insist(self, match: str, player: str, key: str, command: Command) -> None:
        outcome = await self.ask(match, player, key, command)
        self.told.append(Sent(match, player, key, command, outcome))

    async def ask(self, match: str, player: str, key: str, command: Command) -> Accepted | Rejected:
        """Send until there is an outcome; impatient, so that commands arrive twice."""
        end = asyncio.get_running_loop().time() + LONGEST
        while asyncio.get_running_loop().time() < end:
            patience = self._random.choice((0.05, 0.5, 3.0))
            try:
                outcome = await self.gateway.send(match, player, key, command, patience=patience)
            except Unreachable:
                await asyncio.sleep(0.1)
                continue
            if not isinstance(outcome, Queued):
                return outcome
        raise AssertionError(f"no outcome of {player}:{key} in {LONGEST} s")

    async def state(self, match: str) -> Match:
        while True:
            await asyncio.sleep(0)
            try:
                return fold(await self.log.read_match(match))
            except (RedisError, OSError):
                await asyncio.sleep(0.1)


def sample_reply(state: Match, wait, dice: Seeded):  # type: ignore[no-untyped-def]
    return sample(choice(registry.load(), state, ask_of(wait)), dice)


async def read_all(log: Log) -> list[AnyCommit]:
    """Every commit by position; raises BrokenLog on a hole in a partition or a match, or when the two differ."""
    commits: list[AnyCommit] = []
    by_match: dict[str, list[bytes]] = {}
    for partition in range(log.partitions):
        pos = 0
        while entries := await log.read(partition, pos):
            for entry in entries:
                commit = codec.decode(entry.data)
                assert (commit.match, commit.n) == (entry.match, entry.n)
                assert log.partition_of(entry.match) == partition
                commits.append(commit)
                by_match.setdefault(entry.match, []).append(entry.data)
            pos = entries[-1].pos
        assert pos == await log.position(partition)
    for match, blobs in by_match.items():
        assert await log.read_match(match) == blobs
        chain = ["", *map(codec.digest, blobs)]
        assert [codec.decode(blob).prev for blob in blobs] == chain[:-1]
    return commits

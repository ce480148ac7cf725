"""A crowd at many tables: seats act side by side, send again until answered, take back, leave, and repeat themselves.

In a test's own process, or as one of its own: `python -m tests.wire.crowd URL NAME SEED FOLDER [PARTITIONS]` plays
until the file `over` lies in the folder, and then leaves there what it was told.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import NamedTuple

import msgspec
import structlog
from msgspec.structs import replace
from redis.exceptions import RedisError

from events import codec
from events.choices import sample
from events.commands import Answer, Command, Join, Leave, Open, Start, Undo
from events.commit import AnyCommit, Wait
from events.log import Log, LogError, connect, tag
from events.match import Match, fold_commits
from services import registry
from services.aggregate.crew import read_partitions
from services.aggregate.envelope import Accepted, Envelope, Queued, Rejected, body_hash, encode, match_id
from services.aggregate.gateway import Gateway, Unreachable
from services.aggregate.intake import DATA, make_broker
from services.dice import Seeded
from services.table.decide import ask_of, choice

LONGEST = 120.0
RECENT = 300
MOVES = 600


class Told(NamedTuple):
    """What the sender of a command was told: the number of its commit, or 0 and the code of the refusal."""

    match: str
    command_id: str
    commit: int
    code: str


@dataclass
class Crowd:
    """Tables of several games, all at once, through a few gateways. `told` is in the order of the answers."""

    gateways: Sequence[Gateway]
    log: Log
    name: str
    seed: int
    games: tuple[str, ...] = ("gauntlet", "planet")
    told: list[Told] = field(default_factory=list)
    recent: deque[Envelope] = field(default_factory=lambda: deque(maxlen=RECENT))
    only: frozenset[int] | None = None
    trusting: bool = True
    asked: int = 0
    repeated: int = 0
    doubled: int = 0
    busy: int = 0
    matches: int = 0

    async def play(self, tables: int, over: asyncio.Event) -> None:
        """Play at so many tables until it is over and everything is answered."""
        async with asyncio.TaskGroup() as tasks:
            for number in range(tables):
                tasks.create_task(Table(self, f"{self.name}{number}x", self.seed * 1000 + number).play(over))

    async def double(self, over: asyncio.Event, random: Random, pause: float = 0.05) -> None:
        """Put commands of before, and some on their way, into the streams again, several at once and in any order."""
        while not over.is_set():
            await asyncio.sleep(random.uniform(0, 2 * pause))
            again = random.sample(list(self.recent), min(len(self.recent), random.randint(1, 12)))
            pipe = self.log.client.pipeline(transaction=False)
            for envelope in again:
                stream = f"{tag(self.log.partition_of(envelope.match))}:commands"
                pipe.xadd(stream, {DATA: encode(envelope)})  # FastStream reads bare bodies too
            try:
                if again:
                    await pipe.execute()
                    self.doubled += len(again)
            except (RedisError, OSError):
                await asyncio.sleep(0.1)


class Table:
    """One table after another, with players of its own."""

    def __init__(self, crowd: Crowd, name: str, seed: int) -> None:
        self.crowd = crowd
        self.name = name
        self._random = Random(seed)
        self._dice = Seeded(seed)
        self._keys = 0
        self._match = ""
        self._commits: list[AnyCommit] = []
        self._state = Match()

    async def play(self, over: asyncio.Event) -> None:
        while not over.is_set():
            await self.play_match(over)

    async def play_match(self, over: asyncio.Event) -> None:
        self.crowd.matches += 1
        self._commits = []
        seats = self._random.choice((2, 2, 3, 4))
        host = f"{self.name}0"
        only = self.crowd.only
        while True:
            self._match = match_id(host, f"k{self._keys + 1}")
            if only is None or self.crowd.log.partition_of(self._match) in only:
                break
            self._keys += 1
        await self.send(host, Open(self._random.choice(self.crowd.games), seats=seats, invite=False))
        await asyncio.gather(*(self.send(f"{self.name}{seat}", Join()) for seat in range(seats)))
        await self.send(host, Start())
        for _ in range(MOVES):
            if over.is_set() or not await self.act():
                return

    async def act(self) -> bool:
        """Have everybody who is asked answer, at once and with delays; False when nobody is."""
        await self.refresh()
        asked = [wait for wait in self._state.waits if wait.must or self._random.random() < 0.1]
        if not any(wait.must for wait in asked):
            return False
        chance = self._random.random()
        wait = self._random.choice(asked)
        if chance < 0.04:
            await self.send(self._player(wait.seat), Undo())
        elif chance < 0.045:
            await self.send(self._player(wait.seat), Leave())
        elif chance < 0.07:
            await self.send(self._player(1 - wait.seat % 2), self._answer(wait))
        elif chance < 0.12:
            await self.repeat()
        else:
            await asyncio.gather(*(self._reply(wait) for wait in asked))
        return True

    async def refresh(self) -> None:
        """Fold what is new; fold all of it anew where the log is not what it was."""
        while True:
            try:
                blobs = await self.crowd.log.read_match(self._match, len(self._commits))
                if not blobs and len(self._commits) != await self.crowd.log.number(self._match):
                    self._commits = []
                    continue
            except LogError:
                self._commits = []
            except (RedisError, OSError):
                await asyncio.sleep(0.1)
            else:
                if blobs:
                    self._commits += map(codec.decode, blobs)
                    self._state = fold_commits(self._commits, codec.digest(blobs[-1]))
                return

    async def repeat(self) -> None:
        """Send something of before again: the answer must be the first one."""
        mine = [told for told in self.crowd.told[-400:] if told.match == self._match]
        sent = {one.command_id: one for one in self.crowd.recent if one.match == self._match}
        old = next((told for told in self._random.sample(mine, len(mine)) if told.command_id in sent), None)
        if old is not None:
            envelope = sent[old.command_id]
            again = await self.ask(envelope.player, envelope.key, envelope.command)
            assert again == old or not self.crowd.trusting, (old, again)
            self.crowd.repeated += 1

    async def _reply(self, wait: Wait) -> None:
        reply = self._answer(wait)
        await asyncio.sleep(self._random.choice((0, 0, 0.01, 0.05)))
        await self.send(self._player(wait.seat), reply)

    def _answer(self, wait: Wait) -> Answer:
        return Answer(wait.id, sample(choice(registry.load(), self._state, ask_of(wait)), self._dice))

    def _player(self, seat: int) -> str:
        return self._state.table.players[seat] or f"{self.name}9"

    async def send(self, player: str, command: Command) -> None:
        self._keys += 1
        key = f"k{self._keys}"
        if isinstance(command, Join):
            command = replace(command, entropy=f"{self._random.getrandbits(64):016x}")
        self.crowd.recent.append(Envelope(self._match, player, key, command, body_hash(command)))
        self.crowd.told.append(await self.ask(player, key, command))

    async def ask(self, player: str, key: str, command: Command) -> Told:
        """Send until there is an outcome; impatient, and through any door, so that commands arrive twice."""
        self.crowd.asked += 1
        end = asyncio.get_running_loop().time() + LONGEST
        while asyncio.get_running_loop().time() < end:
            patience = self._random.choice((0.1, 1.0, 4.0))
            gateway = self._random.choice(self.crowd.gateways)
            try:
                outcome = await gateway.send(self._match, player, key, command, patience=patience)
            except (Unreachable, RedisError):
                await asyncio.sleep(0.1)
                continue
            match outcome:
                case Accepted():
                    return Told(self._match, f"{player}:{key}", outcome.commit, "")
                case Rejected(code="busy"):
                    self.crowd.busy += 1
                    await asyncio.sleep(0.1)
                case Rejected():
                    return Told(self._match, f"{player}:{key}", 0, outcome.code)
                case Queued():
                    pass
        raise AssertionError(f"no outcome of {player}:{key} in {LONGEST} s")


async def main(url: str, name: str, seed: str, folder: str, partitions: str = "") -> None:
    """A crowd as a process, at matches of these partitions only."""
    here = Path(folder)
    client = connect(url)
    log = await Log.open(client, int(os.environ.get("TURNPOST_WAIT_REPLICAS", "0")))
    only = read_partitions(partitions, log.partitions)
    async with Gateway(log, make_broker(url)) as gateway:
        crowd = Crowd([gateway], log, name, int(seed), only=only, trusting=log.replicas > 0)
        over = asyncio.Event()
        playing = asyncio.create_task(crowd.play(int(os.environ.get("TABLES", "12")), over))
        while not playing.done() and not (here / "over").exists():
            (here / f"{name}.count").write_text(str(len(crowd.told)))
            await asyncio.sleep(0.1)
        over.set()
        await playing
        (here / f"{name}.told").write_bytes(msgspec.msgpack.encode(crowd.told))
    await client.aclose()


if __name__ == "__main__":
    level = logging.getLevelNamesMapping()[os.environ.get("TURNPOST_TEST_LOG", "CRITICAL")]
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(level))
    logging.disable(logging.CRITICAL)  # what is left is what ends the process
    asyncio.run(main(*sys.argv[1:]))

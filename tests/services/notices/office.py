"""A match whose commits go into a real log one by one, and a notices worker beside it that can be killed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from ipaddress import ip_network
from typing import Any

import httpx
import msgspec

from events import codec
from events.log import Append, Batch, Log
from services.notices.channels import Channel, Channels, make
from services.notices.outbox import Kept, Outbox
from services.notices.rows import Row
from services.notices.sending import Sender
from services.notices.telegram import Telegram
from services.notices.webhook import Webhooks
from services.notices.worker import Worker
from tests.records.table import InProcess
from tests.services.notices.fake_hooks import FakeHooks
from tests.services.notices.fake_telegram import TOKEN, FakeTelegram

CHATS = (7001, 7002, 7003)
LEASE = 60_000
LOOPBACK = [ip_network("127.0.0.0/8")]


class Guests:
    """Players for tests: the language is in their id."""

    def __init__(self, url: str = "https://play.example.org") -> None:
        self.url = url

    async def names(self, players: Sequence[str]) -> tuple[str, ...]:
        return tuple(f"Player-{player[-1]}" if player else "" for player in players)

    async def language(self, player: str) -> str:
        return "en"

    async def link(self, match: str, seat: int, player: str, language: str) -> str:
        return f"{self.url}/matches/{match}/page?t=p{seat}.token&lang={language}"


class Office:
    def __init__(self, log: Log, chat: FakeTelegram, receiver: FakeHooks) -> None:
        self.log = log
        self.chat = chat
        self.receiver = receiver
        self.game = InProcess("planet", 2, "office")
        self.outbox = Outbox(log)
        self.channels = Channels(log.client)
        self.people = Guests()
        self.senders: dict[str, Sender] = {}
        self.delay = 0.0
        self._written = 0
        self._running: list[asyncio.Task[None]] = []

    @classmethod
    @asynccontextmanager
    async def over(cls, log: Log, chat: FakeTelegram, receiver: FakeHooks) -> AsyncIterator[Office]:
        office = cls(log, chat, receiver)
        async with (
            httpx.AsyncClient(trust_env=False) as client,
            Webhooks(allowed=LOOPBACK, verify=receiver.trust, ask=receiver.resolve) as webhooks,
        ):
            office.senders = {"telegram": Telegram(client, TOKEN, chat.url), "webhook": webhooks}
            await office.write()
            try:
                yield office
            finally:
                await office.stop()

    async def telegram(self, seat: int, board: Any = "picture") -> Channel:
        return await self.channels.add(self.game.players[seat], make("telegram", str(CHATS[seat]), board))

    async def webhook(self, seat: int) -> Channel:
        channel = await self.channels.add(self.game.players[seat], make("webhook", self.receiver.url))
        self.receiver.secret = channel.secret
        return channel

    async def write(self) -> None:
        """Put what was played since into the log, each commit made just now."""
        for n in range(self._written, len(self.game.blobs)):
            partition = self.log.partition_of(self.game.id)
            term = await self.log.take(partition, "w", LEASE)
            data = self._now(n)
            await self.log.commit(term, term.pos, Batch(appends=[Append(self.game.id, n + 1, data)]))
        self._written = len(self.game.blobs)

    def _now(self, n: int) -> bytes:
        """The commit as made at this moment; the chain of hashes is not looked at here."""
        at = datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        return codec.encode(msgspec.structs.replace(self.game.commits[n], at=at))

    async def begin(self) -> None:
        self.game.begin()
        await self.write()

    async def move(self) -> None:
        self.game.move()
        await self.write()

    def worker(self, **senders: Sender) -> Worker:
        return Worker(self.log, self.people, {**self.senders, **senders}, delay=self.delay, outbox=self.outbox)

    async def start(self, worker: Worker | None = None) -> Worker:
        """A worker that runs; it has read the log's end when this returns."""
        made = worker or self.worker()
        self._running.append(asyncio.create_task(made.run()))
        partition = self.log.partition_of(self.game.id)
        await self.until(lambda: self._read(partition))
        return made

    async def _read(self, partition: int) -> bool:
        stands = await self.outbox.checkpoint(partition)
        return stands is not None and stands.pos == await self.log.position(partition)

    async def stop(self) -> None:
        while pending := [task for task in self._running if not task.done()]:
            for task in pending:
                task.cancel()
            await asyncio.wait(pending, timeout=1)
        self._running.clear()

    async def rows(self) -> list[Row]:
        kept = await self.outbox.rows(self.game.id)
        return sorted((one.row for one in kept.values()), key=lambda row: (row.turn, row.seat, row.key))

    async def latest(self) -> list[Row]:
        """The rows of the present turns."""
        turns = {(wait.seat, wait.since) for wait in self.game.musts}
        return [row for row in await self.rows() if (row.seat, row.turn) in turns]

    async def states(self) -> list[str]:
        return [row.state for row in await self.rows()]

    async def settled(self, seconds: float = 45) -> None:
        """Until nothing is in work."""

        async def still() -> bool:
            partition = self.log.partition_of(self.game.id)
            return await self._read(partition) and not await self.outbox.size(partition)

        await self.until(still, seconds)

    async def hurry(self, name: Callable[[Row], bool] = lambda _: True) -> None:
        """Make what is to be looked at later due now, as if the time had passed."""
        for key, (row, data) in (await self.outbox.rows(self.game.id)).items():
            if row.due is not None and name(row):
                from services.notices.outbox import Change

                assert key == row.key
                await self.outbox.put(self.game.id, Change(key, data, msgspec.structs.replace(row, due=1)))

    async def until(self, condition: Callable[[], Any], seconds: float = 45) -> None:
        async with asyncio.timeout(seconds):
            while not await condition():
                await asyncio.sleep(0.02)

    async def kept(self) -> dict[str, Kept]:
        return await self.outbox.rows(self.game.id)

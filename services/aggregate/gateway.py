"""The doors' side of the command stream: send a command, wait for what it comes to.

A gateway publishes to the partition of the match and is told outcomes on one channel of its own. A reply that got
lost (a worker killed after its commit, a cut connection) is found by reading the stored outcomes.
"""

from __future__ import annotations

import asyncio
import hashlib
import secrets
import time
from types import TracebackType
from typing import Any, cast

import msgspec
import structlog
from faststream.redis import RedisBroker
from msgspec.structs import replace
from redis.exceptions import RedisError
from structlog.contextvars import bound_contextvars

from events.commands import Command, Join, Open
from events.log import Log, LogError, answer, tag
from events.traces import Value, span
from services.aggregate import metrics
from services.aggregate.ending import end
from services.aggregate.envelope import (
    Accepted,
    Envelope,
    Outcome,
    Queued,
    Rejected,
    Stored,
    body_hash,
    decode_replies,
    decode_stored,
    encode,
    match_id,
    refusal,
)

PATIENCE = 5.0
PAUSE = 0.1
LOOK_AGAIN = 0.5
LONGEST_LOOK = 2.0
BACKLOG_AGE = 0.25
LATEST_AGE = 5.0

logger = structlog.get_logger(__name__)

Waiting = dict[tuple[str, str], set["asyncio.Future[Stored]"]]
Outgoing = tuple[Envelope, "asyncio.Future[None]"]


class Unreachable(Exception):
    """The server did not take the command in time. It may still be decided; sending it again under its key is safe."""


class Gateway:
    """Sends commands and waits for outcomes. An async context manager; one for each process serves all its doors.

    The broker is connected here, and closed at the end; nothing else may use it. `seed` makes entropy repeat.
    """

    def __init__(self, log: Log, broker: RedisBroker, *, backlog: int = 10_000, seed: str | None = None) -> None:
        self.log = log
        self.channel = f"reply:{secrets.token_hex(8)}"
        self._broker = broker
        self._backlog = backlog
        self._seed = seed
        self._waiting: Waiting = {}
        self._lengths: dict[int, tuple[float, int]] = {}
        self._latest: dict[str, tuple[float, str, int]] = {}
        self._outgoing: dict[int, asyncio.Queue[Outgoing]] = {}
        self._tasks: list[asyncio.Task[None]] = []

    async def __aenter__(self) -> Gateway:
        await self._broker.connect()
        # on a cluster by partition, for a server that cannot be reached must not hold up what goes to others
        ways = range(self.log.partitions if self.log.clustered else 1)
        self._outgoing = {way: asyncio.Queue() for way in ways}
        self._tasks = [asyncio.create_task(self._publish_all(queue)) for queue in self._outgoing.values()]
        self._tasks.append(asyncio.create_task(self._listen()))
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        tasks, self._tasks = self._tasks, []
        await end(tasks)
        await self._broker.stop()

    async def open(
        self, player: str, key: str, command: Open, *, cause: str = "player", patience: float = PATIENCE
    ) -> tuple[str, Outcome]:
        """Open a match and give its id, the same for the same player and key. As `send` otherwise."""
        match = match_id(player, key)
        return match, await self.send(match, player, key, command, cause=cause, patience=patience)

    async def send(
        self,
        match: str,
        player: str,
        key: str,
        command: Command,
        *,
        cause: str = "player",
        patience: float = PATIENCE,
    ) -> Outcome:
        """Send a command and wait up to `patience` seconds for its outcome; Queued when that passes.

        Sending it again under the same key gives the first outcome. `Join` without entropy is given some here.
        Refused as `busy` when too many commands wait in the partition. Raises Unreachable.
        """
        does = type(command).__name__
        with (
            bound_contextvars(match=match, command=f"{player}:{key}"),
            span("send", kind="producer", match=match, does=does) as at,
        ):
            body = body_hash(command)
            if isinstance(command, Join) and not command.entropy:
                command = replace(command, entropy=self._entropy(match, player))
            envelope = Envelope(match, player, key, command, body, cause, self.channel, at.carried)
            begun = time.perf_counter()
            try:
                outcome = await self._sent(envelope, patience)
            except Unreachable:
                metrics.sent.labels("unreachable").inc()
                raise
            seconds = time.perf_counter() - begun
            name, more = _named(outcome)
            metrics.sent.labels(name).inc()
            metrics.sent_seconds.observe(seconds)
            if isinstance(outcome, Accepted):
                self._note(player, match, outcome.commit)
            at.note(outcome=name, **more)
            logger.info("command_answered", does=does, outcome=name, ms=round(seconds * 1000, 1), **more)
            return outcome

    async def _sent(self, envelope: Envelope, patience: float) -> Outcome:
        """Publish a command and wait for its outcome."""
        match = envelope.match
        loop = asyncio.get_running_loop()
        end = loop.time() + patience
        told: asyncio.Future[Stored] = loop.create_future()
        place = (match, envelope.command_id)
        self._waiting.setdefault(place, set()).add(told)
        try:
            if await self._is_full(self.log.partition_of(match)):
                return refusal("busy")
            await self._publish(envelope, end)
            return await self._wait(envelope, told, end)
        finally:
            self._waiting[place].discard(told)
            if not self._waiting[place]:
                del self._waiting[place]

    def latest(self, player: str) -> tuple[str, int] | None:
        """The match and number of a player's latest commit through here, if it was a moment ago."""
        at, match, n = self._latest.get(player, (float("-inf"), "", 0))
        return (match, n) if time.monotonic() - at < LATEST_AGE else None

    def _note(self, player: str, match: str, n: int) -> None:
        now = time.monotonic()
        self._latest.pop(player, None)
        self._latest[player] = (now, match, n)
        while now - self._latest[oldest := next(iter(self._latest))][0] > LATEST_AGE:
            del self._latest[oldest]

    async def outcome(self, match: str, player: str, key: str) -> Accepted | Rejected | None:
        """What a command came to; None while it is not decided, was never sent, or its refusal is forgotten."""
        stored = await self.log.outcome(match, f"{player}:{key}")
        return None if stored is None else decode_stored(stored).outcome()

    async def _is_full(self, partition: int) -> bool:
        """Whether the partition's stream is at its bound, as of a quarter of a second ago plus what was sent since."""
        now = asyncio.get_running_loop().time()
        at, length = self._lengths.get(partition, (-1.0, 0))
        if now - at > BACKLOG_AGE:
            try:
                length = await self.log.backlog(partition)
            except (RedisError, OSError) as error:
                raise Unreachable(str(error)) from error
            seen = self._lengths.get(partition, (-1.0, 0))  # others may have looked meanwhile
            at, length = seen if seen[0] > at else (now, length)
        full = length >= self._backlog
        self._lengths[partition] = (at, length if full else length + 1)
        return full

    async def _publish(self, envelope: Envelope, end: float) -> None:
        loop = asyncio.get_running_loop()
        way = self.log.partition_of(envelope.match) if self.log.clustered else 0
        while True:
            sent: asyncio.Future[None] = loop.create_future()
            self._outgoing[way].put_nowait((envelope, sent))
            try:
                async with asyncio.timeout_at(end):
                    await sent
            except (RedisError, OSError) as error:
                if loop.time() + PAUSE > end:
                    raise Unreachable(str(error) or type(error).__name__) from error
                await asyncio.sleep(PAUSE)
            else:
                return

    async def _publish_all(self, queue: asyncio.Queue[Outgoing]) -> None:
        """Publish what has come together since the last time, in one round trip."""
        while True:
            batch = [await queue.get()]
            while not queue.empty():
                batch.append(queue.get_nowait())
            answers: list[Any]
            try:
                pipe = self.log.client.pipeline(transaction=False)
                for envelope, _ in batch:
                    stream = f"{tag(self.log.partition_of(envelope.match))}:commands"
                    await self._broker.publish(encode(envelope), stream=stream, pipeline=cast("Any", pipe))
                answers = await pipe.execute(raise_on_error=False)
            except Exception as error:  # noqa: BLE001 - whatever it is, each sender is told
                answers = [error] * len(batch)
            for (_, sent), result in zip(batch, answers, strict=True):
                if sent.done():
                    continue
                if isinstance(result, Exception):
                    sent.set_exception(result)
                else:
                    sent.set_result(None)

    async def _wait(self, envelope: Envelope, told: asyncio.Future[Stored], end: float) -> Outcome:
        loop = asyncio.get_running_loop()
        pause = LOOK_AGAIN
        while (left := end - loop.time()) > 0:
            await asyncio.wait([told], timeout=min(left, pause))
            pause = min(2 * pause, LONGEST_LOOK)
            if told.done():
                return told.result().outcome(envelope.body)
            try:
                stored = await self.log.outcome(envelope.match, envelope.command_id)
            except (RedisError, LogError, OSError):
                await asyncio.sleep(PAUSE)
                continue
            if stored is not None:
                return decode_stored(stored).outcome(envelope.body)
        return Queued()

    def _entropy(self, match: str, player: str) -> str:
        if self._seed is None:
            return secrets.token_hex(16)
        return hashlib.blake2b(f"{self._seed}\n{match}\n{player}".encode(), digest_size=16).hexdigest()

    async def _listen(self) -> None:
        while True:
            try:
                async with self.log.client.pubsub() as channel:
                    await answer(channel.subscribe(self.channel))
                    while True:
                        message = await channel.get_message(ignore_subscribe_messages=True, timeout=5.0)
                        if message is not None:
                            self._tell(message["data"])
            except Exception as error:  # noqa: BLE001 - whatever it is, outcomes are also found without a listener
                logger.warning("gateway_interrupted", kind=type(error).__name__, error=str(error))
                await asyncio.sleep(PAUSE)

    def _tell(self, data: bytes) -> None:
        try:
            replies = decode_replies(data)
        except msgspec.DecodeError as error:
            logger.warning("gateway_unreadable_reply", error=str(error))
            return
        for reply in replies:
            for told in self._waiting.get((reply.match, reply.command_id), ()):
                if not told.done():
                    told.set_result(reply.stored)


def _named(outcome: Outcome) -> tuple[str, dict[str, Value]]:
    """What an outcome is called in measures and in the log, and what more there is to say."""
    match outcome:
        case Accepted():
            return "accepted", {"commit": outcome.commit}
        case Queued():
            return "queued", {}
        case Rejected(code="busy"):
            return "busy", {}
        case Rejected():
            return "refused", {"code": outcome.code}

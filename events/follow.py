"""Following the log: one reader for each process, which wakes whoever waits for a partition or a match.

Waking is all it does. What was missed is read from the log by position or number, so a slow or late reader, a lost
connection and a restart of the server need no care.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TypeVar

import structlog
from redis.exceptions import RedisError

from events.log import Log, LogError

BLOCK_MS = 1000
PAUSE = 0.2

K = TypeVar("K")

logger = structlog.get_logger(__name__)


class Follower:
    """Wakes those who wait for news. Use it as an async context manager; it reads only while it is entered."""

    def __init__(self, log: Log) -> None:
        self.log = log
        self._positions: dict[int, int] = {}
        self._partitions: dict[int, set[asyncio.Event]] = {}
        self._matches: dict[str, set[asyncio.Event]] = {}
        self._tasks: list[asyncio.Task[None]] = []

    async def __aenter__(self) -> Follower:
        everything = range(self.log.partitions)
        for partition in everything:
            self._positions[partition] = await self.log.position(partition)
        groups = [[partition] for partition in everything] if self.log.clustered else [list(everything)]
        self._tasks = [asyncio.create_task(self._follow(group)) for group in groups]
        return self

    async def __aexit__(self, *_: object) -> None:
        tasks, self._tasks = self._tasks, []
        while pending := [task for task in tasks if not task.done()]:
            for task in pending:
                task.cancel()  # again where it was lost: redis-py can swallow one while it connects
            await asyncio.wait(pending, timeout=0.2)

    def position(self, partition: int) -> int:
        """The last position this reader has seen in a partition."""
        return self._positions.get(partition, 0)

    @contextmanager
    def partition(self, partition: int) -> Iterator[asyncio.Event]:
        """An event set whenever a partition may have grown; clear it before reading, wait on it after."""
        yield from _listen(self._partitions, partition)

    @contextmanager
    def match(self, match: str) -> Iterator[asyncio.Event]:
        """An event set whenever a match may have grown; clear it before reading, wait on it after."""
        yield from _listen(self._matches, match)

    async def _follow(self, group: list[int]) -> None:
        while True:
            try:
                await self._read(group)
            except (RedisError, LogError, OSError) as error:
                logger.warning("follow_interrupted", partitions=len(group), error=str(error))
                await asyncio.sleep(PAUSE)
                await self._back_to_head(group)

    async def _read(self, group: list[int]) -> None:
        news = await self.log.news({partition: self._positions[partition] for partition in group}, BLOCK_MS)
        for partition, entries in news.items():
            self._positions[partition] = entries[-1].pos
            _wake(self._partitions, partition)
            for match in {entry.match for entry in entries}:
                _wake(self._matches, match)

    async def _back_to_head(self, group: list[int]) -> None:
        """After an interruption the log may even be shorter (a failover): wake everybody and go on at its end."""
        with suppress(RedisError, LogError, OSError):
            for partition in group:
                self._positions[partition] = await self.log.position(partition)
            for partition in group:
                _wake(self._partitions, partition)
            for match in self._matches:
                _wake(self._matches, match)


def _listen(listeners: dict[K, set[asyncio.Event]], key: K) -> Iterator[asyncio.Event]:
    event = asyncio.Event()
    listeners.setdefault(key, set()).add(event)
    try:
        yield event
    finally:
        listeners[key].discard(event)
        if not listeners[key]:
            del listeners[key]


def _wake(listeners: dict[K, set[asyncio.Event]], key: K) -> None:
    for event in listeners.get(key, ()):
        event.set()

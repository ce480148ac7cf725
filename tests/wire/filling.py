"""Matches played in process, put into the log of a real server, and read by everything there is."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import cache

from events.log import Append, Batch, Log
from projections.kinds import Versions, runners
from projections.worker import behind
from tests.records.table import InProcess

LEASE = 60_000


@cache
def played() -> tuple[InProcess, ...]:
    """Matches of the same two players and of others; two ended, one with moves taken back, one is void, one runs."""
    first = InProcess("planet", 2, "first").begin().moves(5)
    by = first.commits[-1].by
    assert by is not None
    first.undo(by)
    first.finish()
    second = InProcess("planet", 3, "second").begin().moves(4)
    second.agree(1, "undo")
    second.finish()
    void = InProcess("planet", 2, "void").begin().moves(2)
    void.agree(0, "cancel")
    return first, second, void, InProcess("planet", 4, "running").begin().moves(10)


async def append(
    log: Log, matches: Sequence[InProcess], first: int = 1, last: int = 10_000, at_once: int = 10_000
) -> None:
    """Put the commits `first` to `last` of these matches into the log, taking turns, so many of each in one batch."""
    last = min(last, max(len(match.blobs) for match in matches))
    for start in range(first, last + 1, at_once):
        numbers = range(start, 1 + min(last, start + at_once - 1))
        for partition in range(log.partitions):
            here = [match for match in matches if log.partition_of(match.id) == partition]
            appends = [
                Append(match.id, n, match.blobs[n - 1]) for n in numbers for match in here if n <= len(match.blobs)
            ]
            if appends:
                term = await log.take(partition, "w", LEASE)
                await log.commit(term, term.pos, Batch(appends=appends))


async def catch_up(log: Log) -> None:
    """One pass of every runner there is."""
    await Versions(log.client).create()
    for name, version in (await Versions(log.client).read()).items():
        for one in runners(log, name, version.live):
            await one.catch_up()


async def caught_up(log: Log) -> None:
    async with asyncio.timeout(30):
        while any((await behind(log)).values()):
            await asyncio.sleep(0.02)

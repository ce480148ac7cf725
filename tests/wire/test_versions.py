"""Two programs over one deployment that write a read model in different ways, as while it is upgraded."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

import pytest

import projections.rebuild
import projections.worker
from events.log import Client, Log
from projections import kinds
from projections.kinds import BY_NAME, CODE, Versions
from projections.reader import Step, Write, Writes
from projections.rebuild import check, rebuild
from projections.store import Store
from projections.worker import Worker
from tests.wire.filling import append, catch_up, caught_up, played
from tests.wire.playing import until

NAME = "sheets"


class Newer:
    """The sheets of a program that is newer by one version: one more thing is written for each match."""

    name = NAME
    version = CODE[NAME] + 1

    def apply(self, steps: Sequence[Step]) -> Writes:
        made = BY_NAME[NAME].apply(steps)
        return Writes([*made.writes, *(Write(f"{step.commit.match}:more", "SET", (step.commit.n,)) for step in steps)])


def newer(patch: pytest.MonkeyPatch) -> None:
    """From now on the program is newer."""
    patch.setattr(kinds, "BY_NAME", {**BY_NAME, NAME: Newer()})
    for module in (projections.worker, projections.rebuild):
        patch.setattr(module, "BY_NAME", {**BY_NAME, NAME: Newer()})
    for module in (kinds, projections.worker, projections.rebuild):
        patch.setattr(module, "CODE", {**CODE, NAME: Newer.version})
    patch.setattr(projections.rebuild, "GRACE", 0)
    patch.setattr(projections.worker, "rebuild", lambda log, name: rebuild(log, name, grace=0))


@asynccontextmanager
async def working(log: Log) -> AsyncIterator[None]:
    task = asyncio.create_task(Worker(log).run())
    try:
        yield
    finally:
        while not task.done():
            task.cancel()  # again where it was lost: redis-py can swallow one while it connects
            await asyncio.wait([task], timeout=1)


async def live(log: Log) -> tuple[int, int]:
    """The version that is read, and the version of the code that wrote it."""
    version = (await Versions(log.client).read())[NAME].live
    return version, (await Versions(log.client).codes())[NAME, version]


async def test_what_was_rebuilt_before_is_still_built_anew_by_newer_code(log: Log) -> None:
    await append(log, played())
    await catch_up(log)
    for _ in range(2):
        assert (await rebuild(log, NAME, grace=0)).switched
    assert await live(log) == (3, 1)
    with pytest.MonkeyPatch.context() as patch:
        newer(patch)
        async with working(log):
            await until(lambda: _is(log, (4, 2)))
            await caught_up(log)
        assert await check(log) == {}


async def test_an_older_program_writes_nothing_into_what_a_newer_one_built(log: Log) -> None:
    await append(log, played(), last=20)
    await catch_up(log)
    with pytest.MonkeyPatch.context() as patch:
        newer(patch)
        async with working(log):
            await until(lambda: _is(log, (2, 2)))
            await caught_up(log)
    stands = {place: (await Store(log.client, NAME, 2, place).checkpoint()).pos for place in range(log.partitions)}
    async with working(log):  # the older one, for it was forgotten, or on the way back
        await append(log, played(), first=21)
        await until(lambda: _level(log, "timelines", 1))
        await asyncio.sleep(0.3)
        for place, pos in stands.items():
            assert (await Store(log.client, NAME, 2, place).checkpoint()).pos == pos
    with pytest.MonkeyPatch.context() as patch:
        newer(patch)
        async with working(log):
            await caught_up(log)
        assert await check(log) == {}
    done = await rebuild(log, NAME, grace=0)  # for good: the older one builds its own again
    assert (done.new, done.switched, done.compared) == (3, True, 0)
    assert await live(log) == (3, 1)
    assert await check(log) == {}


async def test_what_nobody_noted_is_taken_for_ours(log: Log, client: Client) -> None:
    await append(log, played())
    await catch_up(log)
    assert (await rebuild(log, NAME, grace=0)).new == 2
    await client.hdel(kinds.VERSIONS, f"{NAME}:v1", f"{NAME}:v2")
    assert await live(log) == (2, 1)
    async with working(log):
        await caught_up(log)
    assert await check(log) == {}


async def _is(log: Log, wanted: tuple[int, int]) -> bool:
    return await live(log) == wanted


async def _level(log: Log, name: str, version: int) -> bool:
    for place in range(log.partitions):
        runner = Store(log.client, name, version, place)
        if (await runner.checkpoint()).pos < await log.position(place):
            return False
    return True

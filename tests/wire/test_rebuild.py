"""Building a read model anew while it is read and written: nobody waits, progress is told, one at a time."""

from __future__ import annotations

import asyncio

import pytest

from events.log import Log, answer
from projections import rebuild as rebuilding
from projections.kinds import Versions
from projections.leaderboards import ratings
from projections.queries import Queries
from projections.rebuild import Progress, Rebuilding, check, rebuild
from projections.store import Results
from projections.worker import lags
from tests.wire.filling import append, catch_up, caught_up, played
from tests.wire.test_projections import working

CLAIM = "{projections}:rebuilding:sheets"


@pytest.mark.parametrize("name", ["sheets", ratings.NAME])
async def test_progress_is_told_up_to_the_end(log: Log, name: str) -> None:
    await append(log, played())
    await catch_up(log)
    told: list[Progress] = []
    done = await rebuild(log, name, grace=0, samples=None, tell=told.append)
    read = [at for at in told if at.step == "read"]
    compared = [at for at in told if at.step == "compared"]
    ends = [await log.position(partition) for partition in range(log.partitions)]
    everything = await Results(log.client).position() if name == ratings.NAME else sum(ends)
    assert read[-1] == ("read", everything, everything)
    assert [at.done for at in read] == sorted(at.done for at in read)
    parts = 1 if name == ratings.NAME else log.partitions
    assert compared == [("compared", part, parts) for part in range(1, parts + 1)]
    assert done.entries == everything


async def test_all_is_compared_when_asked(log: Log) -> None:
    await append(log, played())
    await catch_up(log)
    few = await rebuild(log, "timelines", grace=0, samples=1)
    everything = await rebuild(log, "timelines", grace=0, samples=None)
    assert few.compared <= everything.compared == len(played())


async def test_two_at_once_are_one(log: Log) -> None:
    await append(log, played())
    await catch_up(log)
    first = asyncio.create_task(rebuild(log, "sheets", grace=0.5))
    async with asyncio.timeout(30):
        while not await answer(log.client.exists(CLAIM)):
            await asyncio.sleep(0.01)
    with pytest.raises(Rebuilding):
        await rebuild(log, "sheets", grace=0)
    assert (await first).switched
    assert (await rebuild(log, "sheets", grace=0)).switched
    assert (await Versions(log.client).read())["sheets"] == (3, None)
    assert await check(log) == {}


async def test_a_claim_that_was_lost_switches_nothing(log: Log) -> None:
    await append(log, played())
    await catch_up(log)
    losing: list[asyncio.Future[object]] = []

    def lose(at: Progress) -> None:
        if at.step == "read" and not losing:
            losing.append(asyncio.ensure_future(answer(log.client.set(CLAIM, "another"))))

    with pytest.raises(Rebuilding, match="nothing was switched"):
        await rebuild(log, "sheets", grace=0, tell=lose)
    assert (await Versions(log.client).read())["sheets"].live == 1
    assert await check(log) == {}


@pytest.mark.parametrize("name", ["sheets", "timelines"])
async def test_whoever_reads_notices_nothing(log: Log, name: str) -> None:
    """Doors ask all the while, matches go on all the while: no answer is missing, and none falls back behind what
    was there before."""
    half = 30
    async with working(log):
        await append(log, played(), last=half)
        await caught_up(log)
        queries, over = Queries(log), asyncio.Event()
        asked = 0

        async def read() -> None:
            nonlocal asked
            while not over.is_set():
                for match in played():
                    sheet, lines = await queries.sheet(match.id, None), await queries.timeline(match.id, None)
                    assert sheet is not None
                    assert lines is not None
                    assert min(sheet.n, len(lines.lines)) >= min(half, len(match.blobs))
                    asked += 1
                await asyncio.sleep(0)

        reading = asyncio.create_task(read())
        rebuilt = asyncio.create_task(rebuild(log, name, grace=1.5))
        await append(log, played(), first=half + 1, at_once=5)
        assert (await rebuilt).switched
        over.set()
        await reading
        await caught_up(log)
        assert await check(log) == {}
        assert set((await lags(log)).values()) == {0}
        assert asked > 10


async def test_workers_leave_what_was_broken_off(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rebuilding, "STALE", 1.2)
    async with working(log):
        await append(log, played(), last=20)
        await Versions(log.client).build("sheets", 2)  # and then it was killed
        await append(log, played(), first=21)
        await caught_up(log)
        assert (await rebuild(log, "sheets", grace=0)).switched
        await caught_up(log)
        assert await check(log) == {}

"""Under strain: three workers, two projection workers, crowds that send again, and everything that can go wrong.

Processes are killed, and frozen past their leases; the server is killed, stalled and restarted; commands arrive twice
and in any order. Afterwards every acknowledged command is in the log once, nothing else is, no position or number is
missing, and read models equal a rebuild. The long edition, the bar, by `make strain`.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import aclosing
from pathlib import Path
from random import Random

import pytest
import structlog

from deploy.embedded import EmbeddedServer
from events.log import Log, connect
from projections.rebuild import check
from projections.worker import behind
from services.aggregate.gateway import Gateway
from services.aggregate.intake import make_broker
from tests.wire.crowd import Crowd, Told
from tests.wire.fleet import Fleet
from tests.wire.killing import read_all
from tests.wire.playing import until

LEASE = 3.0
WORKERS = ("worker-1", "worker-2", "worker-3")
READERS = ("projections-1", "projections-2")


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    """Doors in this process tell of every lost connection."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    yield
    structlog.reset_defaults()


async def test_a_short_strain_loses_nothing(tmp_path: Path) -> None:
    print(await strain(tmp_path, commands=1000, kills=6, tables=16, seed=1))


@pytest.mark.strain
@pytest.mark.skipif(not os.environ.get("TURNPOST_STRAIN"), reason="the long edition: make strain")
async def test_a_long_strain_loses_nothing(tmp_path: Path) -> None:
    print(await strain(tmp_path, commands=40_000, kills=60, tables=40, seed=int(os.environ.get("SEED", "2"))))


async def strain(folder: Path, commands: int, kills: int, tables: int, seed: int) -> str:
    """Play until so many commands were accepted and the server was killed so often; then look."""
    began = time.monotonic()
    random = Random(seed)
    async with EmbeddedServer(folder / "redis") as server, aclosing(connect(server.url)) as client:
        log = await Log.create(client, 6)
        over = asyncio.Event()
        fleet = Fleet(server.url, folder / "fleet", {"TURNPOST_LEASE": str(LEASE)})
        doors = [Gateway(log, make_broker(server.url), backlog=500) for _ in range(2)]
        crowd = Crowd(doors, log, "r", seed)
        with fleet:
            for name in (*WORKERS, *READERS):
                fleet.start(name)
            async with doors[0], doors[1], asyncio.TaskGroup() as tasks:
                playing = tasks.create_task(crowd.play(tables, over))
                tasks.create_task(crowd.double(over, random))
                try:
                    await trouble(server, fleet, crowd, kills, commands, random)
                finally:
                    over.set()
                await playing
            played = time.monotonic() - began
            await until(lambda: at_rest(log), 60)
            commits = await hold(log, crowd.told)
            await until(lambda: read(log), 180)
            assert await check(log) == {}
            fleet.alive()
    refused = Counter(told.code for told in crowd.told if told.code)
    return (
        f"\n{len(crowd.told)} commands acknowledged ({commits} accepted, refused {dict(refused)}), "
        f"{crowd.matches} matches, {crowd.doubled} doubled, {crowd.repeated} repeated, {crowd.busy} times busy; "
        f"faults {dict(fleet.faults)}; {commits} commits, 0 lost, 0 twice, no gaps, read models as rebuilt; "
        f"{played:.0f} s of play, {time.monotonic() - began:.0f} s with the checks"
    )


async def trouble(
    server: EmbeddedServer, fleet: Fleet, crowd: Crowd, kills: int, commands: int, random: Random
) -> None:
    """Kill the server again and again, each time only once the crowd was answered, with other faults in between."""
    frozen: set[asyncio.Task[None]] = set()
    try:
        await until(lambda: answered(crowd, 100), 60)
        for kill in range(kills):
            before = len(crowd.told)
            await kill_server(server, fleet, random)
            await other_fault(server, fleet, frozen, kill, random)
            left = commands - sum(told.commit > 0 for told in crowd.told)
            await until(lambda least=before + max(60, left // (kills - kill)): answered(crowd, least), 120)  # type: ignore[misc]
            fleet.alive()
        await until(lambda: accepted(crowd, commands), 600)
    finally:
        await asyncio.gather(*frozen)


async def kill_server(server: EmbeddedServer, fleet: Fleet, random: Random) -> None:
    fleet.faults["kill server"] += 1
    server.kill()
    await asyncio.sleep(random.uniform(0, 0.3))
    await server.start()


async def other_fault(
    server: EmbeddedServer, fleet: Fleet, frozen: set[asyncio.Task[None]], turn: int, random: Random
) -> None:
    """One fault more, by turns, of something that is not frozen just now."""
    await asyncio.sleep(random.uniform(0, 1))
    worker = random.choice([name for name in WORKERS if name not in fleet.frozen])
    reader = random.choice([name for name in READERS if name not in fleet.frozen])
    match turn % 6:
        case 0 | 3:
            await fleet.kill(worker, random.uniform(0, 0.5))
        case 1 | 4 if len(fleet.frozen & set(WORKERS)) < 2:
            frozen.add(asyncio.create_task(fleet.freeze(worker, LEASE + random.uniform(1, 3))))
        case 2 if turn % 12 == 2:
            await fleet.kill(reader, random.uniform(0, 0.5))
        case 2 if not fleet.frozen & set(READERS):
            frozen.add(asyncio.create_task(fleet.freeze(reader, random.uniform(1, 4))))
        case _:
            await stall(server, fleet, random)
    await asyncio.sleep(0.05)


async def stall(server: EmbeddedServer, fleet: Fleet, random: Random) -> None:
    """The server stands still, long enough for leases to end; or it is restarted in good order."""
    if random.random() < 0.5 and server.pid is not None:
        fleet.faults["freeze server"] += 1
        pid = server.pid
        os.kill(pid, signal.SIGSTOP)
        await asyncio.sleep(random.uniform(0.5, LEASE + 1))
        os.kill(pid, signal.SIGCONT)
    else:
        fleet.faults["restart server"] += 1
        await server.stop()
        await server.start()


async def hold(log: Log, told: list[Told]) -> int:
    """Every accepted command is in the log exactly once, nothing else is, and there is no gap; gives the commits."""
    commits = await read_all(log)
    times = Counter((commit.match, commit.command_id) for commit in commits)
    assert set(times.values()) <= {1}
    numbers = {(commit.match, commit.command_id): commit.n for commit in commits}
    acknowledged = {(one.match, one.command_id): one.commit for one in told if one.commit}
    lost = [place for place, n in acknowledged.items() if numbers.get(place) != n]
    assert lost == []
    assert numbers.keys() == acknowledged.keys()  # all were waited for, so nothing else may be there
    return len(commits)


async def answered(crowd: Crowd, least: int) -> bool:
    return len(crowd.told) >= least


async def accepted(crowd: Crowd, least: int) -> bool:
    return sum(told.commit > 0 for told in crowd.told) >= least


async def at_rest(log: Log) -> bool:
    return not sum([await log.backlog(partition) for partition in range(log.partitions)])


async def read(log: Log) -> bool:
    return not any((await behind(log)).values())

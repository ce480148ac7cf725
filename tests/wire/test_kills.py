"""Killing anything at any time loses nothing that was acknowledged, repeats nothing, and leaves no gap.

The short edition runs with all tests; the long one, the bar, by `make strain`.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections import Counter
from contextlib import aclosing
from pathlib import Path
from random import Random

import pytest

from deploy.embedded import EmbeddedServer
from events.log import Log, connect
from projections.rebuild import check
from projections.worker import behind
from services.aggregate.envelope import Accepted
from services.aggregate.gateway import Gateway
from services.aggregate.intake import make_broker
from tests.wire.killing import Deployment, Robots, Sent, read_all
from tests.wire.playing import until

KINDS = ("server", "worker", "projections")
TABLES = 6


async def test_six_kills_lose_nothing(tmp_path: Path) -> None:
    await play_through_kills(tmp_path, kills=6, seed=1)


@pytest.mark.strain
@pytest.mark.skipif(not os.environ.get("TURNPOST_STRAIN"), reason="the long edition: make strain")
async def test_twenty_kills_lose_nothing(tmp_path: Path) -> None:
    began = time.monotonic()
    for seed in (2, 3):
        print(await play_through_kills(tmp_path / str(seed), kills=20, seed=seed))
    assert time.monotonic() - began < 2 * 180


async def play_through_kills(folder: Path, kills: int, seed: int) -> str:
    began = time.monotonic()
    random = Random(seed)
    told: list[Sent] = []
    async with EmbeddedServer(folder / "redis") as server, aclosing(connect(server.url)) as client:
        log = await Log.create(client, 4)
        with Deployment(server) as deployment:
            deployment.start("worker")
            deployment.start("projections")
            over = asyncio.Event()
            async with Gateway(log, make_broker(server.url)) as gateway, asyncio.TaskGroup() as tasks:
                robots = [Robots(gateway, log, f"{'abcdef'[i]}", seed * 100 + i, told) for i in range(TABLES)]
                players = [tasks.create_task(robot.play(over)) for robot in robots]
                try:
                    await _kill_on(deployment, told, kills, random)
                finally:
                    over.set()
                await asyncio.wait(players)
            played = time.monotonic() - began
            await until(lambda: _at_rest(log), 30)
            await _hold(log, told)
            await until(lambda: _read(log), 60)
            assert await check(log) == {}
    accepted = sum(isinstance(sent.outcome, Accepted) for sent in told)
    repeated = sum(robot.repeated for robot in robots)
    return (
        f"{kills} kills {deployment.kills} in {played:.0f} s: {len(told)} commands answered, {accepted} accepted, "
        f"{repeated} sent again; {time.monotonic() - began:.0f} s with the checks"
    )


async def _kill_on(deployment: Deployment, told: list[Sent], kills: int, random: Random) -> None:
    """Kill one process after another, each time only once robots were answered again."""
    await until(lambda: _some(told, TABLES * 6), 30)
    for kill in range(kills):
        before = len(told)
        await deployment.kill(KINDS[kill % len(KINDS)], random.uniform(0, 0.3))
        await until(lambda least=before + TABLES: _some(told, least), 30)
        await asyncio.sleep(random.uniform(0.1, 0.8))


async def _hold(log: Log, told: list[Sent]) -> None:
    """Every acknowledged command is in the log exactly once, and no refused one."""
    commits = await read_all(log)
    times = Counter((commit.match, commit.command_id) for commit in commits)
    assert set(times.values()) <= {1}
    numbers = {(commit.match, commit.command_id): commit.n for commit in commits}
    for sent in told:
        expected = sent.outcome.commit if isinstance(sent.outcome, Accepted) else None
        assert numbers.get((sent.match, f"{sent.player}:{sent.key}")) == expected, sent
    accepted = {(sent.match, f"{sent.player}:{sent.key}") for sent in told if isinstance(sent.outcome, Accepted)}
    assert accepted == numbers.keys()  # all were waited for, so nothing else may be there


async def _some(told: list[Sent], least: int) -> bool:
    return len(told) >= least


async def _at_rest(log: Log) -> bool:
    return not sum([await log.backlog(partition) for partition in range(log.partitions)])


async def _read(log: Log) -> bool:
    return not any((await behind(log)).values())

"""The same program on a cluster: slots move while it plays, primaries are killed and cut off together with clients.

With `WAIT` before every answer nothing that was acknowledged is lost, although a primary that is cut off goes on
writing, and a replica without its newest commits takes over. The long edition by `make strain`.
"""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import aclosing, suppress
from pathlib import Path
from random import Random

import httpx
import msgspec
import pytest
from redis.exceptions import RedisError

from deploy.embedded import UnsafeServer, check_client
from events.log import Batch, Log, NotReplicated, Settled, answer, connect
from projections.rebuild import check
from services.aggregate.crew import spelt
from tests.ports import free_ports
from tests.wire.cluster import CUT, PRIMARIES, Cluster, Networks, Node, networks
from tests.wire.crowd import Told
from tests.wire.fleet import ROOT, Fleet
from tests.wire.killing import read_all
from tests.wire.playing import until
from tests.wire.test_strain import LEASE, at_rest, hold, read

PARTITIONS = 6
NEAR, FAR = ("worker-1", "projections-1", "crowd-1"), ("worker-3", "crowd-2")
MORE = (*NEAR, "worker-2"), (*FAR, "projections-2")
FAILOVER = 8.0
"""Seconds after which a replica that was to take over is asked again; by itself it gives up after 5."""
SILENCE = 7.0
"""Seconds for which a primary is cut off: long enough for another to take over and be played on."""


async def test_a_cluster_loses_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    with networks() as both:
        print(await strain(tmp_path, both, (NEAR, FAR), rounds=1, moves=3, answers=60, tables=6, seed=1))


@pytest.mark.strain
@pytest.mark.skipif(not os.environ.get("TURNPOST_STRAIN"), reason="the long edition: make strain")
async def test_a_cluster_under_long_strain(tmp_path: Path) -> None:
    with networks() as both:
        print(await strain(tmp_path, both, MORE, rounds=5, moves=12, answers=300, tables=12, seed=2))


@pytest.mark.strain
@pytest.mark.skipif(not os.environ.get("TURNPOST_STRAIN"), reason="the long edition: make strain")
async def test_what_is_lost_without_waiting(tmp_path: Path) -> None:
    """Not a bar, a figure: what the others would not find, were they blind."""
    with networks() as both:
        print(await strain(tmp_path, both, (NEAR, FAR), rounds=3, moves=0, answers=100, tables=24, seed=3, replicas=0))


@pytest.mark.strain
@pytest.mark.skipif(not os.environ.get("TURNPOST_STRAIN"), reason="the long edition: make strain")
def test_the_other_tests_on_a_cluster() -> None:
    """Those of log, workers, crew and read models, which otherwise run on one server."""
    names = ("log", "worker", "follow", "crew", "projections")
    command = [sys.executable, "-m", "pytest", "-q", *(f"tests/wire/test_{name}.py" for name in names)]
    environment = {**os.environ, "TURNPOST_TEST_CLUSTER": "1"}
    told = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=600)
    assert told.returncode == 0, told.stdout[-6000:]
    print(f"\non a cluster: {told.stdout.strip().splitlines()[-1]}")


async def test_the_whole_program_on_a_cluster(tmp_path: Path) -> None:
    """Worker, readers and door as they are started for a deployment; a match begins over HTTP and is read."""
    (port,) = free_ports(1)
    url = f"http://127.0.0.1:{port}"
    async with Cluster(tmp_path / "nodes", None) as cluster:
        settings = {
            "TURNPOST_REDIS_URL": cluster.url,
            "TURNPOST_WAIT_REPLICAS": "1",
            "TURNPOST_DATA": str(tmp_path / "data"),
        }
        with Fleet(cluster.url, tmp_path / "fleet", settings) as fleet:
            fleet.start("worker", arguments=["deploy", "worker", "--name", "w", "--partitions", "0-7"])
            fleet.start("project", arguments=["deploy", "project"])
            fleet.start("web", arguments=["deploy", "web", "--port", str(port)])
            async with httpx.AsyncClient(base_url=url, timeout=30, trust_env=False) as http:
                await until(lambda: _open(http), 60)
                token = (await http.post("/players", json={"name": "Ann", "lang": "en"})).json()["token"]
                asks = {"Authorization": f"Bearer {token}", "Idempotency-Key": "k"}
                opening = {"game": "planet", "options": {}, "seats": 2, "invite": False}
                opened = await http.post("/matches", json=opening, headers=asks)
                assert opened.status_code == 200, opened.text
                match = opened.json()["match"]
                joined = await http.post(f"/matches/{match}/join", json={}, headers={**asks, "Idempotency-Key": "j"})
                assert joined.json()["commit"] == 2

                async def listed() -> bool:
                    timeline = (await http.get(f"/matches/{match}/timeline", headers=asks)).json()
                    return len(timeline["lines"]) == 2

                await until(listed, 30)
            fleet.alive()


async def _open(http: httpx.AsyncClient) -> bool:
    with suppress(httpx.HTTPError):
        return (await http.get("/readyz")).status_code == 200
    return False


async def test_an_answer_waits_for_replicas(tmp_path: Path) -> None:
    with networks() as both:
        async with Cluster(tmp_path, both) as cluster, aclosing(connect(cluster.url)) as client:
            await check_client(client, allow_unsafe=False)
            log = await Log.create(client, 1, replicas=1)
            term = await log.take(0, "w", 60_000)
            settled = Batch(settled=[Settled("m", "p:k", b"o", refused=False)])
            assert await log.commit(term, 0, settled) == 0
            assert await log.outcome("m", "p:k") == b"o"
            primary = await cluster.primary_of(0)
            replica = await cluster.follower_of(primary)
            assert replica is not None
            replica.send(signal.SIGSTOP)
            with pytest.raises(NotReplicated):
                await log.commit(term, 0, Batch(settled=[Settled("m", "p:l", b"o", refused=False)]))
            with pytest.raises(NotReplicated):
                await log.outcome("m", "p:l")
            assert await log.outcome("m", "p:none") is None
            replica.send(signal.SIGCONT)
            await until(lambda: _has(log, "p:l"), 10)
            await answer(client.config_set("appendfsync", "everysec", target_nodes=client.get_primaries()[0]))  # type: ignore[union-attr]
            with pytest.raises(UnsafeServer):
                await check_client(client, allow_unsafe=False)


async def _has(log: Log, command_id: str) -> bool:
    with suppress(NotReplicated, RedisError):
        return await log.outcome("m", command_id) == b"o"
    return False


async def strain(
    folder: Path,
    both: Networks | None,
    ends: tuple[tuple[str, ...], tuple[str, ...]],
    rounds: int,
    moves: int,
    answers: int,
    tables: int,
    seed: int,
    replicas: int = 1,
) -> str:
    """Rounds of moving slots, killing a primary, and cutting one off; each goes on once crowds were answered."""
    began = time.monotonic()
    random = Random(seed)
    told: list[Told] = []
    async with Cluster(folder, both) as cluster, aclosing(connect(cluster.url)) as client:
        log = await Log.create(client, PARTITIONS, replicas)
        settings = {"TURNPOST_LEASE": str(LEASE), "TURNPOST_WAIT_REPLICAS": str(replicas), "TABLES": str(tables)}
        counts = {"moved": 0, "killed": 0, "cut off": 0}
        with Fleet(cluster.url, folder / "fleet", settings) as fleet:
            far = [number for number in range(PARTITIONS) if (await cluster.primary_of(number)).number == CUT]
            for name in (*ends[0], *ends[1]):
                launch(fleet, name, both if name in ends[1] else None, spelt(far), seed)
            await progress(fleet, ("1", "2"), answers)
            for _ in range(rounds):
                for _ in range(moves):
                    await move(cluster, random)
                    counts["moved"] += 1
                    await progress(fleet, ("1", "2"), answers // 4)
                for number in far:
                    await cluster.move(number, cluster.nodes[CUT])
                if moves:
                    await kill_primary(cluster, random)
                    counts["killed"] += 1
                    await progress(fleet, ("1", "2"), answers)
                    await until(cluster.whole, 60)
                await cut(cluster, both, fleet, ends[1], answers)
                counts["cut off"] += 1
                await progress(fleet, ("1", "2"), answers)
            (fleet.folder / "over").touch()
            for name in ("crowd-1", "crowd-2"):
                process = fleet.running.pop(name)
                code = await asyncio.to_thread(process.wait, 150)
                assert code == 0, fleet.words(name).read_text()[-4000:]
                told += msgspec.msgpack.decode((fleet.folder / f"{name}.told").read_bytes(), type=list[Told])
            played = time.monotonic() - began
            await until(lambda: at_rest(log), 60)
            lost = 0
            if replicas:
                await hold(log, told)
            else:
                numbers = {(commit.match, commit.command_id): commit.n for commit in await read_all(log)}
                lost = sum(numbers.get((one.match, one.command_id)) != one.commit for one in told if one.commit)
            await until(lambda: read(log), 90)
            assert await check(log) == {}  # also where readers had been ahead of what is left of the log
            fleet.alive()
    accepted = sum(one.commit > 0 for one in told)
    return (
        f"\ncluster, {'two networks' if both else 'one network, stopped by signals'}, WAIT {replicas}: slots {counts}; "
        f"{len(told)} commands acknowledged, {accepted} accepted, {lost} lost; "
        f"{played:.0f} s of play, {time.monotonic() - began:.0f} s with the checks"
    )


def launch(fleet: Fleet, name: str, both: Networks | None, far: str, seed: int) -> None:
    """Start a process, at the far end of these networks; far worker and crowd keep to what the far primary holds."""
    inside = both.far() if both is not None else ()
    arguments: list[str] = []
    if name.startswith("crowd"):
        arguments = ["tests.wire.crowd", fleet.url, name, f"{seed}{name[-1]}", str(fleet.folder)]
        arguments += [far] if name == "crowd-2" else []
    elif name == "worker-3":
        arguments = ["tests.wire.process", "worker", fleet.url, name, far]
    fleet.start(name, inside, arguments)


async def progress(fleet: Fleet, crowds: Sequence[str], answers: int, seconds: float = 60) -> None:
    """Wait until each of these crowds has got so many answers more."""
    before = {crowd: count(fleet, crowd) for crowd in crowds}

    async def made() -> bool:
        fleet.alive()
        return all(count(fleet, crowd) >= before[crowd] + answers for crowd in crowds)

    await until(made, seconds)


def count(fleet: Fleet, crowd: str) -> int:
    try:
        return int((fleet.folder / f"crowd-{crowd}.count").read_text() or 0)
    except OSError:
        return 0


async def move(cluster: Cluster, random: Random) -> None:
    """Move a partition to another primary."""
    partition = random.randrange(PARTITIONS)
    source = await cluster.primary_of(partition)
    others = [await cluster.primary_of(number) for number in range(PARTITIONS)]
    targets = [node for node in cluster.nodes[:PRIMARIES] if node is not source]
    serving = [node for node in targets if await cluster.is_primary(node)] or [n for n in others if n is not source]
    await cluster.move(partition, random.choice(serving))


async def kill_primary(cluster: Cluster, random: Random) -> None:
    """SIGKILL, until its replica has taken over; it comes back as a replica, and is made primary again."""
    node = cluster.nodes[random.randrange(CUT)]
    replica = await cluster.follower_of(node)
    assert replica is not None
    node.kill()

    async def taken_over() -> bool:
        return await cluster.is_primary(replica)

    await until(taken_over, 30)
    node.start()
    await restore(cluster, node)


async def cut(cluster: Cluster, both: Networks | None, fleet: Fleet, far: Sequence[str], answers: int) -> None:
    """Cut a primary off with its clients until its replica took over and was played on; then let them back."""
    node = cluster.nodes[CUT]
    replica = await cluster.follower_of(node)
    assert replica is not None
    pulled = time.monotonic()
    if both is not None:
        both.pull()
    else:
        node.send(signal.SIGSTOP)
        for name in far:
            fleet.running[name].send_signal(signal.SIGSTOP)

    async def taken_over() -> bool:
        return await cluster.is_primary(replica)

    await until(taken_over, 30)
    await cluster.attach_spare(replica)
    await progress(fleet, ("1",), answers)
    await asyncio.sleep(max(0.0, pulled + SILENCE - time.monotonic()))
    if both is not None:
        both.plug()
    else:
        for name in far:
            fleet.running[name].send_signal(signal.SIGCONT)
        node.send(signal.SIGCONT)

    async def follows() -> bool:
        with suppress(RedisError, OSError):
            return bool((await node.ask("INFO", "replication")).get("master_link_status") == "up")
        return False

    await until(follows, 60)
    await cluster.detach_spare()
    await restore(cluster, node)


async def restore(cluster: Cluster, node: Node) -> None:
    """Once all is whole, have a node that came back as a replica take over in good order."""
    await until(cluster.whole, 60)
    if await cluster.is_primary(node):
        return
    asked = -FAILOVER

    async def primary() -> bool:
        nonlocal asked
        if time.monotonic() - asked > FAILOVER:
            asked = time.monotonic()
            with suppress(RedisError, OSError):
                await node.ask("CLUSTER", "FAILOVER")
        return await cluster.is_primary(node)

    await until(primary, 60)
    await until(cluster.whole, 60)

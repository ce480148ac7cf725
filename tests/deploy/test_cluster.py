"""A cluster looked over, backed up, and made again out of the backup, as the runbook says."""

from __future__ import annotations

import json
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from redis.crc import key_slot

from deploy.backup import BackupError, restore
from deploy.doctor import examine
from deploy.settings import Settings
from events.log import Log, connect, tag
from events.match import fold
from services.aggregate.gateway import Gateway
from services.aggregate.intake import make_broker
from services.aggregate.worker import Worker
from tests.deploy.command import turnpost
from tests.ports import free_ports
from tests.wire.cluster import Node
from tests.wire.filling import append, catch_up, caught_up, played
from tests.wire.playing import Players, until

PARTITIONS = 8


class Pair:
    """Two primaries without replicas, the first with a third of the slots."""

    def __init__(self, folder: Path) -> None:
        ports = free_ports(2)
        self.nodes = [
            Node(number, "127.0.0.1", port, folder / f"node{number}", ()) for number, port in enumerate(ports)
        ]
        self.slots = [(0, 5460), (5461, 16383)]

    @property
    def url(self) -> str:
        return "cluster://" + ",".join(f"{node.host}:{node.port}" for node in self.nodes)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[Pair]:
        try:
            for node, slots in zip(self.nodes, self.slots, strict=True):
                node.start()
                await until(node.answers, 10)
                await node.ask("CLUSTER", "SET-CONFIG-EPOCH", node.number + 1)
                held = {slot for first, last, *_ in await self._slots(node) for slot in range(first, last + 1)}
                await node.ask(
                    "CLUSTER", "ADDSLOTS", *(slot for slot in range(slots[0], slots[1] + 1) if slot not in held)
                )
                assert held <= set(range(slots[0], slots[1] + 1))  # a node takes the slots of the keys that it holds
            await self.nodes[0].ask("CLUSTER", "MEET", self.nodes[1].host, self.nodes[1].port)
            await until(self._ok, 20)
            yield self
        finally:
            for node in self.nodes:
                node.kill()

    async def _slots(self, node: Node) -> list[Any]:
        """The slots that a node says it has."""
        client = node.client
        client.response_callbacks.pop("CLUSTER SLOTS", None)
        found: Any = await client.execute_command("CLUSTER SLOTS")  # type: ignore[no-untyped-call]
        await client.aclose()
        return list(found)

    async def _ok(self) -> bool:
        told = [str(await node.ask("CLUSTER", "INFO")) for node in self.nodes]
        return all("cluster_state:ok" in info and "cluster_known_nodes:2" in info for info in told)


async def test_a_cluster_is_backed_up_and_made_again(tmp_path: Path) -> None:
    async with Pair(tmp_path / "one").running() as one:
        client = connect(one.url)
        log = await Log.create(client, PARTITIONS)
        await append(log, played())
        await catch_up(log)
        logs = {match.id: await log.read_match(match.id) for match in played()}
        code, told, said = await turnpost("backup", str(tmp_path / "copy"), redis_url=one.url)
        assert code == 0, said
        assert f"{sum(map(len, logs.values()))} commits in 8 partitions of 2 primaries" in told
        await client.aclose()
    parts = sorted(path.parent.name for path in (tmp_path / "copy").glob("*/backup.json"))
    assert parts == sorted(f"{node.host}-{node.port}" for node in one.nodes)

    shutil.move(tmp_path / "copy" / parts[0], tmp_path / "away")
    with pytest.raises(BackupError, match="is not whole"):
        await restore(tmp_path / "copy", tmp_path / "data")
    shutil.move(tmp_path / "away", tmp_path / "copy" / parts[0])
    code, told, said = await turnpost("restore", str(tmp_path / "copy"), data=tmp_path / "data")
    assert code == 0, said

    other = Pair(tmp_path / "other")
    for node, before in zip(other.nodes, one.nodes, strict=True):
        part = f"{before.host}-{before.port}"
        facts = json.loads((tmp_path / "copy" / part / "backup.json").read_text())
        assert facts["slots"] == "{} {}".format(*other.slots[node.number])
        assert f"in slots {facts['slots']}" in told
        held = [place for place, position in enumerate(facts["positions"]) if position is not None]
        low, high = other.slots[node.number]
        assert held == [place for place in range(PARTITIONS) if low <= key_slot(tag(place).encode()) <= high]
        shutil.copytree(tmp_path / "data" / part / "appendonlydir", node.folder / "appendonlydir")
    async with other.running():
        client = connect(other.url)
        log = await Log.open(client)
        assert {match: await log.read_match(match) for match in logs} == logs
        broker = make_broker(other.url)
        async with Worker(log, make_broker(other.url), name="w") as worker, Gateway(log, broker) as gateway:
            await worker.ready()
            running = played()[-1]
            goes_on = Players(gateway, log, match=running.id, name="running")
            table = Players(gateway, log)
            await table.open()
            await table.start()
            assert await table.play(2) == [5, 6]
            assert fold(await log.read_match(goes_on.match)).n == len(logs[running.id])
        await broker.stop()
        await catch_up(log)
        await caught_up(log)
        await client.aclose()


async def test_each_primary_is_looked_at(tmp_path: Path) -> None:
    async with Pair(tmp_path).running() as pair:
        client = connect(pair.url)
        log = await Log.create(client, PARTITIONS)
        settings = Settings(redis_url=pair.url, wait_replicas=1)
        for node in pair.nodes:
            used = (await node.ask("INFO", "memory"))["used_memory"]
            await node.ask("CONFIG", "SET", "maxmemory", used + 100_000)
            found = (await examine(log, settings)).findings
            memory = [one.detail for one in found if one.what == "memory"]
            assert [detail.startswith(f"127.0.0.1:{node.port}: ") for detail in memory] == [True]
            missing = [one.detail for one in found if one.what == "replicas"]
            assert sorted(missing) == sorted(
                f"127.0.0.1:{one.port}: 0 of 1 replicas follow; until then no outcome is told" for one in pair.nodes
            )
            await node.ask("CONFIG", "SET", "maxmemory", 0)
        node = pair.nodes[1]
        code, _, said = await turnpost("backup", str(tmp_path / "part"), redis_url=f"redis://{node.host}:{node.port}")
        assert (code, "a node of a cluster" in said) == (1, True), said
        await client.aclose()

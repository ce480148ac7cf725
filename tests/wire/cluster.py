"""A cluster of three primaries with a replica each, started here; slots are moved, primaries killed and cut off.

Where root allows, the nodes lie in two networks joined by one cable, so that a primary can be cut off together with
its clients; no other network reaches them. Elsewhere all are on loopback, and who is cut off is stopped.
"""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from redis.asyncio import Redis
from redis.crc import key_slot
from redis.exceptions import RedisError

from deploy.embedded import find_program, stop_with_parent
from events.log import tag
from tests.ports import free_ports
from tests.wire.playing import until

PRIMARIES = 3
NODES = 2 * PRIMARIES + 1
CUT = 2
"""The primary that is cut off."""
NODE_TIMEOUT_MS = 2000
CLONE_NEWNET = 0x40000000


class Networks:
    """Two networks joined by a cable. The calling thread stands in the first while it is entered."""

    def __init__(self) -> None:
        name = f"turnpost-{os.getpid()}"
        self.names = (f"{name}-a", f"{name}-b")
        self.hosts = ("10.71.0.1", "10.71.0.2")
        self._outside = -1

    @staticmethod
    def allowed() -> bool:
        """Whether such networks can be made here."""
        if os.environ.get("TURNPOST_TEST_NETWORKS") == "0":
            return False
        sweep()
        name = f"turnpost-{os.getpid()}-try"
        with suppress(OSError):
            if subprocess.run(["ip", "netns", "add", name], capture_output=True).returncode == 0:
                return subprocess.run(["ip", "netns", "del", name], capture_output=True).returncode == 0
        return False

    def __enter__(self) -> Networks:
        for name in self.names:
            _ip("netns", "add", name)
            _ip("-n", name, "link", "set", "lo", "up")
        first, second = self.names
        _ip("-n", first, "link", "add", "cable", "type", "veth", "peer", "name", "cable", "netns", second)
        for name, host in zip(self.names, self.hosts, strict=True):
            _ip("-n", name, "address", "add", f"{host}/24", "dev", "cable")
            _ip("-n", name, "link", "set", "cable", "up")
        self._outside = os.open("/proc/thread-self/ns/net", os.O_RDONLY)
        inside = os.open(f"/run/netns/{first}", os.O_RDONLY)
        _stand_in(inside)
        os.close(inside)
        return self

    def __exit__(self, *_: object) -> None:
        _stand_in(self._outside)
        os.close(self._outside)
        for name in self.names:
            subprocess.run(["ip", "netns", "del", name], capture_output=True)

    def far(self) -> tuple[str, ...]:
        """What to put before a command that is to run at the other end."""
        return ("nsenter", f"--net=/run/netns/{self.names[1]}")

    def pull(self) -> None:
        """Unplug the cable: what is on its way is lost, and nobody is told."""
        _ip("-n", self.names[1], "link", "set", "cable", "down")

    def plug(self) -> None:
        _ip("-n", self.names[1], "link", "set", "cable", "up")


def sweep() -> None:
    """Take away networks of runs that were killed."""
    for place in Path("/run/netns").glob("turnpost-*"):
        pid = place.name.split("-")[1]
        if pid.isdigit() and not Path("/proc", pid).exists():
            subprocess.run(["ip", "netns", "del", place.name], capture_output=True)


def _ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True)


def _stand_in(network: int) -> None:
    if ctypes.CDLL(None, use_errno=True).setns(network, CLONE_NEWNET) != 0:
        raise OSError(ctypes.get_errno(), "setns")


@contextmanager
def networks() -> Iterator[Networks | None]:
    """Two networks, or None where they cannot be had."""
    if not Networks.allowed():
        yield None
        return
    with Networks() as both:
        yield both


@dataclass
class Node:
    """One server of the cluster."""

    number: int
    host: str
    port: int
    folder: Path
    inside: tuple[str, ...]
    process: subprocess.Popen[bytes] | None = None
    id: str = ""

    @property
    def client(self) -> Redis:
        return Redis(host=self.host, port=self.port, socket_timeout=3, socket_connect_timeout=1, decode_responses=True)

    def start(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        settings = {
            "dir": str(self.folder),
            "logfile": str(self.folder / "server.log"),
            "bind": self.host,
            "port": str(self.port),
            "cluster-enabled": "yes",
            "cluster-node-timeout": str(NODE_TIMEOUT_MS),
            "cluster-require-full-coverage": "no",
            "cluster-allow-replica-migration": "no",
            "appendonly": "yes",
            "appendfsync": "always",
            "save": "",
            "maxmemory-policy": "noeviction",
            "protected-mode": "no",
            "repl-diskless-sync-delay": "0",
        }
        words = [word for name, value in settings.items() for word in (f"--{name}", value)]
        self.process = subprocess.Popen(
            [*self.inside, str(find_program()), *words],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            preexec_fn=stop_with_parent(),
        )

    def send(self, what: signal.Signals) -> None:
        assert self.process is not None
        self.process.send_signal(what)

    def kill(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None

    async def ask(self, *words: str | int) -> Any:
        client = self.client
        try:
            return await client.execute_command(*words)
        finally:
            await client.aclose()

    async def answers(self) -> bool:
        with suppress(RedisError, OSError):
            return bool(await self.ask("PING"))
        return False


@dataclass
class Cluster:
    """Nodes 0-2 begin as primaries, 3-5 as their replicas; only node 2 lies at the far end. A context manager.

    Node 6 is a spare: it becomes the replica of a replica that has taken over, for without one no `WAIT` succeeds.
    """

    folder: Path
    networks: Networks | None
    nodes: list[Node] = field(default_factory=list)

    async def __aenter__(self) -> Cluster:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop()

    async def start(self) -> None:
        """Start all nodes, and wait until they are a cluster."""
        ports = free_ports(NODES) if self.networks is None else list(range(7000, 7000 + NODES))
        for number, port in enumerate(ports):
            far = self.networks is not None and number == CUT
            host = "127.0.0.1" if self.networks is None else self.networks.hosts[far]
            inside = self.networks.far() if self.networks is not None and far else ()
            self.nodes.append(Node(number, host, port, self.folder / f"node{number}", inside))
        try:
            for node in self.nodes:
                node.start()
            await self._join()
        except BaseException:
            await self.stop()
            raise

    async def stop(self) -> None:
        """Kill all nodes."""
        for node in self.nodes:
            node.kill()

    @property
    def url(self) -> str:
        return "cluster://" + ",".join(f"{node.host}:{node.port}" for node in self.nodes)

    async def _join(self) -> None:
        for node in self.nodes:
            await until(node.answers, 10)
            node.id = str(await node.ask("CLUSTER", "MYID"))
            await node.ask("CLUSTER", "SET-CONFIG-EPOCH", node.number + 1)
        for number in range(PRIMARIES):
            first, after = number * 16384 // PRIMARIES, (number + 1) * 16384 // PRIMARIES
            await self.nodes[number].ask("CLUSTER", "ADDSLOTSRANGE", first, after - 1)
        for node in self.nodes[1:]:
            await self.nodes[0].ask("CLUSTER", "MEET", node.host, node.port)
        await until(self._all_met, 20)
        for number in range(PRIMARIES):
            await self.nodes[PRIMARIES + number].ask("CLUSTER", "REPLICATE", self.nodes[number].id)
        await until(self.whole, 30)

    async def _all_met(self) -> bool:
        known = [str(await node.ask("CLUSTER", "NODES")).strip().splitlines() for node in self.nodes]
        return all(len(lines) == len(self.nodes) and not any("handshake" in line for line in lines) for lines in known)

    async def whole(self) -> bool:
        """Whether each primary has a replica that follows, the spare nothing to do, and all nodes agree."""
        try:
            infos = [await node.ask("INFO", "replication") for node in self.nodes]
            states = [await node.ask("CLUSTER", "INFO") for node in self.nodes]
        except (RedisError, OSError):
            return False
        primaries = sorted(info["connected_slaves"] for info in infos if info["role"] == "master")
        links = [info["master_link_status"] for info in infos if info["role"] == "slave"]
        healthy = all("cluster_state:ok" in str(state) for state in states)
        return healthy and primaries == [0] + [1] * PRIMARIES and links == ["up"] * PRIMARIES

    async def primary_of(self, partition: int) -> Node:
        """The node that serves a partition."""
        slot = key_slot(tag(partition).encode())
        for node in self.nodes:
            with suppress(RedisError, OSError):
                for line in str(await node.ask("CLUSTER", "NODES")).splitlines():
                    words = line.split()
                    if "master" in words[2] and "fail" not in words[2] and _holds(words[8:], slot):
                        return next(node for node in self.nodes if node.id == words[0])
        raise LookupError(f"no primary of partition {partition}")

    async def is_primary(self, node: Node) -> bool:
        """Whether a node serves slots, or could."""
        with suppress(RedisError, OSError):
            return bool((await node.ask("INFO", "replication"))["role"] == "master")
        return False

    async def attach_spare(self, node: Node) -> None:
        """Have the spare replicate a node that has taken over."""
        spare = self.nodes[-1]

        async def heard() -> bool:
            with suppress(RedisError, OSError):  # the spare may not have heard of the takeover yet
                return bool(await spare.ask("CLUSTER", "REPLICATE", node.id))
            return False

        await until(heard, 20)

        async def follows() -> bool:
            return bool((await spare.ask("INFO", "replication")).get("master_link_status") == "up")

        await until(follows, 20)

    async def detach_spare(self) -> None:
        """Have the spare forget everything and wait again."""
        spare = self.nodes[-1]
        await spare.ask("CLUSTER", "RESET", "SOFT")
        await self.nodes[0].ask("CLUSTER", "MEET", spare.host, spare.port)

    async def move(self, partition: int, to: Node) -> None:
        """Move a partition's slot to another primary, while it is used."""
        slot = key_slot(tag(partition).encode())
        source = await self.primary_of(partition)
        if source is to:
            return
        await source.ask("CLUSTER", "MIGRATESLOTS", "SLOTSRANGE", slot, slot, "NODE", to.id)

        async def moved() -> bool:
            return (await self.primary_of(partition)) is to

        await until(moved, 20)

    async def follower_of(self, node: Node) -> Node | None:
        """The first replica of a primary."""
        for line in str(await self.nodes[0].ask("CLUSTER", "NODES")).splitlines():
            words = line.split()
            if words[3] == node.id:
                return next(one for one in self.nodes if one.id == words[0])
        return None


def _holds(ranges: list[str], slot: int) -> bool:
    for part in ranges:
        first, _, last = part.partition("-")
        if first.isdigit() and int(first) <= slot <= int(last or first):
            return True
    return False

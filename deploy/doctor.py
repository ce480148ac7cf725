"""What `turnpost doctor` looks at: versions, server, leases, lag, parked commands, outbox, disk. It changes nothing."""

from __future__ import annotations

import platform
import re
import shutil
from collections.abc import Iterator
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

from msgspec import Struct
from redis.asyncio import RedisCluster
from redis.exceptions import ResponseError

from deploy.embedded import ServerError, check_client
from deploy.settings import Settings
from events.log import Log, answer, tag
from projections.kinds import BY_NAME, Versions
from projections.reader import SKIPPED, model_key
from projections.worker import behind
from services.notices.outbox import Outbox
from services.notices.planner import now_ms

PACKAGES: Final = ("turnpost", "faststream", "redis", "litestar", "msgspec")
OVERDUE_MS: Final = 120_000
LAG: Final = 1_000
FREE: Final = 1 << 30
NEARLY_FULL: Final = 0.9
LATE: Final = 10
"""Seconds since a replica was heard of after which it counts as missing."""


class Finding(Struct, frozen=True):
    """Something that wants a human: `what` is the alarm's name in the runbook."""

    what: str
    detail: str


class Health(Struct, frozen=True):
    """How a deployment stands. Healthy if there are no findings."""

    versions: dict[str, str]
    server: dict[str, Any]
    partitions: list[dict[str, Any]]
    lag: dict[str, int]
    skipped: dict[str, int]
    parked: int
    outbox: dict[str, int]
    disk: dict[str, int]
    findings: list[Finding]


async def examine(log: Log, settings: Settings) -> Health:
    """Look at everything. Raises RedisError when the server does not answer."""
    found: list[Finding] = []
    server = await _server(log, settings, found)
    partitions = await _partitions(log, found)
    lag = await behind(log)
    lag["notices"] = await _notices_lag(log)
    for name, commits in lag.items():
        if commits > LAG:
            found.append(Finding("lag", f"{name} is {commits} behind"))
    skipped = await _skipped(log)
    for name, commits in skipped.items():
        found.append(Finding("skipped", f"{name} could not read {commits} commits"))
    parked = sum(int(one["parked"]) for one in partitions)
    if parked:
        found.append(Finding("parked", f"{parked} commands could not be decided; see `turnpost parked list`"))
    return Health(
        versions={"python": platform.python_version(), **{name: version(name) for name in PACKAGES}},
        server=server,
        partitions=partitions,
        lag=lag,
        skipped=skipped,
        parked=parked,
        outbox=await _outbox(log, found),
        disk=_disk(await _folder(log, settings), found),
        findings=found,
    )


async def _server(log: Log, settings: Settings, found: list[Finding]) -> dict[str, Any]:
    """What the server says of itself; of a cluster each primary, taken together."""
    client = log.client
    try:
        await check_client(client, allow_unsafe=False)
    except ServerError as error:
        found.append(Finding("unsafe", str(error)))
    infos: list[tuple[str, dict[str, Any]]] = []
    if isinstance(client, RedisCluster):
        for node in client.get_primaries():
            info = await answer(client.info("everything", target_nodes=node))
            infos.append((f"{node.host}:{node.port}: ", info))
    else:
        infos.append(("", await answer(client.info("everything"))))
    for name, info in infos:
        found += _wrong(name, info, settings.wait_replicas)
    first = infos[0][1]
    return {
        "version": str(first.get("valkey_version") or first.get("redis_version", "")),
        "nodes": len(infos),
        "memory": sum(int(info.get("used_memory", 0)) for _, info in infos),
        "maxmemory": sum(int(info.get("maxmemory", 0)) for _, info in infos),
        "aof_bytes": sum(int(info.get("aof_current_size", 0)) for _, info in infos),
        "clients": sum(int(info.get("connected_clients", 0)) for _, info in infos),
        "replicas": min(_replicas(info) for _, info in infos),
        "uptime": min(int(info.get("uptime_in_seconds", 0)) for _, info in infos),
    }


def _wrong(name: str, info: dict[str, Any], replicas: int) -> Iterator[Finding]:
    """What is wrong with one server, by what it says of itself."""
    if info.get("aof_last_write_status", "ok") != "ok" or info.get("aof_last_bgrewrite_status", "ok") != "ok":
        yield Finding("aof", f"{name}the server could not write its append-only file")
    used, most = int(info.get("used_memory", 0)), int(info.get("maxmemory", 0))
    if most and used > most * NEARLY_FULL:
        yield Finding("memory", f"{name}{used} of {most} bytes are used; without room nothing can be written")
    there = _replicas(info)
    if there < replicas:
        yield Finding("replicas", f"{name}{there} of {replicas} replicas follow; until then no outcome is told")


def _replicas(info: dict[str, Any]) -> int:
    """How many replicas follow, and have said so of late."""
    told = [value for name, value in info.items() if re.fullmatch(r"slave\d+", name) and isinstance(value, dict)]
    return sum(one.get("state") == "online" and int(one.get("lag", 0)) <= LATE for one in told)


async def _partitions(log: Log, found: list[Finding]) -> list[dict[str, Any]]:
    listed = []
    for number in range(log.partitions):
        own = tag(number)
        owner = await answer(log.client.get(f"{own}:owner"))
        epoch = await answer(log.client.hget(f"{own}:meta", "epoch"))
        standing = {
            "partition": number,
            "position": await log.position(number),
            "owner": owner.decode() if owner else None,
            "lease_ms": max(0, int(await answer(log.client.pttl(f"{own}:owner")))),
            "epoch": int(epoch or 0),
            "waiting": await log.backlog(number),
            "parked": int(await answer(log.client.xlen(f"{own}:parked"))),
        }
        listed.append(standing)
    free = [str(one["partition"]) for one in listed if one["owner"] is None]
    if free:
        found.append(Finding("unserved", f"no worker serves partition {', '.join(free)}"))
    return listed


async def _notices_lag(log: Log) -> int:
    """Commits the notices have yet to read; 0 where they never ran."""
    outbox, total = Outbox(log), 0
    for partition in range(log.partitions):
        stands = await outbox.checkpoint(partition)
        if stands is not None:
            total += await log.position(partition) - stands.pos
    return total


async def _skipped(log: Log) -> dict[str, int]:
    """Commits that projections could not read, by name."""
    live = await Versions(log.client).read()
    found: dict[str, int] = {}
    for name in BY_NAME:
        for partition in range(log.partitions):
            key = f"{model_key(partition, name, live[name].live)}{SKIPPED}"
            count = int(await answer(log.client.llen(key)))
            if count:
                found[name] = found.get(name, 0) + count
    return found


async def _outbox(log: Log, found: list[Finding]) -> dict[str, int]:
    """Rows in work by state, and how many should have been looked at long ago."""
    outbox, now = Outbox(log), now_ms()
    states: dict[str, int] = {"in_work": 0, "overdue": 0}
    for partition in range(log.partitions):
        states["in_work"] += await outbox.size(partition)
        states["overdue"] += len(await outbox.due(partition, now - OVERDUE_MS, 10_000))
        for name in await outbox.open(partition):
            kept = await outbox.get(name)
            if kept is not None:
                states[kept.row.state] = states.get(kept.row.state, 0) + 1
    if states["overdue"]:
        found.append(Finding("outbox", f"{states['overdue']} prompts are overdue; does `turnpost notices` run?"))
    return states


async def _folder(log: Log, settings: Settings) -> Path:
    """Where the server keeps its data if it is on this machine, else our own data folder."""
    if settings.redis_url is None or settings.redis_url.startswith("unix:"):
        with suppress(ResponseError):
            return Path(str((await answer(log.client.config_get("dir"))).get("dir", settings.data)))
    return settings.data


def _disk(folder: Path, found: list[Finding]) -> dict[str, int]:
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    usage = shutil.disk_usage(folder)
    if usage.free < FREE:
        found.append(Finding("disk", f"{usage.free >> 20} MB are free at {folder}"))
    return {"free": usage.free, "total": usage.total}

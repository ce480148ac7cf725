"""`turnpost doctor`: how the deployment stands, and what wants a human."""

from __future__ import annotations

import asyncio
import sys

import msgspec
from redis.exceptions import RedisError

from deploy.cli.data import Data, settings_over
from deploy.doctor import Health, examine
from deploy.embedded import ServerError
from deploy.reach import reach
from deploy.settings import Settings, SettingsError
from events.log import LogError
from services import registry


def doctor(*, json: bool = False, data: Data = None) -> int:
    """Look at versions, server settings, leases, lag, parked commands, outbox and disk. 1 if something is wrong.

    What is wrong stands at the end, by the names of the runbook. `--json` prints one document on the last line.
    """
    try:
        health = asyncio.run(_examine(settings_over(data)))
    except (ServerError, SettingsError, LogError, RedisError, OSError) as error:
        sys.exit(f"turnpost doctor: {error}")
    if json:
        sys.stdout.buffer.write(msgspec.json.encode(health) + b"\n")
        sys.stdout.flush()
    else:
        print("\n".join(lines(health)))
    return 1 if health.findings else 0


async def _examine(settings: Settings) -> Health:
    registry.load()
    async with reach(settings, start=False) as log:
        return await examine(log, settings)


def lines(health: Health) -> list[str]:
    """The findings for people."""

    def row(of: dict[str, object]) -> str:
        return ", ".join(f"{name} {value}" for name, value in of.items())

    found = [f"versions: {row({**health.versions})}", f"server: {row(health.server)}"]
    found += [
        f"partition {one['partition']}: {row({k: v for k, v in one.items() if k != 'partition'})}"
        for one in health.partitions
    ]
    found.append(f"lag: {row({**health.lag})}")
    found.append(f"skipped: {row({**health.skipped}) or 'none'}")
    found.append(f"parked: {health.parked}")
    found.append(f"outbox: {row({**health.outbox})}")
    found.append(f"disk: {health.disk['free'] >> 20} MB free of {health.disk['total'] >> 20} MB")
    if not health.findings:
        return [*found, "All is well."]
    return [*found, *(f"WRONG {one.what}: {one.detail}" for one in health.findings)]

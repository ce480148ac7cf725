"""`turnpost doctor`: how the deployment stands, and what wants a human."""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec

from deploy.cli.data import Data, on_the_log, settings_over
from deploy.doctor import Health, examine
from events.log import Log
from services import registry


def doctor(*, json: bool = False, data: Data = None) -> int:
    """Look at versions, server settings, leases, lag, parked commands, outbox and disk. 1 if something is wrong.

    What is wrong stands at the end, by the names of the runbook. `--json` prints one document on the last line.
    """
    health = on_the_log("doctor", lambda log: _examine(log, data), data, start=False)
    if json:
        sys.stdout.buffer.write(msgspec.json.encode(health) + b"\n")
        sys.stdout.flush()
    else:
        print("\n".join(lines(health)))
    return 1 if health.findings else 0


async def _examine(log: Log, data: Path | None) -> Health:
    registry.load()
    return await examine(log, settings_over(data))


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

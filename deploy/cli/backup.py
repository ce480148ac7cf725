"""`turnpost backup DIR` and `turnpost restore DIR`."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from redis.asyncio import Redis

from deploy import backup as copies
from deploy.backup import BackupError, Facts
from deploy.cli.data import Data, ended, settings_over
from deploy.processes import server_url
from deploy.reach import expect_deployment
from deploy.settings import PREFIX, Settings
from events.log import Log, answer, connect


def backup(folder: Path, *, data: Data = None) -> None:
    """Copy everything the server holds, as it is at one moment, into a new folder; the service works on meanwhile.

    The server is the one of TURNPOST_REDIS_URL, else the embedded one of the data folder. Of a cluster each primary is
    copied, one after another, into a folder of its own.

    Parameters
    ----------
    folder
        The folder to write; one that holds a backup is left alone.
    """
    made = ended("backup", lambda: asyncio.run(_back_up(folder, settings_over(data))), BackupError)
    commits, size = sum(facts.commits for facts in made), sum(facts.bytes for facts in made)
    of = f" of {len(made)} primaries" if len(made) > 1 else ""
    print(f"{folder.resolve()}: {commits} commits in {made[0].partitions} partitions{of}, {size} bytes")


async def _back_up(folder: Path, settings: Settings) -> list[Facts]:
    expect_deployment(settings)
    async with server_url(settings) as url:
        client = connect(url)
        try:
            if isinstance(client, Redis) and (await answer(client.info("cluster"))).get("cluster_enabled"):
                raise BackupError(f"{PREFIX}REDIS_URL names a node of a cluster; name the cluster (cluster://)")
            return await copies.back_up(await Log.open(client), url, folder)
        finally:
            await client.aclose()


def restore(folder: Path, *, data: Data = None) -> None:
    """Put a backup into a data folder that holds no server's data, and check it; `turnpost up` then goes on from it.

    For a server that is not ours see the runbook: what lies in `redis/appendonlydir` goes into its own. Of a cluster's
    backup a folder is made for each primary.

    Parameters
    ----------
    folder
        The backup.
    """
    settings = ended("restore", lambda: settings_over(data))
    if settings.redis_url is not None:
        sys.exit(
            f"turnpost restore: a backup is restored into a data folder; unset {PREFIX}REDIS_URL and see the runbook"
        )
    made = ended(
        "restore", lambda: asyncio.run(copies.restore(folder, settings.data, settings.redis_binary)), BackupError
    )
    for facts in made:
        of = f" in slots {facts.slots}" if facts.slots else ""
        print(f"{settings.data.resolve()}: {facts.commits} commits or more{of}, as of {facts.at}")

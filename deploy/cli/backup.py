"""`turnpost backup DIR` and `turnpost restore DIR`."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from redis.exceptions import RedisError

from deploy import backup as copies
from deploy.backup import BackupError, Facts
from deploy.cli.data import Data, settings_over
from deploy.embedded import ServerError
from deploy.processes import server_url
from deploy.settings import PREFIX, Settings, SettingsError
from events.log import Log, LogError, connect


def backup(folder: Path, *, data: Data = None) -> None:
    """Copy everything the server holds, as it is at one moment, into a new folder; the service works on meanwhile.

    The server is the one of TURNPOST_REDIS_URL, else the embedded one of the data folder.

    Parameters
    ----------
    folder
        The folder to write; one that holds a backup is left alone.
    """
    try:
        facts = asyncio.run(_back_up(folder, settings_over(data)))
    except (BackupError, ServerError, SettingsError, LogError, RedisError, OSError) as error:
        sys.exit(f"turnpost backup: {error}")
    print(f"{folder.resolve()}: {sum(facts.positions)} commits in {facts.partitions} partitions, {facts.bytes} bytes")


async def _back_up(folder: Path, settings: Settings) -> Facts:
    async with server_url(settings) as url:
        client = connect(url)
        try:
            return await copies.back_up(await Log.open(client), url, folder)
        finally:
            await client.aclose()


def restore(folder: Path, *, data: Data = None) -> None:
    """Put a backup into a data folder that holds no server's data, and check it; `turnpost up` then goes on from it.

    For a server that is not ours see the runbook: the two files of `redis/appendonlydir` go into its own.

    Parameters
    ----------
    folder
        The backup.
    """
    try:
        settings = settings_over(data)
        if settings.redis_url is not None:
            raise BackupError(f"a backup is restored into a data folder; unset {PREFIX}REDIS_URL and see the runbook")
        facts = asyncio.run(copies.restore(folder, settings.data, settings.redis_binary))
    except (BackupError, ServerError, SettingsError, LogError, RedisError, OSError) as error:
        sys.exit(f"turnpost restore: {error}")
    print(f"{settings.data.resolve()}: {sum(facts.positions)} commits or more, as of {facts.at}")

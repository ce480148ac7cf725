"""`turnpost backup DIR` and `turnpost restore DIR`."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from msgspec.structs import replace
from redis.exceptions import RedisError

from deploy import backup as copies
from deploy.backup import BackupError, Facts
from deploy.embedded import ServerError
from deploy.processes import server_url
from deploy.settings import PREFIX, SettingsError, read_settings
from events.log import Log, LogError, connect


def backup(folder: Path) -> None:
    """Copy everything the server holds, as it is at one moment, into a new folder; the service works on meanwhile.

    The server is the one of TURNPOST_REDIS_URL, else the embedded one of the data folder.
    """
    try:
        facts = asyncio.run(_back_up(folder))
    except (BackupError, ServerError, SettingsError, LogError, RedisError, OSError) as error:
        sys.exit(f"turnpost backup: {error}")
    print(f"{folder.resolve()}: {sum(facts.positions)} commits in {facts.partitions} partitions, {facts.bytes} bytes")


async def _back_up(folder: Path) -> Facts:
    async with server_url(read_settings()) as url:
        client = connect(url)
        try:
            return await copies.back_up(await Log.open(client), url, folder)
        finally:
            await client.aclose()


def restore(folder: Path, *, data: Path | None = None) -> None:
    """Put a backup into a data folder that holds no server's data, and check it; `turnpost up` then goes on from it.

    For a server that is not ours see the runbook: the two files of `redis/appendonlydir` go into its own.

    Parameters
    ----------
    folder
        The backup.
    data
        The data folder; by default TURNPOST_DATA, else ./var.
    """
    try:
        settings = read_settings()
        if settings.redis_url is not None:
            raise BackupError(f"a backup is restored into a data folder; unset {PREFIX}REDIS_URL and see the runbook")
        settings = settings if data is None else replace(settings, data=data)
        facts = asyncio.run(copies.restore(folder, settings.data, settings.redis_binary))
    except (BackupError, ServerError, SettingsError, LogError, RedisError, OSError) as error:
        sys.exit(f"turnpost restore: {error}")
    print(f"{settings.data.resolve()}: {sum(facts.positions)} commits or more, as of {facts.at}")

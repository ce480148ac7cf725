"""`turnpost notices`: players are told that it is their turn."""

from __future__ import annotations

import asyncio
import signal
import sys
from contextlib import suppress
from pathlib import Path

import structlog
import uvloop
from msgspec.structs import replace

from deploy import logs
from deploy.notices import notices as tell
from deploy.settings import Settings, SettingsError, read_settings

logger = structlog.get_logger(__name__)


def notices(*, data: Path | None = None) -> None:
    """Tell players by webhook and Telegram that it is their turn (a process). Several may run side by side.

    The server is the one of TURNPOST_REDIS_URL, else the embedded one of the data folder; it is waited for.

    Parameters
    ----------
    data
        The data folder; by default TURNPOST_DATA, else ./var.
    """
    logs.configure()
    try:
        settings = read_settings()
        uvloop.run(_until_told(settings if data is None else replace(settings, data=data)))
    except SettingsError as error:
        sys.exit(f"turnpost notices: {error}")


async def _until_told(settings: Settings) -> None:
    task = asyncio.ensure_future(tell(settings))
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, task.cancel)
    with suppress(asyncio.CancelledError):
        await task
    logger.info("stopped")

"""`turnpost notices`: players are told that it is their turn."""

from __future__ import annotations

import sys
from pathlib import Path

import structlog
import uvloop
from msgspec.structs import replace

from deploy import logs
from deploy.measures import observed
from deploy.notices import notices as tell
from deploy.settings import Settings, SettingsError, read_settings
from deploy.stopping import until_told

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
        with observed(settings, "notices"):
            uvloop.run(_tell(settings if data is None else replace(settings, data=data)))
    except (SettingsError, OSError) as error:
        sys.exit(f"turnpost notices: {error}")


async def _tell(settings: Settings) -> None:
    await until_told(tell(settings))
    logger.info("stopped")

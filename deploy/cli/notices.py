"""`turnpost notices`: players are told that it is their turn."""

from __future__ import annotations

import sys

import structlog
import uvloop

from deploy import logs
from deploy.cli.data import Data, settings_over
from deploy.measures import observed
from deploy.notices import notices as tell
from deploy.settings import Settings, SettingsError
from deploy.stopping import until_told

logger = structlog.get_logger(__name__)


def notices(*, data: Data = None) -> None:
    """Tell players by webhook and Telegram that it is their turn (a process). Several may run side by side.

    The server is the one of TURNPOST_REDIS_URL, else the embedded one of the data folder; it is waited for.
    """
    logs.configure()
    try:
        settings = settings_over(data)
        with observed(settings, "notices"):
            uvloop.run(_tell(settings))
    except (SettingsError, OSError) as error:
        sys.exit(f"turnpost notices: {error}")


async def _tell(settings: Settings) -> None:
    await until_told(tell(settings))
    logger.info("stopped")

"""`--data`, which every command has that reaches a deployment, and how the commands that print reach it."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Annotated, TypeVar

from cyclopts import Parameter
from msgspec.structs import replace
from redis.exceptions import RedisError

from deploy import logs
from deploy.cli.told import told
from deploy.embedded import ServerError
from deploy.reach import reach
from deploy.settings import Settings, SettingsError, read_settings
from events.log import Log, LogError

Data = Annotated[Path | None, Parameter(help="The data folder; by default TURNPOST_DATA, else ./var.")]

MatchId = Annotated[str, Parameter(help="The match, by the id that its page, `turnpost play` and the API name.")]

T = TypeVar("T")


def settings_over(data: Path | None) -> Settings:
    """The settings of this environment, over this data folder if one is named. Raises SettingsError."""
    settings = read_settings()
    return settings if data is None else replace(settings, data=data)


def ended(command: str, work: Callable[[], T], *errors: type[Exception]) -> T:
    """What the work of a command that prints gives; what a user can mend, these errors too, ends it with one line.

    Only warnings are logged meanwhile, and nothing but what the command prints comes to stdout.
    """
    mendable: tuple[type[Exception], ...] = (ServerError, SettingsError, LogError, RedisError, *errors)
    logs.configure(logging.WARNING)
    try:
        return work()
    except mendable as error:
        sys.exit(f"turnpost {command}: {error}")
    except OSError as error:
        sys.exit(f"turnpost {command}: {told(error)}")


def on_the_log(
    command: str,
    work: Callable[[Log], Awaitable[T]],
    data: Path | None,
    *errors: type[Exception],
    start: bool = True,
) -> T:
    """Do something with the log of the deployment; without `start` only where its server runs."""

    async def inside() -> T:
        async with reach(settings_over(data), start=start) as log:
            return await work(log)

    return ended(command, lambda: asyncio.run(inside()), *errors)

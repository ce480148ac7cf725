"""`turnpost up`, `turnpost web` and `turnpost worker`: the service on one machine, and its processes one by one."""

from __future__ import annotations

import asyncio
import socket
import sys
from collections.abc import Callable, Coroutine
from contextlib import nullcontext
from pathlib import Path
from typing import Annotated, Any

import uvloop
from cyclopts import Parameter
from cyclopts.validators import Number
from msgspec.structs import replace
from redis.exceptions import RedisError

from deploy import door, logs, processes, standalone
from deploy.cli.data import Data, settings_over
from deploy.cli.told import told
from deploy.embedded import ServerError
from deploy.measures import observed
from deploy.settings import Settings, SettingsError
from events.log import LogError
from services.aggregate.crew import BadPartitions, Superseded

Port = Annotated[int, Parameter(validator=Number(gte=0, lte=65535))]

HOST = "127.0.0.1"
PORT = 8080
LONGEST_NAME = 64


def up(*, port: Port = PORT, host: str = HOST, data: Data = None) -> None:
    """Run everything on this machine until Ctrl-C: server, worker, readers and web door. Prints the address.

    All matches are in the data folder and are found again at the next start.

    Parameters
    ----------
    port
        Where the door listens; 0 takes any free port.
    host
        The address it listens on; other machines reach it only if this is not a loopback address.
    """
    settings = _settings(data)

    def tell(url: str) -> None:
        print(f"Turnpost is open at {url}  (Ctrl-C ends it; matches are kept in {settings.data.resolve()})", flush=True)

    _run(standalone.up(settings, host, port, tell), asyncio.run)


def web(
    *,
    port: Port = PORT,
    host: str = HOST,
    data: Data = None,
    listening: Annotated[int | None, Parameter(name="--socket", show=False)] = None,
) -> None:
    """Serve HTTP (a process): the API and the pages. Several may run side by side.

    The server is the one of TURNPOST_REDIS_URL, else the embedded one of the data folder.

    Parameters
    ----------
    port
        Where it listens; 0 takes any free port.
    host
        The address it listens on.
    """
    settings = _settings(data)
    try:
        opened = door.listen(host, port) if listening is None else socket.socket(fileno=listening)
    except OSError as error:
        sys.exit(f"turnpost: {told(error)}")
    with opened:
        _run(processes.web(settings, opened), service="web", settings=settings)


def worker(*, partitions: str = "", name: str | None = None, data: Data = None) -> None:
    """Decide commands (a process). Several workers share the partitions evenly, whichever come and go.

    The server is the one of TURNPOST_REDIS_URL, else the embedded one of the data folder.

    Parameters
    ----------
    partitions
        Serve only these, such as 0-3,5.
    name
        The worker's name, by default TURNPOST_WORKER, else the host's; each worker needs one of its own.
    """
    if name is not None and not 1 <= len(name) <= LONGEST_NAME:
        sys.exit(f"turnpost: --name: a worker's name has 1 to {LONGEST_NAME} characters, not {len(name)}")
    settings = _settings(data)
    settings = settings if name is None else replace(settings, worker=name)
    _run(processes.work(settings, partitions), service="worker", settings=settings)


def _settings(data: Path | None) -> Settings:
    logs.configure()
    try:
        return settings_over(data)
    except SettingsError as error:
        sys.exit(f"turnpost: {error}")


def _run(
    work: Coroutine[Any, Any, None],
    run: Callable[[Coroutine[Any, Any, None]], None] = uvloop.run,
    *,
    service: str = "",
    settings: Settings | None = None,
) -> None:
    """Run to the end; what a user can mend is one line, not a traceback. A named service is measured and traced."""
    try:
        with observed(settings, service) if settings is not None else nullcontext():
            run(work)
    except OSError as error:
        sys.exit(f"turnpost: {told(error)}")
    except (ServerError, SettingsError, LogError, RedisError, BadPartitions, Superseded) as error:
        sys.exit(f"turnpost: {error}")
    except asyncio.CancelledError:
        sys.exit(130)
    finally:
        work.close()  # what never began would be warned of

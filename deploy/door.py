"""The HTTP door as a server: uvicorn over the app, streams ended at shutdown, signals left to whoever runs it."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any, cast

import uvicorn
from msgspec.structs import replace

from deploy.connections import Connection
from deploy.settings import Settings, opened
from events.follow import Follower
from events.log import Log
from services.aggregate.gateway import Gateway
from services.aggregate.intake import make_broker
from services.web.app import create_app
from services.web.guard import guard
from services.web.rates import Limits, read_rate
from services.web.site import Site

STOP_WAIT = 5
SILENT_MS = 60_000
KEEP_ALIVE = 75
BACKLOG = 1024


class Door(uvicorn.Server):
    """A server that tells the site when it stops, so that live streams end and nobody waits for them."""

    def __init__(self, config: uvicorn.Config, site: Site) -> None:
        super().__init__(config)
        self._site = site

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Signals are the program's business."""
        yield

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End what is open and wait for it."""
        self._site.closing.set()
        await super().shutdown(sockets)


@asynccontextmanager
async def site(log: Log, url: str, settings: Settings) -> AsyncIterator[Site]:
    """What a door needs of the deployment at this server, entered and left again. Raises SettingsError."""
    networks = opened(settings)
    broker = make_broker(url)
    try:
        async with (
            Follower(log) as follower,
            Gateway(log, broker, backlog=settings.backlog, seed=settings.test_seed) as gateway,
        ):
            limits = Limits(
                commands=read_rate(settings.command_rate),
                players=read_rate(settings.player_rate),
                reading=read_rate(settings.read_rate),
                requests=read_rate(settings.request_rate),
                failures=read_rate(settings.failure_rate),
                streams=settings.streams,
                streams_each=settings.streams_each,
            )
            secure = settings.public_url.startswith("https:")
            made = Site.over(log, gateway, follower, secure=secure, limits=limits)
            platforms = frozenset({"webhook", "telegram"} if settings.telegram_token else {"webhook"})
            token = settings.metrics_token
            yield replace(made, metrics_token=token, platforms=platforms, webhook_networks=networks)
    finally:
        await broker.stop()


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; port 0 takes any that is free. OSError, which tells address and remedy, if it is taken."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(BACKLOG)
    except (OSError, UnicodeError) as error:
        listening.close()
        number = (error.errno if isinstance(error, OSError) else None) or errno.EINVAL
        why = (error.strerror if isinstance(error, OSError) else None) or str(error)
        another = "port with --port" if number in (errno.EADDRINUSE, errno.EACCES) else "address with --host"
        place = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
        raise OSError(number, f"{why}; choose another {another}", place) from error
    return listening


def address(listening: socket.socket) -> str:
    """The URL of a listening socket."""
    host, port = listening.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def _forsake_silent(listening: socket.socket) -> None:
    """Let the system end connections whose other side takes nothing any more, or is gone."""
    if listening.family != socket.AF_UNIX:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, SILENT_MS)


async def serve(
    door_site: Site, listening: socket.socket, stop: asyncio.Event, settings: Settings | None = None
) -> None:
    """Serve the site until `stop` is set, then end streams, finish what is being answered and return."""
    settings = settings or Settings()
    _forsake_silent(listening)
    config = uvicorn.Config(
        cast("Any", guard(create_app(door_site), door_site)),
        http=Connection,
        loop="none",
        ws="none",
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        date_header=True,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=settings.proxies or None,
        limit_concurrency=settings.connections,
        timeout_keep_alive=KEEP_ALIVE,
        timeout_graceful_shutdown=STOP_WAIT,
        h11_max_incomplete_event_size=None,
    )
    server = Door(config, door_site)

    async def end() -> None:
        await stop.wait()
        server.should_exit = True

    ending = asyncio.create_task(end())
    try:
        await server.serve(sockets=[listening])
    finally:
        ending.cancel()

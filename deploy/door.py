"""The HTTP door as a server: uvicorn over the app, streams ended at shutdown, signals left to whoever runs it."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager

import uvicorn

from deploy.settings import Settings
from events.follow import Follower
from events.log import Log
from services.aggregate.gateway import Gateway
from services.aggregate.intake import make_broker
from services.web.app import create_app
from services.web.site import Site

STOP_WAIT = 5
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
    """What a door needs of the deployment at this server, entered and left again."""
    broker = make_broker(url)
    try:
        async with (
            Follower(log) as follower,
            Gateway(log, broker, backlog=settings.backlog, seed=settings.test_seed) as gateway,
        ):
            yield Site.over(log, gateway, follower)
    finally:
        await broker.stop()


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; port 0 takes any that is free. OSError if it is taken."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(BACKLOG)
    except OSError:
        listening.close()
        raise
    return listening


def address(listening: socket.socket) -> str:
    """The URL of a listening socket."""
    host, port = listening.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


async def serve(door_site: Site, listening: socket.socket, stop: asyncio.Event) -> None:
    """Serve the site until `stop` is set, then end streams, finish what is being answered and return."""
    config = uvicorn.Config(
        create_app(door_site),
        http="httptools",
        loop="none",
        ws="none",
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        date_header=True,
        proxy_headers=False,
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

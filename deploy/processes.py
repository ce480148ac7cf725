"""What each process of a deployment does: the worker decides commands, the web door serves HTTP.

Both reach the server by the settings; the worker creates the deployment on a server that has none.
"""

from __future__ import annotations

import asyncio
import signal
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import structlog

from deploy import door
from deploy.embedded import server
from deploy.reach import running_server
from deploy.settings import Settings
from deploy.stopping import until_told
from events.log import Log, connect
from services.aggregate.crew import read_partitions
from services.aggregate.intake import make_broker
from services.aggregate.worker import Worker

logger = structlog.get_logger(__name__)


@asynccontextmanager
async def server_url(settings: Settings) -> AsyncIterator[str]:
    """The server's URL: the named one, the embedded one that runs already, or one started for this block."""
    running = None if settings.redis_url else await running_server(settings)
    if running is not None:
        yield running
        return
    async with server(settings) as url:
        yield url


@asynccontextmanager
async def deployment(url: str, settings: Settings) -> AsyncIterator[Log]:
    """The deployment on a server, created if there is none. Raises WrongPartitions."""
    client = connect(url)
    try:
        yield await Log.create(client, settings.partitions, settings.wait_replicas)
    finally:
        await client.aclose()


async def work(settings: Settings, partitions: str = "") -> None:
    """Decide commands until SIGTERM or SIGINT. Raises BadPartitions, Superseded."""
    async with server_url(settings) as url, deployment(url, settings) as log:
        worker = Worker(
            log,
            make_broker(url),
            name=settings.worker,
            lease=settings.lease,
            only=read_partitions(partitions, log.partitions),
            seed=settings.test_seed,
        )
        await until_told(_serve(worker, settings.worker))


async def _serve(worker: Worker, name: str) -> None:
    async with worker:
        running = asyncio.ensure_future(worker.run())
        ready = asyncio.ensure_future(worker.ready())
        try:
            await asyncio.wait([running, ready], return_when=asyncio.FIRST_COMPLETED)
            if ready.done():
                mine = [partition.number for partition in worker.partitions if partition.wanted]
                logger.info("worker_ready", worker=name, partitions=mine)
            await running
        finally:
            ready.cancel()
            running.cancel()


async def web(settings: Settings, listening: socket.socket) -> None:
    """Serve HTTP on this socket until SIGTERM or SIGINT."""
    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    async with server_url(settings) as url, deployment(url, settings) as log, door.site(log, url, settings) as site:
        logger.info("door_open", url=door.address(listening))
        await door.serve(site, listening, stop, settings)
    logger.info("door_closed")

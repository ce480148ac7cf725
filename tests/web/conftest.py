"""The whole service on a real server, in this process: worker, readers, and the HTTP door on a loopback port."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack

import pytest

os.environ.setdefault("TURNPOST_EXTRA_GAMES", "tests.laws.gauntlet")

from deploy import door
from deploy.embedded import EmbeddedServer
from deploy.settings import Settings
from events.log import Log, answer, connect
from projections.worker import Worker as Readers
from services.aggregate.intake import make_broker
from services.aggregate.worker import Worker
from services.web.site import Site
from tests.web.playing import Table

PARTITIONS = 2


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedServer]:
    """A running embedded server, shared by the tests of this process."""
    embedded = EmbeddedServer(tmp_path_factory.mktemp("redis"))
    asyncio.run(embedded.start())
    yield embedded
    asyncio.run(embedded.stop())


@pytest.fixture
async def log(server: EmbeddedServer) -> AsyncIterator[Log]:
    """A new deployment on the server, with nothing in it."""
    redis = connect(server.url)
    await answer(redis.flushall())
    yield await Log.create(redis, PARTITIONS)
    await redis.aclose()


@pytest.fixture
async def site(server: EmbeddedServer, log: Log) -> AsyncIterator[Site]:
    """A door's dealings with it; no worker decides yet."""
    async with door.site(log, server.url, Settings(telegram_token="1:nobody")) as made:
        yield made


@pytest.fixture
async def url(site: Site) -> AsyncIterator[str]:
    """The address of the door."""
    listening, stop = door.listen("127.0.0.1", 0), asyncio.Event()
    serving = asyncio.create_task(door.serve(site, listening, stop))
    yield door.address(listening)
    stop.set()
    async with asyncio.timeout(8):
        await serving


@pytest.fixture
async def working(server: EmbeddedServer, log: Log) -> AsyncIterator[None]:
    """A worker and the readers."""
    async with AsyncExitStack() as stack:
        worker = await stack.enter_async_context(Worker(log, make_broker(server.url), name="w"))
        readers = asyncio.create_task(Readers(log).run())
        async with asyncio.timeout(10):
            await worker.ready()
        yield
        while not readers.done():
            readers.cancel()  # again where it was lost: redis-py can swallow one while it connects
            await asyncio.wait([readers], timeout=1)


@pytest.fixture
async def table(url: str, site: Site, working: None) -> AsyncIterator[Table]:
    """A table at the door, with nobody there yet."""
    async with Table(url, site) as made:
        yield made

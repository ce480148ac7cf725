"""A real server for each xdist worker, and a fresh deployment on it for each test."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator

import pytest

from deploy.embedded import EmbeddedServer
from events.log import Client, Log, answer, connect

PARTITIONS = 4


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedServer]:
    """A running embedded server, shared by the tests of this process."""
    embedded = EmbeddedServer(tmp_path_factory.mktemp("redis"))
    asyncio.run(embedded.start())
    yield embedded
    asyncio.run(embedded.stop())


@pytest.fixture
async def client(server: EmbeddedServer) -> AsyncIterator[Client]:
    """A client of the server, with nothing on it."""
    redis = connect(server.url)
    await answer(redis.flushall())
    yield redis
    await redis.aclose()


@pytest.fixture
async def log(client: Client) -> Log:
    """A new deployment of a few partitions."""
    return await Log.create(client, PARTITIONS)

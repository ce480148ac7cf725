"""A real server for each xdist worker, and a fresh deployment on it for each test.

With TURNPOST_TEST_CLUSTER=1 it is a cluster.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Iterator
from contextlib import aclosing, suppress

import pytest
from redis.exceptions import RedisError

from deploy.embedded import EmbeddedServer
from events.log import Client, Log, answer, connect
from tests.wire.cluster import Cluster
from tests.wire.playing import until

PARTITIONS = 4


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedServer | Cluster]:
    """A running embedded server, shared by the tests of this process."""
    folder = tmp_path_factory.mktemp("redis")
    clustered = os.environ.get("TURNPOST_TEST_CLUSTER") == "1"
    started = Cluster(folder, None) if clustered else EmbeddedServer(folder)
    asyncio.run(started.start())
    yield started
    asyncio.run(started.stop())


@pytest.fixture
async def client(server: EmbeddedServer | Cluster) -> AsyncIterator[Client]:
    """A client of the server, with nothing on it."""
    async with aclosing(connect(server.url)) as redis:
        await until(lambda: _emptied(redis), 60)
        yield redis


async def _emptied(redis: Client) -> bool:
    """Whether all nodes of the server could be emptied; one of a cluster may be busy."""
    with suppress(RedisError, OSError):
        return bool(await answer(redis.flushall()))
    return False


@pytest.fixture
async def log(client: Client) -> Log:
    """A new deployment of a few partitions."""
    return await Log.create(client, PARTITIONS)

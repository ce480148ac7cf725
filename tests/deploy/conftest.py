"""A server of its own for each test, for what is done to whole servers."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from deploy.embedded import EmbeddedServer
from events.log import Log, connect

PARTITIONS = 8


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[EmbeddedServer]:
    """A running embedded server over `<tmp_path>/data/redis`."""
    async with EmbeddedServer(tmp_path / "data" / "redis") as embedded:
        yield embedded


@pytest.fixture
async def log(server: EmbeddedServer) -> AsyncIterator[Log]:
    """A deployment on it."""
    client = connect(server.url)
    yield await Log.create(client, PARTITIONS)
    await client.aclose()

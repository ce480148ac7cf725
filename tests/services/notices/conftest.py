"""A real server for each xdist worker, a fresh deployment on it for each test, and the platforms."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from deploy.embedded import EmbeddedServer
from events.log import Log, answer, connect
from tests.services.notices.fake_hooks import FakeHooks, hooks
from tests.services.notices.fake_telegram import FakeTelegram, telegram
from tests.services.notices.office import CHATS, Office


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedServer]:
    """A running embedded server, shared by the tests of this process."""
    embedded = EmbeddedServer(tmp_path_factory.mktemp("redis"))
    asyncio.run(embedded.start())
    yield embedded
    asyncio.run(embedded.stop())


@pytest.fixture
async def log(server: EmbeddedServer) -> AsyncIterator[Log]:
    """A new deployment of two partitions."""
    client = connect(server.url)
    await answer(client.flushall())
    yield await Log.create(client, 2)
    await client.aclose()


@pytest.fixture
async def chat() -> AsyncIterator[FakeTelegram]:
    """A Telegram that knows the chats of all seats."""
    async with telegram(*CHATS) as fake:
        yield fake


@pytest.fixture
async def receiver(tmp_path: Path) -> AsyncIterator[FakeHooks]:
    """A receiver of webhooks."""
    async with hooks(tmp_path) as fake:
        yield fake


@pytest.fixture
async def office(log: Log, chat: FakeTelegram, receiver: FakeHooks) -> AsyncIterator[Office]:
    """A match in play, and what tells its players."""
    async with Office.over(log, chat, receiver) as made:
        yield made

"""A whole deployment in this process for a while: embedded server, worker, readers and HTTP door over a folder.

For demos and tests. Ids of players, secrets and entropy follow from a seed, and with them whole matches; that is why
it never serves anybody but who made it.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from typing import NamedTuple

from msgspec.structs import replace

from deploy.door import address, listen, serve, site
from deploy.embedded import EmbeddedServer
from deploy.settings import Settings
from events.log import Client, Log, answer, connect
from projections.worker import Worker as Projecting
from services.aggregate.intake import make_broker
from services.aggregate.worker import Worker
from services.web.accounts import Accounts, Player
from services.web.site import Site


class House(NamedTuple):
    """A deployment that runs: where its door is, and its log."""

    url: str
    log: Log


@asynccontextmanager
async def house(settings: Settings, seed: str) -> AsyncIterator[House]:
    """Everything, running over the settings' data folder until the block ends."""
    settings = replace(settings, test_seed=seed)
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(EmbeddedServer(settings.data / "redis", settings.redis_binary))
        client = connect(server.url)
        stack.push_async_callback(client.aclose)
        log = await Log.create(client, settings.partitions)
        await stack.enter_async_context(_projecting(log))
        broker = make_broker(server.url)
        worker = await stack.enter_async_context(Worker(log, broker, name=settings.worker, seed=seed))
        await worker.ready()
        rooms = await stack.enter_async_context(site(log, server.url, settings))
        url = await stack.enter_async_context(_open(replace(rooms, accounts=SeededAccounts(client, seed))))
        yield House(url, log)


@asynccontextmanager
async def _projecting(log: Log) -> AsyncIterator[None]:
    readers = asyncio.create_task(Projecting(log).run())
    try:
        yield
    finally:
        readers.cancel()
        with suppress(asyncio.CancelledError):
            await readers


@asynccontextmanager
async def _open(rooms: Site) -> AsyncIterator[str]:
    listening, stop = listen("127.0.0.1", 0), asyncio.Event()
    listening.listen()
    serving = asyncio.create_task(serve(rooms, listening, stop))
    try:
        yield address(listening)
    finally:
        stop.set()
        await serving


class SeededAccounts(Accounts):
    """Accounts whose ids follow from the seed and the name alone, so that matches' ids and chance repeat."""

    def __init__(self, client: Client, seed: str) -> None:
        super().__init__(client)
        self._server = client
        self._seed = seed

    async def create(self, name: str, lang: str = "en") -> tuple[Player, str]:
        """A new player, under the id of the seed."""
        drawn, token = await super().create(name, lang)
        digest = hashlib.blake2b(f"{self._seed}\n{drawn.name}".encode(), digest_size=10).digest()
        player = Player(base64.b32encode(digest).decode().lower(), drawn.name, drawn.lang)
        await answer(self._server.rename(f"{{acct}}:player:{drawn.id}", f"{{acct}}:player:{player.id}"))
        await answer(self._server.rename(f"{{acct}}:tokens:{drawn.id}", f"{{acct}}:tokens:{player.id}"))
        await answer(self._server.set(f"{{acct}}:token:{hashlib.sha256(token.encode()).hexdigest()}", player.id))
        return player, token

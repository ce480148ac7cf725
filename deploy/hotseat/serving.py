"""The deployment a terminal plays on: the one that runs, else one that lives as long as the game is open."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import NamedTuple

from deploy.house import SeededAccounts
from deploy.processes import deployment, server_url
from deploy.reach import running_server
from deploy.settings import Settings
from events.log import Log
from services.aggregate.gateway import Gateway
from services.aggregate.intake import make_broker
from services.aggregate.worker import Worker
from services.web.accounts import Accounts
from services.web.matches import Matches


class NotOurs(Exception):
    """A seed was given, but the deployment is served by somebody else, whose chance is not ours to choose."""


class Serving(NamedTuple):
    """A deployment that decides commands."""

    log: Log
    gateway: Gateway
    accounts: Accounts
    matches: Matches


@asynccontextmanager
async def serving(settings: Settings, seed: str | None) -> AsyncIterator[Serving]:
    """The deployment of these settings, with a worker of our own. Raises NotOurs.

    On a server that somebody else runs, the worker has a name of its own and serves only what nobody else serves.
    """
    async with AsyncExitStack() as stack:
        shared = settings.redis_url is not None or await running_server(settings) is not None
        if shared and seed is not None:
            raise NotOurs
        url = await stack.enter_async_context(server_url(settings))
        log = await stack.enter_async_context(deployment(url, settings))
        name = f"{settings.worker[:40]}-play-{os.getpid()}" if shared else settings.worker
        worker = Worker(log, make_broker(url), name=name, lease=settings.lease, seed=seed)
        await stack.enter_async_context(worker)
        if not shared:
            await worker.ready()
        broker = make_broker(url)
        stack.push_async_callback(broker.stop)
        gateway = await stack.enter_async_context(Gateway(log, broker, backlog=settings.backlog, seed=seed))
        accounts = Accounts(log.client) if seed is None else SeededAccounts(log.client, seed)
        yield Serving(log, gateway, accounts, Matches(log))

"""Reaching a deployment from a command: the named server, the embedded one that runs, or one started for the while."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from redis.exceptions import RedisError

from deploy.embedded import FILES, EmbeddedServer, ServerError, _socket_path, server
from deploy.settings import Settings
from events.log import Client, Log, NoDeployment, connect
from events.lua import answer


@asynccontextmanager
async def reach(settings: Settings, *, start: bool = True) -> AsyncIterator[Log]:
    """The log of the deployment these settings name. With `start`, an embedded server is started where none runs.

    Nothing is made where there was nothing: a data folder without a server's data is refused.
    Raises NoDeployment when there is none on the server, ServerError when no server is there or to be used.
    """
    expect_deployment(settings)
    url = settings.redis_url or await running_server(settings)
    if url is None and not start:
        raise ServerError(f"no server runs over {settings.data / 'redis'}; `turnpost up` starts one")
    if url is None:
        async with server(settings) as started, _log(started, settings) as log:
            yield log
        return
    async with _log(url, settings) as log:
        yield log


def expect_deployment(settings: Settings) -> None:
    """Raises ServerError where the data folder would have to hold a deployment and holds none."""
    if settings.redis_url is None and not (settings.data / "redis" / FILES).is_dir():
        raise ServerError(_none_in(settings))


def _none_in(settings: Settings) -> str:
    return (
        f"no deployment is in the folder {settings.data}; `turnpost up` makes one, "
        "--data or TURNPOST_DATA names another folder"
    )


@asynccontextmanager
async def _log(url: str, settings: Settings) -> AsyncIterator[Log]:
    try:
        client = connect(url)
    except ValueError as error:
        raise ServerError(f"TURNPOST_REDIS_URL: {error}") from error
    try:
        yield await _opened(client, settings)
    finally:
        await client.aclose()


async def _opened(client: Client, settings: Settings) -> Log:
    try:
        return await Log.open(client, settings.wait_replicas)
    except NoDeployment as error:
        if settings.redis_url is not None:
            raise
        raise NoDeployment(_none_in(settings)) from error


async def running_server(settings: Settings) -> str | None:
    """Where the data folder's embedded server answers, None when it does not run."""
    embedded = EmbeddedServer(settings.data / "redis")
    embedded.socket = _socket_path(embedded.folder)
    client = connect(embedded.url)
    try:
        await answer(client.ping())
    except (RedisError, OSError):
        return None
    finally:
        await client.aclose()
    return embedded.url

"""A client for one server or for a cluster, by its URL: the rest of the program knows no difference.

redis://host:port  rediss://...  unix:///path      one server
cluster://[user:password@]host:port,host:port      a cluster, by some of its nodes (`clusters://`: over TLS)
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any
from urllib.parse import unquote, urlsplit

from redis.asyncio import BlockingConnectionPool, Redis, RedisCluster
from redis.asyncio.client import Pipeline as ServerPipeline
from redis.asyncio.cluster import ClusterNode, ClusterPipeline
from redis.asyncio.retry import Retry
from redis.backoff import ConstantBackoff

from events.lua import Client, answer, plain_errors

ClientPipeline = ServerPipeline | ClusterPipeline

TIMEOUT = 5.0
"""Seconds a command may take; below any lease, so that a worker knows of a dead server while it still holds it."""
PLAIN_PORT = 6379


def connect(url: str) -> Client:
    """A client; commands time out after 5 s. Close it with `aclose()`. Raises ValueError for what is no URL of ours."""
    return connect_cluster(url, max_connections=1024) if is_cluster(url) else connect_server(url)


Fields = list[bytes]
"""The fields of a stream's entry as a server sends them: names and values by turns."""


def read_stream(client: Client | ClientPipeline, key: str, first: str = "-", limit: int | None = None) -> Any:
    """XRANGE from `first` on, to be awaited or sent with its pipeline: gives pairs of an id and `Fields`.

    Only for clients made here. It spares the dict `xrange` makes of each entry.
    """
    count = () if limit is None else ("COUNT", limit)
    return client.execute_command("XRANGE", key, first, "+", *count, keys=[key], plain=True)


def _learn_plain(client: Redis | RedisCluster) -> None:
    """Have a client know `read_stream`."""
    paired = client.response_callbacks["XRANGE"]

    def either(response: Any, *, plain: bool = False, **options: Any) -> Any:
        return response if plain else paired(response, **options)

    client.set_response_callback("XRANGE", either)


def connect_server(url: str) -> Redis:
    """A client for one server. Up to 64 connections; when all are at work, the next command waits for one."""
    pool = BlockingConnectionPool.from_url(
        url, max_connections=64, timeout=10, socket_timeout=TIMEOUT, socket_connect_timeout=TIMEOUT
    )
    client = Redis.from_pool(pool)
    _learn_plain(client)
    return client


def is_cluster(url: str) -> bool:
    """Whether a URL names a cluster."""
    return url.startswith(("cluster://", "clusters://"))


async def publish(client: Client, key: str, channel: str, data: bytes) -> None:
    """Publish through the server that holds a key: on a cluster any node passes it on, and that one was just heard."""
    where: dict[str, Any] = {}
    if not isinstance(client, Redis):
        await client.initialize()
        with plain_errors():
            where["target_nodes"] = client.get_node_from_key(key)
    await answer(client.execute_command("PUBLISH", channel, data, **where))


class Cluster(RedisCluster):
    """redis-py's client, with what bites mended.

    It knows where the keys of stream commands stand: redis-py asks the server each time, and cannot tell for XGROUP.
    Whatever it raises when no node can be reached, or none holds a slot, is a lost connection like any other.
    """

    async def initialize(self, *args: Any, **kwargs: Any) -> RedisCluster:
        """Find the nodes."""
        with plain_errors():
            return await super().initialize(*args, **kwargs)

    async def execute_command(self, *args: Any, **kwargs: Any) -> Any:
        """Send a command to the node that holds its keys."""
        with plain_errors():
            return await super().execute_command(*args, **kwargs)

    def pipeline(self, transaction: Any = None, shard_hint: Any = None) -> ClusterPipeline:  # noqa: ARG002
        """Several commands in one round trip to each node."""
        return Pipeline(self, transaction)  # type: ignore[abstract]  # redis-py makes one of its own the same way

    async def _determine_slot(self, command: str, *args: Any) -> int:
        if command == "XGROUP CREATE":
            return self.keyslot(args[0])
        if command in ("XREADGROUP", "XREAD"):
            return self.keyslot(args[args.index(b"STREAMS") + 1])
        return int(await super()._determine_slot(command, *args))


class Pipeline(ClusterPipeline):
    """A pipeline of such a client. To await one of its commands, as FastStream does, changes nothing."""

    def __await__(self) -> Generator[Any, None, ClusterPipeline]:
        yield from ()
        return self

    async def execute(self, *args: Any, **kwargs: Any) -> list[Any]:
        """Send the commands."""
        with plain_errors():
            return await super().execute(*args, **kwargs)


def connect_cluster(url: str, *, max_connections: int) -> RedisCluster:
    """A client for a cluster: slots that are moved, and primaries that fail over, are followed.

    It serves those slots that can be reached, also while others cannot.
    """
    parts = urlsplit(url)
    who, _, hosts = parts.netloc.rpartition("@")
    user, _, password = who.partition(":")
    nodes = []
    for name in hosts.split(","):
        host, colon, port = name.rpartition(":")
        nodes.append(ClusterNode(host, int(port)) if colon else ClusterNode(port, PLAIN_PORT))
    options: dict[str, Any] = {"ssl": True} if parts.scheme == "clusters" else {}
    if who:
        options |= {"username": unquote(user) or None, "password": unquote(password) or None}
    client = Cluster(
        startup_nodes=nodes,
        require_full_coverage=False,
        reinitialize_steps=0,  # a moved slot is looked up alone: starting over would cut everybody's connections
        max_connections=max_connections,
        retry=Retry(ConstantBackoff(0.1), 2),
        socket_timeout=TIMEOUT,
        socket_connect_timeout=TIMEOUT / 2,
        **options,
    )
    _learn_plain(client)
    return client

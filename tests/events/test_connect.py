"""URLs of servers and clusters."""

from __future__ import annotations

import pytest
from redis.asyncio import Redis, RedisCluster

from events.connect import connect, connect_cluster, is_cluster


def nodes(client: RedisCluster) -> list[tuple[str, int]]:
    return [(node.host, node.port) for node in client.nodes_manager.startup_nodes.values()]


async def test_a_cluster_by_some_of_its_nodes() -> None:
    client = connect("cluster://10.0.0.1:7000,10.0.0.2,db.example:7002")
    assert isinstance(client, RedisCluster)
    assert nodes(client) == [("10.0.0.1", 7000), ("10.0.0.2", 6379), ("db.example", 7002)]
    assert not client.connection_kwargs.get("password")


async def test_a_cluster_with_a_password_over_tls() -> None:
    client = connect_cluster("clusters://me:p%40ss@10.0.0.1:7000", max_connections=5)
    assert (client.connection_kwargs["username"], client.connection_kwargs["password"]) == ("me", "p@ss")
    assert nodes(client) == [("10.0.0.1", 7000)]
    assert is_cluster("clusters://x")


async def test_one_server() -> None:
    client = connect("unix:///nowhere/x.sock")
    assert isinstance(client, Redis)
    await client.aclose()
    assert not is_cluster("redis://cluster:1")
    with pytest.raises(ValueError, match="scheme"):
        connect("http://x")

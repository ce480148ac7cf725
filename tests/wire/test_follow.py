"""Following wakes whoever waits, and only them."""

from __future__ import annotations

import asyncio

from deploy.embedded import EmbeddedServer
from events.follow import Follower
from events.log import Append, Batch, Log, connect

LEASE = 10_000


async def test_a_commit_wakes_its_partition_and_its_match(log: Log) -> None:
    match = "m1"
    partition = log.partition_of(match)
    term = await log.take(partition, "w", LEASE)
    async with Follower(log) as follower:
        with (
            follower.partition(partition) as grown,
            follower.partition((partition + 1) % log.partitions) as other,
            follower.match(match) as mine,
            follower.match("m2") as not_mine,
        ):
            await log.commit(term, 0, Batch(appends=[Append(match, 1, b"c")]))
            await asyncio.wait_for(asyncio.gather(grown.wait(), mine.wait()), 5)
            assert not other.is_set()
            assert not not_mine.is_set()
            assert follower.position(partition) == 1
            grown.clear()
            await log.commit(term, 1, Batch(appends=[Append(match, 2, b"d")]))
            await asyncio.wait_for(grown.wait(), 5)


async def test_following_goes_on_after_the_server_was_killed(tmp_path_factory) -> None:  # type: ignore[no-untyped-def]
    async with EmbeddedServer(tmp_path_factory.mktemp("redis")) as server:
        client = connect(server.url)
        log = await Log.create(client, 1)
        term = await log.take(0, "w", LEASE)
        async with Follower(log) as follower:
            with follower.match("m") as grown:
                server.kill()
                await asyncio.sleep(0.1)
                await server.start()
                grown.clear()
                await log.commit(term, 0, Batch(appends=[Append("m", 1, b"c")]))
                await asyncio.wait_for(grown.wait(), 5)
        await client.aclose()

"""The outbox on a real server, or on a cluster: rows change from what they were read as, and one sender wins."""

from __future__ import annotations

import asyncio

import pytest
from msgspec.structs import replace

from events.log import Log, NotReplicated
from services.notices import rows
from services.notices.channels import Channels, make
from services.notices.outbox import Buckets, Change, Moved, Name, Outbox
from services.notices.planner import Planner, now_ms
from services.notices.rows import Row
from services.notices.why import why_waiting
from tests.records.table import InProcess
from tests.wire.filling import append
from tests.wire.playing import until

ROW = Row(
    match="m", seat=0, turn=4, player="p", channel="c", kind="telegram", state="queued", wants="4.0",
    asked=1, at=1, due=5,
)  # fmt: skip
NAME = Name("m", ROW.key)


async def test_of_many_who_begin_a_row_one_wins(log: Log) -> None:
    outbox = Outbox(log)
    assert await outbox.put("m", Change(ROW.key, b"", ROW))
    assert not await outbox.put("m", Change(ROW.key, b"", ROW))
    kept = await outbox.get(NAME)
    assert kept is not None
    begun = [rows.begun(ROW, f"a{number}", 10) for number in range(20)]
    won = await asyncio.gather(*(outbox.put("m", Change(row.key, kept.data, row)) for row in begun))
    assert sorted(won) == [False] * 19 + [True]
    now = await outbox.get(NAME)
    assert now is not None
    assert now.row == begun[won.index(True)]
    partition = log.partition_of("m")
    assert await outbox.due(partition, 10, 9) == []
    assert await outbox.due(partition, 10 + rows.LIMIT_MS, 9) == [NAME]
    assert await outbox.next(partition) == 10 + rows.LIMIT_MS


async def test_rows_and_checkpoint_are_written_together_or_not_at_all(log: Log) -> None:
    from projections.store import Checkpoint

    outbox = Outbox(log)
    partition = log.partition_of("m")
    other = replace(ROW, seat=1)
    both = {"m": [Change(ROW.key, b"", ROW), Change(other.key, b"not this", other)]}
    assert not await outbox.plan(partition, both, set(), 0, Checkpoint(3, "x"))
    assert (await outbox.rows("m"), await outbox.checkpoint(partition)) == ({}, None)
    assert await outbox.plan(partition, {"m": [Change(ROW.key, b"", ROW)]}, set(), 0, Checkpoint(3, "x"))
    assert await outbox.checkpoint(partition) == Checkpoint(3, "x")
    try:
        await outbox.plan(partition, {}, set(), 0, Checkpoint(9, "y"))
    except Moved:
        pass
    else:
        raise AssertionError("the checkpoint had moved")
    kept = (await outbox.rows("m"))[ROW.key]
    assert await outbox.put("m", Change(ROW.key, kept.data, None))
    assert (await outbox.rows("m"), await outbox.size(partition)) == ({}, 0)


async def test_a_match_is_planned_and_explained(log: Log) -> None:
    played = InProcess("planet", 2, "wired").begin()
    channels, outbox = Channels(log.client), Outbox(log)
    for player in played.players:
        await channels.add(player, make("telegram", "7001"))
        await channels.add(player, make("telegram", "7001"))
    partition = log.partition_of(played.id)
    planner = Planner(log, outbox, channels, partition, 60)
    assert await planner.catch_up() == 0
    await append(log, [played])
    assert await planner.catch_up() == played.match.n
    (wait,) = played.musts
    found = [kept.row for kept in (await outbox.rows(played.id)).values()]
    assert [(row.seat, row.turn, row.wants, row.state) for row in found] == [(wait.seat, wait.since, wait.id, "queued")]
    why = await why_waiting(log, played.id)
    assert why is not None
    assert [(asked.prompt, [row.state for row in asked.told]) for asked in why.asked] == [(wait.id, ["queued"])]


async def test_nothing_is_planned_of_commits_that_replicas_do_not_hold(
    log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = InProcess("planet", 2, "held back").begin()
    channels, outbox = Channels(log.client), Outbox(log)
    await channels.add(played.players[0], make("telegram", "7001"))
    await channels.add(played.players[1], make("telegram", "7002"))
    partition = log.partition_of(played.id)
    careful = Planner(Log(log.client, log.partitions, replicas=5), outbox, channels, partition, 60)
    assert await careful.catch_up() == 0
    await append(log, [played])
    monkeypatch.setattr("events.lua.REPLICATED_MS", 50)
    with pytest.raises(NotReplicated):
        await careful.catch_up()
    assert await outbox.rows(played.id) == {}
    careful.doubt()
    assert await Planner(log, outbox, channels, partition, 60).catch_up() == played.match.n
    assert len(await outbox.rows(played.id)) == 1


async def test_buckets_are_shared(log: Log) -> None:
    limits = [("telegram", 30.0, 30), ("telegram:7001", 1.0, 1)]
    waits = await asyncio.gather(*(Buckets(log).spend(limits) for _ in range(5)))
    assert waits.count(0) == 1
    assert all(0 <= wait <= 1000 for wait in waits)
    begun = now_ms()
    await until(lambda: _let(log, limits))
    assert 700 < now_ms() - begun < 3000


async def _let(log: Log, limits: list[tuple[str, float, int]]) -> bool:
    return not await Buckets(log).spend(limits)

"""Read models on a real server: checkpoint and content move together, and always equal a fold from zero."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any

import pytest
from redis.exceptions import ConnectionError as LostConnection
from structlog.testing import capture_logs

from events.log import Append, Batch, Client, Log, answer
from projections import kinds, runner
from projections.folds import Folds
from projections.kinds import BY_NAME, CODE, Versions, runners
from projections.leaderboards import ratings
from projections.queries import NotOver, Queries
from projections.reader import SKIPPED, Step, Write, Writes
from projections.rebuild import check, from_zero, rebuild, stored
from projections.runner import Runner
from projections.store import Checkpoint, CheckpointMoved, Results, Store
from projections.worker import Worker
from tests.wire.filling import LEASE, append, catch_up, caught_up, played


@asynccontextmanager
async def working(log: Log) -> AsyncIterator[None]:
    """A worker, running."""
    task = asyncio.create_task(Worker(log).run())
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


@pytest.fixture
async def filled(log: Log) -> Log:
    await append(log, played())
    return log


async def test_a_worker_follows_the_log(log: Log) -> None:
    queries = Queries(log)
    async with working(log):
        await append(log, played(), last=20)
        await caught_up(log)
        assert await queries.leaderboard() == []
        await append(log, played(), first=21, at_once=1)
        await caught_up(log)
        assert {row.player for row in await queries.leaderboard("planet")} == {
            *played()[0].players,
            *played()[1].players,
        }
    assert await check(log) == {}
    assert sum([await log.position(p) for p in range(log.partitions)]) == sum(len(one.blobs) for one in played())


async def test_what_doors_read(filled: Log) -> None:
    await catch_up(filled)
    queries = Queries(filled)
    ended, _, void, running = played()
    sheet = await queries.sheet(ended.id, "all")
    assert sheet is not None
    assert (sheet.status, [one.place for one in sheet.sheets]) == ("ended", list(ended.match.table.places or ()))
    assert await queries.sheet("nothing", None) is None
    assert await queries.timeline("nothing", 0) is None
    with pytest.raises(NotOver):
        await queries.sheet(running.id, "all")
    with pytest.raises(NotOver):
        await queries.timeline(running.id, "all")
    whole = await queries.timeline(ended.id, None)
    assert whole is not None
    assert [line.n for line in whole.lines] == list(range(1, len(ended.blobs) + 1))
    assert {line.n for line in whole.lines if line.struck} == ended.match.table.struck
    last = await queries.timeline(ended.id, None, last=3)
    assert last is not None
    assert last.lines == whole.lines[-3:]
    rest = await queries.timeline(ended.id, 0, after=len(ended.blobs))
    assert rest is not None
    assert rest.lines == ()
    asked = await queries.inbox(running.players[running.musts[0].seat])
    assert [(one.match, one.id) for one in asked] == [(running.id, running.musts[0].id)]
    assert await queries.inbox(void.players[0]) == []
    assert [one.status for one in await queries.matches(void.players[0])] == ["void"]
    assert await queries.matches("nobody") == []


async def test_a_seat_sees_only_its_own_total_in_the_timeline(filled: Log) -> None:
    await catch_up(filled)
    running = played()[-1]
    for viewer in (None, 0, 3):
        timeline = await Queries(filled).timeline(running.id, viewer)
        assert timeline is not None
        assert [total is not None for total in timeline.lines[-1].totals] == [seat == viewer for seat in range(4)]


async def test_ratings_follow_each_result_once(filled: Log) -> None:
    await catch_up(filled)
    results = await Results(filled.client).read(0)
    assert sorted(result.match for _, result in results) == sorted(match.id for match in played()[:2])
    assert await Results(filled.client).send([result for _, result in results]) == 0
    assert await Results(filled.client).position() == 2
    board = await Queries(filled).leaderboard("planet")
    assert {row.matches for row in board} == {1}
    assert sum(row.wins for row in board) >= 2
    strength = [row.rating - 3 * row.sigma for row in board]
    assert strength == pytest.approx(sorted(strength, reverse=True), abs=0.05)
    assert all(row.average is not None for row in board)
    assert await Queries(filled).leaderboard("planet", limit=1) == board[:1]
    assert await Queries(filled).leaderboard("other") == []


@pytest.mark.parametrize("name", [*BY_NAME])
async def test_a_batch_at_a_time_or_all_at_once(filled: Log, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for partition in range(filled.partitions):
        monkeypatch.setattr(runner, "BATCH", 7)
        one = Runner(filled, BY_NAME[name], 1, partition, Folds(filled, matches=1, commits=1))
        assert await one.catch_up() == await filled.position(partition)
        assert await one.catch_up() == 0
        assert await one.store.everything() == await from_zero(filled, name, partition)


class Dying(Exception):
    """Stands for a kill between two steps."""


async def test_killed_between_results_and_checkpoint(filled: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    async def die(*_: Any) -> None:
        raise Dying

    with monkeypatch.context() as patched:
        patched.setattr(Store, "write", die)
        for one in runners(filled, "leaderboards", 1):
            with suppress(Dying):
                await one.catch_up()
    assert await Results(filled.client).position() == 2
    assert await Queries(filled).leaderboard() == []
    await catch_up(filled)
    assert await Results(filled.client).position() == 2
    assert await check(filled) == {}


async def test_a_lost_connection_leaves_it_unknown_what_was_written(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    true_write, lost = Store.write, 0

    async def written_but_lost(self: Store, before: int, after: Checkpoint, writes: Sequence[Write]) -> None:
        nonlocal lost
        await true_write(self, before, after, writes)
        lost += 1
        if lost % 3 == 0:
            raise LostConnection("gone")

    monkeypatch.setattr(Store, "write", written_but_lost)
    async with working(log):
        await append(log, played(), at_once=2)
        await caught_up(log)
    assert lost > 10
    assert await check(log) == {}


async def test_a_moved_checkpoint_refuses_the_write(filled: Log) -> None:
    store = Store(filled.client, "sheets", 1, 0)
    await store.write(0, Checkpoint(3, "x"), [Write("a", "SET", ("1",))])
    with pytest.raises(CheckpointMoved, match="stands at 3"):
        await store.write(0, Checkpoint(5, "y"), [Write("a", "SET", ("2",)), Write("b", "SET", ("2",))])
    assert await store.everything() == {"a": b"1"}
    assert await store.checkpoint() == (3, "x")


async def test_two_workers_do_no_harm(log: Log) -> None:
    async with working(log), working(log):
        await append(log, played(), at_once=1)
        await caught_up(log)
    assert await check(log) == {}


class Failing:
    """Counts commits, and cannot bear every fifth of a match."""

    name = "failing"
    version = 1

    def apply(self, steps: Sequence[Step]) -> Writes:
        for step in steps:
            if step.commit.n % 5 == 0:
                raise ValueError(f"cannot bear {step.commit.n}")
        return Writes([Write("count", "HINCRBY", (step.commit.match, 1)) for step in steps])


async def test_a_commit_that_crashes_a_projection_is_recorded_and_left_out(filled: Log) -> None:
    match = played()[0]
    one = Runner(filled, Failing(), 1, filled.partition_of(match.id), Folds(filled))
    with capture_logs() as told:
        await one.catch_up()
    fifth = {"event": "commit_skipped", "match": match.id, "commit": 5, "kind": "ValueError"}
    found = [line for line in told if fifth.items() <= line.items()]
    assert [line["place"].split(":")[0] for line in found] == ["projections/runner.py"]  # the innermost of the program
    assert (await one.store.checkpoint()).pos == await filled.position(one.partition)
    content = await one.store.everything()
    counts, skipped = content["count"], content[SKIPPED]
    assert isinstance(counts, dict)
    assert int(counts[match.id.encode()]) == len(match.blobs) - len(match.blobs) // 5
    mine = [line.decode() for line in skipped if match.id in bytes(line).decode()]  # type: ignore[union-attr, arg-type]
    assert len(mine) == len(match.blobs) // 5
    assert mine[0].endswith(f"{match.id} 5 ValueError: cannot bear 5")


async def test_bytes_nobody_knows_are_recorded_and_the_rest_goes_on(log: Log) -> None:
    first, second = played()[0], played()[1]
    partition = log.partition_of(second.id)
    name = next(f"x{i}" for i in range(99) if log.partition_of(f"x{i}") == partition)
    term = await log.take(partition, "w", LEASE)
    await log.commit(term, 0, Batch(appends=[Append(name, 1, b"\xc1")]))
    await append(log, [first, second])
    await catch_up(log)
    skipped = await stored(log, "sheets", partition)
    assert skipped[SKIPPED][0].startswith(f"1 {name} 1 UnknownBytes".encode())  # type: ignore[union-attr]
    assert await Queries(log).sheet(second.id, None) is not None
    assert await check(log) == {}


@pytest.mark.parametrize("grown", [False, True], ids=["shorter", "other"])
async def test_a_log_that_lost_commits_is_noticed(log: Log, client: Client, grown: bool) -> None:
    """After a failover a replica's log may be shorter, or have grown differently since."""
    first = played()[0]
    await append(log, [first])
    partition = log.partition_of(first.id)
    mine = [Runner(log, BY_NAME[name], 1, partition, Folds(log)) for name in BY_NAME]
    for one in mine:
        await one.catch_up()
    await answer(client.delete(f"{{p{partition:02d}}}:log", f"{{p{partition:02d}}}:match:{first.id}"))
    await answer(client.hset(f"{{p{partition:02d}}}:meta", "pos", 0))
    await append(log, [first], last=30)
    if grown:
        for one in mine:
            one.doubt()  # as a lost connection makes a worker do
        term = await log.take(partition, "w", LEASE)
        await log.commit(term, term.pos, Batch(appends=[Append(f"x{n}", 1, b"\xc1") for n in range(60)]))
    for one in mine:
        await one.catch_up()
        assert await one.store.everything() == await from_zero(log, one.projection.name, partition)
        assert (await one.store.checkpoint()).pos == await log.position(partition)


@pytest.mark.parametrize("name", [*CODE])
async def test_rebuilding_gives_the_same_and_switches(filled: Log, name: str) -> None:
    await catch_up(filled)
    parts = [None] if name == ratings.NAME else [*range(filled.partitions)]
    before = [await stored(filled, name, partition) for partition in parts]
    done = await rebuild(filled, name, grace=0)
    assert (done.old, done.new, done.switched, done.differences) == (1, 2, True, ())
    assert done.compared > 0
    assert [await stored(filled, name, partition) for partition in parts] == before
    assert (await Versions(filled.client).read())[name] == (2, None)
    for partition in parts:
        assert await Store(filled.client, name, 1, partition).everything() == {}
    assert await Results(filled.client).position() == 2
    assert await check(filled) == {}


async def test_a_rebuild_that_differs_is_not_switched_to(filled: Log) -> None:
    await catch_up(filled)
    match = played()[0].id
    key = f"{{p{filled.partition_of(match):02d}}}:rm:sheets:v1:{match}"
    await answer(filled.client.set(key, b"spoilt"))
    done = await rebuild(filled, "sheets", grace=0)
    assert (done.switched, done.differences) == (False, (key.replace(":v1:", ":v2:"),))
    assert (await Versions(filled.client).read())["sheets"] == (1, None)
    assert [name async for name in Store(filled.client, "sheets", 2, 0).names()] == []
    assert (await rebuild(filled, "sheets", grace=0, accept=True)).switched
    assert await check(filled) == {}


async def test_a_rebuild_while_the_worker_works(log: Log) -> None:
    async with working(log):
        await append(log, played(), last=20)
        await caught_up(log)
        rebuilt = asyncio.create_task(rebuild(log, "timelines", grace=1.5))
        await append(log, played(), first=21, at_once=1)
        assert (await rebuilt).switched
        await caught_up(log)
        assert await check(log) == {}


async def test_code_of_a_newer_version_builds_its_read_model_first(
    filled: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    await catch_up(filled)
    monkeypatch.setattr("projections.worker.rebuild", lambda log, name: rebuild(log, name, grace=0))
    for module in (kinds, __import__("projections.worker").worker, __import__("projections.rebuild").rebuild):
        monkeypatch.setattr(module, "CODE", {**CODE, "sheets": 3})
    async with working(filled):
        async with asyncio.timeout(30):
            while (await Versions(filled.client).read())["sheets"] != (3, None):
                await asyncio.sleep(0.02)
        await caught_up(filled)
    assert await check(filled) == {}


async def test_every_script_stays_in_one_slot(filled: Log, client: Client) -> None:
    await catch_up(filled)
    for key in await answer(client.keys()):
        assert key.startswith((b"{p0", b"{ratings}:", b"{projections}:")), key


async def test_what_a_broken_off_rebuild_left_is_emptied_first(filled: Log) -> None:
    await catch_up(filled)
    left = Store(filled.client, "sheets", 2, 0)
    await left.write(0, Checkpoint(1, "x"), [Write("rubbish", "SET", ("1",))])
    await Versions(filled.client).build("sheets", 2)
    assert (await rebuild(filled, "sheets", grace=0)).switched
    assert await check(filled) == {}

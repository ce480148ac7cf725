"""Several workers: shares, handing over, commands read by one who had lost the partition, and parked commands."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from deploy.embedded import EmbeddedServer, stop_with_parent
from events.choices import Picked
from events.commands import Answer, Open, Start, Undo
from events.log import Batch, Client, Fenced, Log, OutOfOrder, answer, tag
from services.aggregate import deciding
from services.aggregate.crew import Crew, Superseded, members
from services.aggregate.envelope import Accepted, Queued
from services.aggregate.gateway import Gateway
from services.aggregate.intake import make_broker
from services.aggregate.parked import NotParked, parked, retry
from services.aggregate.worker import Worker
from tests.wire.playing import Players, code_of, until

ROOT = Path(__file__).parents[2]


@pytest.fixture
async def gateway(server: EmbeddedServer, log: Log) -> AsyncIterator[Gateway]:
    async with Gateway(log, make_broker(server.url)) as gateway:
        yield gateway


def worker(server: EmbeddedServer, log: Log, name: str, only: frozenset[int] | None = None) -> Worker:
    return Worker(log, make_broker(server.url), name=name, only=only)


def serving(one: Worker) -> set[int]:
    return {partition.number for partition in one.partitions if partition.ready.is_set()}


async def shared(workers: list[Worker], sizes: list[int], seconds: float = 5) -> None:
    async def as_wanted() -> bool:
        held = [serving(one) for one in workers]
        return sorted(map(len, held)) == sizes and len(set().union(*held)) == sum(sizes)

    await until(as_wanted, seconds)


async def test_workers_share_and_hand_over_while_a_match_goes_on(
    server: EmbeddedServer, log: Log, gateway: Gateway
) -> None:
    players = Players(gateway, log)
    async with worker(server, log, "a") as a:
        await shared([a], [4])
        await players.open()
        await players.start()
        playing = asyncio.create_task(players.play(300))
        async with worker(server, log, "b") as b:
            await shared([a, b], [2, 2])
            async with worker(server, log, "c") as c:
                await shared([a, b, c], [1, 1, 2])
                assert set(await members(log.client)) == {"a", "b", "c"}
            await shared([a, b], [2, 2])
        await shared([a], [4])
        numbers = await playing
    assert numbers == list(range(5, 5 + len(numbers)))
    assert await members(log.client) == {}


async def test_a_worker_serves_only_what_it_may(server: EmbeddedServer, log: Log) -> None:
    async with worker(server, log, "a", frozenset({0})) as a, worker(server, log, "b", frozenset({0, 1, 2})) as b:
        await shared([a, b], [1, 2])
        assert serving(a) == {0}
        assert await members(log.client) == {"a": "0", "b": "0-2"}


async def test_a_name_that_is_taken_over_is_told(server: EmbeddedServer, log: Log) -> None:
    """Of a worker that should still live, and not of one that left or fell silent long ago."""

    async def warnings() -> list[str]:
        with capture_logs() as said:
            async with worker(server, log, "a") as one:
                await one.ready()
        return [line["worker"] for line in said if line["event"] == "name_taken_over"]

    assert await warnings() == []
    assert await warnings() == []
    lives = Crew(log.client, log.partitions, "a", 60_000)
    await lives.beat()
    assert await warnings() == ["a"]
    await lives.leave()
    await Crew(log.client, log.partitions, "a", 1).beat()
    await asyncio.sleep(0.01)
    assert await warnings() == []


async def test_two_workers_of_one_name_are_one_too_many(server: EmbeddedServer, log: Log) -> None:
    async with worker(server, log, "a") as first:
        await first.ready()
        async with worker(server, log, "a") as second:
            with pytest.raises(Superseded):
                await asyncio.wait_for(first.run(), 5)
            await second.ready()
            assert await members(log.client) == {"a": ""}
            await first.__aexit__()
            assert await members(log.client) == {"a": ""}
            await shared([second], [4])


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGSTOP])
async def test_a_silent_workers_partitions_are_handed_over_within_ten_seconds(
    server: EmbeddedServer, log: Log, gateway: Gateway, how: signal.Signals
) -> None:
    players = Players(gateway, log)
    command = [sys.executable, "-m", "tests.wire.process", "worker", server.url, "gone"]
    process = subprocess.Popen(command, cwd=ROOT, preexec_fn=stop_with_parent())
    try:
        await until(lambda: _served(log), 60)
        await players.open()
        await players.start()
        await players.play(3)
        async with worker(server, log, "stays") as stays:
            os.kill(process.pid, how)
            began = time.monotonic()
            await shared([stays], [4], seconds=10)
            played = await asyncio.wait_for(players.play(2), 10 - (time.monotonic() - began))
            assert len(played) == 2
            assert "gone" not in await members(log.client)
            if how == signal.SIGSTOP:
                os.kill(process.pid, signal.SIGCONT)
                await shared([stays], [2], seconds=10)
            assert len(await players.play(4)) == 4
    finally:
        process.kill()
        process.wait()


async def test_what_somebody_reads_who_lost_the_partition_is_decided_in_its_place(
    server: EmbeddedServer, log: Log, gateway: Gateway, client: Client
) -> None:
    players = Players(gateway, log)
    async with worker(server, log, "a") as a:
        await players.open()
        number = log.partition_of(players.match)
        await a.ready()
        a.partitions[number].want(wanted=False)
        await a.partitions[number].left.wait()
        stream = f"{tag(number)}:commands"
        reading = asyncio.create_task(answer(client.xreadgroup("aggregate", "worker", {stream: ">"}, block=4000)))
        await asyncio.sleep(0.05)  # it is there before the command, and before a worker comes back
        sent = [asyncio.create_task(players.send(0, Start(), "s"))]
        assert await reading
        sent.append(asyncio.create_task(players.send(0, Undo(), "u")))
        assert await sent[0] == Accepted(4)
        assert code_of(await sent[1]) in ("nothing_to_undo", "not_undoable")


async def test_a_batch_that_leaves_older_commands_out_is_not_written(log: Log, client: Client) -> None:
    term = await log.take(0, "w", 10_000)
    first, second = [(await answer(client.xadd(f"{tag(0)}:commands", {"x": "1"}))).decode() for _ in range(2)]
    await answer(client.xreadgroup("aggregate", "worker", {f"{tag(0)}:commands": ">"}))
    with pytest.raises(OutOfOrder):
        await log.commit(term, 0, Batch(acks=[second]))
    assert await log.backlog(0) == 2
    assert await log.commit(term, 0, Batch(acks=[first, second])) == 0


async def test_an_epoch_given_out_twice_fences_all_the_same(log: Log, client: Client) -> None:
    term = await log.take(0, "w", 10_000)
    await answer(client.hincrby(f"{tag(0)}:meta", "epoch", -1))  # as a failover that forgot the taking
    again = await log.take(0, "w", 10_000)
    assert again.epoch == term.epoch
    with pytest.raises(Fenced):
        await log.commit(term, 0, Batch())
    with pytest.raises(Fenced):
        await log.keep(term)
    await log.commit(again, 0, Batch())


async def test_parked_commands_are_listed_and_tried_again(
    server: EmbeddedServer, log: Log, gateway: Gateway, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = deciding.decide

    def crash(games, match, command, *rest):  # type: ignore[no-untyped-def]
        if isinstance(command, Start | Answer):
            raise ZeroDivisionError
        return real(games, match, command, *rest)

    players = Players(gateway, log)
    async with worker(server, log, "a"):
        await players.open()
        monkeypatch.setattr(deciding, "decide", crash)
        assert code_of(await players.send(0, Start(), "s")) == "our_fault"
        assert code_of(await players.send(0, Answer("9.0", Picked(("x",))), "n")) == "our_fault"
        await answer(client.xadd(f"{tag(0)}:parked", {"p": b"\xff"}))
        found = {one.envelope.key if one.envelope else "": one.name for one in await parked(log)}
        assert found.keys() == {"s", "n", ""}
        for nonsense in ("", "0", "9:1-1", "0:1-1", "x:y", found[""]):
            with pytest.raises(NotParked):
                await retry(log, nonsense)
        monkeypatch.undo()
        assert (await retry(log, found["s"])).key == "s"
        await until(lambda: gateway.outcome(players.match, "p0", "s"), 30)
        assert await gateway.outcome(players.match, "p0", "s") == Accepted(4)
        assert await players.send(0, Start(), "s") == Accepted(4)
        with pytest.raises(NotParked):
            await retry(log, found["s"])
        environment = {**os.environ, "TURNPOST_REDIS_URL": server.url}
        for words, said in ((["list"], "n Answer"), (["retry", found["n"]], "refused: stale_prompt")):
            told = await asyncio.to_thread(
                subprocess.run,
                [sys.executable, "-m", "deploy", "parked", *words],
                cwd=ROOT,
                env=environment,
                capture_output=True,
                text=True,
                timeout=120,
            )
            assert told.returncode == 0, told.stderr
            assert said in told.stdout
        assert [one.envelope for one in await parked(log)] == [None]


async def test_a_full_stream_keeps_everything(server: EmbeddedServer, log: Log) -> None:
    async with Gateway(log, make_broker(server.url), backlog=5) as gateway:
        sent = [gateway.open("p", f"k{i}", Open("planet"), patience=2) for i in range(60)]
        outcomes = dict(await asyncio.gather(*sent))
        queued = [match for match, outcome in outcomes.items() if outcome == Queued()]
        assert {code_of(outcome) for outcome in outcomes.values() if outcome != Queued()} == {"busy"}
        assert sum([await log.backlog(partition) for partition in range(log.partitions)]) == len(queued)
        async with worker(server, log, "a"):
            await until(lambda: _opened(log, queued))


async def _served(log: Log) -> bool:
    return all([await answer(log.client.exists(f"{tag(number)}:owner")) for number in range(log.partitions)])


async def _opened(log: Log, matches: list[str]) -> bool:
    return all([await log.number(match) == 1 for match in matches])

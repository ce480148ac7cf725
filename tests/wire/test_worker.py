"""Commands through the stream: decided once, in order, answered under their key, whatever arrives and however often."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from deploy.embedded import EmbeddedServer
from events import codec
from events.choices import Picked
from events.commands import Answer, Join, Leave, Open, Propose, Start, Undo, Vote
from events.log import Batch, Client, Log, Settled, answer, connect
from events.table.events import Opened
from events.texts import LANGUAGES, MISSING, parity, speaker
from services import registry
from services.aggregate import deciding, limit, partition
from services.aggregate import gateway as gateways
from services.aggregate.envelope import Accepted, Envelope, Queued, body_hash, encode, match_id, refusal
from services.aggregate.gateway import Gateway
from services.aggregate.intake import asyncapi, make_broker
from services.aggregate.worker import Worker
from services.luck import secret_hash
from tests.wire.playing import Players, code_of, until


@asynccontextmanager
async def working(server: EmbeddedServer, log: Log, **settings: object) -> AsyncIterator[Worker]:
    async with Worker(log, make_broker(server.url), name="w", **settings) as worker:  # type: ignore[arg-type]
        async with asyncio.timeout(30):
            await worker.ready()
        yield worker


@pytest.fixture
async def gateway(server: EmbeddedServer, log: Log) -> AsyncIterator[Gateway]:
    async with Gateway(log, make_broker(server.url)) as gateway:
        yield gateway


@pytest.fixture
def players(gateway: Gateway, log: Log) -> Players:
    return Players(gateway, log)


async def whole_log(log: Log) -> list[bytes]:
    return [entry.data for partition in range(log.partitions) for entry in await log.read(partition, 0)]


async def test_a_match_goes_from_opening_to_play(server: EmbeddedServer, log: Log, players: Players) -> None:
    async with working(server, log):
        await players.open()
        await players.start()
        assert await players.play(6) == [5, 6, 7, 8, 9, 10]
    match = await players.state()
    assert match.table.status == "running"
    assert match.table.players == ("p0", "p1")
    commits = [codec.decode(data) for data in await log.read_match(players.match)]
    assert [commit.n for commit in commits] == list(range(1, 11))
    opened = commits[0].events[0]
    assert isinstance(opened, Opened)
    secret = await log.secret(players.match)
    assert secret is not None
    assert opened.secret_hash == secret_hash(secret)
    assert commits[0].command_id == "p0:open"
    assert await log.backlog(log.partition_of(players.match)) == 0


async def test_a_whole_match_ends_and_its_secret_leaves_the_server(
    server: EmbeddedServer, log: Log, players: Players
) -> None:
    async with working(server, log):
        await players.open()
        secret = await log.secret(players.match)
        await players.start()
        await players.play(1000)
        match = await players.state()
        assert match.table.status == "ended"
        assert secret is not None
        assert match.table.secret == secret.hex()
        assert await log.secret(players.match) is None
        assert code_of(await players.send(0, Leave())) == "over"


async def test_the_same_key_gets_the_first_answer_and_another_body_is_refused(
    server: EmbeddedServer, log: Log, players: Players
) -> None:
    async with working(server, log):
        await players.open()
        assert await players.send(0, Start(), "s") == Accepted(4)
        before = await whole_log(log)
        assert await players.send(0, Start(), "s") == Accepted(4)
        assert code_of(await players.send(0, Leave(), "s")) == "key_reused"
        nonsense = Answer("4.0", Picked(("nonsense",)))
        refused = await players.send(0, nonsense, "r")
        assert await players.send(0, nonsense, "r") == refused
        both = await asyncio.gather(*(players.send(1, Leave(), "twice") for _ in range(5)))
        assert both[0] == both[4]
        assert len(await whole_log(log)) == len(before) + 1
        assert await players.gateway.outcome(players.match, "p0", "s") == Accepted(4)
        assert await players.gateway.outcome(players.match, "p0", "r") == refused
        assert await players.gateway.outcome(players.match, "p0", "never") is None


async def test_a_repeated_open_and_join_find_their_own_table(
    server: EmbeddedServer, log: Log, gateway: Gateway
) -> None:
    async with working(server, log):
        first = await gateway.open("p", "k", Open("planet", seats=2))
        assert first == (match_id("p", "k"), Accepted(1))
        assert await gateway.open("p", "k", Open("planet", seats=2)) == first
        assert len(first[0]) == 13
        _, other = await gateway.open("p", "k", Open("planet", seats=3))
        assert code_of(other) == "key_reused"
        assert await gateway.send(first[0], "p", "j", Join()) == Accepted(2)
        assert await gateway.send(first[0], "p", "j", Join()) == Accepted(2)  # though its entropy was drawn anew


async def test_refusals_change_nothing(server: EmbeddedServer, log: Log, players: Players) -> None:
    async with working(server, log):
        players.match = "nowhere"
        assert code_of(await players.send(0, Start())) == "no_such_match"
        await players.open()
        before = await whole_log(log)
        assert code_of(await players.send(1, Start())) == "not_host"
        assert code_of(await players.send(2, Start())) == "not_host"
        assert code_of(await players.send(2, Undo())) == "not_seated"
        assert code_of(await players.send(0, Join())) == "seated_already"
        assert await whole_log(log) == before


async def test_taking_back_votes_and_leaving(server: EmbeddedServer, log: Log, players: Players) -> None:
    async with working(server, log):
        await players.open()
        await players.start()
        await players.play(6)
        before = await players.state()
        proposed = await players.send(0, Propose("undo"))
        assert isinstance(proposed, Accepted)
        assert isinstance(await players.send(1, Vote(str(proposed.commit), True)), Accepted)
        after = await players.state()
        assert after.table.struck
        assert after.n == before.n + 2
        await players.play(3)
        assert isinstance(await players.send(0, Leave()), Accepted)
        assert (await players.state()).table.seats[0].state == "left"


async def test_commands_sent_before_the_first_start_are_decided(
    server: EmbeddedServer, log: Log, gateway: Gateway
) -> None:
    match, outcome = await gateway.open("p", "k", Open("planet"), patience=0.2)
    assert outcome == Queued()
    async with working(server, log):
        await until(lambda: gateway.outcome(match, "p", "k"))
    assert await gateway.outcome(match, "p", "k") == Accepted(1)


async def test_what_was_read_and_not_decided_is_decided_by_the_next(
    server: EmbeddedServer, log: Log, gateway: Gateway, client: Client
) -> None:
    match = match_id("p", "k")
    number = log.partition_of(match)
    term = await log.take(number, "w", 10_000)
    await gateway.open("p", "k", Open("planet"), patience=0.05)
    read = await answer(client.xreadgroup("aggregate", "worker", {f"{{p{number:02d}}}:commands": ">"}, noack=True))
    assert read
    assert (await log.keep(term)).oldest
    async with working(server, log):
        await until(lambda: gateway.outcome(match, "p", "k"))
        assert await log.backlog(number) == 0


async def test_a_lost_reply_is_found_by_reading(
    server: EmbeddedServer, log: Log, gateway: Gateway, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gateways, "decode_replies", lambda data: ())
    async with working(server, log):
        assert (await gateway.open("p", "k", Open("planet")))[1] == Accepted(1)


async def test_foreign_entries_are_parked_and_spoil_nothing(
    server: EmbeddedServer, log: Log, gateway: Gateway, client: Client
) -> None:
    match = match_id("p", "k")
    own = f"{{p{log.partition_of(match):02d}}}"
    astray = next(name for name in map(str, range(99)) if log.partition_of(name) != log.partition_of(match))
    wrong = Envelope(astray, "p", "k", Start(), body_hash(Start()))
    for fields in ({"x": b"\xff"}, {"__data__": b"\xff\x00"}, {"__data__": encode(wrong)}, {"__data__": b"{}"}):
        await answer(client.xadd(f"{own}:commands", fields))
    async with working(server, log):
        assert (await gateway.open("p", "k", Open("planet")))[1] == Accepted(1)
        assert await answer(client.xlen(f"{own}:parked")) == 4
        assert await log.backlog(log.partition_of(match)) == 0


async def test_a_command_that_crashes_is_answered_and_parked(
    server: EmbeddedServer, log: Log, players: Players, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = deciding.decide

    def crash(games, match, command, *rest):  # type: ignore[no-untyped-def]
        if isinstance(command, Start):
            raise ZeroDivisionError
        return real(games, match, command, *rest)

    async with working(server, log):
        await players.open()
        before = await players.state()
        monkeypatch.setattr(deciding, "decide", crash)
        assert code_of(await players.send(0, Start(), "s")) == "our_fault"
        assert code_of(await players.send(0, Start(), "s")) == "our_fault"
        assert await players.state() == before
        assert await answer(client.xlen(f"{{p{log.partition_of(players.match):02d}}}:parked")) == 1
        monkeypatch.undo()
        await players.start()


async def test_a_command_that_loops_is_broken_off(
    server: EmbeddedServer, log: Log, players: Players, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = deciding.decide

    def loop(games, match, command, *rest):  # type: ignore[no-untyped-def]
        while isinstance(command, Start):
            pass
        return real(games, match, command, *rest)

    monkeypatch.setattr(deciding, "time_limit", lambda: limit.time_limit(0.1))
    async with working(server, log):
        await players.open()
        monkeypatch.setattr(deciding, "decide", loop)
        assert code_of(await players.send(0, Start())) == "our_fault"
        monkeypatch.setattr(deciding, "decide", real)
        await players.start()


async def test_a_command_that_ends_workers_is_given_up(
    server: EmbeddedServer, log: Log, players: Players, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = deciding.Desk.take

    def die(desk, envelope):  # type: ignore[no-untyped-def]
        if isinstance(envelope.command, Start):
            raise OSError("as if the process had ended")
        real(desk, envelope)

    async with working(server, log):
        await players.open()
        monkeypatch.setattr(deciding.Desk, "take", die)
        sent = [players.send(0, Start(), "s"), players.send(1, Undo(), "u")]
        codes = [code_of(outcome) for outcome in await asyncio.gather(*sent)]
        assert codes == ["our_fault", "not_running"]


async def test_a_fenced_worker_takes_the_partition_again(server: EmbeddedServer, log: Log, players: Players) -> None:
    async with working(server, log):
        await players.open()
        other = await log.take(log.partition_of(players.match), "w", 10_000)
        await log.commit(other, other.pos, Batch(settled=[Settled(players.match, "x:y", b"", True)]))
        await players.start()
        await players.play(2)


async def test_a_server_that_comes_back_is_served_at_once(tmp_path: Path) -> None:
    async with EmbeddedServer(tmp_path) as server:
        client = connect(server.url)
        log = await Log.create(client, 2)
        async with Gateway(log, make_broker(server.url)) as gateway, working(server, log):
            players = Players(gateway, log)
            await players.open()
            server.kill()
            sent = asyncio.create_task(players.send(0, Start(), patience=30))
            await asyncio.sleep(0.3)
            await server.start()
            async with asyncio.timeout(20):
                assert await sent == Accepted(4)
            assert len(await players.play(3)) == 3
        await client.aclose()


async def test_a_flushed_stream_is_made_again(
    server: EmbeddedServer, log: Log, players: Players, client: Client
) -> None:
    async with working(server, log):
        await players.open()
        await answer(client.delete(f"{{p{log.partition_of(players.match):02d}}}:commands"))
        async with asyncio.timeout(30):
            await players.start()


async def test_too_many_commands_are_answered_busy(server: EmbeddedServer, log: Log) -> None:
    async with Gateway(log, make_broker(server.url), backlog=3) as gateway:
        sent = [gateway.send("m", "p", str(i), Undo(), patience=0.2) for i in range(5)]
        outcomes = await asyncio.gather(*sent)
        assert [type(outcome).__name__ for outcome in outcomes].count("Queued") == 3
        assert {code_of(outcome) for outcome in outcomes if outcome != Queued()} == {"busy"}


async def test_a_seed_repeats_secrets_and_entropy(server: EmbeddedServer, log: Log, client: Client) -> None:
    starts = []
    for _ in range(2):
        await answer(client.flushall())
        await Log.create(client, log.partitions)
        async with Gateway(log, make_broker(server.url), seed="7") as gateway, working(server, log, seed="7"):
            players = Players(gateway, log)
            await players.open()
            await players.start()
            starts.append([codec.decode(data).events for data in await log.read_match(players.match)])
    assert starts[0] == starts[1]


async def test_a_worker_of_another_name_waits_for_the_lease(
    server: EmbeddedServer, log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(partition, "TAKEN_PAUSE", 0.1)
    async with working(server, log), Worker(log, make_broker(server.url), name="other") as second:
        await asyncio.sleep(0.2)
        assert not any(partition.ready.is_set() for partition in second.partitions)
    async with Worker(log, make_broker(server.url), name="other") as second, asyncio.timeout(30):
        await second.ready()  # the first gave its leases back


@pytest.mark.parametrize("code", ["key_reused", "busy", "our_fault"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_aggregates_own_refusals_have_texts(code: str, language: str) -> None:
    assert MISSING not in speaker(language)(refusal(code).text)
    assert not list(parity("aggregate"))


def test_the_time_limit_leaves_no_timer_behind() -> None:
    with pytest.raises(limit.OverTime), limit.time_limit(0.05):
        while True:
            pass
    with limit.time_limit(0.05):
        pass


async def test_asyncapi_tells_of_the_command_streams(server: EmbeddedServer, log: Log) -> None:
    broker = make_broker(server.url)
    Worker(log, broker, name="w", games=registry.load())
    document = asyncapi(broker, "1")
    assert len(document["channels"]) == log.partitions
    assert "$ref" not in str(document["components"]["schemas"])

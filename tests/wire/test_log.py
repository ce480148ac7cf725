"""The log on a real server: one script, all or nothing; no holes; one writer."""

from __future__ import annotations

import pytest
from redis.exceptions import NoScriptError

from events.log import (
    Append,
    Batch,
    BrokenLog,
    Client,
    Fenced,
    Log,
    NoDeployment,
    NoGroup,
    OutOfOrder,
    Settled,
    Taken,
    Term,
    WrongPartitions,
    WrongPosition,
    WrongVersion,
    answer,
    partition_of,
    tag,
)

LEASE = 10_000


def matches_of(log: Log, partition: int, count: int) -> list[str]:
    names = (f"m{i}" for i in range(10_000))
    found = (name for name in names if log.partition_of(name) == partition)
    return [next(found) for _ in range(count)]


async def dump(client: Client) -> dict[bytes, bytes | None]:
    """All bytes on the server, but for the leases' remaining time."""
    return {key: await answer(client.dump(key)) for key in sorted(await answer(client.keys()))}


@pytest.fixture
async def term(log: Log) -> Term:
    return await log.take(1, "w", LEASE)


@pytest.fixture
def match(log: Log) -> str:
    return matches_of(log, 1, 1)[0]


def test_partition_of_is_crc32() -> None:
    assert partition_of("123456789", 1 << 32) == 0xCBF43926  # the check value of CRC-32
    assert tag(3) == "{p03}"


async def test_partitions_are_fixed_when_the_deployment_is_created(log: Log, client: Client) -> None:
    assert (await Log.create(client, log.partitions)).partitions == log.partitions
    assert (await Log.open(client)).partitions == log.partitions
    with pytest.raises(WrongPartitions, match=f"has {log.partitions} partitions, not 64"):
        await Log.create(client, 64)


async def test_no_deployment(client: Client) -> None:
    with pytest.raises(NoDeployment):
        await Log.open(client)
    with pytest.raises(NoDeployment):
        await Log(client, 4).take(0, "w", LEASE)
    with pytest.raises(NoDeployment):
        await Log(client, 4).position(0)


async def test_a_batch_is_written_whole(log: Log, term: Term, match: str, client: Client) -> None:
    other = matches_of(log, 1, 2)[1]
    sent = await answer(client.xadd("{p01}:commands", {"x": "1"}))
    await answer(client.xreadgroup("aggregate", "worker", {"{p01}:commands": ">"}))
    batch = Batch(
        appends=[Append(match, 1, b"\x00one"), Append(other, 1, b"o"), Append(match, 2, b"two\xff")],
        settled=[Settled(match, "p:k1", b"ok", False), Settled(other, "p:k2", b"no", True)],
        secrets={match: b"s" * 32},
        due={f"{match}:1.0": 1234, "gone": None},
        parked=[b"bad"],
        acks=[sent.decode()],
    )
    assert await log.commit(term, 0, batch) == 3
    assert [tuple(entry) for entry in await log.read(1, 0)] == [
        (1, match, 1, b"\x00one", ""),
        (2, other, 1, b"o", ""),
        (3, match, 2, b"two\xff", ""),
    ]
    assert await log.read(1, 1, limit=1) == (await log.read(1, 0))[1:2]
    assert await log.read_match(match) == [b"\x00one", b"two\xff"]
    assert await log.read_match(match, after=1) == [b"two\xff"]
    assert await log.load([match, other]) == {match: ([b"\x00one", b"two\xff"], b"s" * 32), other: ([b"o"], None)}
    assert await log.load([]) == {}
    assert (await log.number(match), await log.number("nobody"), await log.position(1)) == (2, 0, 3)
    assert await log.outcome(match, "p:k1") == b"ok"
    assert await log.outcomes([(match, "p:k1"), (other, "p:k2"), (match, "?")]) == [b"ok", b"no", None]
    assert await log.secret(match) == b"s" * 32
    assert await answer(client.zrange("{p01}:due", 0, -1, withscores=True)) == [[f"{match}:1.0".encode(), 1234.0]] or (
        await answer(client.zscore("{p01}:due", f"{match}:1.0")) == 1234.0
    )
    assert [fields for _, fields in await answer(client.xrange("{p01}:parked"))] == [{b"p": b"bad"}]
    assert await log.backlog(1) == 0
    assert (await log.keep(term)).oldest == ""
    await log.commit(term, 3, Batch(secrets={match: None}, due={f"{match}:1.0": None}))
    assert await log.secret(match) is None
    assert await answer(client.zcard("{p01}:due")) == 0


@pytest.mark.parametrize(
    ("pos", "n", "error"),
    [(1, 1, WrongPosition), (0, 2, WrongVersion), (0, 0, WrongVersion)],
)
async def test_a_wrong_number_writes_nothing(
    log: Log, term: Term, match: str, client: Client, pos: int, n: int, error: type[Exception]
) -> None:
    before = await dump(client)
    first = matches_of(log, 1, 2)[1]
    batch = Batch(
        appends=[Append(first, 1, b"fine"), Append(match, n, b"not")],
        settled=[Settled(first, "p:k", b"ok", False)],
        secrets={first: b"s"},
        due={"d": 1},
        parked=[b"x"],
    )
    with pytest.raises(error):
        await log.commit(term, pos, batch)
    assert await dump(client) == before


async def test_a_version_decided_at_is_checked_for_refusals_too(log: Log, term: Term, match: str) -> None:
    with pytest.raises(WrongVersion):
        await log.commit(term, 0, Batch(settled=[Settled(match, "p:k", b"no", True)], versions={match: 4}))


async def test_a_fenced_worker_writes_nothing(log: Log, term: Term, match: str) -> None:
    again = await log.take(1, "w", LEASE)
    assert again.epoch == term.epoch + 1
    with pytest.raises(Fenced):
        await log.commit(term, 0, Batch(appends=[Append(match, 1, b"late")]))
    with pytest.raises(Fenced):
        await log.keep(term)
    await log.release(term)  # not its own any more: nothing
    assert await log.commit(again, 0, Batch(appends=[Append(match, 1, b"c")])) == 1


async def test_a_lease_keeps_others_out_until_it_ends_or_is_given_back(log: Log, term: Term) -> None:
    with pytest.raises(Taken, match="w"):
        await log.take(1, "other", LEASE)
    await log.release(term)
    other = await log.take(1, "other", LEASE)
    assert (other.epoch, other.pos) == (term.epoch + 1, 0)


async def test_a_flushed_server_is_noticed(log: Log, term: Term, client: Client) -> None:
    await answer(client.delete("{p01}:commands"))
    with pytest.raises(NoGroup):
        await log.keep(term)
    await answer(client.flushall())
    with pytest.raises(Fenced):
        await log.keep(term)


async def test_refusals_are_bounded(log: Log, term: Term, match: str) -> None:
    await log.commit(term, 0, Batch(appends=[Append(match, 1, b"c")], settled=[Settled(match, "a:0", b"ok", False)]))
    batch = [Settled(match, f"{player}:{i}", b"no", True) for player in "ab" for i in range(1, 101)]
    await log.commit(term, 1, Batch(settled=batch))
    kept = await log.outcomes([(one.match, one.command_id) for one in batch])
    assert [outcome is not None for outcome in kept] == [i >= 36 for _ in "ab" for i in range(100)]
    assert await log.outcome(match, "a:0") == b"ok"


async def test_refusals_of_matches_that_are_not_there_do_not_stay(
    log: Log, term: Term, match: str, client: Client
) -> None:
    await log.commit(term, 0, Batch(settled=[Settled(match, "a:0", b"no", True)]))
    assert 0 < await answer(client.pttl(log.key(match, "done"))) <= 3_600_000
    await log.commit(term, 0, Batch(appends=[Append(match, 1, b"c")], settled=[Settled(match, "a:1", b"ok", False)]))
    assert await answer(client.ttl(log.key(match, "done"))) == -1


async def test_holes_are_found(log: Log, term: Term, match: str, client: Client) -> None:
    await log.commit(term, 0, Batch(appends=[Append(match, n, b"c") for n in (1, 2, 3)]))
    await answer(client.xdel("{p01}:log", "2-0"))
    await answer(client.xdel(log.key(match, "match"), "2-0"))
    with pytest.raises(BrokenLog):
        await log.read(1, 0)
    with pytest.raises(BrokenLog):
        await log.read_match(match)
    await answer(client.xdel("{p01}:log", "3-0"))
    with pytest.raises(BrokenLog):
        await log.take(1, "w", LEASE)


async def read(client: Client, count: int) -> list[str]:
    found = await answer(
        client.xreadgroup("aggregate", "worker", {"{p01}:commands": ">"}, count=count, block=10, noack=True)
    )
    lines = found.items() if isinstance(found, dict) else found or ()
    return [
        key.decode() for _, entries in lines for key, _ in (entries[0] if isinstance(entries[0], list) else entries)
    ]


async def test_each_term_begins_with_the_oldest_command(log: Log, term: Term, client: Client) -> None:
    ids = [(await answer(client.xadd("{p01}:commands", {"x": str(i)}))).decode() for i in range(4)]
    assert (await log.keep(term)).oldest == ""
    assert await read(client, 3) == ids[:3]
    assert (await log.keep(term)).oldest == ids[0]
    await log.commit(term, 0, Batch(acks=ids[:1]))
    assert (await log.keep(term)).oldest == ids[1]
    assert await log.backlog(1) == 3
    again = await log.take(1, "w", LEASE)
    assert await read(client, 10) == ids[1:]
    with pytest.raises(OutOfOrder):
        await log.commit(again, 0, Batch(acks=ids[2:]))
    await log.commit(again, 0, Batch(acks=ids[1:]))
    assert (await log.keep(again)).oldest == ""
    assert await read(client, 10) == []


async def test_what_terms_begin_with_again_and_again_is_suspected(log: Log, term: Term, client: Client) -> None:
    ids = [(await answer(client.xadd("{p01}:commands", {"x": str(i)}))).decode() for i in range(3)]
    assert (await log.take(1, "w", LEASE)).suspects == ""  # nobody has read it
    await read(client, 2)
    assert (await log.take(1, "w", LEASE)).suspects == ""
    await read(client, 2)
    doubted = await log.take(1, "w", LEASE)
    assert doubted.suspects == ids[1]
    assert [key for key, _ in await log.suspects(doubted, 10)] == ids[:2]
    assert [dict(fields) for _, fields in await log.suspects(doubted, 1)] == [{b"x": b"0"}]
    await log.commit(doubted, 0, Batch(acks=ids[:1]))
    assert await log.suspect(doubted, ids[1]) == 1
    await read(client, 2)
    doubted = await log.take(1, "w", LEASE)  # tried alone before
    assert doubted.suspects == ids[2]
    assert await log.suspect(doubted, ids[1]) == 2
    await log.commit(doubted, 0, Batch(acks=ids[1:2]))
    assert await answer(client.exists("{p01}:suspects")) == 0
    await log.commit(doubted, 0, Batch(acks=ids[2:]))
    assert (await log.take(1, "w", LEASE)).suspects == ""
    assert not await answer(client.hexists("{p01}:meta", "stuck"))
    assert await log.suspects(term, 10) == []


async def test_scripts_are_loaded_again(log: Log, term: Term, match: str, client: Client) -> None:
    await answer(client.script_flush())
    with pytest.raises(NoScriptError):
        await answer(client.evalsha("0" * 40, 0))
    assert await log.commit(term, 0, Batch(appends=[Append(match, 1, b"c")])) == 1


async def test_every_key_of_a_script_is_in_one_slot(log: Log, term: Term, match: str, client: Client) -> None:
    await log.commit(
        term,
        0,
        Batch(
            appends=[Append(match, 1, b"c")],
            settled=[Settled(match, "p:k", b"no", True)],
            secrets={match: b"s"},
            due={"d": 1},
            parked=[b"x"],
        ),
    )
    for key in await answer(client.keys()):
        assert key.startswith(tuple(tag(partition).encode() for partition in range(log.partitions))), key

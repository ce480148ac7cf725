"""The four ratios: commit, intake, fold, projection."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import count
from typing import Any

from msgspec.structs import replace
from redis.asyncio import Redis

from deploy.bench import ledger, peers
from deploy.bench.rounds import Compared, Work, compare, nothing
from events import codec
from events.choices import Counted
from events.commands import Answer
from events.log import CONSUMER, GROUP, Append, Batch, Log, Settled, Term, answer, tag
from events.match import fold
from projections.folds import Folds
from projections.reader import Step, Write, Writes
from projections.runner import Runner
from services.aggregate.envelope import Envelope, Stored, body_hash, encode
from services.aggregate.intake import BLOCK_MS, Delivered, make_broker, subscribe

ROUNDS = 7
BATCHES = 30
BATCH = 100
COMMITS_A_MATCH = 10
INTAKE = 6_000
MATCH_EVENTS = 500
FOLDS = 40
CATCH_UP_MATCHES = 40
CATCH_UP_EVENTS = 150

Progress = Callable[[], None]
Written = list[tuple[str, int, bytes]]
"""Commits to write: match, number, bytes."""

_marks = count(1)
_PLAYER = "abcdefghijklmnop"


def match_in(log: Log, partition: int) -> str:
    """A new match id that belongs to this partition."""
    while True:
        name = f"bench{next(_marks):08d}"
        if log.partition_of(name) == partition:
            return name


def command(match: str, n: int) -> bytes:
    """A player's answer as it stands in the stream."""
    said = Answer(f"{n}.0", Counted(n % 9))
    return encode(Envelope(match, _PLAYER, f"{n:022d}", said, body_hash(said), reply_to="reply:0123456789abcdef"))


def batches(log: Log, partition: int) -> list[Written]:
    """New commits of three events, in batches of a hundred over ten matches each."""
    made: list[Written] = []
    for _ in range(BATCHES):
        part: Written = []
        for _ in range(BATCH // COMMITS_A_MATCH):
            name = match_in(log, partition)
            part += [(name, c.n, codec.encode(c)) for c in ledger.match(name, COMMITS_A_MATCH - 1)]
        made.append(part)
    return made


class Committing:
    """Reading, committing and acknowledging batches by our script."""

    def __init__(self, log: Log, client: Redis, term: Term) -> None:
        self.log = log
        self.client = client
        self.term = term
        self.pos = term.pos
        self.stream = f"{tag(term.partition)}:commands"

    async def prepare(self) -> list[Batch]:
        """Put the commands into the stream, and give what they come to."""
        work = batches(self.log, self.term.partition)
        outcome = encode(Stored(b"0" * 12, 1))
        pipe = self.client.pipeline(transaction=False)
        for part in work:
            for name, n, _ in part:
                pipe.xadd(self.stream, {"__data__": command(name, n)})
        await pipe.execute()
        return [
            Batch(
                appends=[Append(name, n, data) for name, n, data in part],
                settled=[Settled(name, f"{_PLAYER}:{n:022d}", outcome, refused=False) for name, n, _ in part],
            )
            for part in work
        ]

    async def run(self, work: list[Batch]) -> int:
        """Batch by batch: read a hundred commands, write their commits and outcomes, acknowledge them.

        As in the worker the next batch is read while one is written.
        """
        found = await self._read()
        for place, part in enumerate(work, 1):
            batch = replace(part, acks=[key.decode() for key, _ in _entries(found)])
            write = asyncio.create_task(self.log.commit(self.term, self.pos, batch))
            await asyncio.sleep(0)
            if place < len(work):
                found = await self._read()
            self.pos = await write
        return sum(len(part.appends) for part in work)

    async def _read(self) -> Any:
        return await answer(self.client.xreadgroup(GROUP, CONSUMER, {self.stream: ">"}, count=BATCH, noack=True))


async def commit_vs_bare_xadd(log: Log, client: Redis, progress: Progress) -> Compared:
    """Read, commit and acknowledge batches of 100 commands of 3 events, against a pipeline of the same XADDs.

    Both write each commit to the partition's log and to its match. Ours also reads the commands, checks fence,
    position and numbers, stores the outcomes and acknowledges.
    """
    ours = Committing(log, client, await log.take(0, "bench", 600_000))
    position = count(1)

    async def prepare() -> list[Written]:
        return batches(log, 0)

    async def bare(work: list[Written]) -> int:
        for part in work:
            pipe = client.pipeline(transaction=False)
            for name, n, data in part:
                pipe.xadd("{p00}:bare:log", {"m": name, "n": n, "c": data}, id=f"{next(position)}-0")
                pipe.xadd(f"{{p00}}:bare:{name}", {"c": data}, id=f"{n}-0")
            await pipe.execute()
        return sum(map(len, work))

    return await compare(Work(ours.prepare, ours.run), Work(prepare, bare), ROUNDS, progress)


async def intake_vs_bare_group(log: Log, client: Redis, url: str, progress: Progress) -> Compared:
    """Commands through the worker's FastStream subscriber, decoded, against bare XREADGROUP COUNT 100; one ack each."""
    await log.take(1, "bench", 600_000)
    stream = f"{tag(1)}:commands"
    broker = make_broker(url)
    await broker.connect()
    done = asyncio.Event()
    left = 0

    async def deliver(entries: list[Delivered]) -> None:
        nonlocal left
        await answer(client.xdel(stream, *[entry.id for entry in entries]))
        left -= len(entries)
        if left <= 0:
            done.set()

    subscriber = subscribe(broker, 1, deliver)

    async def prepare() -> None:
        pipe = client.pipeline(transaction=False)
        for n in range(INTAKE):
            pipe.xadd(stream, {"__data__": command(f"bench{n % 50:08d}", n)})
        await pipe.execute()

    async def ours(_: None) -> int:
        nonlocal left
        left = INTAKE
        done.clear()
        await subscriber.start()
        await done.wait()
        return INTAKE

    async def stop_and_prepare() -> None:
        await subscriber.stop()
        await asyncio.sleep(BLOCK_MS / 1000 + 0.1)  # a read that was cut short may still block on the server, and take
        await prepare()

    async def bare(_: None) -> int:
        seen = 0
        while seen < INTAKE:
            found: Any = await answer(client.xreadgroup(GROUP, CONSUMER, {stream: ">"}, count=100))
            keys = [key for key, _ in _entries(found)]
            await answer(client.xack(stream, GROUP, *keys))
            seen += len(keys)
        return seen

    try:
        return await compare(Work(stop_and_prepare, ours), Work(stop_and_prepare, bare), ROUNDS, progress)
    finally:
        await subscriber.stop()
        await broker.stop()
        await answer(client.delete(stream))


def _entries(found: Any) -> Sequence[tuple[bytes, Any]]:
    """The entries of an answer to a read of one stream, of either protocol version."""
    if isinstance(found, dict):
        (listed,) = found.values()
        return [pair for part in listed for pair in part] if listed and isinstance(listed[0], list) else listed
    return found[0][1]  # type: ignore[no-any-return]


async def store(log: Log, term: Term, matches: Sequence[tuple[str, int, int]]) -> None:
    """Write matches of so many commits with so many events each, in batches."""
    pos = term.pos
    appends: list[Append] = []
    for name, commits, events in matches:
        appends += [Append(name, c.n, codec.encode(c)) for c in ledger.match(name, commits, events)]
        if len(appends) >= 1000:
            pos = await log.commit(term, pos, Batch(appends=appends))
            appends = []
    if appends:
        await log.commit(term, pos, Batch(appends=appends))


async def fold_vs_eventsourcing(log: Log, progress: Progress) -> Compared:
    """Read and fold a match of 501 events, three a commit, against `repository.get` of 500 equal events in memory."""
    term = await log.take(2, "bench", 600_000)
    name = match_in(log, 2)
    await store(log, term, [(name, MATCH_EVENTS // ledger.EVENTS_A_COMMIT + 1, ledger.EVENTS_A_COMMIT)])
    application = peers.Accounts()
    account = peers.stored(application, MATCH_EVENTS)

    async def ours(_: None) -> int:
        for _i in range(FOLDS):
            match = fold(await log.read_match(name))
            if match.game.posted < MATCH_EVENTS:
                raise RuntimeError("not all events were folded")
        return FOLDS

    async def theirs(_: None) -> int:
        for _i in range(FOLDS):
            found: Any = application.repository.get(account)
            if found.posted != MATCH_EVENTS:
                raise RuntimeError("the peer did not fold all events")
        return FOLDS

    return await compare(Work(nothing, ours), Work(nothing, theirs), ROUNDS, progress)


class EventsByMatch:
    """The trivial projection: how many events each match has."""

    name = "bench"
    version = 1

    def apply(self, steps: Sequence[Step]) -> Writes:
        """Count them."""
        counts = Counter[str]()
        for step in steps:
            counts[step.commit.match] += len(step.commit.events)
        return Writes([Write("events", "HINCRBY", (match, number)) for match, number in counts.items()])


async def projection_vs_eventsourcing(log: Log, progress: Progress) -> Compared:
    """Catch up with events by match, checkpoint in one step, against the same view by a runner in memory; events/s."""
    term = await log.take(3, "bench", 600_000)
    commits = CATCH_UP_EVENTS // ledger.EVENTS_A_COMMIT
    names = [match_in(log, 3) for _ in range(CATCH_UP_MATCHES)]
    await store(log, term, [(name, commits, ledger.EVENTS_A_COMMIT) for name in names])
    total = CATCH_UP_MATCHES * (CATCH_UP_EVENTS + 3)
    peer = peers.filled(CATCH_UP_MATCHES, CATCH_UP_EVENTS)
    versions = count(1)

    async def fresh() -> Runner:
        return Runner(log, EventsByMatch(), next(versions), 3, Folds(log))

    async def ours(runner: Runner) -> int:
        await runner.catch_up()
        counted = await answer(log.client.hvals(f"{runner.store.prefix}events"))
        if sum(map(int, counted)) != total:
            raise RuntimeError("not all events were counted")
        return total

    async def theirs(_: None) -> int:
        return await asyncio.to_thread(peers.catch_up, peer, CATCH_UP_MATCHES, CATCH_UP_EVENTS)

    return await compare(Work(fresh, ours), Work(nothing, theirs), ROUNDS, progress)

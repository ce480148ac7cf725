"""The log: append, read, follow, and what must change with it in one step.

This is the only module of `events` that knows Redis. It moves commits as bytes with a match id and a number; it
does not decode them and knows no game, no table and no rule. All keys of a partition share the hash tag `{pNN}`, so
every script here touches one slot and runs on one server or on a cluster alike.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, cast
from zlib import crc32

import msgspec
from msgspec import Struct, field
from redis.asyncio import RedisCluster

from events.connect import Fields, connect, read_stream
from events.lua import (
    BrokenLog,
    Client,
    Fenced,
    LogError,
    NoDeployment,
    NoGroup,
    NotReplicated,
    OutOfOrder,
    Script,
    Taken,
    WrongPartitions,
    WrongPosition,
    WrongVersion,
    answer,
    script,
)

__all__ = [
    "Append",
    "Batch",
    "BrokenLog",
    "Client",
    "Entry",
    "Fenced",
    "Log",
    "LogError",
    "NoDeployment",
    "NoGroup",
    "NotReplicated",
    "OutOfOrder",
    "Script",
    "Settled",
    "Standing",
    "Taken",
    "Term",
    "WrongPartitions",
    "WrongPosition",
    "WrongVersion",
    "answer",
    "connect",
    "partition_of",
    "tag",
]

GROUP = "aggregate"
CONSUMER = "worker"
BEGINNINGS = 2
"""When so many terms began with the same command read but not settled, something in it may end workers."""
REFUSALS_KEPT = 64
UNOPENED_MS = 3_600_000
READ_BATCH = 1000


def tag(partition: int) -> str:
    """The hash tag of a partition: `{p03}`."""
    return f"{{p{partition:02d}}}"


def partition_of(match: str, partitions: int) -> int:
    """The partition a match belongs to, for as long as the deployment lives."""
    return crc32(match.encode()) % partitions


_NAMES = ("commit", "create", "take", "keep", "release", "outcome")
_COMMIT, _CREATE, _TAKE, _KEEP, _RELEASE, _OUTCOME = map(script, _NAMES)


class Entry(NamedTuple):
    """A commit where it stands: position in the partition's log, match, number in the match, bytes, and the span in
    which it was decided, if that was traced."""

    pos: int
    match: str
    n: int
    data: bytes
    trace: str = ""


class Term(NamedTuple):
    """A worker's time over a partition. `epoch` fences it; the lease only tells whether it lives.

    `holder` is drawn for each term: a failover that forgets one taking may give its epoch out a second time.
    `suspects`: the commands up to this one may have ended the terms before; "" for none.
    """

    partition: int
    worker: str
    epoch: int
    pos: int
    lease_ms: int
    holder: str
    suspects: str = ""


class Standing(NamedTuple):
    """How a partition stands: log position, the oldest command if it was read but not settled ("" for none), the
    server's run id."""

    pos: int
    oldest: str
    run: str


class Append(Struct, frozen=True):
    """The next commit of a match. Numbers count from 1 without gaps. `trace`: the span that made it, if any."""

    match: str
    n: int
    data: bytes
    trace: str = ""


class Settled(Struct, frozen=True):
    """The outcome of a command, kept under its id. `refused` ones are kept for the last 64 of a player and match."""

    match: str
    command_id: str
    outcome: bytes
    refused: bool


class Batch(Struct, frozen=True):
    """What one script writes, all of it or nothing; all of one partition.

    `versions` tells the number each match was decided at (known for those that get commits); `secrets` maps a match
    to its secret, or None to delete it; `due` maps a deadline's name to unix ms, or None to strike it; `acks` are the
    settled commands, which leave the stream.
    """

    appends: Sequence[Append] = ()
    settled: Sequence[Settled] = ()
    versions: Mapping[str, int] = field(default_factory=dict)
    secrets: Mapping[str, bytes | None] = field(default_factory=dict)
    due: Mapping[str, int | None] = field(default_factory=dict)
    parked: Sequence[bytes] = ()
    acks: Sequence[str] = ()


class Log:
    """A deployment's log. Safe to share between tasks; owns nothing but the client it is given.

    `replicas` is how many replicas must have a commit before anybody is told of its outcome.
    """

    def __init__(self, client: Client, partitions: int, replicas: int = 0) -> None:
        self.client = client
        self.partitions = partitions
        self.replicas = replicas
        self.clustered = isinstance(client, RedisCluster)

    @classmethod
    async def create(cls, client: Client, partitions: int, replicas: int = 0) -> Log:
        """Create the deployment, or find it as it is. Raises WrongPartitions when it has another number of them."""
        for partition in range(partitions):
            stands = await _CREATE(client, [f"{tag(partition)}:meta"], [partitions])
            if stands != partitions:
                raise WrongPartitions(f"this deployment has {stands} partitions, not {partitions}; the number is fixed")
        return cls(client, partitions, replicas)

    @classmethod
    async def open(cls, client: Client, replicas: int = 0) -> Log:
        """Find the deployment on a server. Raises NoDeployment."""
        stored = await answer(client.hget(f"{tag(0)}:meta", "partitions"))
        if stored is None:
            raise NoDeployment("no deployment was created on this server")
        return cls(client, int(stored), replicas)

    def partition_of(self, match: str) -> int:
        """The partition a match belongs to."""
        return partition_of(match, self.partitions)

    def key(self, match: str, kind: str) -> str:
        """A key of a match: `match`, `done`, `secret`, `talk`."""
        return f"{tag(self.partition_of(match))}:{kind}:{match}"

    # Writing: a worker's term over a partition

    async def take(self, partition: int, worker: str, lease_ms: int) -> Term:
        """Take a partition: raise its epoch, hold its lease, have its commands read from the oldest that is there.

        A worker takes back its own lease at once.
        Raises Taken while another worker's lease lasts, NoDeployment, BrokenLog.
        """
        own = tag(partition)
        keys = [f"{own}:{name}" for name in ("meta", "owner", "log", "commands", "suspects")]
        holder = secrets.token_hex(8)
        epoch, pos, suspects = await _TAKE(self.client, keys, [worker, lease_ms, GROUP, holder, BEGINNINGS])
        return Term(partition, worker, int(epoch), int(pos), lease_ms, holder, suspects.decode())

    async def keep(self, term: Term) -> Standing:
        """Renew the lease. Raises Fenced, NoGroup."""
        own = tag(term.partition)
        keys = [f"{own}:{name}" for name in ("meta", "owner", "commands")]
        args: list[str | bytes | int] = [term.worker, term.epoch, term.lease_ms, GROUP, term.holder]
        pos, oldest, run = await _KEEP(self.client, keys, args)
        return Standing(int(pos), oldest.decode(), run.decode())

    async def release(self, term: Term) -> None:
        """Give the lease back, so that another worker need not wait for its end. Holds nothing? Does nothing."""
        own = tag(term.partition)
        await _RELEASE(self.client, [f"{own}:meta", f"{own}:owner"], [term.worker, term.epoch, term.holder])

    async def commit(self, term: Term, pos: int, batch: Batch) -> int:
        """Write a batch after position `pos` and give the new position.

        Raises Fenced, WrongPosition, WrongVersion or OutOfOrder, and then nothing was written; NotReplicated, and then
        it was. After a lost connection it is unknown whether it was: read the position and the outcomes again.
        """
        return int(await _COMMIT(self.client, *_plan(term, pos, batch), self.replicas))

    async def suspects(self, term: Term, limit: int) -> list[tuple[str, Mapping[bytes, bytes]]]:
        """The oldest of the commands that are suspected and still there, in order: id and fields."""
        if not term.suspects:
            return []
        stream = f"{tag(term.partition)}:commands"
        found = await answer(self.client.xrange(stream, "-", term.suspects, count=limit))
        return [(key.decode(), fields) for key, fields in found]

    async def suspect(self, term: Term, command: str) -> int:
        """Note that a command is decided alone because deciding it may have killed a worker; gives how often it was."""
        return int(await answer(self.client.hincrby(f"{tag(term.partition)}:suspects", command, 1)))

    async def backlog(self, partition: int) -> int:
        """How many commands are not settled."""
        return int(await answer(self.client.xlen(f"{tag(partition)}:commands")))

    # Reading

    async def position(self, partition: int) -> int:
        """The position of the partition's last commit, 0 before the first."""
        stored = await answer(self.client.hget(f"{tag(partition)}:meta", "pos"))
        if stored is None:
            raise NoDeployment(f"no partition {partition} on this server")
        return int(stored)

    async def settle(self, partition: int, pos: int) -> None:
        """Have replicas hold the log up to a position that was read. Raises NotReplicated, BrokenLog if it is gone."""
        if self.replicas:
            meta = f"{tag(partition)}:meta"
            if int(await _OUTCOME(self.client, [meta, meta], ["pos"], self.replicas) or 0) < pos:
                raise BrokenLog(f"partition {partition} has no position {pos} any more")

    async def number(self, match: str) -> int:
        """The number of a match's last commit, 0 when there is none."""
        last = await answer(self.client.xrevrange(self.key(match, "match"), count=1))
        return _count(last[0][0]) if last else 0

    async def read(self, partition: int, after: int, limit: int = READ_BATCH) -> list[Entry]:
        """Up to `limit` commits that follow position `after`, in order. Raises BrokenLog on a hole."""
        return _entries(
            partition, after, await read_stream(self.client, f"{tag(partition)}:log", f"{after + 1}-0", limit)
        )

    async def read_match(self, match: str, after: int = 0, limit: int | None = None) -> list[bytes]:
        """The commits of a match that follow number `after`, in order. Raises BrokenLog on a hole."""
        return _commits(match, after, await read_stream(self.client, self.key(match, "match"), f"{after + 1}-0", limit))

    async def load(self, matches: Sequence[str]) -> dict[str, tuple[list[bytes], bytes | None]]:
        """All commits and the secret of each match, in one round trip. Matches of one partition only."""
        pipe = self.client.pipeline(transaction=False)
        for match in matches:
            read_stream(pipe, self.key(match, "match"))
            pipe.get(self.key(match, "secret"))
        found = await pipe.execute() if matches else []
        triples = zip(matches, found[::2], found[1::2], strict=True)
        return {match: (_commits(match, 0, entries), secret) for match, entries, secret in triples}

    async def outcome(self, match: str, command_id: str) -> bytes | None:
        """What a command came to, None while it was not decided (or its refusal is forgotten).

        Raises NotReplicated when too few replicas know of it.
        """
        done = self.key(match, "done")
        stored = cast("bytes | None", await answer(self.client.hget(done, command_id)))
        if stored is None or not self.replicas:
            return stored
        keys = [f"{tag(self.partition_of(match))}:meta", done]
        return cast("bytes | None", await _OUTCOME(self.client, keys, [command_id], self.replicas))

    async def outcomes(self, wanted: Sequence[tuple[str, str]]) -> list[bytes | None]:
        """`outcome` over several (match, command id) in one round trip. Matches of one partition only."""
        pipe = self.client.pipeline(transaction=False)
        for match, command_id in wanted:
            pipe.hget(self.key(match, "done"), command_id)
        return list(await pipe.execute()) if wanted else []

    async def secret(self, match: str) -> bytes | None:
        """The secret of a match that has not ended."""
        return cast("bytes | None", await answer(self.client.get(self.key(match, "secret"))))

    async def news(self, after: Mapping[int, int], block_ms: int, limit: int = READ_BATCH) -> dict[int, list[Entry]]:
        """Wait for commits that follow the given position of each partition; {} when none came in `block_ms`.

        On a cluster `after` may name one partition only.
        """
        streams: dict[Any, Any] = {f"{tag(partition)}:log": f"{pos}-0" for partition, pos in after.items()}
        found = await answer(self.client.xread(streams, count=limit, block=block_ms))
        by_name = dict(found.items() if isinstance(found, dict) else found or ())
        wanted = {f"{tag(partition)}:log".encode(): partition for partition in after}
        told: dict[int, list[Entry]] = {}
        for name, lines in by_name.items():
            plain = [(key, [part for pair in fields.items() for part in pair]) for key, fields in lines]
            told[wanted[name]] = _entries(wanted[name], after[wanted[name]], plain)
        return told


def _plan(term: Term, pos: int, batch: Batch) -> tuple[list[str], list[str | bytes | int]]:
    """Keys and arguments of the commit script; see `lua/commit.lua`."""
    own = tag(term.partition)
    versions = dict(batch.versions)
    numbers: dict[str, int] = {}
    for append in batch.appends:
        after = versions.setdefault(append.match, append.n - 1)
        numbers[append.match] = numbers.get(append.match, after) + 1
        if append.n != numbers[append.match] or append.n < 1:
            raise WrongVersion(f"commit {append.n} of match {append.match} does not follow in its batch")
    places: dict[str, int] = {}
    for match in (*versions, *(one.match for one in batch.settled), *batch.secrets):
        places.setdefault(match, len(places) + 1)
    refusals: dict[str, int] = {}
    outcomes = []
    for one in batch.settled:
        place = 0
        if one.refused:
            kept = f"{own}:refused:{one.match}:{one.command_id.partition(':')[0]}"
            place = refusals.setdefault(kept, len(refusals) + 1)
        outcomes.append((places[one.match], one.command_id, _raw(one.outcome), place))
    plan = {
        "epoch": term.epoch,
        "holder": term.holder,
        "pos": pos,
        "worker": term.worker,
        "lease": term.lease_ms,
        "refusals": REFUSALS_KEPT,
        "unopened": UNOPENED_MS,
        "matches": [{"id": match, "after": versions.get(match, -1)} for match in places],
        "appends": [(places[one.match], _raw(one.data), one.trace or False) for one in batch.appends],
        "outcomes": outcomes,
        "secrets": [(places[match], _raw(secret) if secret else False) for match, secret in batch.secrets.items()],
        "due": [(name, False if at is None else str(at)) for name, at in batch.due.items()],
        "parked": [_raw(command) for command in batch.parked],
        "acks": batch.acks,
        "alone": len(batch.acks) == 1,
    }
    keys = [f"{own}:{name}" for name in ("meta", "owner", "log", "commands", "due", "parked", "suspects")]
    keys += [f"{own}:{kind}:{match}" for match in places for kind in ("match", "done", "secret")]
    return [*keys, *refusals], [msgspec.msgpack.encode(plan)]


def _raw(data: bytes) -> msgspec.Raw:
    """Bytes as a MessagePack string: the server's Lua library knows no binary."""
    return msgspec.Raw(b"\xdb" + len(data).to_bytes(4, "big") + data)


def _count(entry_id: bytes) -> int:
    return int(entry_id.partition(b"-")[0])


def _entries(partition: int, after: int, found: Sequence[tuple[bytes, Fields]]) -> list[Entry]:
    """Entries of a log, of match, number, commit and, where it is traced, trace: in the order the script puts them."""
    entries = []
    for pos, (key, (_, match, _, n, _, commit, *more)) in enumerate(found, after + 1):
        if key != b"%d-0" % pos:
            raise BrokenLog(f"partition {partition} has no position {pos}")
        entries.append(Entry(pos, match.decode(), int(n), commit, more[1].decode() if more else ""))
    return entries


def _commits(match: str, after: int, found: Sequence[tuple[bytes, Fields]]) -> list[bytes]:
    commits = []
    for number, (key, (_, commit)) in enumerate(found, after + 1):
        if key != b"%d-0" % number:
            raise BrokenLog(f"match {match} has no commit {number}")
        commits.append(commit)
    return commits

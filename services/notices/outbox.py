"""The outbox on the server: rows by match, a schedule of what is due, and how far the log has been read.

Keys of a partition: `{pNN}:out` a sorted set of rows that somebody must look at, by time; `{pNN}:out:<match>` a hash
of a match's rows; `{pNN}:ck:notices:v1` the checkpoint. A row changes only from exactly what it was read as, so of
several senders one wins.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from redis.exceptions import ResponseError

from events.log import Log, Script, answer, tag
from projections.reader import checkpoint_key
from projections.store import Checkpoint
from services.notices import rows
from services.notices.rows import Row

NAME: Final = "notices"
VERSION: Final = 1
KEPT_MS: Final = 30 * 24 * 3600 * 1000
"""How long the rows of a match that is over are kept."""

_lua = Path(__file__).parent / "lua"
_CHANGE: Final = Script((_lua / "change.lua").read_text(encoding="utf-8"))
_BUCKET: Final = Script((_lua / "bucket.lua").read_text(encoding="utf-8"))


class Moved(Exception):
    """Somebody else has read on in the log; nothing was written."""


class Kept(NamedTuple):
    """A row and the bytes it was read as."""

    row: Row
    data: bytes


class Change(NamedTuple):
    """A row's new content (None: delete it), and the bytes it was read as (b"" where it is new)."""

    key: str
    before: bytes
    row: Row | None


class Name(NamedTuple):
    """A row by match and key."""

    match: str
    key: str


class Outbox:
    """The outbox of a deployment. Safe to share between tasks."""

    def __init__(self, log: Log) -> None:
        self._log = log

    async def rows(self, match: str) -> dict[str, Kept]:
        """A match's rows by key."""
        stored = await answer(self._log.client.hgetall(self._rows(match)))
        return {key.decode(): Kept(rows.decode(data), data) for key, data in stored.items()}

    async def get(self, name: Name) -> Kept | None:
        """One row."""
        data = await answer(self._log.client.hget(self._rows(name.match), name.key))
        return None if data is None else Kept(rows.decode(data), data)

    async def put(self, match: str, change: Change, *, over: bool = False) -> bool:
        """Change one row; False, and nothing is written, when it is not as it was read. `over`: the match is."""
        return await self._run(self._log.partition_of(match), {match: [change]}, ("", "", ""), {match} if over else ())

    async def plan(
        self,
        partition: int,
        changes: Mapping[str, Sequence[Change]],
        over: set[str],
        before: int,
        after: Checkpoint,
    ) -> bool:
        """Change rows and move the checkpoint in one step; False when a row is not as it was read. Raises Moved."""
        return await self._run(partition, changes, (str(before), str(after.pos), after.mark), over)

    async def _run(
        self,
        partition: int,
        changes: Mapping[str, Sequence[Change]],
        checkpoint: tuple[str, str, str],
        over: set[str] | tuple[()],
    ) -> bool:
        keys = [self._schedule(partition), checkpoint_key(partition, NAME, VERSION)]
        args: list[str | bytes | int] = [*checkpoint]
        for match, changed in changes.items():
            keys.append(self._rows(match))
            kept = str(KEPT_MS) if match in over else ""
            for key, before, row in changed:
                due = "" if row is None or row.due is None else str(row.due)
                args += [len(keys), key, before, b"" if row is None else rows.encode(row), due, kept]
        try:
            return not await _CHANGE(self._log.client, keys, args)
        except ResponseError as error:
            if "CHECKPOINT" in str(error):
                raise Moved(str(error)) from error
            raise

    async def checkpoint(self, partition: int) -> Checkpoint | None:
        """How far the log has been read; None before the first time."""
        pos, mark = await answer(self._log.client.hmget(checkpoint_key(partition, NAME, VERSION), ["pos", "mark"]))
        return None if pos is None else Checkpoint(int(pos), (mark or b"").decode())

    async def due(self, partition: int, now: int, limit: int) -> list[Name]:
        """Rows that somebody must look at now, the longest due first."""
        found = await answer(self._log.client.zrangebyscore(self._schedule(partition), "-inf", now, start=0, num=limit))
        return [_name(name) for name in found]

    async def scheduled(self, partition: int) -> int:
        """How many rows somebody must look at, now or later."""
        return int(await answer(self._log.client.zcard(self._schedule(partition))))

    async def next(self, partition: int) -> int | None:
        """When the next row is due, unix ms."""
        found = await answer(self._log.client.zrange(self._schedule(partition), 0, 0, withscores=True))
        return int(found[0][1]) if found else None

    async def open(self, partition: int, limit: int = 1000) -> list[Name]:
        """Rows that are still in work, the first due first."""
        return [_name(name) for name in await answer(self._log.client.zrange(self._schedule(partition), 0, limit - 1))]

    async def size(self, partition: int) -> int:
        """How many rows are in work."""
        return int(await answer(self._log.client.zcard(self._schedule(partition))))

    async def forget(self, name: Name) -> None:
        """Take from the schedule what names a row that is gone."""
        partition = self._log.partition_of(name.match)
        await answer(self._log.client.zrem(self._schedule(partition), " ".join(name)))

    def _rows(self, match: str) -> str:
        return f"{tag(self._log.partition_of(match))}:out:{match}"

    def _schedule(self, partition: int) -> str:
        return f"{tag(partition)}:out"


def _name(name: bytes) -> Name:
    match, _, key = name.decode().partition(" ")
    return Name(match, key)


class Buckets:
    """How fast a platform may be called, over all processes: buckets on the server."""

    def __init__(self, log: Log) -> None:
        self._client = log.client

    async def spend(self, limits: Sequence[tuple[str, float, int]]) -> int:
        """Spend one call of each (name, calls a second, how many at once), or none: then gives the ms to wait."""
        keys = [_bucket(name) for name, _, _ in limits]
        args: list[str | bytes | int] = []
        for _, rate, most in limits:
            args += [f"{1000 / rate:.3f}", most]
        return int(await _BUCKET(self._client, keys, args))

    async def hold(self, name: str, seconds: float, cost: float, most: int, now: int) -> None:
        """Let a bucket give nothing for so long (Retry-After)."""
        spent = now + round(seconds * 1000) + round(1000 / cost * (most - 1))
        await answer(self._client.set(_bucket(name), spent, px=max(1, spent - now)))


def _bucket(name: str) -> str:
    return f"{{notices}}:rate:{name}"

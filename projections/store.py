"""Read models and checkpoints on the server: one script writes both, and fails if the checkpoint moved meanwhile."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec
from redis.exceptions import ResponseError

from events.log import BrokenLog, Client, Script, answer
from projections.reader import Argument, Content, Result, Write, checkpoint_key, model_key

BATCH = 1000
RESULTS = "{ratings}:results"
SEEN = "{ratings}:seen"


def _script(name: str) -> Script:
    return Script((Path(__file__).parent / "lua" / f"{name}.lua").read_text(encoding="utf-8"))


_APPLY, _RESULT = _script("apply"), _script("result")
_encoder = msgspec.msgpack.Encoder(order="deterministic")
_decoder = msgspec.msgpack.Decoder(Result)


class CheckpointMoved(Exception):
    """Another runner of the same read model has written since; nothing was written now."""


class Checkpoint(NamedTuple):
    """How far a read model has come: the position, and the digest of the commit there ("" at 0)."""

    pos: int = 0
    mark: str = ""


class Store:
    """One read model: a projection's name and version in one partition (None: the slot of the ratings)."""

    def __init__(self, client: Client, name: str, version: int, partition: int | None) -> None:
        self.client = client
        self.partition = partition
        self.prefix = model_key(partition, name, version)
        self.checkpoint_key = checkpoint_key(partition, name, version)

    async def checkpoint(self) -> Checkpoint:
        """Where it stands."""
        pos, mark = await answer(self.client.hmget(self.checkpoint_key, ["pos", "mark"]))
        return Checkpoint(int(pos or 0), (mark or b"").decode())

    async def write(self, before: int, after: Checkpoint, writes: Sequence[Write]) -> None:
        """Make the writes and move the checkpoint. Raises CheckpointMoved, and then nothing was written."""
        places: dict[str, int] = {}
        args: list[Argument] = [before, after.pos, after.mark]
        for write in writes:
            place = places.setdefault(self.prefix + write.name, len(places) + 2)
            args += [place, write.command, len(write.args), *write.args]
        try:
            await _APPLY(self.client, [self.checkpoint_key, *places], args)
        except ResponseError as error:
            if "CHECKPOINT" in str(error):
                raise CheckpointMoved(str(error)) from error
            raise

    async def clear(self, before: int) -> None:
        """Delete the read model and set its checkpoint back to 0. Raises CheckpointMoved."""
        names = [name async for name in self.names()]
        await self.write(before, Checkpoint(), [Write(name, "DEL") for name in names])

    async def drop(self) -> None:
        """Delete the read model and its checkpoint for good."""
        async for name in self.names():
            await answer(self.client.delete(self.prefix + name))
        await answer(self.client.delete(self.checkpoint_key))

    async def names(self) -> AsyncIterator[str]:
        """The names of everything in the read model, in no order. Looks through the whole server: for repairs only."""
        async for key in self.client.scan_iter(match=f"{self.prefix}*", count=1000):
            yield key.decode().removeprefix(self.prefix)

    async def content(self, name: str) -> Content | None:
        """What stands under a name."""
        key = self.prefix + name
        kind = await answer(self.client.type(key))
        if kind == b"hash":
            return dict(await answer(self.client.hgetall(key)))
        if kind == b"list":
            return list(await answer(self.client.lrange(key, 0, -1)))
        found = await answer(self.client.get(key))
        return None if found is None else bytes(found)

    async def everything(self) -> dict[str, Content]:
        """The whole read model, for comparing."""
        found: dict[str, Content] = {}
        async for name in self.names():
            content = await self.content(name)
            if content is not None:
                found[name] = content
        return found


class Results:
    """The log of results: one entry for each match that ended, id `<pos>-0`, pos = 1, 2, 3 ... without gaps.

    `replicas` is how many replicas must have a result before `send` gives back.
    """

    def __init__(self, client: Client, replicas: int = 0) -> None:
        self.client = client
        self.replicas = replicas

    async def send(self, results: Sequence[Result]) -> int:
        """Append those that are not in yet; gives how many were new. Raises NotReplicated."""
        args = [part for result in results for part in (result.match, _encoder.encode(result))]
        return int(await _RESULT(self.client, [RESULTS, SEEN], args, self.replicas))

    async def leave_out(self, match: str) -> None:
        """Take no result of this match when it comes, so that it is not rated; one that is in stays."""
        await answer(self.client.sadd(SEEN, match))

    async def read(self, after: int, limit: int = BATCH) -> list[tuple[int, Result]]:
        """Up to `limit` results that follow position `after`. Raises BrokenLog on a hole."""
        found = await answer(self.client.xrange(RESULTS, f"{after + 1}-0", "+", count=limit))
        results = [(int(key.partition(b"-")[0]), _decoder.decode(fields[b"r"])) for key, fields in found]
        for pos, (stands, _) in enumerate(results, after + 1):
            if stands != pos:
                raise BrokenLog(f"the log of results has no position {pos}")
        return results

    async def position(self) -> int:
        """The position of the last result, 0 before the first."""
        last = await answer(self.client.xrevrange(RESULTS, count=1))
        return int(last[0][0].partition(b"-")[0]) if last else 0

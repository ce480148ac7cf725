"""Runners: each brings one read model up to date, from the log to its checkpoint's end, batch by batch.

A runner reads its own gap by position, so it does not matter what woke it, how often, or how late. Whatever it
remembers it can read again; `catch_up` after any error begins at the stored checkpoint.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from typing import Protocol

import structlog

from events import codec, faults
from events.log import Entry, Log
from events.traces import Value, span, traced
from projections import metrics
from projections.folds import Broken, Folds
from projections.leaderboards import ratings
from projections.reader import Projection, Result, Step, Write, Writes, skip
from projections.store import BATCH, Checkpoint, CheckpointMoved, Results, Store

TRACED = 100

logger = structlog.get_logger(__name__)


class Running(Protocol):
    """What the worker and a rebuild need of any runner."""

    @property
    def store(self) -> Store:
        """The read model it writes."""
        ...

    async def batch(self) -> int:
        """Read and write up to a batch; gives how many entries that were, 0 when nothing was left."""
        ...

    async def catch_up(self) -> int:
        """Read and write until nothing is left; gives how many entries that were."""
        ...

    def doubt(self) -> None:
        """Take nothing remembered for true any more (after a lost connection, say)."""
        ...


async def _all(runner: Running) -> int:
    done = 0
    while count := await runner.batch():
        done += count
    return done


class Runner:
    """Brings one (projection, version, partition) up to date."""

    def __init__(self, log: Log, projection: Projection, version: int, partition: int, folds: Folds) -> None:
        self.log = log
        self.projection = projection
        self.version = version
        self.partition = partition
        self.store = Store(log.client, projection.name, version, partition)
        self.results = Results(log.client, log.replicas)
        self._folds = folds
        self._at: Checkpoint | None = None
        self._ahead: asyncio.Task[list[Entry]] | None = None
        self._dropped: set[asyncio.Task[list[Entry]]] = set()

    def doubt(self) -> None:
        """Look at the checkpoint, and at whether the log agrees with it, before going on."""
        self._at = None
        self._drop_ahead()
        self._folds.forget()

    async def catch_up(self) -> int:
        """Read and write until nothing is left; gives how many commits that were."""
        return await _all(self)

    async def batch(self) -> int:
        """Read and write up to a batch; gives how many commits that were, 0 when nothing was left."""
        while True:
            try:
                return await self._batch()
            except CheckpointMoved:
                self._at = None

    async def _batch(self) -> int:
        if self._at is None:
            self._drop_ahead()
            self._at = await self._checked()
        entries = await self._read(self._at.pos)
        if not entries:
            if await self.log.position(self.partition) < self._at.pos:
                self.doubt()  # the log is shorter than it was: a replica that lagged took over
                return await self._batch()
            return 0
        with metrics.batch_seconds.labels(self.projection.name).time(), self._traced(entries):
            self._at = await self._written(self._at, entries)
        metrics.commits.labels(self.projection.name).inc(len(entries))
        return len(entries)

    async def _written(self, at: Checkpoint, entries: Sequence[Entry]) -> Checkpoint:
        """Write what follows from the entries after a checkpoint; gives the checkpoint after them."""
        after = Checkpoint(entries[-1].pos, codec.digest(entries[-1].data))
        if len(entries) == BATCH:  # more is likely there: read it meanwhile
            self._ahead = asyncio.create_task(self.log.read(self.partition, after.pos, BATCH))
        made = self._made(await self._folds.steps(entries))
        if made.results:
            await self.log.settle(self.partition, after.pos)  # a result that was sent cannot be called back
            await self.results.send(made.results)
        await self.store.write(at.pos, after, made.writes)
        return after

    @contextmanager
    def _traced(self, entries: Sequence[Entry]) -> Iterator[None]:
        """Each commit's trace ends in a span of what the reader made of it; while catching up, only the first ones."""
        with ExitStack() as spans:
            if traced():
                for entry in [entry for entry in entries if entry.trace][:TRACED]:
                    more: dict[str, Value] = {"match": entry.match, "commit": entry.n, "position": entry.pos}
                    more.update(self._names())
                    spans.enter_context(span("project", kind="consumer", parent=entry.trace, **more))
            yield

    async def _read(self, after: int) -> list[Entry]:
        """The next batch: what was read ahead while the last was written, or read now."""
        ahead, self._ahead = self._ahead, None
        return await (ahead or self.log.read(self.partition, after, BATCH))

    def _drop_ahead(self) -> None:
        """Want the batch read ahead no more. It is not cancelled: a command cut short can cost its connection."""
        ahead, self._ahead = self._ahead, None
        if ahead is not None:
            self._dropped.add(ahead)
            ahead.add_done_callback(self._forget)

    def _forget(self, ahead: asyncio.Task[list[Entry]]) -> None:
        self._dropped.discard(ahead)
        if not ahead.cancelled():
            ahead.exception()  # seen, and of no interest

    async def _checked(self) -> Checkpoint:
        """The stored checkpoint; 0, and the read model emptied, when the log does not hold what that was built of."""
        stands = await self.store.checkpoint()
        if stands.pos == 0:
            return stands
        there = await self.log.read(self.partition, stands.pos - 1, 1)
        if there and codec.digest(there[0].data) == stands.mark:
            return stands
        self._folds.forget()
        metrics.resets.labels(self.projection.name).inc()
        logger.warning("read_model_reset", **self._names(), stood=stands.pos)
        await self.store.clear(stands.pos)
        return Checkpoint()

    def _made(self, steps: Sequence[Step | Broken]) -> Writes:
        """What the steps come to. Where that fails, commit by commit, those that fail recorded and left out."""
        whole = [step for step in steps if isinstance(step, Step)]
        if len(whole) == len(steps):
            try:
                return self.projection.apply(whole)
            except Exception as error:  # noqa: BLE001 - tried again one by one
                told = {"kind": type(error).__name__, "place": faults.place(error)}
                logger.warning("projection_failed", **self._names(), **told)
        writes: list[Write] = []
        results: list[Result] = []
        for step in steps:
            made = self._one(step)
            writes += made.writes
            results += made.results
        return Writes(writes, results)

    def _one(self, step: Step | Broken) -> Writes:
        if isinstance(step, Broken):
            return self._skipped(step.entry.pos, step.entry.match, step.entry.n, step.error)
        try:
            return self.projection.apply([step])
        except Exception as error:  # noqa: BLE001 - recorded
            return self._skipped(step.pos, step.commit.match, step.commit.n, error)

    def _skipped(self, pos: int, match: str, n: int, error: Exception) -> Writes:
        metrics.skipped.labels(self.projection.name).inc()
        told = {"kind": type(error).__name__, "place": faults.place(error)}
        logger.error("commit_skipped", **self._names(), pos=pos, match=match, commit=n, **told)
        return Writes(skip(pos, match, n, error))

    def _names(self) -> dict[str, str | int]:
        return {"projection": self.projection.name, "version": self.version, "partition": self.partition}


class RatingsRunner:
    """Brings the ratings up to date from the log of results."""

    def __init__(self, log: Log, version: int) -> None:
        self.store = Store(log.client, ratings.NAME, version, None)
        self.results = Results(log.client)

    def doubt(self) -> None:
        """Nothing is remembered between batches."""

    async def catch_up(self) -> int:
        """Read and write until nothing is left; gives how many results that were."""
        return await _all(self)

    async def batch(self) -> int:
        """Read and write up to a batch; gives how many results that were, 0 when nothing was left."""
        while True:
            with suppress(CheckpointMoved):
                return await self._batch()

    async def _batch(self) -> int:
        at = await self.store.checkpoint()
        if at.pos > await self.results.position():
            metrics.resets.labels(ratings.NAME).inc()
            logger.warning("read_model_reset", projection=ratings.NAME, stood=at.pos)
            await self.store.clear(at.pos)
            at = Checkpoint()
        found = await self.results.read(at.pos)
        if not found:
            return 0
        with metrics.batch_seconds.labels(ratings.NAME).time():
            known = await self._known(ratings.players([result for _, result in found]))
            await self.store.write(at.pos, Checkpoint(found[-1][0]), _rated(known, found))
        metrics.commits.labels(ratings.NAME).inc(len(found))
        return len(found)

    async def _known(self, wanted: dict[str, list[str]]) -> dict[str, ratings.Board]:
        """The ratings that stand, by board, of those players who have one."""
        pipe = self.store.client.pipeline(transaction=False)
        for board, names in wanted.items():
            pipe.hmget(f"{self.store.prefix}{board}", names)
        found = await pipe.execute()
        return {
            board: {name: ratings.decode(data) for name, data in zip(names, blobs, strict=True) if data}
            for (board, names), blobs in zip(wanted.items(), found, strict=True)
        }


def _rated(known: Mapping[str, ratings.Board], found: Sequence[tuple[int, Result]]) -> list[Write]:
    """The writes of these results; one that cannot be rated is recorded and left out."""
    try:
        return ratings.writes(ratings.rate(known, [result for _, result in found]))
    except Exception as error:  # noqa: BLE001 - tried again one by one
        logger.warning("projection_failed", projection=ratings.NAME, kind=type(error).__name__)
    boards = {name: dict(board) for name, board in known.items()}
    writes: list[Write] = []
    for pos, result in found:
        try:
            changed = ratings.rate(boards, [result])
        except Exception as error:
            logger.exception("result_skipped", match=result.match, pos=pos)
            writes += skip(pos, result.match, 0, error)
            continue
        for name, board in changed.items():
            boards.setdefault(name, {}).update(board)
        writes += ratings.writes(changed)
    return writes

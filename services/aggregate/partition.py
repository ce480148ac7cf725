"""One partition under this worker: take it, decide what is there and what comes, start over on any trouble.

It is served while it is wanted here (see `crew`); when it is not any more, the batch at work is settled, the lease
given back, and the next worker goes on at once.

There is one answer to every trouble (fenced, another position or number than thought, a lost connection, a flushed
server, commands that were read but never arrived): drop all states, take the partition again, go on. A command stays
in its stream until it is settled, and every term begins with the oldest; so nothing is lost by whoever read it last.
What had been committed all the same is found by its stored outcome.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from contextlib import suppress

import structlog
from faststream.redis import RedisBroker
from redis.exceptions import RedisError

from events import faults
from events.connect import publish
from events.log import Log, LogError, Taken, Term, tag
from services.aggregate import metrics
from services.aggregate.deciding import Desk, NeedsHistory, States
from services.aggregate.ending import end
from services.aggregate.envelope import encode
from services.aggregate.intake import BATCH, Delivered, read_entries, subscribe
from services.table.decide import Games

PAUSE = 0.2
TAKEN_PAUSE = 0.5
BEAT = 1.0
SUSPECT_TRIES = 2
BREATH = 16

logger = structlog.get_logger(__name__)


class Interrupted(Exception):
    """This term cannot go on; the next one finds out what is left to do."""


TROUBLES = (RedisError, LogError, OSError, TimeoutError, Interrupted)


class Partition:
    """A partition this worker serves while it holds its lease."""

    def __init__(
        self,
        number: int,
        log: Log,
        broker: RedisBroker,
        games: Games,
        *,
        worker: str,
        lease_ms: int,
        states: int,
        seed: str | None = None,
    ) -> None:
        self.number = number
        self._log = log
        self._games = games
        self._worker = worker
        self._lease_ms = lease_ms
        self._limit = states
        self._seed = seed
        self._subscriber = subscribe(broker, number, self.deliver)
        self._states = States(states)
        self._term: Term | None = None
        self._pos = 0
        self._trouble = asyncio.Event()
        self._over = asyncio.Event()
        self._idle = asyncio.Event()
        self._idle.set()
        self._writing: asyncio.Task[None] | None = None
        self._wanted = asyncio.Event()
        self.ready = asyncio.Event()
        """Set while new commands are read."""
        self.left = asyncio.Event()
        """Set while no lease is held here."""
        self.left.set()
        self._logger = logger.bind(partition=number, worker=worker)

    @property
    def wanted(self) -> bool:
        """Whether it is to be served here."""
        return self._wanted.is_set()

    def want(self, wanted: bool) -> None:
        """Have it served here from now on, or not any more."""
        if wanted and not self.wanted:
            self._wanted.set()
        elif not wanted and self.wanted:
            self._wanted.clear()
            self._trouble.set()

    async def serve(self) -> None:
        """Serve whenever it is wanted, until cancelled; give the lease back at the end."""
        try:
            while True:
                if not self.wanted:
                    await self._leave()
                    await self._wanted.wait()
                try:
                    await self._serve_term()
                except Taken as error:
                    self._logger.info("partition_taken", error=str(error))
                    await asyncio.sleep(TAKEN_PAUSE)
                except TROUBLES as error:
                    metrics.troubles.labels(self.number).inc()
                    self._logger.warning("partition_trouble", kind=type(error).__name__, error=str(error))
                    await asyncio.sleep(PAUSE)
        finally:
            await self._leave()

    async def _serve_term(self) -> None:
        """One term, from taking the partition until it is not wanted, or to the first trouble, which is raised."""
        self._states = States(self._limit)
        self._trouble.clear()
        self._over.clear()
        self._term = term = await self._log.take(self.number, self._worker, self._lease_ms)
        self._pos = term.pos
        self.left.clear()
        self._logger.info("partition_served", epoch=term.epoch, position=term.pos)
        await self._try_suspects(term)
        try:
            await self._subscriber.start()
            self.ready.set()
            metrics.served.labels(self.number).set(1)
            await self._watch(term)
        finally:
            self.ready.clear()
            metrics.served.labels(self.number).set(0)
            await self._stop_reading()
            await self._written()

    async def _stop_reading(self) -> None:
        """Stop the subscriber; what was read after trouble is held until then, so that its reader asks for no more."""
        reading = [*self._subscriber.tasks]  # stopping it cancels them, and does not wait for their end
        stopping = asyncio.ensure_future(self._subscriber.stop())
        try:
            await asyncio.sleep(0)
        finally:
            self._over.set()
            await stopping
            await end(reading)

    async def _try_suspects(self, term: Term) -> None:
        """Decide alone, one by one, what may have ended terms before; give up what does so again."""
        while suspects := await self._log.suspects(term, BATCH):
            for key, fields in suspects:
                tries = await self._log.suspect(term, key)
                await self._settle(term, read_entries([(key, fields)]), give_up=tries > SUSPECT_TRIES)

    async def _watch(self, term: Term) -> None:
        """Renew the lease until it is not wanted or there is trouble, which is raised.

        Finds what FastStream would not tell.
        """
        run = ""
        waiting = ""
        while self.wanted:
            standing = await self._log.keep(term)
            if run and standing.run != run:
                raise Interrupted("the server was started anew")
            run = standing.run
            oldest = standing.oldest if self._idle.is_set() else ""
            if oldest and oldest == waiting:
                raise Interrupted(f"command {oldest} was read and never came")
            waiting = oldest
            with suppress(TimeoutError):
                async with asyncio.timeout(BEAT):  # wait_for can lose a cancellation (Python 3.11)
                    await self._trouble.wait()
            if self._trouble.is_set() and self.wanted:
                raise Interrupted("a batch could not be settled")
        with suppress(TimeoutError):
            async with asyncio.timeout(self._lease_ms / 1000):  # wait_for can lose a cancellation (Python 3.11)
                await self._idle.wait()

    async def deliver(self, entries: list[Delivered]) -> None:
        """Decide a batch from the stream once the one before it is written; while it is written the next is read.

        On trouble what was read stays where it is, and the partition is taken again.
        """
        term = self._term
        if term is None:
            return
        await self._written()
        if not self.wanted or self._trouble.is_set():
            await self._over.wait()  # the next term reads it again
            return
        self._idle.clear()
        begun = time.perf_counter()
        try:
            desk = await self._decided(entries)
        except Exception as error:  # noqa: BLE001 - whatever it is, the next term reads the batch again
            self._failed(error, entries)
            await self._over.wait()
            return
        except BaseException:
            self._idle.set()
            raise
        self._writing = asyncio.create_task(self._write_batch(term, desk, entries, begun))
        await asyncio.sleep(0)  # the write is sent before the next read

    async def _write_batch(self, term: Term, desk: Desk, entries: list[Delivered], begun: float) -> None:
        try:
            await self._write(term, desk, entries, begun)
        except Exception as error:  # noqa: BLE001 - as above
            self._failed(error, entries)
        finally:
            self._idle.set()

    def _failed(self, error: Exception, entries: Sequence[Delivered]) -> None:
        told = {"error": str(error)} if isinstance(error, TROUBLES) else {"place": faults.place(error)}
        self._logger.warning("batch_trouble", kind=type(error).__name__, commands=len(entries), **told)
        self._trouble.set()
        self._idle.set()

    async def _written(self) -> None:
        """Wait until no batch is being written."""
        if self._writing is not None:
            await asyncio.wait([self._writing])

    async def _settle(self, term: Term, entries: Sequence[Delivered], *, give_up: bool = False) -> None:
        """Decide entries in order, write everything in one script, tell the gateways."""
        begun = time.perf_counter()
        await self._write(term, await self._decided(entries, give_up=give_up), entries, begun)

    async def _decided(self, entries: Sequence[Delivered], *, give_up: bool = False) -> Desk:
        """What the entries, decided in order, come to."""
        envelopes = [entry.envelope for entry in entries if entry.envelope is not None]
        places = list(dict.fromkeys((envelope.match, envelope.command_id) for envelope in envelopes))
        stored = await self._log.outcomes(places)
        done = {place: data for place, data in zip(places, stored, strict=True) if data is not None}
        strange = (
            [] if give_up else [match for match in dict.fromkeys(m for m, _ in places) if match not in self._states]
        )
        desk = Desk(self._games, self._states, done, await self._log.load(strange), seed=self._seed)
        for place, entry in enumerate(entries):
            if place % BREATH == BREATH - 1:
                await asyncio.sleep(0)
            await self._take(desk, entry, give_up=give_up)
        return desk

    async def _write(self, term: Term, desk: Desk, entries: Sequence[Delivered], begun: float) -> None:
        """Write everything in one script, tell the gateways."""
        self._pos = await self._log.commit(term, self._pos, desk.plan([entry.id for entry in entries]))
        desk.keep()
        await self._tell(desk)
        metrics.batch_seconds.observe(time.perf_counter() - begun)
        metrics.batch_commands.observe(len(entries))
        now = time.time()
        for entry in entries:
            metrics.wait_seconds.observe(max(0.0, now - int(entry.id.partition("-")[0]) / 1000))

    async def _take(self, desk: Desk, entry: Delivered, *, give_up: bool) -> None:
        envelope = entry.envelope
        if envelope is None or self._log.partition_of(envelope.match) != self.number:
            self._logger.error("command_unreadable", entry=entry.id, size=len(entry.data))
            desk.park(entry.data)
        elif give_up:
            self._logger.error("command_given_up", match=envelope.match, command=envelope.command_id)
            desk.give_up(envelope)
        else:
            try:
                desk.take(envelope)
            except NeedsHistory:
                desk.remember(envelope.match, await self._log.read_match(envelope.match))
                desk.take(envelope)

    async def _tell(self, desk: Desk) -> None:
        """Tell outcomes to those who wait for them. What is lost here is found by reading the stored outcomes."""
        with suppress(*TROUBLES):
            for channel, replies in desk.replies.items():
                await publish(self._log.client, f"{tag(self.number)}:log", channel, encode(tuple(replies)))

    async def _leave(self) -> None:
        """Give the lease back, so that whoever comes next need not wait for its end."""
        term, self._term = self._term, None
        if term is not None:
            with suppress(*TROUBLES):
                await self._log.release(term)
        self.left.set()

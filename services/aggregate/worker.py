"""The worker process: serves its share of the partitions, until it is told to stop."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import structlog
from faststream.redis import RedisBroker

from events.log import Log, tag
from services import registry
from services.aggregate import metrics
from services.aggregate.crew import Crew
from services.aggregate.ending import end
from services.aggregate.partition import BEAT, TROUBLES, Partition
from services.table.decide import Games

STATES = 4096
LEASE = 7.0
LEAVE_WAIT = 5.0
STOP_WAIT = 2.0
MEASURE = 5.0

logger = structlog.get_logger(__name__)


class Worker:
    """Serves partitions of a deployment. An async context manager; the broker is connected here and closed.

    Several workers share the partitions evenly; `only` names those that this one may serve. `name` holds the leases:
    a worker that comes back under its name takes its partitions over at once, and no two may have one name. `lease` is
    in seconds, longer than a decision or a command to the server may take; so long a silent worker keeps its
    partitions. `seed` makes the matches' secrets repeat, for demos.
    """

    def __init__(
        self,
        log: Log,
        broker: RedisBroker,
        *,
        name: str,
        lease: float = LEASE,
        only: frozenset[int] | None = None,
        seed: str | None = None,
        games: Games | None = None,
    ) -> None:
        self._log = log
        self._broker = broker
        lease_ms = round(lease * 1000)
        self._name = name
        self._crew = Crew(log.client, log.partitions, name, lease_ms, only)
        self._mustered = asyncio.Event()
        self.partitions = [
            Partition(
                number,
                log,
                broker,
                registry.load() if games is None else games,
                worker=name,
                lease_ms=lease_ms,
                states=max(32, STATES // log.partitions),
                seed=seed,
            )
            for number in range(log.partitions)
        ]
        self._tasks: list[asyncio.Task[None]] = []

    async def __aenter__(self) -> Worker:
        await self._broker.connect()
        self._tasks = [asyncio.create_task(partition.serve()) for partition in self.partitions]
        self._tasks += [asyncio.create_task(self._measure()), asyncio.create_task(self._muster())]
        return self

    async def __aexit__(self, *_: object) -> None:
        if not self._tasks:
            return
        *serving, mustering = self._tasks
        self._tasks = []
        await end([mustering])
        await self._hand_over()
        await end(serving)
        await self._broker.stop()
        logger.info("worker_stopped")

    async def ready(self) -> None:
        """Wait until every partition that this worker is to serve now is served."""
        await self._mustered.wait()
        while unready := [one for one in self.partitions if one.wanted and not one.ready.is_set()]:
            with suppress(TimeoutError):
                async with asyncio.timeout(BEAT):  # wait_for can lose a cancellation (Python 3.11)
                    await unready[0].ready.wait()

    async def run(self) -> None:
        """Serve until cancelled. Raises Superseded, and what is a mistake in this program."""
        done, _ = await asyncio.wait(self._tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()

    async def _muster(self) -> None:
        """Keep to the crew's shares. While the crew cannot be asked, keep to the last."""
        while True:
            try:
                mine = await self._crew.beat()
            except TROUBLES as error:
                logger.warning("crew_unreachable", kind=type(error).__name__, error=str(error))
            else:
                if self._crew.took_over and not self._mustered.is_set():
                    logger.warning("name_taken_over", worker=self._name, why="each needs one of its own")
                if mine != {partition.number for partition in self.partitions if partition.wanted}:
                    logger.info("partitions_shared", mine=sorted(mine))
                for partition in self.partitions:
                    partition.want(partition.number in mine)
                self._mustered.set()
            await asyncio.sleep(BEAT)

    async def _measure(self) -> None:
        """Keep telling how many commands wait and are parked, in the partitions served here."""
        while True:
            served = [partition.number for partition in self.partitions if partition.ready.is_set()]
            try:
                pipe = self._log.client.pipeline(transaction=False)
                for number in served:
                    pipe.xlen(f"{tag(number)}:commands")
                    pipe.xlen(f"{tag(number)}:parked")
                found = await pipe.execute() if served else []
            except TROUBLES as error:
                logger.warning("measuring_interrupted", kind=type(error).__name__, error=str(error))
            else:
                metrics.queued.clear()
                metrics.parked.clear()
                for number, queued, parked in zip(served, found[::2], found[1::2], strict=True):
                    metrics.queued.labels(number).set(queued)
                    metrics.parked.labels(number).set(parked)
            await asyncio.sleep(MEASURE if served else BEAT)

    async def _hand_over(self) -> None:
        """Settle what is at work, give the leases back, and leave the crew."""
        for partition in self.partitions:
            partition.want(wanted=False)
        waiting = [asyncio.ensure_future(partition.left.wait()) for partition in self.partitions]
        await asyncio.wait(waiting, timeout=LEAVE_WAIT)
        await end(waiting)
        try:
            async with asyncio.timeout(STOP_WAIT):  # wait_for can lose a cancellation (Python 3.11)
                await self._crew.leave()
        except TROUBLES as error:
            logger.warning("crew_unreachable", kind=type(error).__name__, error=str(error))

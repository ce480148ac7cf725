"""The worker process: serves every partition it can take, until it is told to stop."""

from __future__ import annotations

import asyncio

import structlog
from faststream.redis import RedisBroker

from events.log import Log
from services import registry
from services.aggregate.partition import Partition
from services.table.decide import Games

STATES = 4096
STOP_WAIT = 2.0

logger = structlog.get_logger(__name__)


class Worker:
    """Serves all partitions of a deployment. An async context manager; the broker is connected here and closed.

    `name` holds the leases: a worker that comes back under its name takes its partitions over at once. `lease` is in
    seconds and must be longer than a decision may take. `seed` makes the matches' secrets repeat, for demos.
    """

    def __init__(
        self,
        log: Log,
        broker: RedisBroker,
        *,
        name: str,
        lease: float = 15.0,
        seed: str | None = None,
        games: Games | None = None,
    ) -> None:
        self._log = log
        self._broker = broker
        self.partitions = [
            Partition(
                number,
                log,
                broker,
                registry.load() if games is None else games,
                worker=name,
                lease_ms=round(lease * 1000),
                states=max(32, STATES // log.partitions),
                seed=seed,
            )
            for number in range(log.partitions)
        ]
        self._tasks: list[asyncio.Task[None]] = []

    async def __aenter__(self) -> Worker:
        await self._broker.connect()
        self._tasks = [asyncio.create_task(partition.serve()) for partition in self.partitions]
        return self

    async def __aexit__(self, *_: object) -> None:
        tasks, self._tasks = self._tasks, []
        while pending := [task for task in tasks if not task.done()]:
            for task in pending:
                task.cancel()  # again where it was lost: redis-py can swallow one while it connects
            await asyncio.wait(pending, timeout=STOP_WAIT)
        await self._broker.stop()
        logger.info("worker_stopped")

    async def ready(self) -> None:
        """Wait until every partition is served."""
        await asyncio.gather(*(partition.ready.wait() for partition in self.partitions))

    async def run(self) -> None:
        """Serve until cancelled. Raises what ends a partition for good, which is a mistake in this program."""
        done, _ = await asyncio.wait(self._tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()

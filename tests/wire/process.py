"""A worker or a projection worker as a process of its own, to be killed.

python -m tests.wire.process KIND URL [NAME [PARTITIONS]]
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys

import structlog
from redis.exceptions import RedisError

from events.log import Log, connect
from projections.worker import Worker as ProjectionWorker
from services.aggregate.crew import read_partitions
from services.aggregate.intake import make_broker
from services.aggregate.worker import Worker


async def run(kind: str, url: str, name: str, partitions: str) -> None:
    """Serve until killed."""
    log = await Log.open(connect(url), int(os.environ.get("TURNPOST_WAIT_REPLICAS", "0")))
    if kind == "projections":
        await ProjectionWorker(log).run()
        return
    lease = float(os.environ.get("TURNPOST_LEASE", "7"))
    only = read_partitions(partitions, log.partitions)
    async with Worker(log, make_broker(url), name=name, lease=lease, only=only) as worker:
        await worker.run()


async def supervise(kind: str, url: str, name: str = "worker", partitions: str = "") -> None:
    """Start again, as a supervisor would, what found no server when it started."""
    while True:
        try:
            await run(kind, url, name, partitions)
        except* (RedisError, OSError):
            await asyncio.sleep(0.1)


if __name__ == "__main__":
    level = logging.getLevelNamesMapping()[os.environ.get("TURNPOST_TEST_LOG", "CRITICAL")]
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(level))
    logging.disable(logging.CRITICAL)  # what is left is what ends the process
    asyncio.run(supervise(*sys.argv[1:]))

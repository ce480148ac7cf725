"""The projection worker: one feed wakes, for each partition, the runners of every read model.

Several workers over one deployment do no harm; each write is refused whose checkpoint has moved. A worker begins where
the checkpoints stand, so it may be killed at any moment.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from contextlib import suppress

import structlog
from redis.exceptions import RedisError

from events.follow import Follower
from events.log import Log, LogError, tag
from projections import metrics
from projections.folds import Folds
from projections.kinds import BY_NAME, CODE, Version, Versions
from projections.leaderboards import ratings
from projections.reader import checkpoint_key
from projections.rebuild import Rebuilding, rebuild
from projections.runner import RatingsRunner, Runner, Running
from projections.store import BATCH, Results

IDLE = 5.0
LOOK = 1.0
MEASURE = 5.0
PAUSE = 0.2
GATHER = 0.03

logger = structlog.get_logger(__name__)


class Worker:
    """Keeps all read models of a deployment up to date while `run` runs."""

    def __init__(self, log: Log) -> None:
        self.log = log
        self._versions = Versions(log.client)
        self._wanted: dict[str, Version] = {}
        self._codes: dict[tuple[str, int], int] = {}
        self._events: set[asyncio.Event] = set()
        self._results = asyncio.Event()

    async def run(self) -> None:
        """Run until cancelled."""
        await self._versions.create()
        await self._learn()
        async with Follower(self.log) as follower, asyncio.TaskGroup() as tasks:
            for partition in range(self.log.partitions):
                tasks.create_task(self._follow(partition, follower))
            tasks.create_task(self._rate())
            tasks.create_task(self._look())
            tasks.create_task(self._measure())
            for name, version in self._wanted.items():
                code = self._codes[name, version.live]
                if code < CODE[name]:
                    tasks.create_task(self._renew(name))
                elif code > CODE[name]:
                    logger.warning("read_model_newer", projection=name, code=code, ours=CODE[name])

    def _live(self, name: str) -> tuple[int, ...]:
        """The versions of a read model that this code writes: another program may run beside it for a while."""
        return tuple(version for version in self._wanted[name].all if self._codes.get((name, version)) == CODE[name])

    async def _learn(self) -> bool:
        """Look which versions there are; whether they are others than before."""
        wanted = await self._versions.read()
        codes = await self._versions.codes()
        changed = (wanted, codes) != (self._wanted, self._codes)
        self._wanted, self._codes = wanted, codes
        return changed

    async def _follow(self, partition: int, follower: Follower) -> None:
        runners: dict[tuple[str, int], Runner] = {}
        folds = Folds(self.log)
        with follower.partition(partition) as grown:
            self._events.add(grown)
            while not _told_to_end():
                grown.clear()
                wanted = [(name, version) for name in BY_NAME for version in self._live(name)]
                runners = {
                    key: runners.get(key) or Runner(self.log, BY_NAME[key[0]], key[1], partition, folds)
                    for key in wanted
                }
                done = await self._catch_up(runners.values(), partition)
                if done is None:
                    continue
                if done:
                    self._results.set()
                folds.rest()
                await _woken(grown)

    async def _rate(self) -> None:
        runners: dict[int, RatingsRunner] = {}
        while not _told_to_end():
            self._results.clear()
            runners = {
                version: runners.get(version) or RatingsRunner(self.log, version)
                for version in self._live(ratings.NAME)
            }
            if await self._catch_up(runners.values(), None) is not None:
                await _woken(self._results)

    async def _catch_up(self, runners: Iterable[Running], partition: int | None) -> int | None:
        """Bring the runners up to date, batch by batch in turn, so that they need the same folds at the same time;
        gives how many entries that were, counted for each.

        Whatever is wrong with the server or the log makes a pause, and None: it is to be tried again.
        """
        listed, done = list(runners), 0
        try:
            while counts := [await runner.batch() for runner in listed]:
                done += sum(counts)
                if max(counts) < BATCH:  # that was all there was; what has come since wakes again
                    break
        except (RedisError, LogError, OSError) as error:
            logger.warning("projections_interrupted", partition=partition, error=str(error))
            for runner in listed:
                runner.doubt()
            await asyncio.sleep(PAUSE)
            return None
        return done

    async def _look(self) -> None:
        """Notice versions that are to be built or read."""
        while not _told_to_end():
            await asyncio.sleep(LOOK)
            with suppress(RedisError, OSError):
                if await self._learn():
                    for event in (*self._events, self._results):
                        event.set()

    async def _measure(self) -> None:
        """Keep telling how far each read model is behind the log."""
        while not _told_to_end():
            with suppress(RedisError, LogError, OSError):
                for (name, partition), left in (await lags(self.log)).items():
                    metrics.lag.labels(name, "all" if partition is None else partition).set(left)
            await asyncio.sleep(MEASURE)

    async def _renew(self, name: str) -> None:
        """Build what this code writes where an older version is read."""
        while True:
            try:
                live = (await self._versions.read())[name].live
                if (await self._versions.codes())[name, live] >= CODE[name]:
                    return  # another worker has done it
                done = await rebuild(self.log, name)
            except Rebuilding:
                await asyncio.sleep(LOOK)
            except (RedisError, LogError, OSError) as error:
                logger.warning("rebuild_interrupted", projection=name, error=str(error))
                await asyncio.sleep(PAUSE)
            else:
                logger.info("rebuilt", projection=name, old=done.old, new=done.new, entries=done.entries)
                return


async def _woken(event: asyncio.Event) -> None:
    """Wait for an event, but not for ever, and then a little for what else comes, to read it all at once."""
    with suppress(TimeoutError):
        async with asyncio.timeout(IDLE):  # wait_for can lose a cancellation (Python 3.11)
            await event.wait()
    await asyncio.sleep(GATHER)


def _told_to_end() -> bool:
    """Whether this task was cancelled, also where that was lost: redis-py can swallow it while it connects or reads."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


async def lags(log: Log) -> dict[tuple[str, int | None], int]:
    """By name and partition how many commits the read model that is read has yet to read; the ratings, in no partition,
    how many results. Negative where the log is shorter than it was."""
    live = {name: version.live for name, version in (await Versions(log.client).read()).items()}
    places = [(name, partition) for name in BY_NAME for partition in range(log.partitions)]
    pipe = log.client.pipeline(transaction=False)
    for name, partition in places:
        pipe.hget(checkpoint_key(partition, name, live[name]), "pos")
    for partition in range(log.partitions):
        pipe.hget(f"{tag(partition)}:meta", "pos")
    found = [int(pos or 0) for pos in await pipe.execute()]
    stands, ends = found[: len(places)], found[len(places) :]
    left: dict[tuple[str, int | None], int] = {
        place: ends[place[1]] - stood for place, stood in zip(places, stands, strict=True)
    }
    rated = (await RatingsRunner(log, live[ratings.NAME]).store.checkpoint()).pos
    left[ratings.NAME, None] = await Results(log.client).position() - rated
    return left


async def behind(log: Log) -> dict[str, int]:
    """By name how many commits (for ratings: results) the read model that is read has yet to read."""
    found: dict[str, int] = {}
    for (name, _), left in (await lags(log)).items():
        found[name] = found.get(name, 0) + left
    return found

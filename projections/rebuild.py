"""Building a read model anew: version N+1 beside N, a comparison, and the switch; and what a rebuild would give.

Replaying writes read models and results only. Nothing is sent to anybody by it, and results that are in already are
refused by their log.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from typing import Literal, NamedTuple

from redis.exceptions import RedisError

from events.log import Log, answer
from projections.folds import Broken, Folds
from projections.kinds import BY_NAME, CODE, Versions, runners
from projections.leaderboards import ratings
from projections.reader import SKIPPED, Content, Model, skip
from projections.runner import Running
from projections.store import BATCH, CheckpointMoved, Results, Store

SAMPLES = 200
TRIES = 10
PAUSE = 0.3
CLAIM_MS = 30_000
STALE = 2.5
"""Seconds after which workers have noticed that a version is not built any more."""
GRACE = 3.0
"""Seconds for which the old version stays after the switch: doors look up what is live once a second."""


class Rebuilding(Exception):
    """The read model is being built anew already."""


class Rebuilt(NamedTuple):
    """What a rebuild came to: versions, entries read, names compared, what differs, and whether it is read now."""

    name: str
    old: int
    new: int
    entries: int
    compared: int
    differences: tuple[str, ...]
    switched: bool


class Progress(NamedTuple):
    """How far a rebuild has come: what it does, and how much of it is done of how much there is."""

    step: Literal["read", "compared"]
    done: int
    of: int


Tell = Callable[[Progress], None]
Held = Callable[[], Awaitable[None]]


async def rebuild(
    log: Log,
    name: str,
    *,
    accept: bool = False,
    samples: int | None = SAMPLES,
    grace: float = GRACE,
    tell: Tell = lambda _: None,
) -> Rebuilt:
    """Build the next version of a read model, compare it with the one that is read, and switch.

    `samples` is how many names of each partition are compared, None for all. When some differ the old version stays
    and the new one is dropped, unless `accept`. Where other code wrote the one that is read, differences are what it is
    for, and nothing is compared. Raises Rebuilding.
    """
    async with _alone(log, name) as held:
        return await _rebuild(log, name, held, accept=accept, samples=samples, grace=grace, tell=tell)


async def _rebuild(
    log: Log, name: str, held: Held, *, accept: bool, samples: int | None, grace: float, tell: Tell
) -> Rebuilt:
    versions = Versions(log.client)
    await versions.create()
    stands = (await versions.read())[name]
    old, new = stands.live, max(stands.live + 1, CODE[name])
    fresh = runners(log, name, new)
    if stands.next is not None:  # a rebuild was broken off: have workers leave what it left
        await versions.give_up(name)
        await asyncio.sleep(STALE)
    for left in fresh:
        await _empty(left.store)
    await versions.build(name, new)
    entries = await _catch_up(log, fresh, tell)
    compared = 0
    differences: tuple[str, ...] = ()
    if (await versions.codes())[name, old] == CODE[name]:
        compared, differences = await _compare(runners(log, name, old), fresh, samples, tell)
    switched = accept or not differences
    await held()
    if switched:
        await _catch_up(log, fresh, lambda _: None)
        await versions.switch(name, new)
        await asyncio.sleep(grace)
    else:
        await versions.give_up(name)
    for gone in runners(log, name, old if switched else new):
        await gone.store.drop()
    return Rebuilt(name, old, new, entries, compared, differences, switched)


@asynccontextmanager
async def _alone(log: Log, name: str) -> AsyncIterator[Held]:
    """Nobody else builds this read model anew while the block runs: two would drop what the other has just switched to.

    The claim lapses by itself where its holder was killed. Gives what raises Rebuilding if it was lost.
    """
    key, own = f"{{projections}}:rebuilding:{name}", secrets.token_hex(8)
    if not await answer(log.client.set(key, own, nx=True, px=CLAIM_MS)):
        raise Rebuilding(f"{name} is being built anew already; try again in a while")

    async def held() -> None:
        if await answer(log.client.get(key)) != own.encode():
            raise Rebuilding(f"{name} was claimed by another meanwhile; nothing was switched")

    keeping = asyncio.create_task(_keep(log, key, held))
    try:
        yield held
    finally:
        keeping.cancel()
        await asyncio.wait([keeping])
        with suppress(Rebuilding):
            await held()
            await answer(log.client.delete(key))


async def _keep(log: Log, key: str, held: Held) -> None:
    while True:
        await asyncio.sleep(CLAIM_MS / 4000)
        with suppress(RedisError, OSError, Rebuilding):
            await held()
            await answer(log.client.pexpire(key, CLAIM_MS))


async def _empty(store: Store) -> None:
    """Nothing may be left of a rebuild that was broken off, perhaps by other code."""
    while (stands := await store.checkpoint()).pos:
        with suppress(CheckpointMoved):
            await store.clear(stands.pos)


async def _catch_up(log: Log, fresh: list[Running], tell: Tell) -> int:
    """Bring every part up to the end; gives where they stand together. Workers that help are not in the way."""
    stands = [0] * len(fresh)
    ends = [await _end(log, runner) for runner in fresh]
    for place, runner in enumerate(fresh):
        while True:
            more = await runner.batch()
            stands[place] = (await runner.store.checkpoint()).pos
            ends[place] = max(ends[place], stands[place])
            tell(Progress("read", sum(stands), sum(ends)))
            if not more:
                break
    return sum(stands)


async def _end(log: Log, runner: Running) -> int:
    partition = runner.store.partition
    return await Results(log.client).position() if partition is None else await log.position(partition)


async def _compare(
    old: list[Running], fresh: list[Running], samples: int | None, tell: Tell
) -> tuple[int, tuple[str, ...]]:
    """How many names were compared, and those that differ when both versions stand at the same position."""
    compared = 0
    differences: list[str] = []
    for part, (before, after) in enumerate(zip(old, fresh, strict=True), 1):
        names = await _sample(before.store, after.store, samples)
        compared += len(names)
        differences += [f"{after.store.prefix}{name}" for name in names if not await _alike(before, after, name)]
        tell(Progress("compared", part, len(old)))
    return compared, tuple(differences)


async def _sample(before: Store, after: Store, samples: int | None) -> list[str]:
    found: dict[str, None] = {}
    for store in (before, after):
        names: list[str] = []
        async for name in store.names():
            if name != SKIPPED:
                names.append(name)
            if len(names) == samples:
                break
        found.update(dict.fromkeys(names))
    return list(found)


async def _alike(before: Running, after: Running, name: str) -> bool:
    for _ in range(TRIES):
        if await before.store.content(name) == await after.store.content(name):
            return True
        await before.catch_up()
        await after.catch_up()
        at, end = await before.store.checkpoint(), await after.store.checkpoint()
        if at == end and await before.store.content(name) == await after.store.content(name):
            return True
        if at == end and at == await before.store.checkpoint():
            return False
        await asyncio.sleep(PAUSE)
    return False


# What a read model is, worked out from zero without touching it


async def from_zero(log: Log, name: str, partition: int | None) -> dict[str, Content]:
    """The read model of a partition (None: the ratings) as a fold of its log from position 1 gives it, in memory."""
    return await _ratings(log) if partition is None else await _projected(log, name, partition)


async def stored(log: Log, name: str, partition: int | None) -> dict[str, Content]:
    """The read model that is read, as it stands on the server."""
    version = (await Versions(log.client).read())[name].live
    return await Store(log.client, name, version, partition).everything()


async def check(log: Log) -> dict[str, tuple[str, ...]]:
    """For every read model the names at which it differs from a fold from zero; empty where all is well.

    Meant for a log at rest, with its read models up to date.
    """
    found: dict[str, tuple[str, ...]] = {}
    for name in CODE:
        parts: list[int | None] = [None] if name == ratings.NAME else [*range(log.partitions)]
        for partition in parts:
            differ = compare(await stored(log, name, partition), await from_zero(log, name, partition))
            if differ:
                found[f"{name}/{'ratings' if partition is None else partition}"] = differ
    return found


def compare(one: Mapping[str, Content], other: Mapping[str, Content]) -> tuple[str, ...]:
    """The names at which two read models differ."""
    return tuple(sorted(name for name in one.keys() | other.keys() if one.get(name) != other.get(name)))


async def _projected(log: Log, name: str, partition: int) -> dict[str, Content]:
    model, folds, projection, pos = Model(), Folds(log), BY_NAME[name], 0
    while entries := await log.read(partition, pos, BATCH):
        for step in await folds.steps(entries):
            if isinstance(step, Broken):
                model.make(skip(step.entry.pos, step.entry.match, step.entry.n, step.error))
                continue
            try:
                model.make(projection.apply([step]).writes)
            except Exception as error:  # noqa: BLE001 - recorded as a runner records it
                model.make(skip(step.pos, step.commit.match, step.commit.n, error))
        pos = entries[-1].pos
    return model.content


async def _ratings(log: Log) -> dict[str, Content]:
    model, results, pos = Model(), Results(log.client), 0
    boards: dict[str, ratings.Board] = {}
    while found := await results.read(pos):
        changed = ratings.rate(boards, [result for _, result in found])
        for board, rated in changed.items():
            boards.setdefault(board, {}).update(rated)
        model.make(ratings.writes(changed))
        pos = found[-1][0]
    return model.content

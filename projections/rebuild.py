"""Building a read model anew: version N+1 beside N, a comparison, and the switch; and what a rebuild would give.

Replaying writes read models and results only. Nothing is sent to anybody by it, and results that are in already are
refused by their log.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import NamedTuple

from events.log import Log
from projections.folds import Broken, Folds
from projections.kinds import BY_NAME, CODE, Versions, runners
from projections.leaderboards import ratings
from projections.reader import SKIPPED, Content, Model, skip
from projections.runner import Running
from projections.store import BATCH, CheckpointMoved, Results, Store

SAMPLES = 200
TRIES = 10
PAUSE = 0.3
GRACE = 3.0
"""Seconds for which the old version stays after the switch: doors look up what is live once a second."""


class Rebuilt(NamedTuple):
    """What a rebuild came to: versions, entries read, names compared, what differs, and whether it is read now."""

    name: str
    old: int
    new: int
    entries: int
    compared: int
    differences: tuple[str, ...]
    switched: bool


async def rebuild(
    log: Log, name: str, *, accept: bool = False, grace: float = GRACE, tell: Callable[[str], None] = lambda _: None
) -> Rebuilt:
    """Build the next version of a read model, compare samples with the one that is read, and switch.

    When samples differ the old version stays and the new one is dropped, unless `accept`. Where this code writes a
    newer version than the one that is read, differences are what it is for, and nothing is compared.
    """
    versions = Versions(log.client)
    await versions.create()
    old = (await versions.read())[name].live
    new = max(old + 1, CODE[name])
    fresh = runners(log, name, new)
    for left in fresh:
        await _empty(left.store)
    await versions.build(name, new)
    entries = await _catch_up(fresh, lambda done: tell(f"{name} v{new}: {done} read"))
    compared = 0
    differences: tuple[str, ...] = ()
    if old >= CODE[name]:
        compared, differences = await _compare(runners(log, name, old), fresh)
    switched = accept or not differences
    if switched:
        await _catch_up(fresh, lambda _: None)
        await versions.switch(name, new)
        await asyncio.sleep(grace)
    else:
        await versions.give_up(name)
    for gone in runners(log, name, old if switched else new):
        await gone.store.drop()
    return Rebuilt(name, old, new, entries, compared, differences, switched)


async def _empty(store: Store) -> None:
    """Nothing may be left of a rebuild that was broken off, perhaps by other code."""
    while (stands := await store.checkpoint()).pos:
        with suppress(CheckpointMoved):
            await store.clear(stands.pos)


async def _catch_up(fresh: list[Running], tell: Callable[[int], None]) -> int:
    done = 0
    for runner in fresh:
        if count := await runner.catch_up():
            done += count
            tell(done)
    return done


async def _compare(old: list[Running], fresh: list[Running]) -> tuple[int, tuple[str, ...]]:
    """How many names were compared, and those that differ when both versions stand at the same position."""
    compared = 0
    differences: list[str] = []
    for before, after in zip(old, fresh, strict=True):
        names = await _sample(before.store, after.store)
        compared += len(names)
        differences += [f"{after.store.prefix}{name}" for name in names if not await _alike(before, after, name)]
    return compared, tuple(differences)


async def _sample(before: Store, after: Store) -> list[str]:
    found: dict[str, None] = {}
    for store in (before, after):
        names: list[str] = []
        async for name in store.names():
            if name != SKIPPED:
                names.append(name)
            if len(names) == SAMPLES:
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

"""Interleaved rounds: ours and theirs by turns, the ratio of each round, the median of the ratios."""

import gc
from collections.abc import Awaitable, Callable
from statistics import median
from time import perf_counter
from typing import Any, NamedTuple


class Work(NamedTuple):
    """What is measured: `prepare` is not timed; `run` takes what it made and says how many units of work it did."""

    prepare: Callable[[], Awaitable[Any]]
    run: Callable[[Any], Awaitable[int]]


async def nothing() -> None:
    """The preparation of work that needs none."""


class Compared(NamedTuple):
    """Units a second of both, medians, and the median of the rounds' ratios (above 1: ours is faster)."""

    ratio: float
    ours: float
    theirs: float


async def compare(ours: Work, theirs: Work, rounds: int, progress: Callable[[], None]) -> Compared:
    """Run both by turns, the order changing each round; one round before the first does not count."""
    gc.collect()
    gc.freeze()  # what stands from before concerns neither
    rates: list[tuple[float, float]] = []
    for number in range(rounds + 1):
        if number % 2:
            mine, other = await _rate(ours), await _rate(theirs)
        else:
            other, mine = await _rate(theirs), await _rate(ours)
        rates.append((mine, other))
        progress()
    counted = rates[1:]
    return Compared(
        median(mine / other for mine, other in counted),
        median(mine for mine, _ in counted),
        median(other for _, other in counted),
    )


async def _rate(work: Work) -> float:
    prepared = await work.prepare()
    gc.collect()
    begin = perf_counter()
    units = await work.run(prepared)
    return units / (perf_counter() - begin)

"""Whole matches in process, every seat played by one kind of robot, on several processes.

Match `i` of a run with seed `s` is the match of seed `s + i`, on whatever process; it is the same every time.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Any

from msgspec import Struct

from services.robots import Asked, Robot
from services.table.decide import ask_of, default
from tests.balance.figures import Column, Figures, Measure
from tests.records.table import InProcess


class Bar(Struct, frozen=True):
    """What is demanded of a robot's share, in percent, at a table with default options and so many seats."""

    robot: str
    seats: int
    name: str
    title: str
    least: float
    most: float


class Kind(Struct, frozen=True, kw_only=True):
    """What is measured of a game, and beside what it is printed."""

    game: str
    seats: int
    matches: int
    robots: Mapping[str, Robot]
    offered: tuple[str, ...] = ()
    """How the keys begin of what is only offered and always taken up here; everything else offered is left alone."""
    measures: tuple[Measure, ...]
    figures: Callable[[InProcess], Figures]
    beside: Callable[[int, str, Mapping[str, Any]], list[Column]]
    """(seats, robot, options) -> the columns that fit."""
    bars: tuple[Bar, ...] = ()


def play(kind: Kind, seats: int, robot: str, options: Mapping[str, Any], seed: int) -> InProcess:
    """The match of this seed, played to its end. Of several seats asked any may be the next to answer."""
    match = InProcess(kind.game, seats, f"balance {kind.game} {seats} {seed}", **options).begin()
    game, answering = match.games[kind.game], kind.robots[robot]
    while match.match.table.status == "running":
        offered = [wait for wait in match.match.waits if not wait.must and wait.key.startswith(kind.offered)]
        waits = offered if kind.offered and offered else match.musts
        wait = waits[match.dice.roll(len(waits))[0] - 1]
        asked = Asked(ask_of(wait), match.choice(wait), default(match.games, match.match, ask_of(wait)))
        match.answer(wait, answering(game, match.match.view(wait.seat), asked, match.dice))
    return match


def measured(kind: Kind, seats: int, robot: str, options: Mapping[str, Any], seed: int) -> Figures:
    """The figures of the match of this seed."""
    return kind.figures(play(kind, seats, robot, options, seed))


def run(
    kind: Kind, seats: int, robot: str, options: Mapping[str, Any], seeds: range, jobs: int = 1
) -> Iterator[Figures]:
    """The figures of each match, in the order of the seeds however many processes there are."""
    one = partial(measured, kind, seats, robot, options)
    if jobs == 1:
        yield from map(one, seeds)
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(min(jobs, len(seeds)), mp_context=context) as pool:
        yield from pool.map(one, seeds)

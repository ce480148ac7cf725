"""Folded matches for the runners of one partition, in bounded memory.

All runners of a partition share one of these: they mostly read the same commits shortly after one another, so each
commit is decoded and folded once. What has been dropped is folded again from the log.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from typing import NamedTuple

from redis.exceptions import RedisError

from events import codec
from events.commit import AnyCommit
from events.log import Entry, Log, LogError
from events.match import Match, advance, fold
from events.table.events import TakenBack
from projections.reader import Step

MATCHES = 500
COMMITS = 1200
"""A little more than a batch, which every runner of the partition reads in turn."""


class Broken(NamedTuple):
    """A commit that could not be read or folded, and why."""

    entry: Entry
    error: Exception


class Folds:
    """The steps of log entries, folded from what is remembered or from the log."""

    def __init__(self, log: Log, matches: int = MATCHES, commits: int = COMMITS) -> None:
        self._log = log
        self._matches = matches
        self._commits = commits
        self._running: OrderedDict[str, Match] = OrderedDict()
        self._recent: OrderedDict[tuple[str, int], Step] = OrderedDict()

    def forget(self) -> None:
        """Drop everything, for the log may be another than before."""
        self._running.clear()
        self._recent.clear()

    def rest(self) -> None:
        """Drop what only a runner that is behind would ask for; running matches stay."""
        self._recent.clear()

    async def steps(self, entries: Sequence[Entry]) -> list[Step | Broken]:
        """A step for each entry, in order; `Broken` where one cannot be made."""
        found: list[Step | Broken] = []
        for entry in entries:
            try:
                found.append(await self._step(entry))
            except (RedisError, LogError, OSError):
                raise
            except Exception as error:  # noqa: BLE001 - recorded by the runner; one bad commit must not stop the others
                found.append(Broken(entry, error))
        return found

    async def _step(self, entry: Entry) -> Step:
        known = self._recent.get((entry.match, entry.n))
        if known is not None and known.pos == entry.pos:
            return known
        commit = codec.decode(entry.data)
        before = await self._before(entry)
        history: list[AnyCommit] = []
        if TakenBack in map(type, commit.events):
            history = [codec.decode(data) for data in await self._log.read_match(entry.match, limit=entry.n - 1)]
        after = advance(before, commit, "", lambda: history)  # no reader needs the digest
        step = Step(entry.pos, commit, before, after)
        self._remember(step)
        return step

    async def _before(self, entry: Entry) -> Match:
        if entry.n == 1:
            return Match()
        last = self._running.get(entry.match)
        if last is not None and last.n == entry.n - 1:
            return last
        near = self._recent.get((entry.match, entry.n - 1))
        if near is not None:
            return near.after
        return fold(await self._log.read_match(entry.match, limit=entry.n - 1))

    def _remember(self, step: Step) -> None:
        match = step.after
        self._recent[match.id, match.n] = step
        if len(self._recent) > self._commits:
            self._recent.popitem(last=False)
        last = self._running.get(match.id)
        if last is not None and last.n > match.n:
            return
        self._running[match.id] = match
        self._running.move_to_end(match.id)
        if match.table.status in ("ended", "void"):
            del self._running[match.id]
        elif len(self._running) > self._matches:
            self._running.popitem(last=False)

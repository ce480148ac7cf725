"""Folded matches for the runners of one partition, in bounded memory.

All runners of a partition share one of these: they mostly read the same commits shortly after one another, so each
commit is decoded and folded once. What has been dropped is folded again from the log.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from redis.exceptions import RedisError

from events import codec
from events.commit import AnyCommit
from events.log import Entry, Log, LogError
from events.match import Match, advance, fold
from events.table.events import TakenBack
from projections.reader import Step

BREATH = 64
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
        self._recent: OrderedDict[int, Step] = OrderedDict()  # by position

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
        latest: dict[str, Match] = {}
        try:
            for place, entry in enumerate(entries):
                if place % BREATH == 0:
                    await asyncio.sleep(0)
                step = self._recent.get(entry.pos)
                if step is None or step.commit.match != entry.match:
                    try:
                        commit = codec.decode(entry.data)
                        before = self._before(entry, latest)
                        if before is None:
                            before = fold(await self._log.read_match(entry.match, limit=entry.n - 1))
                        history: list[AnyCommit] = []
                        if TakenBack in map(type, commit.events):
                            history += map(codec.decode, await self._log.read_match(entry.match, limit=entry.n - 1))
                        after = advance(before, commit, "", history.copy)  # no reader needs the digest
                    except (RedisError, LogError, OSError):
                        raise
                    except Exception as error:  # noqa: BLE001 - the runner records it; one must not stop the others
                        found.append(Broken(entry, error))
                        continue
                    step = self._recent[entry.pos] = Step(entry.pos, commit, before, after)
                latest[entry.match] = step.after
                found.append(step)
        finally:
            self._remember(latest)
        return found

    def _before(self, entry: Entry, latest: Mapping[str, Match]) -> Match | None:
        """The match before an entry, where it was folded just now or is remembered."""
        if entry.n == 1:
            return Match()
        for known in (latest.get(entry.match), self._running.get(entry.match)):
            if known is not None and known.n == entry.n - 1:
                return known
        return None

    def _remember(self, latest: Mapping[str, Match]) -> None:
        """Keep the running ones of these matches, and bounds."""
        for name, match in latest.items():
            known = self._running.get(name)
            if known is not None and known.n > match.n:
                continue  # this runner is behind another
            if match.table.status in ("ended", "void"):
                self._running.pop(name, None)
                continue
            self._running[name] = match
            self._running.move_to_end(name)
        while len(self._running) > self._matches:
            self._running.popitem(last=False)
        while len(self._recent) > self._commits:
            self._recent.popitem(last=False)

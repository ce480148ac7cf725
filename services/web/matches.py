"""Matches as folded from the log: a bounded cache of present states and one of earlier ones.

A state is brought up to date by reading the commits that came since, so there is nothing to invalidate. Where a
commit takes others back, the match is read and folded anew.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from typing import Final
from weakref import WeakValueDictionary

from events import codec
from events.commit import AnyCommit
from events.log import Log
from events.match import Match, advance, fold
from events.table.events import TakenBack
from services.web.problems import Problem

PRESENT: Final = 1000
EARLIER: Final = 64


class Matches:
    """The matches of a deployment, read from its log."""

    def __init__(self, log: Log, present: int = PRESENT, earlier: int = EARLIER) -> None:
        self.log = log
        self._present: OrderedDict[str, Match] = OrderedDict()
        self._earlier: OrderedDict[tuple[str, int], Match] = OrderedDict()
        self._sizes = (present, earlier)
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def known(self, match: str) -> bool:
        """Whether the match was seen here lately, so that it need not be looked for."""
        return match in self._present

    async def now(self, match: str) -> Match:
        """The match after its last commit. Problem(no_such_match)."""
        async with self._locks.setdefault(match, asyncio.Lock()):
            known = self._present.get(match, Match())
            news = await self.log.read_match(match, known.n)
            if news:
                known = await self._further(match, known, news)
                self._present[match] = known
            if not known.n:
                raise Problem("no_such_match")
            self._present.move_to_end(match)
            if len(self._present) > self._sizes[0]:
                self._present.popitem(last=False)
            return known

    async def at(self, match: str, n: int) -> Match:
        """The match as it stood after commit `n`. Problems: no_such_match, no_such_commit."""
        last = await self.now(match)
        if n == last.n:
            return last
        if not 1 <= n < last.n:
            raise Problem("no_such_commit", last=last.n)
        found = self._earlier.get((match, n))
        if found is None:
            found = fold(await self.log.read_match(match, 0, n))
            self._earlier[match, n] = found
            if len(self._earlier) > self._sizes[1]:
                self._earlier.popitem(last=False)
        return found

    async def commits(self, match: str, after: int = 0) -> list[AnyCommit]:
        """The commits that follow number `after`, decoded. Whoever shows them makes them visible first."""
        return [codec.decode(data) for data in await self.log.read_match(match, after)]

    async def _further(self, match: str, known: Match, news: Sequence[bytes]) -> Match:
        commits = [codec.decode(data) for data in news]
        if known.n and any(isinstance(event, TakenBack) for commit in commits for event in commit.events):
            return fold([*await self.log.read_match(match, 0, known.n), *news])
        seen: list[AnyCommit] = []
        history: Callable[[], Iterable[AnyCommit]] = lambda: seen  # noqa: E731
        for commit, data in zip(commits, news, strict=True):
            known = advance(known, commit, codec.digest(data), history)
            seen.append(commit)
        return known

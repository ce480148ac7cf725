"""What doors ask of the read models: the inbox, sheets, timelines and leaderboards, each for one viewpoint.

Who may look from which viewpoint is the door's to check; what a viewpoint may not see is in none of its answers.
The viewpoint "all" is refused before a match is over.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import msgspec

from events.hidden import Viewer
from events.log import Log, answer
from events.record import ScoreSheet
from events.table.state import Status
from projections import inbox, leaderboards, sheets, timelines
from projections.inbox import Asked, Mine
from projections.kinds import Version, Versions
from projections.leaderboards import OVERALL, Tally, ratings
from projections.reader import model_key
from projections.timelines import Texts, Totals

FRESH = 1.0
"""Seconds for which it is remembered which versions are live."""


class NotOver(Exception):
    """Everything is to be seen only after the end."""


class Sheet(msgspec.Struct, frozen=True):
    """The score sheets of a match after commit `n`, as one viewer may see them."""

    match: str
    game: str
    n: int
    status: Status
    players: tuple[str, ...]
    sheets: tuple[ScoreSheet, ...]


class Line(msgspec.Struct, frozen=True):
    """A commit as one viewer may be told it; `totals` by seat after it, `struck` if it was taken back."""

    n: int
    at: str
    seat: int | None
    cause: str
    texts: Texts
    totals: Totals
    struck: bool


class Timeline(msgspec.Struct, frozen=True):
    """The lines of a match, oldest first."""

    match: str
    game: str
    n: int
    status: Status
    players: tuple[str, ...]
    lines: tuple[Line, ...]


class Row(msgspec.Struct, frozen=True):
    """A player on a leaderboard. `average`: points a match; None where none gave points.

    `rating` and `sigma` are the estimate of strength and its uncertainty; boards are ordered by rating - 3 sigma.
    """

    player: str
    matches: int
    wins: int
    average: float | None
    rating: float
    sigma: float


class Queries:
    """Reads the read models of a deployment. Safe to share between tasks."""

    def __init__(self, log: Log) -> None:
        self.log = log
        self._versions = Versions(log.client)
        self._known: dict[str, Version] = {}
        self._looked = float("-inf")

    async def inbox(self, player: str) -> list[Asked]:
        """What a player is asked, in all matches; what the match waits for first, the longest asked first."""
        found = await self._everywhere("inbox", f"{inbox.ASKED}{player}")
        waits = [one for fields in found for data in fields.values() for one in inbox.decode_asked(data)]
        return sorted(waits, key=lambda one: (not one.must, one.due or "~", one.match, one.since, one.id))

    async def matches(self, player: str) -> list[Mine]:
        """The matches of a player, the latest touched first."""
        found = await self._everywhere("inbox", f"{inbox.MATCHES}{player}")
        listed = [inbox.decode_mine(data) for fields in found for data in fields.values()]
        return sorted(listed, key=lambda one: (one.at, one.match), reverse=True)

    async def reached(self, player: str, match: str) -> int:
        """The commit up to which the inbox knows a match of the player's; 0 where it knows none."""
        version = (await self._live("inbox")).live
        key = f"{model_key(self.log.partition_of(match), 'inbox', version)}{inbox.MATCHES}{player}"
        data = await answer(self.log.client.hget(key, match))
        return 0 if data is None else inbox.decode_mine(data).n

    async def sheet(self, match: str, viewer: Viewer) -> Sheet | None:
        """The score sheets of a match; None where no such match is known. Raises NotOver."""
        data = await answer(self.log.client.get(await self._key("sheets", match)))
        if data is None:
            return None
        found = sheets.decode(data)
        _allow(viewer, found.status)
        return Sheet(found.match, found.game, found.n, found.status, found.players, found.sheets.seen_by(viewer))

    async def timeline(self, match: str, viewer: Viewer, *, after: int = 0, last: int | None = None) -> Timeline | None:
        """The lines of the commits that follow number `after`, or the `last` so many of them; None where no such
        match is known. Raises NotOver."""
        key = await self._key("timelines", match)
        stored, struck = await answer(self.log.client.hmget(key, [timelines.HEAD, timelines.STRUCK]))
        if stored is None:
            return None
        head = timelines.decode_head(stored)
        _allow(viewer, head.status)
        first = max(1, after + 1, 1 if last is None else head.n - last + 1)
        wanted = [str(n) for n in range(first, head.n + 1)]
        found = await answer(self.log.client.hmget(key, wanted)) if wanted else []
        gone = timelines.decode_struck(struck)
        lines = tuple(_line(timelines.decode(data), viewer, gone) for data in found if data)
        return Timeline(match, head.game, head.n, head.status, head.players, lines)

    async def leaderboard(self, game: str = OVERALL, limit: int | None = None) -> list[Row]:
        """The players of a game, or of all games together, best first."""
        merged: dict[str, Tally] = {}
        for fields in await self._everywhere("leaderboards", game):
            for player, tally in leaderboards.decode(fields).items():
                merged[player] = merged.get(player, Tally()).plus(tally)
        version = (await self._live("ratings")).live
        rated = await answer(self.log.client.hgetall(f"{model_key(None, ratings.NAME, version)}{game}"))
        strength = {name.decode(): ratings.decode(data) for name, data in rated.items()}
        ranked = sorted(
            merged.items(),
            key=lambda one: (-strength.get(one[0], ratings.NEWCOMER).ordinal, -one[1].wins, one[1].matches, one[0]),
        )
        return [_row(player, tally, strength.get(player, ratings.NEWCOMER)) for player, tally in ranked[:limit]]

    async def _live(self, name: str) -> Version:
        now = time.monotonic()
        if now - self._looked > FRESH:
            self._known, self._looked = await self._versions.read(), now
        return self._known[name]

    async def _key(self, name: str, match: str) -> str:
        version = (await self._live(name)).live
        return f"{model_key(self.log.partition_of(match), name, version)}{match}"

    async def _everywhere(self, name: str, field: str) -> Sequence[dict[bytes, bytes]]:
        """A hash of a read model from every partition."""
        version = (await self._live(name)).live
        pipe: Any = self.log.client.pipeline(transaction=False)
        for partition in range(self.log.partitions):
            pipe.hgetall(f"{model_key(partition, name, version)}{field}")
        return list(await pipe.execute())


def _allow(viewer: Viewer, status: Status) -> None:
    if viewer == "all" and status not in ("ended", "void"):
        raise NotOver


def _line(told: timelines.Told, viewer: Viewer, struck: frozenset[int]) -> Line:
    return Line(
        n=told.n,
        at=told.at,
        seat=told.seat,
        cause=told.cause,
        texts=told.texts.seen_by(viewer),
        totals=told.totals.seen_by(viewer),
        struck=told.n in struck,
    )


def _row(player: str, tally: Tally, rating: ratings.Rating) -> Row:
    average = None if tally.average is None else round(tally.average, 2)
    return Row(player, tally.matches, tally.wins, average, round(rating.mu, 2), round(rating.sigma, 2))

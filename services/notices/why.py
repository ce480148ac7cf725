"""Why a match waits: who is asked since when, whether they were told and how, what was dropped and why."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from msgspec import Struct

from events import codec
from events.log import Log
from events.match import fold_commits
from services.notices.channels import Channels
from services.notices.outbox import Outbox
from services.notices.rows import Row


class Told(Struct, frozen=True):
    """One attempt to tell a seat: on what kind of channel, where (masked), how it stands, and why it failed."""

    seat: int
    player: str
    turn: int
    prompt: str
    kind: str
    to: str
    state: str
    reason: str
    at: str
    next: str | None
    tries: int


class Asked(Struct, frozen=True):
    """Somebody is asked: `commit` raised the question, at `at`; the seat's turn began with commit `turn`, at `since`.

    `told` is empty where the outbox knows nothing of the turn (it began before notices did).
    """

    seat: int
    player: str
    prompt: str
    key: str
    must: bool
    commit: int
    at: str
    turn: int
    since: str
    due: str | None
    told: tuple[Told, ...]


class Why(Struct, frozen=True):
    """A match and whom it waits for. `earlier`: the latest rows of turns that are over."""

    match: str
    game: str
    status: str
    n: int
    at: str
    asked: tuple[Asked, ...]
    earlier: tuple[Told, ...]


EARLIER = 10


async def why_waiting(log: Log, match: str) -> Why | None:
    """Why a match waits; None if there is none."""
    blobs = await log.read_match(match)
    if not blobs:
        return None
    commits = [codec.decode(blob) for blob in blobs]
    now = fold_commits(commits, codec.digest(blobs[-1]))
    rows = [kept.row for kept in (await Outbox(log).rows(match)).values()]
    masked = await _masked(log, rows)
    standing = {(wait.seat, wait.since) for wait in now.waits if wait.must}
    asked = tuple(
        Asked(
            seat=wait.seat,
            player=now.table.players[wait.seat],
            prompt=wait.id,
            key=wait.key,
            must=wait.must,
            commit=(raised := int(wait.id.partition(".")[0])),
            at=commits[raised - 1].at,
            turn=wait.since,
            since=commits[wait.since - 1].at,
            due=wait.due,
            told=_told([row for row in rows if wait.must and (row.seat, row.turn) == (wait.seat, wait.since)], masked),
        )
        for wait in sorted(now.waits, key=lambda wait: (not wait.must, wait.seat))
    )
    over = sorted((row for row in rows if (row.seat, row.turn) not in standing), key=lambda row: -row.at)[:EARLIER]
    return Why(
        match=match,
        game=now.table.game,
        status=now.table.status,
        n=now.n,
        at=commits[-1].at,
        asked=asked,
        earlier=_told(over, masked),
    )


async def _masked(log: Log, rows: Sequence[Row]) -> dict[tuple[str, str], str]:
    channels = Channels(log.client)
    found: dict[tuple[str, str], str] = {}
    for player in {row.player for row in rows}:
        for channel in await channels.of(player):
            found[player, channel.id] = channel.masked
    return found


def _told(rows: Sequence[Row], masked: dict[tuple[str, str], str]) -> tuple[Told, ...]:
    return tuple(
        Told(
            seat=row.seat,
            player=row.player,
            turn=row.turn,
            prompt=row.shown or row.wants,
            kind=row.kind,
            to=masked.get((row.player, row.channel), ""),
            state=row.state,
            reason=row.reason,
            at=iso(row.at),
            next=None if row.due is None else iso(row.due),
            tries=row.tries,
        )
        for row in sorted(rows, key=lambda row: (-row.turn, row.key))
    )


def iso(unix_ms: int) -> str:
    """A time as it stands in commits."""
    return datetime.fromtimestamp(unix_ms / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")

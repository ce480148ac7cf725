"""Which rows there must be for a match as it stands: one for each turn and channel. Pure.

A turn is one that the match waits for (a *must*); what is only offered is never announced. Where nobody can be told,
a row says so with the reason.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from events.commit import Wait
from events.match import Match
from services.notices.channels import Channel
from services.notices.outbox import Change, Kept
from services.notices.rows import Row, wanted

TURNS_KEPT: Final = 50
"""Rows of so many turns of a match are kept, and all that are still in work."""

Ways = Mapping[str, Sequence[Channel]]
"""Channels by player."""


def players(match: Match) -> tuple[str, ...]:
    """Who is waited for, each once."""
    return tuple(dict.fromkeys(match.table.players[wait.seat] for wait in _turns(match).values()))


def turns(match: Match) -> Iterable[Wait]:
    """The waits of the turns that go on."""
    return _turns(match).values()


def plan(
    match: Match, kept: Mapping[str, Kept], ways: Ways, asked: Mapping[int, int], now: int, delay: float
) -> list[Change]:
    """The rows to add, to change and to drop. `asked`: by commit that began a turn when that was, unix ms."""
    standing = _turns(match)
    changes: list[Change] = []
    told: set[tuple[int, int]] = set()
    for key, (row, data) in kept.items():
        wait = standing.get((row.seat, row.turn))
        if wait is not None and match.table.players[wait.seat] != row.player:
            wait = None  # somebody else has the seat now
        if wait is not None and not row.about:
            told.add((row.seat, row.turn))
        after = None if row.about else wanted(row, wait.id if wait is not None else "", now)
        if after is not None:
            changes.append(Change(key, data, after))
    for place, wait in standing.items():
        if place not in told:
            fresh = _announce(match, wait, ways.get(match.table.players[wait.seat], ()), asked[wait.since], now, delay)
            changes += [Change(row.key, kept[row.key].data if row.key in kept else b"", row) for row in fresh]
    return [*changes, *_outdated(kept, changes)]


def _turns(match: Match) -> dict[tuple[int, int], Wait]:
    still_in = set(match.table.still_in)
    return {(wait.seat, wait.since): wait for wait in match.waits if wait.must and wait.seat in still_in}


def _announce(match: Match, wait: Wait, channels: Sequence[Channel], asked: int, now: int, delay: float) -> list[Row]:
    def row(channel: str, kind: str, dead: str) -> Row:
        due = max(now, asked + round(delay * 1000))
        return Row(
            match=match.id,
            seat=wait.seat,
            turn=wait.since,
            player=match.table.players[wait.seat],
            channel=channel,
            kind=kind,
            state="dead" if dead else "queued",
            reason=dead,
            wants=wait.id,
            asked=asked,
            at=now,
            due=None if dead else due,
        )

    if not channels:
        return [row("", "", "no_channel")]
    return [row(one.id, one.kind, "channel_dead" if one.dead else "") for one in channels]


def registered(kept: Mapping[str, Kept], channel: Channel, player: str, now: int) -> list[Change]:
    """A channel was added: what its player is asked and could not be told is told there."""
    changes: list[Change] = []
    for row, _ in kept.values():
        hopeless = row.state == "dead" and row.reason in ("no_channel", "channel_dead") and row.wants
        if row.player != player or not hopeless or (row.channel and row.channel != channel.id):
            continue
        fresh = replace(row, channel=channel.id, kind=channel.kind, state="queued", reason="", tries=0, at=now, due=now)
        before = kept[fresh.key].data if fresh.key in kept else b""
        changes.append(Change(fresh.key, before, fresh))
        if fresh.key != row.key:
            changes.append(Change(row.key, kept[row.key].data, None))
    return changes


def _outdated(kept: Mapping[str, Kept], changes: Sequence[Change]) -> list[Change]:
    """Rows of turns long over."""
    touched = {change.key for change in changes}
    latest = sorted({row.turn for row, _ in kept.values()}, reverse=True)[:TURNS_KEPT]
    return [
        Change(key, data, None)
        for key, (row, data) in kept.items()
        if row.closed and row.turn not in latest and key not in touched
    ]

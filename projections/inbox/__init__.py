"""The inbox: whose answers are waited for, read from the waits of commits alone; and every player's matches."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from events.commit import Wait
from events.match import Match
from events.table.state import Status
from projections.reader import Step, Write, Writes

ASKED = "asked:"
MATCHES = "matches:"


class Asked(msgspec.Struct, frozen=True):
    """A player is asked something. `must`: the match waits for it; `since` the commit that began the turn."""

    match: str
    game: str
    seat: int
    id: str
    key: str
    must: bool
    since: int
    due: str | None


class SeatSeen(msgspec.Struct, frozen=True):
    """A seat as everybody sees it; `player` is "" and `state` "free" where nobody sits."""

    seat: int
    player: str
    state: str


class Mine(msgspec.Struct, frozen=True):
    """A match of a player's: as a seat, or as its host (`seat` None). `at`: when its last commit was made."""

    match: str
    game: str
    status: Status
    n: int
    at: str
    host: str
    seat: int | None
    seats: tuple[SeatSeen, ...]
    places: tuple[int, ...] | None


_encoder = msgspec.msgpack.Encoder(order="deterministic")
_asked = msgspec.msgpack.Decoder(tuple[Asked, ...])
_mine = msgspec.msgpack.Decoder(Mine)


class Inbox:
    """Two hashes for each player, `asked:<id>` and `matches:<id>`, with a field for each match."""

    name = "inbox"
    version = 1

    def apply(self, steps: Sequence[Step]) -> Writes:
        """How the matches of these steps stand after the last, for everybody who had or has to do with them."""
        last: dict[str, Step] = {}
        touched: dict[str, dict[str, None]] = {}
        for step in steps:
            last[step.commit.match] = step
            for match in (step.before, step.after):
                touched.setdefault(step.commit.match, {}).update(dict.fromkeys(_players(match)))
        writes: list[Write] = []
        for name, step in last.items():
            for player in touched[name]:
                writes += _standing(step, player)
        return Writes(writes)


def _players(match: Match) -> tuple[str, ...]:
    return tuple(player for player in (match.table.host, *match.table.players) if player)


def _standing(step: Step, player: str) -> tuple[Write, Write]:
    match = step.after
    waits = asked(match, player)
    found = mine(match, player, step.commit.at)
    return (
        _field(f"{ASKED}{player}", match.id, _encoder.encode(waits) if waits else None),
        _field(f"{MATCHES}{player}", match.id, None if found is None else _encoder.encode(found)),
    )


def _field(name: str, match: str, value: bytes | None) -> Write:
    return Write(name, "HDEL", (match,)) if value is None else Write(name, "HSET", (match, value))


def asked(match: Match, player: str) -> tuple[Asked, ...]:
    """What a player is asked in a match."""
    seat = match.table.seat_of(player)
    return tuple(_asked_by(match, wait) for wait in match.waits if wait.seat == seat)


def _asked_by(match: Match, wait: Wait) -> Asked:
    return Asked(match.id, match.table.game, wait.seat, wait.id, wait.key, wait.must, wait.since, wait.due)


def mine(match: Match, player: str, at: str) -> Mine | None:
    """A match as it stands in a player's list; None when the player has nothing to do with it any more."""
    table = match.table
    seat = next((number for number, one in enumerate(table.seats) if one.player == player), None)
    if seat is None and player != table.host:
        return None
    return Mine(
        match=match.id,
        game=table.game,
        status=table.status,
        n=match.n,
        at=at,
        host=table.host,
        seat=seat,
        seats=tuple(SeatSeen(number, one.player, one.state) for number, one in enumerate(table.seats)),
        places=table.places,
    )


def decode_asked(data: bytes) -> tuple[Asked, ...]:
    """What a player is asked in one match, of stored bytes."""
    return _asked.decode(data)


def decode_mine(data: bytes) -> Mine:
    """A player's match of stored bytes."""
    return _mine.decode(data)

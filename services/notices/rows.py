"""A row of the outbox: one turn of a seat on one channel, from the moment it is to be told to its end. Pure.

A turn is one message: questions inside it edit the message, its end withdraws it. `wants` is the wait that the
message should show ("" when nothing is asked any more), `shown` the one it shows.

    queued -> sending -> sent -> sending -> edited -> sending -> withdrawn
                      -> unsure (nobody knows whether it arrived; it is not sent again)
    any    -> dead (the reason says why)

Each function gives the row after something happened; None stands for "no change".
"""

from __future__ import annotations

from typing import Final, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

State = Literal["queued", "sending", "sent", "unsure", "edited", "withdrawn", "dead"]

COALESCE_MS: Final = 2_000
"""Edits inside a turn wait this long, so that a few quick commits become one edit."""
LIMIT_MS: Final = 30_000
"""After this long a row in `sending` was left by somebody who is gone; longer than any call may take."""
FIRST_PAUSE: Final = 60.0
LONGEST_PAUSE: Final = 3600.0
TRIES: Final = 30


class Row(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """`turn` is the commit that began it, `asked` when that was; `due` is when to look at the row next (None: never).

    All times are unix milliseconds. `about` names a channel that died where the row tells of that and not of a turn.
    `trying` is the wait that is being sent, `attempt` who sends it, `was`
    the state before; `message` is the platform's id of what was sent.
    """

    match: str
    seat: int
    turn: int
    player: str
    channel: str
    kind: str
    state: State
    wants: str
    asked: int
    at: int
    due: int | None
    about: str = ""
    shown: str = ""
    trying: str = ""
    attempt: str = ""
    was: State = "queued"
    message: str = ""
    reason: str = ""
    tries: int = 0

    @property
    def key(self) -> str:
        """Its name among the rows of its match."""
        return ".".join(filter(None, (str(self.seat), str(self.turn), self.channel or "-", self.about)))

    @property
    def closed(self) -> bool:
        """Whether nothing will be done about it any more."""
        return self.due is None and (not self.wants or bool(self.about) or self.state in ("dead", "withdrawn"))


def wanted(row: Row, wants: str, now: int) -> Row | None:
    """The seat is asked something else within its turn, or (`wants` "") the turn is over."""
    if row.wants == wants:
        return None
    row = replace(row, wants=wants)
    match row.state:
        case "queued" if not wants:
            return replace(row, state="withdrawn", reason="answered", at=now, due=None)
        case "unsure" if not wants:
            return replace(row, state="withdrawn", at=now, due=None)
        case "unsure":  # another prompt than the one that may have been lost
            return replace(row, state="queued", reason="", tries=0, at=now, due=now + COALESCE_MS)
        case "sent" | "edited":
            return replace(row, due=now + COALESCE_MS if wants else now)
        case "queued" | "sending" | "withdrawn" | "dead":
            return row


def begun(row: Row, attempt: str, now: int) -> Row:
    """A call is about to be made."""
    return replace(row, state="sending", was=row.state, trying=row.wants, attempt=attempt, at=now, due=now + LIMIT_MS)


def arrived(row: Row, message: str, now: int) -> Row:
    """The call succeeded."""
    before, shown = row.message, row.trying
    state: State = "withdrawn" if not shown else "edited" if before else "sent"
    due = None if row.wants == shown else now
    return replace(
        row, state=state, shown=shown, trying="", attempt="", message=message, reason="", tries=0, at=now, due=due
    )


def later(row: Row, reason: str, now: int, after: float | None = None) -> Row:
    """The call certainly did nothing and is to be made again: after so many seconds, else later and later."""
    tries = row.tries + 1
    if tries >= TRIES:
        return dead(row, "gave_up", now)
    pause = min(FIRST_PAUSE * 2 ** (tries - 1), LONGEST_PAUSE) if after is None else after
    row = replace(_back(row), trying="", attempt="", tries=tries, reason=reason, at=now, due=now + round(pause * 1000))
    if row.state == "queued" and not row.wants:
        return replace(row, state="withdrawn", reason="answered", due=None)
    return row


def unsure(row: Row, reason: str, now: int) -> Row:
    """Nobody knows whether a first call did something. The row is never sent again as it was."""
    row = replace(row, state="unsure", shown=row.trying, trying="", reason=reason, at=now, due=None)
    if row.wants == row.shown:
        return row
    return wanted(replace(row, wants=row.shown), row.wants, now) or row


def turned_out(row: Row, attempt: str, message: str, now: int) -> Row | None:
    """A call that had been given up came back after all; None when the row does not wait for it any more."""
    if row.attempt != attempt or row.message or not row.shown:
        return None
    if row.state not in ("unsure", "withdrawn"):
        return replace(row, message=message, attempt="")
    return arrived(replace(row, trying=row.shown), message, now)


def dead(row: Row, reason: str, now: int) -> Row:
    """Nothing can be done about it."""
    return replace(row, state="dead", trying="", attempt="", reason=reason, at=now, due=None)


def found(row: Row, now: int, *, idempotent: bool) -> Row:
    """A row in `sending` whose sender is gone. Where a call may be made twice it is made again, else it is unsure."""
    if row.message:
        return replace(_back(row), trying="", attempt="", at=now, due=now)
    if not idempotent:
        return unsure(row, "interrupted", now)
    if row.wants:
        return replace(row, state="queued", trying="", attempt="", at=now, due=now)
    # It may have arrived, and its turn is over: it counts as arrived, so that it is withdrawn.
    return replace(row, state="sent", shown=row.trying, message="?", trying="", attempt="", at=now, due=now)


def _back(row: Row) -> Row:
    """As it was before the call."""
    return replace(row, state=row.was) if row.state == "sending" else row


_encoder = msgspec.msgpack.Encoder(order="deterministic")
_decoder = msgspec.msgpack.Decoder(Row)


def encode(row: Row) -> bytes:
    """The bytes that are kept."""
    return _encoder.encode(row)


def decode(data: bytes) -> Row:
    """The row of kept bytes."""
    return _decoder.decode(data)

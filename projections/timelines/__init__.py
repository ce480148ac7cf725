"""Replay timelines: a line for each commit, told from each viewpoint, with the running scores after it.

A line of a viewpoint is told of that viewpoint's redacted events, so nothing hidden is in it. Commits taken back keep
their lines; they are listed as struck.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from events.commit import AnyCommit
from events.hidden import Viewer, lacks, redact
from events.match import Match
from events.table import tell as table
from events.table.events import TableEvent, TakenBack
from events.table.state import Status
from events.texts import Text, seat_text
from projections.reader import Step, Write, Writes
from projections.sheets import scores
from projections.viewpoints import Views, views

HEAD = "head"
STRUCK = "struck"

Texts = tuple[Text, ...]
Totals = tuple[int | None, ...]


class Told(msgspec.Struct, frozen=True, omit_defaults=True):
    """A commit as a line: when, by which seat and why, what happened, and each seat's total after it."""

    n: int
    at: str
    seat: int | None
    cause: str
    texts: Views[Texts]
    totals: Views[Totals]


class Head(msgspec.Struct, frozen=True):
    """How far a match has come, and who plays."""

    game: str
    n: int
    status: Status
    players: tuple[str, ...]


_encoder = msgspec.msgpack.Encoder(order="deterministic")
_told = msgspec.msgpack.Decoder(Told)
_head = msgspec.msgpack.Decoder(Head)
_struck = msgspec.msgpack.Decoder(tuple[int, ...])


class Timelines:
    """A hash for each match, named after it: a line by the number of its commit, `head` and `struck`."""

    name = "timelines"
    version = 1

    def apply(self, steps: Sequence[Step]) -> Writes:
        """The lines of these steps, and where their matches stand after the last."""
        lines = [Write(step.commit.match, "HSET", (step.commit.n, _encoder.encode(told(step)))) for step in steps]
        last = {step.commit.match: step.after for step in steps}
        heads = [Write(match, "HSET", (HEAD, _encoder.encode(head(after)))) for match, after in last.items()]
        back = {step.commit.match for step in steps if _takes_back(step.commit)}
        struck = [
            Write(match, "HSET", (STRUCK, _encoder.encode(sorted(after.table.struck))))
            for match, after in last.items()
            if match in back
        ]
        return Writes([*lines, *heads, *struck])


def _takes_back(commit: AnyCommit) -> bool:
    return any(isinstance(event, TakenBack) for event in commit.events)


def told(step: Step) -> Told:
    """The line of a commit."""
    commit, match = step.commit, step.after
    seats = len(match.table.seats)
    return Told(
        n=commit.n,
        at=commit.at,
        seat=commit.by,
        cause=commit.cause,
        texts=views(seats, lambda viewer: always(match, commit, viewer)),
        totals=Views(()) if match.game is None else views(seats, lambda viewer: totals(match, viewer)),
    )


def lines(match: Match, commit: AnyCommit, viewer: Viewer) -> Texts:
    """What happened in a commit, as this viewer may be told."""
    found = []
    for event in commit.events:
        seen = redact(event, viewer)
        text = table.tell(seen) if isinstance(seen, TableEvent) else match.record.tell(seen)  # type: ignore[arg-type]
        if text is not None:
            found.append(text)
    return tuple(found)


def always(match: Match, commit: AnyCommit, viewer: Viewer) -> Texts:
    """What happened in a commit, as this viewer may be told; where no event says anything, that something happened."""
    return lines(match, commit, viewer) or (_quiet(commit, viewer),)


def _quiet(commit: AnyCommit, viewer: Viewer) -> Text:
    if any(lacks(event, viewer) for event in commit.events):
        return Text("table.told.hidden")
    if commit.by is None:
        return Text("table.told.quiet_nobody")
    return Text("table.told.quiet", {"who": seat_text(commit.by)})


def totals(match: Match, viewer: Viewer) -> Totals:
    """Each seat's total as this viewer may see it, by seat; None where it is not shown."""
    by_seat = {sheet.seat: sheet.total for sheet in scores(match, viewer)}
    return tuple(by_seat.get(seat) for seat in range(len(match.table.seats)))


def head(match: Match) -> Head:
    """Where a match stands."""
    return Head(match.table.game, match.n, match.table.status, match.table.players)


def decode(data: bytes) -> Told:
    """The line of stored bytes."""
    return _told.decode(data)


def decode_head(data: bytes) -> Head:
    """The head of stored bytes."""
    return _head.decode(data)


def decode_struck(data: bytes | None) -> frozenset[int]:
    """The numbers of the commits taken back."""
    return frozenset(_struck.decode(data)) if data else frozenset()

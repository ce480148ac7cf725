"""Score sheets, live and final: how each seat stands, line by line, as each viewpoint may see it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from events.hidden import Viewer
from events.match import Match
from events.record import ScoreSheet
from events.table.state import Status
from projections.reader import Step, Write, Writes
from projections.viewpoints import Views, views


class MatchSheet(msgspec.Struct, frozen=True):
    """The score sheets of a match after commit `n`; none before the start."""

    match: str
    game: str
    n: int
    status: Status
    players: tuple[str, ...]
    sheets: Views[tuple[ScoreSheet, ...]]


_encoder = msgspec.msgpack.Encoder(order="deterministic")
_decoder = msgspec.msgpack.Decoder(MatchSheet)


class Sheets:
    """One value for each match, named after it."""

    name = "sheets"
    version = 1

    def apply(self, steps: Sequence[Step]) -> Writes:
        """The sheets of every match of these steps as they stand after the last."""
        last = {step.commit.match: step.after for step in steps}
        return Writes([Write(match, "SET", (encode(sheet(after)),)) for match, after in last.items()])


def sheet(match: Match) -> MatchSheet:
    """The score sheets of a match from every viewpoint."""
    return MatchSheet(
        match=match.id,
        game=match.table.game,
        n=match.n,
        status=match.table.status,
        players=match.table.players,
        sheets=Views(()) if match.game is None else views(len(match.table.seats), lambda v: scores(match, v)),
    )


def scores(match: Match, viewer: Viewer) -> tuple[ScoreSheet, ...]:
    """The score sheets of a match that has begun, as one viewer may see them."""
    return match.record.score(match.view(viewer))


def encode(sheets: MatchSheet) -> bytes:
    """As it is stored."""
    return _encoder.encode(sheets)


def decode(data: bytes) -> MatchSheet:
    """The sheets of stored bytes."""
    return _decoder.decode(data)

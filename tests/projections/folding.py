"""Log entries and steps of matches played in process."""

from __future__ import annotations

from collections.abc import Sequence

from events import codec
from events.log import Entry
from events.match import Match, advance
from projections.reader import Model, Projection, Step
from tests.records.table import InProcess


def entries(*played: InProcess) -> list[Entry]:
    """The commits of these matches as one partition's log holds them, taking turns."""
    found: list[Entry] = []
    for n in range(1, 1 + max(len(one.blobs) for one in played)):
        for one in played:
            if n <= len(one.blobs):
                found.append(Entry(len(found) + 1, one.id, n, one.blobs[n - 1]))
    return found


def steps(*played: InProcess) -> list[Step]:
    """The same, folded."""
    matches: dict[str, Match] = {}
    seen: dict[str, list[object]] = {}
    found = []
    for entry in entries(*played):
        before = matches.get(entry.match, Match())
        commit = codec.decode(entry.data)
        history = seen.setdefault(entry.match, [])
        after = advance(before, commit, codec.digest(entry.data), lambda past=history: past)  # type: ignore[misc]
        history.append(commit)
        matches[entry.match] = after
        found.append(Step(entry.pos, commit, before, after))
    return found


def model(projection: Projection, some: Sequence[Step], batch: int = 1000) -> Model:
    """The read model of these steps, read in batches of this size."""
    made = Model()
    for first in range(0, len(some), batch):
        made.make(projection.apply(some[first : first + batch]).writes)
    return made

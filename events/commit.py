"""The unit of the log: all events of one accepted command, with who, when, why and who is asked next."""

from typing import Any, Generic, TypeVar

import msgspec

from events.commands import Command
from events.hidden import Viewer, redact

E = TypeVar("E")


class Wait(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody is asked something.

    `id` is `<number of the commit that raised it>.<place in its waits>`; `key` names the decision and
    holds nothing hidden. `must`: the match waits for it. `since`: the commit from which the seat has
    been a must without a pause. `due`: the deadline (ISO 8601, UTC) or None.
    """

    seat: int
    id: str
    key: str
    must: bool
    since: int
    due: str | None = None


class Commit(msgspec.Struct, Generic[E], frozen=True, gc=False, forbid_unknown_fields=True, kw_only=True):
    """One commit of a match, number `n` = 1, 2, 3 ... without gaps.

    `at`: ISO 8601 in UTC with milliseconds. `by`: the seat that acted, None before it has one and for
    the system. `cause`: "player", "robot", "system", "lapse:<rung>" or "order:<id>". `luck`: by stream
    (`table`, `seat:0` ...) the counter before and after. `prev`: BLAKE2b-256 of the previous commit's
    bytes in hex, "" for the first.
    """

    match: str
    n: int
    at: str
    by: int | None
    cause: str
    command_id: str
    command: Command
    luck: dict[str, tuple[int, int]]
    events: tuple[E, ...]
    waits: tuple[Wait, ...]
    prev: str


AnyCommit = Commit[Any]


class SeenCommit(msgspec.Struct, frozen=True, kw_only=True):
    """What a viewer gets of a commit before the end: no command, no luck, no hashes, hidden fields blank."""

    n: int
    at: str
    by: int | None
    cause: str
    events: tuple[Any, ...]
    waits: tuple[Wait, ...]


def visible(commit: AnyCommit, viewer: Viewer) -> SeenCommit:
    """The commit as this viewer may see it."""
    return SeenCommit(
        n=commit.n,
        at=commit.at,
        by=commit.by,
        cause=commit.cause,
        events=tuple(redact(event, viewer) for event in commit.events),
        waits=commit.waits,
    )

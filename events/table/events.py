"""What can happen at a table."""

from typing import Any, ClassVar

from events.hidden import Hidden
from events.record import Event, tagged


class TableEvent(Event, frozen=True, tag=tagged("table")):
    """Base of the events of the table."""


class Opened(TableEvent, frozen=True):
    """A table was opened: game and options are fixed. `secret_hash`: SHA-256 of the match's secret, in hex.

    `code` is the invitation, readable by nobody through a viewpoint; the door gives it to the host.
    """

    game: str
    rules: str
    host: str
    seats: int
    options: dict[str, Any]
    secret_hash: str
    invite: bool
    code: Hidden[str]
    readers: ClassVar[tuple[int, ...]] = ()


class Joined(TableEvent, frozen=True):
    """A player took a seat; the entropy goes into the match's chance."""

    seat: int
    player: str
    options: dict[str, Any]
    entropy: str


class Left(TableEvent, frozen=True):
    """A player left: before the start the seat is free again, after it the player resigned."""

    seat: int


class Started(TableEvent, frozen=True):
    """Play began, with these players by seat and this edition of the rules."""

    rules: str
    options: dict[str, Any]
    players: tuple[str, ...]


class Proposed(TableEvent, frozen=True):
    """A seat asks the others to agree; the proposal's number is that of its commit.

    For "undo", `commits` are those that would be taken back.
    """

    on: str
    seat: int
    what: str
    commits: tuple[int, ...] = ()


class Voted(TableEvent, frozen=True):
    """A seat answered a proposal."""

    on: str
    seat: int
    yes: bool


class ProposalClosed(TableEvent, frozen=True):
    """A proposal is settled: accepted, rejected or lapsed (the game went on, or its proposer left)."""

    on: str
    result: str


class TakenBack(TableEvent, frozen=True):
    """These commits count no longer: the fold skips their game events."""

    seat: int
    commits: tuple[int, ...]


class Cancelled(TableEvent, frozen=True):
    """The match is void: no places, no rating. The secret is revealed if anything was drawn."""

    secret: str = ""


class Ended(TableEvent, frozen=True):
    """The match is over. `places` by seat, 1 is best; `secret` in hex, so that every draw can be recomputed.

    `winners`: the seats that won; None for those at place 1.
    """

    places: tuple[int, ...]
    reason: str
    secret: str
    winners: tuple[int, ...] | None = None


EVENTS: tuple[type[TableEvent], ...] = (
    Opened,
    Joined,
    Left,
    Started,
    Proposed,
    Voted,
    ProposalClosed,
    TakenBack,
    Cancelled,
    Ended,
)
AnyTableEvent = Opened | Joined | Left | Started | Proposed | Voted | ProposalClosed | TakenBack | Cancelled | Ended

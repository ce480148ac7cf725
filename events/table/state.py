"""The state of a table."""

from typing import Any, Literal

import msgspec

Status = Literal["new", "open", "running", "ended", "void"]


class Seat(msgspec.Struct, frozen=True):
    """A seat: who has it ("" for nobody), with what options, and whether the player is still in."""

    player: str = ""
    options: dict[str, Any] = msgspec.field(default_factory=dict)
    entropy: str = ""
    state: Literal["free", "in", "left"] = "free"


class Proposal(msgspec.Struct, frozen=True):
    """An open question to the others; `votes` by seat (as far as given)."""

    on: str
    seat: int
    what: str
    commits: tuple[int, ...] = ()
    agreed: tuple[int, ...] = ()


class Table(msgspec.Struct, frozen=True):
    """Everything known of a table. `struck`: numbers of the commits taken back."""

    status: Status = "new"
    game: str = ""
    rules: str = ""
    host: str = ""
    options: dict[str, Any] = msgspec.field(default_factory=dict)
    secret_hash: str = ""
    secret: str = ""
    invite: bool = True
    code: str = ""
    seats: tuple[Seat, ...] = ()
    proposals: tuple[Proposal, ...] = ()
    struck: frozenset[int] = frozenset()
    places: tuple[int, ...] | None = None
    reason: str = ""

    def seat_of(self, player: str) -> int | None:
        """The seat this player sits at, None if none (a player who left has none)."""
        for number, seat in enumerate(self.seats):
            if seat.player == player and seat.state == "in":
                return number
        return None

    @property
    def players(self) -> tuple[str, ...]:
        """Player ids by seat, "" for a free seat."""
        return tuple(seat.player for seat in self.seats)

    @property
    def still_in(self) -> tuple[int, ...]:
        """The seats whose players are in."""
        return tuple(number for number, seat in enumerate(self.seats) if seat.state == "in")

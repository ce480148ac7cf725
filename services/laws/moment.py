"""What the laws look at: one commit of a match with what stood before and after it."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec

from events.commands import Command
from events.commit import AnyCommit
from events.match import Match
from services.dice import Seeded
from services.referee import Game, Refused
from services.table.decide import Decision, Games, Sender, decide


class Moment(msgspec.Struct, frozen=True, kw_only=True):
    """One commit: the matches before and after it, and all commits and their bytes up to and with it."""

    games: Games
    secret: bytes
    before: Match
    commit: AnyCommit
    data: bytes
    after: Match
    commits: Sequence[AnyCommit]
    blobs: Sequence[bytes]

    @property
    def n(self) -> int:
        """The commit's number."""
        return self.commit.n

    @property
    def game(self) -> Game:
        """Both halves of the game."""
        return self.games[self.after.table.game]

    @property
    def playing(self) -> bool:
        """Whether the match goes on."""
        return self.after.table.status == "running"

    def earlier(self) -> Sequence[AnyCommit]:
        """The commits before this one."""
        return self.commits[: self.commit.n - 1]


class Memory:
    """What the laws remember of a match from one commit to the next, and count over a run."""

    def __init__(self) -> None:
        self.gone: set[str] = set()
        """Ids of waits that no longer stand."""
        self.keys: set[tuple[int, str]] = set()
        """Seat and key of the questions that no longer stand, since the last taking back."""
        self.census: dict[str, int] | None = None
        self.last: Moment | None = None
        self.state = ""
        """Hash of the game's state after the last commit."""
        self.hidden: dict[str, tuple[int, int]] = {}
        """By hidden field how often a twin was asked for it, and how often the twin differed there."""
        self.pictures = 0
        """How often this match was drawn."""


Law = Callable[[Moment, Memory, Seeded], Iterator[str]]
"""What is broken at a commit, one line each; nothing if the law holds."""


class Tried(msgspec.Struct, frozen=True):
    """What became of a command tried on a match without being carried out."""

    decision: Decision | None
    code: str
    text: Any
    used: int
    """Draws it made."""

    @property
    def verdict(self) -> tuple[str, Any]:
        """Accepted ("") or the code and text of the refusal."""
        return self.code, self.text


def attempt(moment: Moment, game: Any, seat: int, command: Command, seed: str) -> Tried:
    """Try a seat's command on the match after the commit, with `game` in place of its state and seeded chance."""
    return attempt_as(moment, game, moment.after.table.seats[seat].player, command, seed)


def attempt_as(moment: Moment, game: Any, player: str, command: Command, seed: str) -> Tried:
    """Try a player's command, as `attempt`."""
    luck = Seeded(seed)
    match = moment.after if game is moment.after.game else msgspec.structs.replace(moment.after, game=game)
    try:
        decision = decide(moment.games, match, command, Sender(player), moment.secret, luck)
    except Refused as refused:
        return Tried(None, refused.code, refused.text, luck.used())
    return Tried(decision, "", None, luck.used())


def viewers(moment: Moment) -> tuple[int | None, ...]:
    """Every seat and the spectator."""
    return (*range(len(moment.after.table.seats)), None)

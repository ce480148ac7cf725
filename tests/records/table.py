"""A whole match played in process, command by command, as the aggregate would decide it: the same every time.

Secrets, player names, entropy and times are made from a seed, so that a record of such a match can stand in the
repository and be made again.
"""

from __future__ import annotations

import base64
import hashlib
from datetime import UTC, datetime, timedelta
from typing import Any

from events.choices import Choice, Reply, sample
from events.commands import Answer, Command, Default, Join, Leave, Open, Propose, Start, Undo, Vote
from events.commit import AnyCommit, Wait
from events.match import Match
from services import registry
from services.dice import Seeded
from services.table.decide import Sender, ask_of, choice, decide, default, match_luck, seal

FIRST = datetime(2026, 3, 1, 18, 0, tzinfo=UTC)
PACE = timedelta(minutes=7, milliseconds=250)


class InProcess:
    """One match from its opening on. `commits` and their bytes in `blobs`; `match` is where it stands."""

    def __init__(self, game: str, seats: int, seed: str, **options: Any) -> None:
        self.games = registry.load()
        self.secret = hashlib.blake2b(seed.encode(), digest_size=32).digest()
        self.id = base64.b32encode(hashlib.blake2b(b"match " + seed.encode(), digest_size=9).digest()).decode()[:13]
        self.id = self.id.lower()
        self.dice = Seeded(seed)
        self.match = Match()
        self.commits: list[AnyCommit] = []
        self.blobs: list[bytes] = []
        self.players = [f"player-{seed}-{seat}" for seat in range(seats)]
        self.send(self.players[0], Open(game=game, options=options, seats=seats))
        for seat, player in enumerate(self.players):
            self.send(player, Join(code=self.match.table.code, seat=seat, entropy=f"{seed}/{seat}"))

    def begin(self) -> InProcess:
        """Start the match."""
        self.send(self.players[0], Start())
        return self

    def send(self, player: str, command: Command, cause: str = "player") -> AnyCommit:
        """Decide a command and append its commit; Refused changes nothing."""
        luck: Any = Seeded(0)
        if self.match.n and all(seat.player for seat in self.match.table.seats):
            luck = match_luck(self.match, self.secret)
        decision = decide(self.games, self.match, command, Sender(player, cause), self.secret, luck)
        at = (FIRST + PACE * len(self.commits)).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        commit, blob, self.match = seal(
            self.games,
            self.match,
            decision,
            match_id=self.id,
            at=at,
            cause=cause,
            command_id=f"{player}:{len(self.commits) + 1}",
            secret=self.secret,
            history=lambda: self.commits,
        )
        self.commits.append(commit)
        self.blobs.append(blob)
        return commit

    @property
    def musts(self) -> list[Wait]:
        """Whom the match waits for."""
        return [wait for wait in self.match.waits if wait.must]

    def choice(self, wait: Wait) -> Choice:
        """What is asked."""
        return choice(self.games, self.match, ask_of(wait))

    def answer(self, wait: Wait, reply: Reply | None = None) -> AnyCommit:
        """Answer a wait, at random unless told."""
        given = reply or sample(self.choice(wait), self.dice)
        return self.send(self.match.table.seats[wait.seat].player, Answer(wait.id, given))

    def move(self) -> AnyCommit:
        """One random answer of somebody the match waits for."""
        musts = self.musts
        return self.answer(musts[self.dice.roll(len(musts))[0] - 1])

    def moves(self, count: int) -> InProcess:
        """So many random answers."""
        for _ in range(count):
            self.move()
        return self

    def lapse(self) -> AnyCommit:
        """Silence speaks for the first seat that is asked."""
        assert default(self.games, self.match, ask_of(self.musts[0])) is not None
        return self.send("", Default(self.musts[0].id), cause="lapse:default")

    def undo(self, seat: int) -> AnyCommit:
        """A seat takes back its latest commit."""
        return self.send(self.players[seat], Undo())

    def resign(self, seat: int) -> AnyCommit:
        """A seat leaves."""
        return self.send(self.players[seat], Leave())

    def agree(self, seat: int, what: str) -> None:
        """A seat proposes something and all others still in agree."""
        self.send(self.players[seat], Propose(what))
        on = self.match.table.proposals[-1].on
        for other in self.match.table.still_in:
            if other != seat:
                self.send(self.players[other], Vote(on, True))

    def finish(self) -> InProcess:
        """Random answers to the end."""
        while self.match.table.status == "running":
            self.move()
        return self

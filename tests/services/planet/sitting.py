"""A whole match of Planet at a table, in process: commands in, commits out, as the worker does it."""

from typing import Any

from events import codec
from events.choices import Laid, SentReply, Typed
from events.commands import Answer, Command, Default, Join, Leave, Open, Start, Undo
from events.match import Match, fold
from services import registry
from services.referee import Refused
from services.table.decide import Sender, choice, decide, match_luck, pending, seal

SECRET = bytes(range(32))


class Sitting:
    """A match with its bytes; seats belong to players p0, p1 ..."""

    def __init__(self, seats: int = 2, options: dict[str, Any] | None = None) -> None:
        self.games = registry.load()
        self.match = Match()
        self.blobs: list[bytes] = []
        self.send("p0", Open("planet", options or {}, seats, invite=False))
        for seat in range(seats):
            self.send(f"p{seat}", Join(entropy=f"e{seat}"))
        self.send("p0", Start())

    @property
    def game(self) -> Any:
        """The game's state."""
        return self.match.game

    @property
    def seat(self) -> int:
        """Who has to act."""
        (wait,) = self.match.waits
        return wait.seat

    def send(self, player: str, command: Command, cause: str = "player") -> "Sitting":
        """One command; the commit it leads to is kept."""
        luck = match_luck(self.match, SECRET)
        decision = decide(self.games, self.match, command, Sender(player, cause), SECRET, luck)
        _, data, self.match = seal(
            self.games,
            self.match,
            decision,
            match_id="m",
            at="2030-01-01T00:00:00.000Z",
            cause=cause,
            command_id=f"{player}:{len(self.blobs)}",
            secret=SECRET,
            history=lambda: [codec.decode(blob) for blob in self.blobs],
        )
        self.blobs.append(data)
        return self

    def answers(self, reply: SentReply | str) -> "Sitting":
        """Whoever is asked answers; a string is typed."""
        (wait,) = self.match.waits
        sent = Typed(reply) if isinstance(reply, str) else reply
        return self.send(f"p{wait.seat}", Answer(wait.id, sent))

    def goes_on(self, placements: int = 1) -> "Sitting":
        """So many placements, each of the last spot there is."""
        for _ in range(placements):
            self.answers(Laid(*choice(self.games, self.match, pending(self.games, self.match)[0]).spots[-1]))  # type: ignore[union-attr]
        return self

    def is_silent(self) -> "Sitting":
        """The clock says what silence says."""
        (wait,) = self.match.waits
        return self.send("clock", Default(wait.id), "lapse:default")

    def undoes(self, seat: int) -> "Sitting":
        """The seat takes back its latest move."""
        return self.send(f"p{seat}", Undo())

    def leaves(self, seat: int) -> "Sitting":
        """The seat resigns."""
        return self.send(f"p{seat}", Leave())

    def refuses(self, player: str, command: Command, code: str) -> "Sitting":
        """The command is refused and nothing changes."""
        before = codec.state_hash(self.game), len(self.blobs)
        try:
            self.send(player, command)
        except Refused as refused:
            assert refused.code == code, refused.code
            assert (codec.state_hash(self.game), len(self.blobs)) == before
            return self
        raise AssertionError(f"{command} was not refused")

    def folded(self) -> Match:
        """The match from its bytes alone."""
        return fold(self.blobs)

"""One random match in process, watched by the laws. All of it follows from the game, the table and the seed.

Players are robots. They take back, vote, leave in mid-question, let questions lapse, type their replies and
answer several questions at once, each now and then.
"""

import base64
import hashlib
import traceback
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

import msgspec

from events.choices import Reply, SentReply, Typed
from events.commands import Answer, Command, Default, Join, Leave, Open, Propose, Start, Undo, Vote
from events.commit import AnyCommit, Wait
from events.match import Match
from events.texts import LANGUAGES
from events.typed import SPELLED, spell
from services import robots
from services.dice import Seeded
from services.fuzz.tables import TableSpec, seat_options
from services.laws import Moment, Violation, Watch
from services.laws.asking import following
from services.referee import Game, Refused
from services.table import votes
from services.table.decide import Games, Sender, ask_of, choice, decide, default, match_luck, seal
from services.table.undo import undoable

LIMIT: Final = 5000
"""A match of more commits than this does not end."""
BEGAN: Final = datetime(2024, 1, 1, tzinfo=UTC)
TAKEN_BACK, LAPSED, CONSENT, CANCEL = 70, 30, 8, 2
"""Of a thousand steps so many take back, lapse, propose to take back or to cancel, where that is possible."""
CHAINED, TYPED, GREEDY, LEAVING = 8, 8, 8, 10
"""One answer in so many has others after it or is typed; one match in so many has a greedy robot, or loses a seat."""
LEAVE_BY: Final = 40
"""The leaving seat leaves at one of so many commits after the start, when next it is asked."""


class Played(msgspec.Struct):
    """A match that was played, as far as it went."""

    game: str
    seed: int
    table: TableSpec
    match: Match
    commits: list[AnyCommit]
    secret: bytes
    events: int = 0
    questions: int = 0
    violations: list[Violation] = msgspec.field(default_factory=list)
    hidden: dict[str, tuple[int, int]] = msgspec.field(default_factory=dict)


class Broken(Exception):
    """A law was broken; the match stops."""


class _Run:
    def __init__(self, games: Games, game: Game, table: TableSpec, seed: int, watch: Watch | None) -> None:
        name = game.record.id
        self.games = games
        self.game = game
        self.table = table
        self.seed = seed
        self.watch = watch
        self.dice = Seeded(f"fuzz/{name}/{seed}")
        self.secret = hashlib.sha256(f"fuzz/{name}/{seed}".encode()).digest()
        self.id = base64.b32encode(hashlib.blake2b(self.secret).digest()).decode()[:13].lower()
        self.match = Match()
        self.commits: list[AnyCommit] = []
        self.blobs: list[bytes] = []
        self.events = 0
        self.questions = 0
        self.violations: list[Violation] = []
        greedy = self.dice.roll(GREEDY)[0] == 1
        self.robots = [robots.ROBOTS["random"]] * table.seats
        if greedy:
            self.robots[self.dice.roll(table.seats)[0] - 1] = robots.ROBOTS["greedy"]
        leaves = self.dice.roll(LEAVING)[0] == 1
        self.leave_at = table.seats + 2 + self.dice.roll(LEAVE_BY)[0] if leaves else LIMIT

    def broken(self, law: str, detail: str) -> None:
        self.violations.append(Violation(law, self.seed, self.match.n + 1, detail))
        raise Broken

    def send(self, player: str, command: Command, cause: str = "player") -> None:
        """Carry out a command and let the laws look; Refused as it comes."""
        before = self.match
        luck = match_luck(before, self.secret)
        decision = decide(self.games, before, command, Sender(player, cause), self.secret, luck)
        n = before.n + 1
        commit, data, after = seal(
            self.games,
            before,
            decision,
            match_id=self.id,
            at=f"{BEGAN + timedelta(minutes=n):%Y-%m-%dT%H:%M:%S}.000Z",
            cause=cause,
            command_id=f"{player}:{n}",
            secret=self.secret,
            history=lambda: self.commits,
        )
        self.commits.append(commit)
        self.blobs.append(data)
        self.match = after
        self.events += len(commit.events)
        self.questions += sum(wait.id.startswith(f"{n}.") for wait in commit.waits)
        if self.watch is not None:
            moment = Moment(
                games=self.games,
                secret=self.secret,
                before=before,
                commit=commit,
                data=data,
                after=after,
                commits=self.commits,
                blobs=self.blobs,
            )
            found = self.watch.see(moment)
            if found:
                self.violations += found
                raise Broken

    def must(self, player: str, command: Command, cause: str = "player") -> None:
        """Carry out a command that nothing stands against."""
        try:
            self.send(player, command, cause)
        except Refused as refused:
            self.broken("no_dead_end", f"{command} of {player} is refused: {refused.code}")

    def player(self, seat: int) -> str:
        return self.match.table.seats[seat].player

    def open(self) -> None:
        host = "p0"
        self.must(host, Open(self.game.record.id, self.table.options, self.table.seats))
        for seat in range(self.table.seats):
            options = seat_options(self.game, self.dice)
            self.must(f"p{seat}", Join(self.match.table.code, None, options, f"entropy {seat}"))
        self.must(host, Start())

    def step(self) -> None:
        match = self.match
        waits = match.waits
        musts = [wait for wait in waits if wait.must]
        if not musts:
            self.broken("no_dead_end", "nobody must do anything, and the match is not over")
        open_votes = [wait for wait in waits if wait.key.startswith(votes.PREFIX)]
        if open_votes and self.dice.roll(2)[0] == 1:
            return self.vote(self.dice.draw(open_votes, 1)[0])
        if match.n >= self.leave_at:
            self.leave_at = LIMIT
            return self.must(self.player(self.dice.draw(waits, 1)[0].seat), Leave())
        if self.now_and_then(musts):
            return None
        others = [wait for wait in waits if not wait.must and wait not in open_votes]
        ask = self.dice.draw(others if others and self.dice.roll(6)[0] == 1 else musts, 1)[0]
        return self.answer(ask)

    def now_and_then(self, musts: list[Wait]) -> bool:
        """Something rarer than an answer; whether it was done."""
        roll = self.dice.roll(1000)[0]
        seats = self.match.table.still_in
        if roll <= TAKEN_BACK:
            able = [seat for seat in seats if undoable(self.match, seat).commits]
            if able:
                self.must(self.player(self.dice.draw(able, 1)[0]), Undo())
            return bool(able)
        roll -= TAKEN_BACK
        if roll <= LAPSED:
            self.must("", Default(self.dice.draw(musts, 1)[0].id), "lapse:default")
            return True
        roll -= LAPSED
        if roll <= CONSENT + CANCEL:
            what = "undo" if roll <= CONSENT else "cancel"
            return self.may(self.player(self.dice.draw(seats, 1)[0]), Propose(what))
        return False

    def may(self, player: str, command: Command) -> bool:
        """Carry out a command that may be refused; whether it was done."""
        try:
            self.send(player, command)
        except Refused:
            return False
        return True

    def vote(self, wait: Wait) -> None:
        on = wait.key.removeprefix(votes.PREFIX)
        what = votes.find(self.match.table, on).what
        yes = self.dice.roll(4)[0] > (1 if what == "undo" else 3)
        if self.dice.roll(2)[0] == 1:
            self.must(self.player(wait.seat), Vote(on, yes))
        else:
            self.must(self.player(wait.seat), Answer(wait.id, Typed("yes" if yes else "no")))

    def answer(self, wait: Wait) -> None:
        match, ask = self.match, ask_of(wait)
        asked = choice(self.games, match, ask)
        prompt = robots.Asked(ask, asked, default(self.games, match, ask))
        reply = self.robots[wait.seat](self.game, match.view(wait.seat), prompt, self.dice)
        then: tuple[SentReply, ...] = ()
        if self.dice.roll(CHAINED)[0] == 1:
            then = tuple(self.sent(each) for each in following(self.game, match.game, ask, reply, self.dice))
            if self.dice.roll(8)[0] == 1 and self.may(
                self.player(wait.seat), Answer(wait.id, self.sent(reply), (*then, Typed("no such thing")))
            ):
                return
        self.must(self.player(wait.seat), Answer(wait.id, self.sent(reply), then))

    def sent(self, reply: Reply) -> SentReply:
        """The reply, sometimes as a person would type it."""
        typed = spell(reply)
        if len(typed) < SPELLED and self.dice.roll(TYPED)[0] == 1:
            return Typed(typed, self.dice.draw(LANGUAGES, 1)[0])
        return reply


def play(games: Games, game: Game, table: TableSpec, seed: int, watch: Watch | None) -> Played:
    """Play the match of this seed to its end, or to the first broken law."""
    run = _Run(games, game, table, seed, watch)
    try:
        run.open()
        while run.match.table.status == "running":
            if run.match.n >= LIMIT:
                run.broken("termination", f"the match is not over after {LIMIT} commits")
            run.step()
    except Broken:
        pass
    except Exception as error:  # noqa: BLE001 - whatever a game raises is a finding
        frame = traceback.extract_tb(error.__traceback__)[-1]
        detail = f"{type(error).__name__}: {error} ({Path(frame.filename).name}:{frame.lineno})"
        run.violations.append(Violation("crash", seed, run.match.n + 1, detail))
    return Played(
        game=game.record.id,
        seed=seed,
        table=table,
        match=run.match,
        commits=run.commits,
        secret=run.secret,
        events=run.events,
        questions=run.questions,
        violations=run.violations,
        hidden=dict(watch.memory.hidden) if watch is not None else {},
    )

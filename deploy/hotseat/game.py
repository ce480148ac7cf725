"""The game at the terminal: whoever is asked is shown the position and writes an answer; robots answer at once."""

from __future__ import annotations

import secrets
from enum import Enum
from typing import Final

from deploy.hotseat.saved import Saved
from deploy.hotseat.screen import BOLD, DIM, WARM, Screen, question, word
from deploy.hotseat.serving import Serving
from events.choices import Form, Pick, SentReply, Typed
from events.commands import Answer, Command, Leave, Propose, Undo
from events.commit import Wait
from events.match import Match
from events.record import ranked
from events.table.tell import nobody_won
from events.texts import Text, speaker
from events.typed import split
from projections.timelines import lines as told_lines
from services import registry
from services.aggregate.envelope import Accepted, Outcome, Rejected
from services.dice import Seeded
from services.robots import ROBOTS, Asked
from services.table.decide import ask_of, choice, default
from services.table.undo import by_consent
from services.web.games import title

PATIENCE: Final = 30.0
VOTE: Final = "table/vote/"
WORDS: Final = frozenset({"help", "?", "board", "score", "history", "undo", "default", "leave", "cancel", "quit"})


class End(Enum):
    """How a sitting ends."""

    OVER = "over"
    SAVED = "saved"


class Sitting:
    """One sitting at the terminal over one match."""

    def __init__(self, serving: Serving, saved: Saved, screen: Screen) -> None:
        self._serving = serving
        self._saved = saved
        self._screen = screen
        self._games = registry.load()
        self._say = speaker(saved.lang, saved.names)
        self._dice = Seeded(saved.seed if saved.seed is not None else secrets.token_hex(8))
        self._humans = [seat for seat in range(len(saved.players)) if seat not in saved.robots]
        self._known = dict.fromkeys(range(len(saved.players)), 0)
        self._at_keyboard: int | None = None
        self._shown = set[str]()

    async def play(self) -> End:
        """Play until the match is over or whoever is at the keyboard has enough."""
        while True:
            match = await self._match()
            if match.table.status in ("ended", "void"):
                await self._result(match)
                return End.OVER
            wait = self._next(match)
            if wait.seat in self._saved.robots:
                await self._robot(match, wait)
            elif not await self._human(match, wait):
                return End.SAVED

    async def _match(self) -> Match:
        return await self._serving.matches.now(self._saved.match)

    def _next(self, match: Match) -> Wait:
        """Votes first, for play goes on with what they decide; then the one at the keyboard, then by seat."""
        votes = [wait for wait in match.waits if wait.key.startswith(VOTE)]
        if votes:
            return votes[0]
        musts = sorted((wait for wait in match.waits if wait.must), key=lambda wait: wait.seat)
        own = [wait for wait in musts if wait.seat == self._at_keyboard]
        return (own or musts)[0]

    async def _robot(self, match: Match, wait: Wait) -> None:
        ask = ask_of(wait)
        asked = Asked(ask, choice(self._games, match, ask), default(self._games, match, ask))
        game = self._games[match.table.game]
        reply = ROBOTS[self._saved.kind](game, match.view(wait.seat), asked, self._dice)
        outcome = await self._send(wait.seat, Answer(wait.id, reply))
        assert isinstance(outcome, Accepted), outcome

    async def _human(self, match: Match, wait: Wait) -> bool:
        """Let the seat answer; False if the game is put away."""
        if not await self._hand_over(wait.seat):
            return False
        if not wait.key.startswith(VOTE):
            self._board(match, wait.seat)
        await self._news(wait.seat)
        waits = [wait, *(other for other in match.waits if other.seat == wait.seat and other.id != wait.id)]
        self._questions(match, waits)
        while True:
            line = await self._screen.ask(f"{self._name(wait.seat)}>")
            if line is None or line.strip().lower().lstrip("/") in ("quit", "q"):
                return False
            if not line.strip():
                continue
            if await self._do(match, waits, line.strip()):
                return True

    async def _hand_over(self, seat: int) -> bool:
        """When the keyboard goes to somebody else, nothing of before stays on the screen."""
        if seat == self._at_keyboard:
            return True
        if len(self._humans) > 1:
            self._screen.clear()
            self._screen.rule()
            if await self._screen.ask(self._word("hand_over", who=self._name(seat))) is None:
                return False
            self._screen.clear()
        self._at_keyboard = seat
        return True

    async def _news(self, seat: int) -> None:
        """What happened since this seat last looked."""
        commits = await self._serving.matches.commits(self._saved.match, self._known[seat])
        match = await self._match()
        told = [(commit.n, text) for commit in commits for text in told_lines(match, commit, seat)]
        if told:
            self._screen.rule(self._word("since"))
        for n, text in told:
            self._screen.line(f"{n:>4}  {self._say(text)}")
        if commits:
            self._known[seat] = commits[-1].n

    def _board(self, match: Match, seat: int) -> None:
        self._screen.rule(self._say(title(match.table.game)))
        self._screen.lines([self._say(line) for line in match.record.board(match.view(seat))])

    def _questions(self, match: Match, waits: list[Wait], *, whole: bool = False) -> None:
        """What is asked; what may be answered besides, and stood there before, in one line unless all is wanted."""
        for place, wait in enumerate(waits, 1):
            asked = choice(self._games, match, ask_of(wait))
            self._screen.rule()
            head = self._say(asked.ask)
            brief = place > 1 and wait.id in self._shown and not whole
            if place > 1:
                head = self._word("may_brief" if brief else "may", place=place, ask=head)
            self._screen.line(head, WARM if wait.must else BOLD)
            self._screen.lines([] if brief else list(question(asked, self._say)))
            self._shown.add(wait.id)
        first = choice(self._games, match, ask_of(waits[0]))
        self._screen.line(self._word("hint" if isinstance(first, Pick) else "hint_help"), DIM)

    async def _do(self, match: Match, waits: list[Wait], line: str) -> bool:
        """Do what was written; True if the position may have changed."""
        seat = waits[0].seat
        bare = line.removeprefix("/").lower()
        if bare in WORDS and (line.startswith("/") or not self._is_option(match, waits[0], bare)):
            return await self._word_of_command(match, waits, bare)
        wait, rest = waits[0], line
        number, _, others = line.removeprefix("/").partition(" ")
        if line.startswith("/") and number.isascii() and number.isdigit() and 1 <= int(number[:4]) <= len(waits):
            wait, rest = waits[int(number) - 1], others
        replies: list[SentReply] = [Typed(part, self._saved.lang) for part in split(rest)]
        if not replies:
            return False
        return self._came_to(await self._send(seat, Answer(wait.id, replies[0], tuple(replies[1:]))))

    def _is_option(self, match: Match, wait: Wait, text: str) -> bool:
        """Whether a word that is a command is also an answer; then the command wants its slash."""
        asked = choice(self._games, match, ask_of(wait))
        picks = [asked] if isinstance(asked, Pick) else []
        picks += [field.choice for field in asked.fields] if isinstance(asked, Form) else []
        return any(
            text in (option.id.lower(), self._say(option.text).lower()) for pick in picks for option in pick.options
        )

    async def _word_of_command(self, match: Match, waits: list[Wait], text: str) -> bool:
        seat = waits[0].seat
        match text:
            case "board":
                self._board(match, seat)
                self._questions(match, waits, whole=True)
            case "score":
                self._score(match, seat)
            case "history":
                await self._history(seat)
            case "undo":
                return await self._undo(match, seat)
            case "default":
                reply = default(self._games, match, ask_of(waits[0]))
                return reply is not None and self._came_to(await self._send(seat, Answer(waits[0].id, reply)))
            case "leave":
                sure = await self._screen.ask(self._word("sure"))
                if (sure or "").strip().lower() in ("yes", "y", "是"):
                    return self._came_to(await self._send(seat, Leave()))
            case "cancel":
                return self._came_to(await self._send(seat, Propose("cancel")))
            case _:
                self._screen.lines(self._word("help").split("\n"))
        return False

    async def _undo(self, match: Match, seat: int) -> bool:
        """Take back the latest move of whoever sits here; where that needs the others, ask them."""
        moved = [
            step.by for step in match.steps if step.by in self._humans and match.table.seats[step.by].state == "in"
        ]
        last = moved[-1] if moved else seat
        assert last is not None
        outcome = await self._send(last, Undo())
        if not isinstance(outcome, Rejected):
            return True
        if outcome.code != "not_undoable" or isinstance(by_consent(match, last), Text):
            return self._came_to(outcome)
        if len(match.table.still_in) == 1:
            return self._came_to(await self._send(last, Propose("undo")))
        self._screen.line(self._say(outcome.text), WARM)
        outcome = await self._send(last, Propose("undo"))
        if isinstance(outcome, Accepted):
            self._screen.line(self._word("asked_others"))
            return True
        return self._came_to(outcome)

    def _score(self, match: Match, seat: int) -> None:
        self._screen.rule(self._word("score"))
        sheets = match.record.score(match.view(seat))
        placed = ranked(sheets)
        for sheet in sheets:
            total = "–" if sheet.total is None else sheet.total
            place = f"{sheet.place}. " if placed and sheet.place is not None else ""
            self._screen.line(place + self._word("total", who=self._name(sheet.seat), total=total), BOLD)
            for line in sheet.lines:
                points = "" if line.points is None else str(line.points)
                self._screen.line(f"  {points:>4}  {self._say(line.text)}")

    async def _history(self, seat: int) -> None:
        match = await self._match()
        for commit in await self._serving.matches.commits(self._saved.match):
            mark = "×" if commit.n in match.table.struck else " "
            for text in told_lines(match, commit, seat):
                self._screen.line(f"{commit.n:>4}{mark} {self._say(text)}")

    def _came_to(self, outcome: Outcome) -> bool:
        match outcome:
            case Accepted():
                if outcome.unused:
                    self._screen.line(self._word("unused", n=outcome.unused), WARM)
                return True
            case Rejected():
                self._screen.line(self._say(outcome.text), WARM)
                return outcome.code in ("stale_prompt", "over")
            case _:
                self._screen.line(self._word("waits"), WARM)
                return True

    async def _result(self, match: Match) -> None:
        for seat in self._humans[:1] if len(self._humans) == 1 else self._humans[-1:]:
            await self._news(seat)
        if match.game is None or match.table.places is None:
            self._screen.line(self._word("cancelled"), BOLD)
            return
        self._board(match, self._humans[0] if self._humans else 0)
        self._score(match, self._humans[0] if self._humans else 0)
        self._screen.rule()
        sheets = match.record.score(match.view(None))
        winners = tuple(Text("seat", {"seat": sheet.seat}) for sheet in sheets if sheet.won)
        told = Text("play.won", {"who": winners}) if winners else nobody_won(match.table.places)
        self._screen.line(self._say(told), BOLD)

    async def _send(self, seat: int, command: Command) -> Outcome:
        key = secrets.token_hex(12)
        player = self._saved.players[seat]
        cause = "robot" if seat in self._saved.robots else "player"
        gateway = self._serving.gateway
        return await gateway.send(self._saved.match, player, key, command, cause=cause, patience=PATIENCE)

    def _name(self, seat: int) -> str:
        return self._say(Text("seat", {"seat": seat}))

    def _word(self, key: str, **args: Text | int | str) -> str:
        return word(self._say, key, **args)

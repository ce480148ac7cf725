"""Given a game, when a seat answers, then these events: the words tests of rules and tables are written in.

    given("gauntlet", begun(GAUNTLET, seats=2))
    .asks(0, "seal")
    .answers(0, "seal", {"keep": "fox1", "bid": "high"})
    .then(Sealed(0, "fox1", "high"))

`given` plays on a game's state alone, with the chance the test writes down; `sitting` plays a whole
match at a table, commands in and commits out, as the worker does it. Questions are named by their
key up to the first slash; a test ends by stating what is asked now.
"""

from typing import Any, Self

from events.choices import (
    Choice,
    Counted,
    Filled,
    Form,
    Laid,
    Lay,
    Number,
    Pick,
    Picked,
    Reply,
    SentReply,
    Share,
    Shared,
    replies,
)
from events.commands import Answer, Command, Default, Join, Leave, Open, Propose, Start, Undo, Vote
from events.commit import AnyCommit, Wait
from events.match import Match, fold
from events.record import fold as fold_game
from services import referee as rules
from services import registry
from services.dice import Scripted, Seeded
from services.referee import Ask, Game, Luck, Refused, SetUp
from services.table.decide import Sender, decide, match_luck, seal
from services.table.decide import choice as choice_of

SECRET = bytes(range(32))


def begun(game: Game, seats: int = 2, luck: Luck | None = None, **options: Any) -> Any:
    """The state after setting up with these options and seeded chance."""
    record = game.record
    command = SetUp(record.options(**options), tuple(record.seat_options() for _ in range(seats)))
    return fold_game(record, record.start, game.referee.decide(record.start, command, luck or Seeded(7)))


def reply_of(choice: Choice, given: tuple[Any, ...]) -> Reply:
    """A reply written briefly: ids for a Pick, a number, three words for a Lay, a dict for a Share or a Form."""
    match choice:
        case Pick():
            return Picked(tuple(given))
        case Number():
            return Counted(given[0])
        case Share():
            return Shared(given[0])
        case Lay():
            return Laid(*given)
        case Form():
            parts = {name: (ids,) if isinstance(ids, str) else tuple(ids) for name, ids in given[0].items()}
            return Filled({name: Picked(ids) for name, ids in parts.items()})


class Given:
    """A position to act on; every step checks what is said and goes on from there."""

    def __init__(self, game: Game, state: Any) -> None:
        self.game = game
        self.state = state
        self.events: list[Any] = []
        self.unused = 0
        self._chance: list[Any] = []

    def drawing(self, *items: Any) -> Self:
        """What the next step will draw, in order; chance not written down must not be used."""
        self._chance += items
        return self

    def _ask(self, seat: int, key: str) -> Ask:
        found = [ask for ask in self.game.referee.pending(self.state) if ask.seat == seat]
        for ask in found:
            if ask.key.partition("/")[0] == key or ask.key == key:
                return ask
        raise AssertionError(f"seat {seat} is asked {[ask.key for ask in found]}, not {key}")

    def answers(self, seat: int, key: str, *given: Any, then: tuple[SentReply, ...] = ()) -> Self:
        """The seat answers this question, and those that follow with `then`."""
        ask = self._ask(seat, key)
        reply = reply_of(self.game.referee.choice(self.state, ask), given)
        luck = Scripted(*self._chance)
        step = rules.answer(self.game, self.state, ask, reply, then, luck)
        assert luck.used() == len(self._chance), f"only {luck.used()} of {self._chance} were drawn"
        self._chance = []
        self.events, self.unused = list(step.events), step.unused
        self.state = fold_game(self.game.record, self.state, step.events)
        return self

    def is_silent(self, seat: int, key: str) -> Self:
        """The seat says nothing, and what silence says is done."""
        ask = self._ask(seat, key)
        step = rules.answer(
            self.game, self.state, ask, self.game.referee.default(self.state, ask), (), Scripted(*self._chance)
        )
        self._chance = []
        self.events = list(step.events)
        self.state = fold_game(self.game.record, self.state, step.events)
        return self

    def leaves(self, seat: int) -> Self:
        """The seat resigns."""
        self.events = list(self.game.referee.decide(self.state, rules.Leave(seat), Scripted(*self._chance)))
        self._chance = []
        self.state = fold_game(self.game.record, self.state, self.events)
        return self

    def refuses(self, seat: int, key: str, *given: Any, code: str = "not_an_answer") -> Self:
        """This answer is refused with this code, without drawing."""
        ask = self._ask(seat, key)
        reply = reply_of(self.game.referee.choice(self.state, ask), given)
        try:
            rules.answer(self.game, self.state, ask, reply, (), Scripted())
        except Refused as refused:
            assert refused.code == code, refused.code
            return self
        raise AssertionError(f"{reply} was not refused")

    def then(self, *events: Any) -> Self:
        """The events of the last step hold these, in this order."""
        rest = iter(self.events)
        for event in events:
            assert any(event == other for other in rest), f"{event} not in this order in {self.events}"
        return self

    def asks(self, seat: int, key: str, *ids: str) -> Self:
        """The seat must answer this now; with `ids` these are the options."""
        ask = self._ask(seat, key)
        assert ask.must, f"{ask.key} is no must"
        return self._offering(ask, ids)

    def offers(self, seat: int, key: str, *ids: str) -> Self:
        """The seat may answer this now; with `ids` these are the options."""
        ask = self._ask(seat, key)
        assert not ask.must, f"{ask.key} is a must"
        return self._offering(ask, ids)

    def _offering(self, ask: Ask, ids: tuple[str, ...]) -> Self:
        choice = self.game.referee.choice(self.state, ask)
        if ids:
            assert isinstance(choice, Pick), choice
            assert tuple(option.id for option in choice.options) == ids
        return self

    def asks_only(self, *seats: int) -> Self:
        """These seats, and no others, must answer something."""
        asked = tuple(ask.seat for ask in self.game.referee.pending(self.state) if ask.must)
        assert asked == seats, f"seats {asked} are asked"
        return self


def given(game: Game | str, state: Any, *events: Any) -> Given:
    """A game's state, and events that have happened since."""
    found = registry.game(game) if isinstance(game, str) else game
    return Given(found, fold_game(found.record, state, events))


class Sitting:
    """A match at a table with its bytes; seats belong to players p0, p1 ..."""

    def __init__(self, secret: bytes = SECRET) -> None:
        self.games = registry.load()
        self.secret = secret
        self.match = Match()
        self.blobs: list[bytes] = []
        self.commits: list[AnyCommit] = []
        self.unused = 0

    def send(self, player: str, command: Command, cause: str = "player") -> Self:
        """One command; the commit it leads to is kept."""
        decision = decide(
            self.games, self.match, command, Sender(player, cause), self.secret, match_luck(self.match, self.secret)
        )
        commit, data, self.match = seal(
            self.games,
            self.match,
            decision,
            match_id="m",
            at="2030-01-01T00:00:00.000Z",
            cause=cause,
            command_id=f"{player}:{len(self.blobs)}",
            secret=self.secret,
            history=lambda: self.commits,
        )
        self.blobs.append(data)
        self.commits.append(commit)
        self.unused = decision.unused
        return self

    def refuses(self, player: str, command: Command, code: str) -> Self:
        """The command is refused with this code and changes nothing."""
        before = self.match
        try:
            self.send(player, command)
        except Refused as refused:
            assert refused.code == code, refused.code
            assert self.match is before
            return self
        raise AssertionError(f"{command} was not refused")

    def wait(self, seat: int, key: str) -> Wait:
        """What this seat is asked under this key."""
        found = [wait for wait in self.match.waits if wait.seat == seat]
        for wait in found:
            if wait.key.partition("/")[0] == key:
                return wait
        raise AssertionError(f"seat {seat} is asked {[wait.key for wait in found]}, not {key}")

    def answers(self, seat: int, key: str, *given: Any, then: tuple[SentReply, ...] = ()) -> Self:
        """The seat answers this question."""
        wait = self.wait(seat, key)
        reply = reply_of(choice_of(self.games, self.match, Ask(wait.seat, wait.key, wait.must)), given)
        return self.send(f"p{seat}", Answer(wait.id, reply, then))

    def answers_anything(self, seat: int, key: str) -> Self:
        """The seat gives the first legal answer."""
        wait = self.wait(seat, key)
        choice = choice_of(self.games, self.match, Ask(wait.seat, wait.key, wait.must))
        return self.send(f"p{seat}", Answer(wait.id, next(replies(choice))))

    def is_silent(self, seat: int, key: str) -> Self:
        """The clock says what silence says."""
        return self.send("", Default(self.wait(seat, key).id), "lapse:default")

    def undoes(self, seat: int) -> Self:
        """The seat takes back its latest move."""
        return self.send(f"p{seat}", Undo())

    def leaves(self, seat: int) -> Self:
        """The seat leaves."""
        return self.send(f"p{seat}", Leave())

    def proposes(self, seat: int, what: str) -> Self:
        """The seat asks the others."""
        return self.send(f"p{seat}", Propose(what))

    def votes(self, seat: int, on: int, yes: bool = True) -> Self:
        """The seat answers the proposal of this commit."""
        return self.send(f"p{seat}", Vote(str(on), yes))

    def then(self, *events: Any) -> Self:
        """The last commit holds these events, in this order."""
        rest = iter(self.commits[-1].events)
        for event in events:
            assert any(event == other for other in rest), f"{event} not in this order in {self.commits[-1].events}"
        return self

    def asks(self, *waits: tuple[int, str]) -> Self:
        """These seats must answer questions of these keys, and no others."""
        asked = [(wait.seat, wait.key.partition("/")[0]) for wait in self.match.waits if wait.must]
        assert asked == list(waits), asked
        return self

    def folds(self) -> Self:
        """Folding the bytes from the first gives the same match."""
        assert fold(self.blobs) == self.match
        return self


def opened(game: str = "gauntlet", seats: int = 2, invite: bool = False, **options: Any) -> Sitting:
    """A table just opened by p0."""
    return Sitting().send("p0", Open(game, options, seats, invite))


def sitting(game: str = "gauntlet", seats: int = 2, **options: Any) -> Sitting:
    """A match just begun, seats taken in order."""
    table = opened(game, seats, **options)
    for seat in range(seats):
        table.send(f"p{seat}", Join(entropy=f"e{seat}"))
    return table.send("p0", Start())

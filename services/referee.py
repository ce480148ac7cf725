"""The referee's half of the contract of a game, and what is common to all referees. Pure, below the games.

A referee is a package of pure functions gathered in a `Referee`: who is asked (`pending`), what
(`choice`), what a reply means (`command`), what happens then (`decide`), what silence says (`default`).
Whether and how a command is refused never depends on chance or on what is hidden from its sender:
`decide` refuses before it draws.
"""

from collections.abc import Callable, Sequence
from typing import Any, Protocol

import msgspec

from events.choices import Choice, Reply, SentReply, Share, Typed, accepts, tidy
from events.commit import Wait
from events.hidden import shown
from events.record import Chance, Record, fold
from events.texts import Text, speaker
from events.typed import Unreadable, parse, spell


class Refused(Exception):
    """A command that is not carried out: a stable code and a text. Nothing has changed."""

    def __init__(self, code: str, text: Text | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.text = text or Text(f"table.refused.{code}")


class Luck(Protocol):
    """The chance of a match: one stream for the table and one for each seat."""

    @property
    def table(self) -> Chance:
        """What all share: decks, common dice."""
        ...

    def seat(self, seat: int) -> Chance:
        """A seat's own bags and dice; the order in which seats act changes nothing."""
        ...

    def used(self) -> int:
        """How many draws were made so far, all streams together; grows by each."""
        ...


class Ask(msgspec.Struct, frozen=True):
    """A seat is asked something. `key` names the decision, holds nothing hidden and differs for each decision.

    `must`: the match waits for it; at most one a seat.
    """

    seat: int
    key: str
    must: bool = True


class SetUp(msgspec.Struct, frozen=True):
    """Decided by every referee: begin with these options. `seat_options` by seat; their number is the players'."""

    options: Any
    seat_options: tuple[Any, ...]


class Leave(msgspec.Struct, frozen=True):
    """Decided by every referee: what happens to the game when this seat resigns."""

    seat: int


class Given(msgspec.Struct, frozen=True):
    """What a seat answered a question with before, and may still change. `more`: what it answered after that.

    `leads_on`: the same answer again leads to further questions, so that it may mean something.
    """

    reply: Reply
    more: tuple[Text, ...] = ()
    leads_on: bool = False


def never_given(_state: Any, _ask: Ask) -> Given | None:
    """For games whose answers stand at once."""
    return None


class Referee(msgspec.Struct, frozen=True, kw_only=True):
    """The functions of a game's referee."""

    pending: Callable[[Any], tuple[Ask, ...]]
    """(state) -> who is asked. Cheap: called after every commit."""
    choice: Callable[[Any, Ask], Choice]
    """(state, ask) -> the question with its options."""
    command: Callable[[Any, Ask, Reply], Any]
    """(state, ask, reply) -> the game's own command."""
    decide: Callable[[Any, Any, Luck], Sequence[Any]]
    """(state, command, luck) -> events, or `Refused`."""
    default: Callable[[Any, Ask], Reply]
    """(state, ask) -> what silence says."""
    worth: Callable[[Any, int], float]
    """(view, seat) -> how good a position looks to a robot."""
    given: Callable[[Any, Ask], Given | None] = never_given
    """(state, ask) -> how the seat has answered this already, where it may still change that."""


class Game(msgspec.Struct, frozen=True):
    """Both halves of a game."""

    record: Record
    referee: Referee


def number(
    asks: Sequence[Ask],
    before: Sequence[Wait],
    n: int,
    answered: frozenset[tuple[int, str]] = frozenset(),
    took_back: frozenset[int] = frozenset(),
) -> tuple[Wait, ...]:
    """The waits of commit `n` from who is asked after it.

    A wait keeps its id exactly if the previous commit's waits (`before`) hold the same seat and key and
    this commit neither answered it (`answered`: seat and key) nor took back a commit of that seat
    (`took_back`); otherwise it gets the id `<n>.<place>`.
    """
    standing = {
        (wait.seat, wait.key): wait
        for wait in before
        if (wait.seat, wait.key) not in answered and wait.seat not in took_back
    }
    turn_since = {wait.seat: wait.since for wait in before if wait.must}
    waits: list[Wait] = []
    for place, ask in enumerate(asks):
        old = standing.get((ask.seat, ask.key))
        if old is not None and old.must == ask.must:
            waits.append(old)
            continue
        name = f"{n}.{place}" if old is None else old.id
        since = turn_since.get(ask.seat, n) if ask.must else n
        waits.append(Wait(seat=ask.seat, id=name, key=ask.key, must=ask.must, since=since))
    return tuple(waits)


class Step(msgspec.Struct, frozen=True):
    """What an answer led to: the events, the replies as they were read, how many were not used, and the
    keys of the seat's questions that were answered (by a reply or by a share's default)."""

    events: tuple[Any, ...]
    reply: Reply
    then: tuple[Reply, ...]
    unused: int
    answered: frozenset[str]


def answer(game: Game, state: Any, ask: Ask, reply: SentReply, then: Sequence[SentReply], luck: Luck) -> Step:
    """Decide an answer and those that follow it for the same seat.

    After each step the seat's must question is worked out anew and the next reply is tried on it. A
    reply that does not fit a `Share` lets the share's default be taken and is tried on the next
    question. The loop ends, leaving replies unused, when the seat is asked no more, the game is over,
    or a step used chance or showed the seat something new. Refused whole if a reply fits nowhere.
    """
    events: list[Any] = []
    read: list[Reply] = []
    waiting: list[SentReply] = [reply, *then]
    answered: set[str] = set()
    asked: Ask | None = ask
    while waiting and asked is not None:
        choice = game.referee.choice(state, asked)
        fitting = read_reply(choice, waiting[0])
        if isinstance(fitting, Text):
            if not isinstance(choice, Share) or not read:
                raise _misfit(waiting[0], len(read), fitting)
            given = game.referee.default(state, asked)
        else:
            given = fitting
            read.append(given)
            waiting.pop(0)
        answered.add(asked.key)
        before = luck.used()
        now = tuple(game.referee.decide(state, game.referee.command(state, asked, given), luck))
        state = fold(game.record, state, now)
        events += now
        if luck.used() != before or any(shows(event, ask.seat) for event in now):
            break
        if game.record.outcome(state) is not None:
            break
        asked = next((other for other in game.referee.pending(state) if other.seat == ask.seat and other.must), None)
    return Step(tuple(events), read[0], tuple(read[1:]), len(waiting), frozenset(answered))


def read_reply(choice: Choice, sent: SentReply) -> Reply | Text:
    """The reply in its one spelling, or a text that says why it does not fit this question."""
    if isinstance(sent, Typed):
        try:
            reply: Reply = parse(choice, sent.text, speaker(sent.lang))
        except Unreadable as error:
            return error.text
    else:
        reply = sent
    if accepts(choice, reply):
        return tidy(choice, reply)
    return Text("table.refused.not_an_answer", {"given": spell(reply)})


def _misfit(sent: SentReply, place: int, why: Text) -> Refused:
    if place == 0:
        return Refused("not_an_answer", why)
    given = sent.text if isinstance(sent, Typed) else spell(sent)
    return Refused("not_an_answer", Text("table.refused.not_an_answer_then", {"place": place, "given": given}))


def shows(event: Any, seat: int) -> bool:
    """Whether an event shows this seat something new: it reveals, or holds something hidden that the seat reads."""
    return bool(event.reveals) or shown(event, seat)

"""One command of a match from sender to commit: the pure middle of worker, fuzzing and verifying.

    decision = decide(games, match, match_id, command, sender, secret, luck)
    commit, after = seal(games, match, decision, ...)

Nothing here knows Redis or the time of day; `Refused` is the only answer that changes nothing.
"""

from collections.abc import Mapping
from typing import Any, Protocol

import msgspec
from msgspec.structs import replace

from events import codec
from events.choices import Choice, Picked, Reply, accepts, tidy
from events.commands import Answer, Command, Default, Join, Leave, Open, Propose, Start, Undo, Vote
from events.commit import AnyCommit, Commit, Wait
from events.match import History, Match, advance
from events.record import fold, winners
from events.table import events as e
from events.texts import Text
from services import referee as rules
from services.luck import MatchLuck, match_key
from services.referee import Ask, Game, Luck, Refused, number, read_reply
from services.table import life, votes
from services.table.undo import undoable

Games = Mapping[str, Game]


class Spending(Luck, Protocol):
    """A match's luck that can say what was drawn."""

    def spent(self) -> dict[str, tuple[int, int]]:
        """By stream the counter before and after."""
        ...


class Sender(msgspec.Struct, frozen=True):
    """Who sends a command and why. `cause`: "player", "robot", "system" or "lapse:<rung>"."""

    player: str
    cause: str = "player"


class Decision(msgspec.Struct, frozen=True):
    """What a command leads to: who acted, the command as it is recorded, events, luck, replies not used,
    and the questions (seat and key) it answered."""

    by: int | None
    command: Command
    events: tuple[Any, ...]
    luck: dict[str, tuple[int, int]]
    unused: int = 0
    answered: frozenset[tuple[int, str]] = frozenset()


def match_luck(match: Match, secret: bytes) -> MatchLuck:
    """The chance of a match whose seats are all taken, from where its last commit left it."""
    entropies = [seat.entropy for seat in match.table.seats]
    return MatchLuck(match_key(secret, match.id, entropies), match.luck)


def pending(games: Games, match: Match) -> tuple[Ask, ...]:
    """Who is asked now, by game and table: the game's questions first."""
    if match.table.status != "running":
        return ()
    still_in = set(match.table.still_in)
    asks = games[match.table.game].referee.pending(match.game)
    return (*[ask for ask in asks if ask.seat in still_in], *votes.pending(match.table))


def ask_of(wait: Wait) -> Ask:
    """The ask behind a wait."""
    return Ask(wait.seat, wait.key, wait.must)


def choice(games: Games, match: Match, ask: Ask) -> Choice:
    """What is asked."""
    if ask.key.startswith(votes.PREFIX):
        return votes.choice(match.table, ask)
    return games[match.table.game].referee.choice(match.game, ask)


def default(games: Games, match: Match, ask: Ask) -> Reply | None:
    """What silence says; None for questions nobody waits for (votes, and all else that is a *may*)."""
    if not ask.must:
        return None
    return games[match.table.game].referee.default(match.game, ask)


def given(games: Games, match: Match, ask: Ask) -> rules.Given | None:
    """How the seat has answered this already and may still change it; None where it has not, or where that does not
    fit the question any more."""
    if ask.must or ask.key.startswith(votes.PREFIX):
        return None
    found = games[match.table.game].referee.given(match.game, ask)
    if found is None:
        return None
    asked = choice(games, match, ask)
    return replace(found, reply=tidy(asked, found.reply)) if accepts(asked, found.reply) else None


def decide(games: Games, match: Match, command: Command, sender: Sender, secret: bytes, luck: Spending) -> Decision:
    """Decide a command on a match, or Refused. `match` is an empty one for `Open` only."""
    if isinstance(command, Open):
        if match.n:
            raise Refused("exists")
        return Decision(None, command, tuple(life.open_table(games, sender.player, command, secret)), {})
    if not match.n:
        raise Refused("no_such_match")
    game = games[match.table.game]
    seat = match.table.seat_of(sender.player)
    if isinstance(command, Join):
        joined = life.join(game.record, match, sender.player, command)
        return Decision(joined[0].seat, command, tuple(joined), {})
    if isinstance(command, Start):
        started = life.start(game, match, sender.player, luck)
        return Decision(seat, command, tuple(started), luck.spent())
    if isinstance(command, Default):
        return _silence(game, match, command, luck)
    if match.table.status in ("ended", "void"):
        raise Refused("over")
    if isinstance(command, Leave):
        return _leave(game, match, sender, seat, luck)
    if seat is None:
        raise Refused("not_seated")
    if match.table.status != "running":
        raise Refused("not_running")
    return _play(game, match, seat, command, luck)


def _play(game: Game, match: Match, seat: int, command: Answer | Undo | Propose | Vote, luck: Spending) -> Decision:
    match command:
        case Answer():
            return _answer(game, match, seat, command, luck)
        case Undo():
            found = undoable(match, seat)
            if not found.commits:
                why = found.stops or Text("table.undo.nothing")
                raise Refused("not_undoable", Text("table.refused.not_undoable", {"why": why}))
            back = e.TakenBack(seat=seat, commits=found.commits[:1])
            return Decision(seat, command, (back, *votes.lapsed(match.table)), {})
        case Propose():
            return Decision(seat, command, tuple(votes.propose(match, seat, command.what)), {})
        case Vote():
            events = votes.vote(match, seat, command.on, command.yes)
            answered = frozenset({(seat, f"{votes.PREFIX}{command.on}")})
            return Decision(seat, command, tuple(events), {}, answered=answered)


def _answer(game: Game, match: Match, seat: int, command: Answer, luck: Spending) -> Decision:
    wait = match.wait(command.prompt)
    if wait is None:
        raise Refused("stale_prompt")
    if wait.seat != seat:
        raise Refused("not_asked")
    ask = ask_of(wait)
    if ask.key.startswith(votes.PREFIX):
        reply = read_reply(votes.choice(match.table, ask), command.reply)
        if isinstance(reply, Text) or not isinstance(reply, Picked):
            raise Refused("not_an_answer", reply if isinstance(reply, Text) else None)
        events = votes.vote(match, seat, ask.key.removeprefix(votes.PREFIX), reply.ids == ("yes",))
        read = Answer(wait.id, reply, command.then)
        return Decision(seat, read, tuple(events), {}, unused=len(command.then), answered=frozenset({(seat, ask.key)}))
    step = rules.answer(game, match.game, ask, command.reply, command.then, luck)
    unused = command.then[len(command.then) - step.unused :] if step.unused else ()
    read = Answer(wait.id, step.reply, (*step.then, *unused))
    events = [*step.events, *votes.lapsed(match.table)]
    return Decision(seat, read, tuple(events), luck.spent(), step.unused, _answered(seat, step))


def _silence(game: Game, match: Match, command: Default, luck: Spending) -> Decision:
    wait = match.wait(command.prompt)
    if match.table.status != "running" or wait is None:
        raise Refused("stale_prompt")
    if not wait.must:
        raise Refused("not_asked")
    ask = ask_of(wait)
    reply = game.referee.default(match.game, ask)
    step = rules.answer(game, match.game, ask, reply, (), luck)
    events = [*step.events, *votes.lapsed(match.table)]
    return Decision(wait.seat, command, tuple(events), luck.spent(), answered=_answered(wait.seat, step))


def _answered(seat: int, step: rules.Step) -> frozenset[tuple[int, str]]:
    return frozenset((seat, key) for key in step.answered)


def _leave(game: Game, match: Match, sender: Sender, seat: int | None, luck: Spending) -> Decision:
    table = match.table
    if table.status == "open":
        if seat is not None:
            return Decision(seat, Leave(), (e.Left(seat=seat),), {})
        if sender.player == table.host:
            return Decision(None, Leave(), (e.Cancelled(),), {})
    if seat is None:
        raise Refused("not_seated")
    played = game.referee.decide(match.game, rules.Leave(seat), luck)
    over = game.record.outcome(fold(game.record, match.game, played)) is not None
    events = (e.Left(seat=seat), *played, *votes.without(table, seat, over=over))
    return Decision(seat, Leave(), events, luck.spent())


def seal(
    games: Games,
    match: Match,
    decision: Decision,
    *,
    match_id: str,
    at: str,
    cause: str,
    command_id: str,
    secret: bytes,
    history: History,
) -> tuple[AnyCommit, bytes, Match]:
    """The commit of a decision, its bytes, and the match after it; adds `Ended` when the game has an outcome."""
    n = match.n + 1
    draft: AnyCommit = Commit(
        match=match_id,
        n=n,
        at=at,
        by=decision.by,
        cause=cause,
        command_id=command_id,
        command=decision.command,
        luck=decision.luck,
        events=decision.events,
        waits=(),
        prev=match.head,
    )
    after = advance(match, draft, "", history)
    last = _ending(after, secret)
    if last:
        events = tuple(event for event in decision.events if not isinstance(event, e.Cancelled))
        draft = replace(draft, events=(*events, *last))
        after = advance(match, draft, "", history)
    took_back = frozenset(
        step.by
        for event in decision.events
        if isinstance(event, e.TakenBack)
        for step in match.steps
        if step.n in event.commits and step.by is not None
    )
    waits = number(pending(games, after), match.waits, n, decision.answered, took_back)
    commit = replace(draft, waits=waits)
    data = codec.encode(commit)
    return commit, data, replace(after, waits=waits, head=codec.digest(data))


def _ending(match: Match, secret: bytes) -> tuple[e.Ended | e.Cancelled, ...]:
    """What ends the match with this commit, with the secret that proves its draws."""
    table = match.table
    if table.status == "void":
        return (e.Cancelled(secret=secret.hex()),)
    if table.status != "running":
        return ()
    outcome = match.record.outcome(match.game)
    if outcome is not None and outcome.places:
        told = None if outcome.winners == winners(outcome.places, None) else outcome.winners
        return (e.Ended(places=outcome.places, reason=outcome.reason, secret=secret.hex(), winners=told),)
    if outcome is not None or not table.still_in:
        return (e.Cancelled(secret=secret.hex()),)
    return ()

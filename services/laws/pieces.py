"""Laws of the pieces: none is lost or doubled, own commits commute, what is taken back leaves no trace."""

from collections.abc import Iterator
from typing import Any

import msgspec

from events.commands import Undo
from events.commit import AnyCommit
from events.match import Match, Step, advance
from events.record import fold, winners
from events.table.events import TableEvent, TakenBack
from services.dice import Seeded
from services.laws.moment import Memory, Moment
from services.referee import Refused
from services.table.again import sender
from services.table.decide import decide, match_luck


def conserves(moment: Moment, memory: Memory, _: Seeded) -> Iterator[str]:
    """The census is the same after every event from SetUp on."""
    if moment.after.game is None:
        return
    record = moment.game.record
    if any(isinstance(event, TakenBack) for event in moment.commit.events):
        counted = [(moment.after.game, "taking back")]
    else:
        counted = []
        state = record.start if moment.before.game is None else moment.before.game
        for event in moment.commit.events:
            if not isinstance(event, TableEvent):
                state = record.evolve(state, event)
                counted.append((state, type(event).__name__))
    for state, what in counted:
        census = dict(record.census(state))
        if memory.census is None:
            memory.census = census
        if census != memory.census:
            wrong = {kind: (memory.census.get(kind), census.get(kind)) for kind in memory.census | census}
            yield f"after {what}: { ({kind: pair for kind, pair in wrong.items() if pair[0] != pair[1]}) }"
            return


def commutes(moment: Moment, memory: Memory, _: Seeded) -> Iterator[str]:
    """This commit and the one before it, if both touched only their own seats' parts, fold alike in either order."""
    last = memory.last
    if last is None or last.before.game is None or moment.after.game is None:
        return
    one, other = _step(moment.after, last.n), _step(moment.after, moment.n)
    if one is None or other is None or not (one.own and other.own) or one.by == other.by:
        return
    record = moment.game.record
    turned = fold(record, last.before.game, _played(moment.commit))
    turned = fold(record, turned, _played(last.commit))
    if turned != moment.after.game:
        yield f"commits {last.n} and {moment.n} are own, but not the same in the other order"


def _step(match: Match, n: int) -> Step | None:
    return next((step for step in reversed(match.steps) if step.n == n), None)


def _played(commit: AnyCommit) -> list[Any]:
    return [event for event in commit.events if not isinstance(event, TableEvent)]


def takes_back(moment: Moment, _: Memory, __: Seeded) -> Iterator[str]:
    """After taking back the game is as if the commits had not been; chance does not run backwards, a seat
    alone takes back nothing that used chance or revealed, and what others did since would be decided alike."""
    struck = {n for event in moment.commit.events if isinstance(event, TakenBack) for n in event.commits}
    if not struck:
        return
    gone = moment.after.table.struck
    game = moment.game.record.start
    for commit in moment.commits:
        if commit.n not in gone:
            game = fold(moment.game.record, game, _played(commit))
    if game != moment.after.game:
        yield f"the game is not as if {sorted(gone)} had not been"
    back = {stream for stream, count in moment.before.luck.items() if moment.after.luck.get(stream, 0) < count}
    if back:
        yield f"chance ran backwards: {sorted(back)}"
    if not isinstance(moment.commit.command, Undo):
        return
    for n in struck:
        commit = moment.commits[n - 1]
        if commit.luck or any(event.reveals for event in _played(commit)):
            yield f"commit {n} used chance or revealed something and was taken back alone"
        if commit.by != moment.commit.by:
            yield f"commit {n} was taken back by another seat"
    yield from _decided_alike(moment, min(struck), gone)


def _decided_alike(moment: Moment, first: int, gone: frozenset[int]) -> Iterator[str]:
    """What was done since the first commit struck is decided the same without it."""
    if all(commit.n in gone or not _played(commit) for commit in moment.commits[first - 1 :]):
        return
    record = moment.game.record
    match, seen = Match(), list[AnyCommit]()
    game: Any = None
    for commit in moment.commits[:-1]:
        if commit.n > first and commit.n not in gone and _played(commit):
            without = msgspec.structs.replace(match, game=game)
            luck = match_luck(match, moment.secret)
            try:
                decision = decide(moment.games, without, commit.command, sender(match, commit), moment.secret, luck)
            except Refused as refused:
                yield f"without {first}, commit {commit.n} would be refused: {refused.code}"
                return
            if _events(decision.events) != _events(commit.events):
                yield f"without {first}, commit {commit.n} would be other events"
                return
        match = advance(match, commit, "", lambda: seen)
        seen.append(commit)
        if match.game is not None and commit.n not in gone:
            game = fold(record, record.start if game is None else game, _played(commit))


def _events(events: tuple[Any, ...]) -> list[Any]:
    return [event for event in events if not isinstance(event, TableEvent)]


def scores(moment: Moment, _: Memory, __: Seeded) -> Iterator[str]:
    """Places stand on the sheets when an outcome has them and only then, one sheet a seat; the places fit."""
    if moment.after.game is None:
        return
    record = moment.game.record
    outcome = record.outcome(moment.after.game)
    sheets = record.score(moment.after.game)
    if [sheet.seat for sheet in sheets] != list(range(len(moment.after.table.seats))):
        yield f"sheets of the seats {[sheet.seat for sheet in sheets]}"
    places = tuple(sheet.place for sheet in sheets)
    if outcome is None:
        if any(place is not None for place in places) or any(sheet.won is not None for sheet in sheets):
            yield f"places {places} before the end"
        return
    won = tuple(sheet.seat for sheet in sheets if sheet.won)
    if won != winners(outcome.places, outcome.winners):
        yield f"sheets say {won} won, the outcome {winners(outcome.places, outcome.winners)}"
    if places != (outcome.places or (None,) * len(sheets)):
        yield f"sheets say {places}, the outcome {outcome.places}"
    proper = tuple(1 + sum(other < place for other in outcome.places) for place in outcome.places)
    if proper != outcome.places:
        yield f"{outcome.places} are no places: equals share one, and it begins at 1"
    if outcome.places and any(sheet.won is None for sheet in sheets):
        yield "a sheet does not say who won"

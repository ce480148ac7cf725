"""A match as folded from its commits: the table's state and the game's, who is asked, and what may be taken back.

`Match` folds `table.*` events with the table's `evolve`, all else with the game's. Commits taken back
keep their numbers, their draws and their table events; only their game events are skipped.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from events import codec, registry
from events.commit import AnyCommit, Wait
from events.hidden import Viewer, redact
from events.record import Record
from events.table.events import Cancelled, Ended, Left, Started, TableEvent, TakenBack
from events.table.evolve import evolve as evolve_table
from events.table.state import Table


class Step(msgspec.Struct, frozen=True):
    """What taking back needs to know of a commit that moved the game."""

    n: int
    by: int | None
    own: bool
    """It touched only the part of the seat that acted."""
    firm: bool
    """It used chance or revealed something, or was no player's answer: its maker alone cannot take it back."""
    wall: bool
    """It started the game or a seat left by it: not even all together can go behind it."""


class Match(msgspec.Struct, frozen=True):
    """The state of a match after commit `n`. `game` is None before the start."""

    id: str = ""
    n: int = 0
    table: Table = Table()
    game: Any = None
    waits: tuple[Wait, ...] = ()
    luck: dict[str, int] = msgspec.field(default_factory=dict)
    head: str = ""
    steps: tuple[Step, ...] = ()

    @property
    def record(self) -> Record:
        """The record of its game; UnknownGame before it is opened."""
        return registry.record(self.table.game)

    def wait(self, prompt: str) -> Wait | None:
        """The wait with this id, if it stands."""
        return next((wait for wait in self.waits if wait.id == prompt), None)

    def view(self, viewer: Viewer) -> Any:
        """The game's state as this viewer may see it; None before the start."""
        return None if self.game is None else self.record.view(self.game, viewer)

    def table_view(self, viewer: Viewer) -> Table:
        """The table as a viewer may see it: no invitation code, no secret before the end."""
        return redact(replace(self.table, code=""), viewer)


class Gap(ValueError):
    """A commit does not follow the one before it."""


History = Callable[[], Iterable[AnyCommit]]
"""The commits of the match from the first on, up to and without the one being folded."""


def advance(match: Match, commit: AnyCommit, head: str, history: History) -> Match:
    """The match after one more commit, whose bytes have this digest; Gap if it does not follow.

    `history` is asked only when the commit takes others back, for the game is then folded anew.
    """
    if commit.n != match.n + 1 or (match.id and commit.match != match.id):
        raise Gap(f"commit {commit.n} of {commit.match} does not follow {match.n} of {match.id or 'a new match'}")
    table, game = match.table, match.game
    took_back = False
    evolve = match.record.evolve if game is not None else None
    for event in commit.events:
        if isinstance(event, TableEvent):
            table = evolve_table(table, event)  # type: ignore[arg-type]  # the union of all table events
            took_back = took_back or isinstance(event, TakenBack)
            if isinstance(event, Started):
                record = registry.record(table.game)
                game, evolve = record.start, record.evolve
        elif evolve is None:
            raise Gap(f"commit {commit.n} of {commit.match} has game events before the start")
        else:
            game = evolve(game, event)
    steps = match.steps
    step = _step(commit)
    if step is not None:
        steps = (*steps, step)
    if took_back:
        steps = tuple(step for step in steps if step.n not in table.struck)
        game = _game_without(table, [*history(), commit])
    return Match(
        id=commit.match,
        n=commit.n,
        table=table,
        game=game,
        waits=commit.waits,
        luck={**match.luck, **{stream: end for stream, (_, end) in commit.luck.items()}} if commit.luck else match.luck,
        head=head,
        steps=steps,
    )


def _step(commit: AnyCommit) -> Step | None:
    played = [event for event in commit.events if not isinstance(event, TableEvent)]
    wall = any(isinstance(event, _WALLS) for event in commit.events)
    if not played and not wall:
        return None
    return Step(
        n=commit.n,
        by=commit.by,
        own=all(event.own and getattr(event, "seat", None) == commit.by for event in played),
        firm=bool(commit.luck) or commit.by is None or any(event.reveals for event in played),
        wall=wall,
    )


_WALLS = (Started, Left, Ended, Cancelled)


def _game_without(table: Table, commits: Sequence[AnyCommit]) -> Any:
    record = registry.record(table.game)
    game = record.start
    for commit in commits:
        if commit.n not in table.struck:
            for event in commit.events:
                if not isinstance(event, TableEvent):
                    game = record.evolve(game, event)
    return game


def fold(blobs: Iterable[bytes]) -> Match:
    """The match from the bytes of its commits in order."""
    match = Match()
    seen: list[AnyCommit] = []
    for blob in blobs:
        commit = codec.decode(blob)
        match = advance(match, commit, codec.digest(blob), lambda: seen)
        seen.append(commit)
    return match

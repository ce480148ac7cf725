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
    """The commits that moved the game and count still, the start first."""

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
    step = None if game is None else _step(commit)
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
    by = commit.by
    own = True
    wall = reveals = False
    moves = 0
    for event in commit.events:
        if isinstance(event, TableEvent):
            wall = wall or isinstance(event, _WALLS)
            continue
        moves += 1
        own = own and event.own and getattr(event, "seat", None) == by
        reveals = reveals or event.reveals
    if not moves and not wall:
        return None
    return Step(n=commit.n, by=by, own=own, firm=bool(commit.luck) or by is None or reveals, wall=wall)


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
    """The match from the bytes of its commits in order; the same as `advance` over each, in one pass."""
    data = b""
    commits: list[AnyCommit] = []
    for data in blobs:
        commits.append(codec.decode(data))
    return fold_commits(commits, codec.digest(data)) if commits else Match()


def fold_commits(commits: Sequence[AnyCommit], head: str) -> Match:
    """The match from its commits, the last of which has this digest. Gap if there is one."""
    table, game = Table(), None
    evolve: Callable[[Any, Any], Any] | None = None
    struck = {n for commit in commits for event in commit.events if isinstance(event, TakenBack) for n in event.commits}
    luck: dict[str, int] = {}
    steps: list[Step] = []
    for n, commit in enumerate(commits, 1):
        if commit.n != n or commit.match != commits[0].match:
            raise Gap(f"commit {commit.n} of {commit.match} stands where {n} of {commits[0].match} should")
        counts = n not in struck
        for event in commit.events:
            if isinstance(event, TableEvent):
                table = evolve_table(table, event)  # type: ignore[arg-type]  # the union of all table events
                if isinstance(event, Started):
                    record = registry.record(table.game)
                    game, evolve = record.start, record.evolve
            elif evolve is None:
                raise Gap(f"commit {n} of {commit.match} has game events before the start")
            elif counts:
                game = evolve(game, event)
        if commit.luck:
            luck.update({stream: end for stream, (_, end) in commit.luck.items()})
        step = _step(commit) if counts and game is not None else None
        if step is not None:
            steps.append(step)
    last = commits[-1]
    return Match(last.match, last.n, table, game, last.waits, luck, head, tuple(steps))

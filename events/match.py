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


class Match(msgspec.Struct, frozen=True, gc=False):
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
    evolve = match.record.evolve if match.game is not None else None
    table, game, _, step, took_back = _apply(match.table, match.game, evolve, commit, counts=True)
    steps = match.steps if step is None else (*match.steps, step)
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


_Evolve = Callable[[Any, Any], Any]


def _apply(
    table: Table, game: Any, evolve: _Evolve | None, commit: AnyCommit, *, counts: bool
) -> tuple[Table, Any, _Evolve | None, Step | None, bool]:
    """Table, game, the game's `evolve` (None before the start), what the commit is to taking back (None: nothing) and
    whether it takes others back. `counts` is False for one that was taken back."""
    by = commit.by
    own, wall, reveals, moves, took_back = True, False, False, False, False
    for event in commit.events:
        if isinstance(event, TableEvent):
            table = evolve_table(table, event)  # type: ignore[arg-type]  # the union of all table events
            wall = wall or isinstance(event, _WALLS)
            took_back = took_back or isinstance(event, TakenBack)
            if isinstance(event, Started):
                record = registry.record(table.game)
                game, evolve = record.start, record.evolve
        elif evolve is None:
            raise Gap(f"commit {commit.n} of {commit.match} has game events before the start")
        elif counts:
            game = evolve(game, event)
            moves = True
            if own and not (event.own and getattr(event, "seat", None) == by):
                own = False
            if event.reveals:
                reveals = True
    step = None
    if counts and (moves or (wall and game is not None)):
        step = Step(n=commit.n, by=by, own=own, firm=bool(commit.luck) or by is None or reveals, wall=wall)
    return table, game, evolve, step, took_back


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
    whole = _fold(commits, head, frozenset())
    if whole is None:
        struck = (event.commits for commit in commits for event in commit.events if isinstance(event, TakenBack))
        whole = _fold(commits, head, frozenset(n for taken in struck for n in taken))
        assert whole is not None
    return whole


def _fold(commits: Sequence[AnyCommit], head: str, struck: frozenset[int]) -> Match | None:
    """The match from its commits without those taken back; None if some are of which `struck` does not know."""
    table, game = Table(), None
    evolve: _Evolve | None = None
    luck: dict[str, int] = {}
    steps: list[Step] = []
    match = commits[0].match
    for n, commit in enumerate(commits, 1):
        if commit.n != n or commit.match != match:
            raise Gap(f"commit {commit.n} of {commit.match} stands where {n} of {match} should")
        table, game, evolve, step, took_back = _apply(table, game, evolve, commit, counts=n not in struck)
        if took_back and not struck:
            return None
        if commit.luck:
            luck.update({stream: end for stream, (_, end) in commit.luck.items()})
        if step is not None:
            steps.append(step)
    last = commits[-1]
    return Match(last.match, last.n, table, game, last.waits, luck, head, tuple(steps))

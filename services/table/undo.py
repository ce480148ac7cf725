"""Taking back: what a seat may take back alone, and what all must agree to."""

import msgspec

from events.match import Match, Step
from events.texts import Text


class Undoable(msgspec.Struct, frozen=True):
    """The commits a seat may take back alone, latest first, and why it stops there (None: at its first move)."""

    commits: tuple[int, ...]
    stops: Text | None


def undoable(match: Match, seat: int) -> Undoable:
    """A seat may take back its latest commits while each used no chance, revealed nothing, and was followed
    by no other seat's commit, or touched only its own part and was followed by commits alone that did
    likewise (a commit that touches more may have been decided on what would be taken back)."""
    if match.table.status != "running":
        return Undoable(
            (), Text("table.undo.over" if match.table.status in ("ended", "void") else "table.undo.not_running")
        )
    found: list[int] = []
    followed = built_on = False
    for step in reversed(_moves(match)):
        if step.by != seat:
            followed = True
            built_on = built_on or step.wall or not step.own
            continue
        if step.wall or step.firm:
            return Undoable(tuple(found), Text("table.undo.wall" if step.wall else "table.undo.revealed"))
        if built_on or (followed and not step.own):
            return Undoable(tuple(found), Text("table.undo.followed"))
        found.append(step.n)
    return Undoable(tuple(found), None if found else Text("table.undo.nothing"))


def _moves(match: Match) -> tuple[Step, ...]:
    """Everything since the start, which is nobody's move."""
    return match.steps[1:]


def by_consent(match: Match, seat: int) -> tuple[int, ...] | Text:
    """The commits that go when all agree to take back the seat's latest one: it and all since. A text if none may."""
    since: list[int] = []
    for step in reversed(_moves(match)):
        if step.wall:
            return Text("table.undo.wall")
        since.append(step.n)
        if step.by == seat:
            return tuple(sorted(since))
    return Text("table.undo.nothing")

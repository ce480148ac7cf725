"""The golden matches of Planet: each variant, each way a match can go, each player count."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from events.commands import Propose, Vote
from tests.records.table import InProcess

SEATS = (2, 3, 4)

VARIANTS: Mapping[str, dict[str, bool]] = {
    "standard": {},
    "beginner": {"beginner": True},
    "mystery": {"mystery": True},
    "beginner-mystery": {"beginner": True, "mystery": True},
}


def resignation(match: InProcess) -> None:
    """The last seat resigns in the second round, in mid-question where it is asked."""
    seats = len(match.players)
    match.moves(seats + 1)
    match.resign(seats - 1)


def undo(match: InProcess) -> None:
    """Twice a seat takes back what it has just done, and does something else."""
    for _ in range(2):
        match.moves(1)
        while match.commits[-1].luck or match.commits[-1].by is None:
            match.moves(1)
        by = match.commits[-1].by
        assert by is not None
        match.undo(by)
        match.moves(2)


def consent(match: InProcess) -> None:
    """All agree to take back a move that others have moved since; later a proposal is declined, and one lapses."""
    match.moves(len(match.players) + 2)
    match.agree(0, "undo")
    match.moves(1)
    match.send(match.players[1], Propose("cancel"))
    match.send(match.players[0], Vote(match.match.table.proposals[-1].on, False))
    by = match.moves(1).commits[-1].by
    assert by is not None
    match.send(match.players[by], Propose("undo"))
    match.moves(1)


def lapse(match: InProcess) -> None:
    """Silence speaks for every seat once, and twice in a row for one."""
    for _ in match.players:
        match.moves(1)
        match.lapse()
    match.lapse()


WAYS: Mapping[str, Callable[[InProcess], None]] = {
    "resignation": resignation,
    "undo": undo,
    "consent": consent,
    "lapse": lapse,
}


def names() -> list[str]:
    """The names of all golden matches of Planet."""
    return [f"{seats}-{kind}" for seats in SEATS for kind in (*VARIANTS, *WAYS)]


def played(name: str) -> InProcess:
    """A golden match, played anew to its end."""
    number, _, kind = name.partition("-")
    match = InProcess("planet", int(number), f"planet-{name}", **VARIANTS.get(kind, {})).begin()
    if kind in WAYS:
        WAYS[kind](match)
    return match.finish()

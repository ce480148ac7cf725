"""A game that is none: one event that adds an amount to an account. What the benchmarks store and fold.

It is loaded by name through `TURNPOST_EXTRA_GAMES=deploy.bench.ledger`, for the codec to know its event.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from events.choices import Choice, Counted, Number, Reply
from events.commands import Answer
from events.commit import Commit, Wait
from events.record import Event, NoOptions, Outcome, Record, ScoreSheet, tagged
from events.registry import TABLE_TEXTS
from events.table.events import Joined, Opened, Started
from events.texts import Say, Text
from services.referee import Ask, Leave, Referee, SetUp

EVENTS_A_COMMIT = 3
NONE: tuple[()] = ()


class Posted(Event, frozen=True, tag=tagged("ledger")):
    """An amount was added to an account of a seat."""

    seat: int
    account: str
    amount: int


class Ledger(msgspec.Struct, frozen=True):
    """Balances by account, and how often anything was added."""

    balances: dict[str, int] = msgspec.field(default_factory=dict)
    posted: int = 0


def evolve(state: Ledger, event: Posted) -> Ledger:
    """The balances after the event."""
    balance = state.balances.get(event.account, 0) + event.amount
    return Ledger({**state.balances, event.account: balance}, state.posted + 1)


def _none(*_: Any) -> Any:
    return None


def _draw(_view: Any, _say: Say) -> str:
    return "<svg xmlns='http://www.w3.org/2000/svg'/>"


def _nobody(_view: Any) -> tuple[ScoreSheet, ...]:
    return NONE


def _outcome(_state: Any) -> Outcome | None:
    return None


def _ask(_state: Any) -> tuple[Ask, ...]:
    return (Ask(0, "amount"),)


def _choice(_state: Any, _ask: Ask) -> Choice:
    return Number(Text("ledger.ask"), 0, 9)


def _decide(_state: Any, amount: int | SetUp | Leave, _luck: Any) -> Sequence[Posted]:
    if not isinstance(amount, int):
        return []
    return [Posted(0, account, amount) for account in ("a", "b", "c")]


def _amount(_state: Any, _ask: Ask, reply: Reply) -> int:
    return reply.number if isinstance(reply, Counted) else 0


def _default(_state: Any, _ask: Ask) -> Reply:
    return Counted(0)


def _worth(_view: Any, _seat: int) -> float:
    return 0.0


RECORD = Record(
    id="ledger",
    rules="ledger/1",
    seats=(1,),
    options=NoOptions,
    events=(Posted,),
    state=Ledger,
    start=Ledger(),
    evolve=evolve,
    imagine=lambda view, _seat, _chance: view,
    outcome=_outcome,
    score=_nobody,
    census=lambda _state: {},
    tell=_none,
    board=lambda _view: NONE,
    draw=_draw,
    texts=Path(TABLE_TEXTS),
)

REFEREE = Referee(pending=_ask, choice=_choice, command=_amount, decide=_decide, default=_default, worth=_worth)


def commit(match: str, n: int, events: Sequence[Event]) -> Commit[Any]:
    """A commit of a player's answer, as large as those of real matches."""
    return Commit(
        match=match,
        n=n,
        at="2026-01-01T12:00:00.000Z",
        by=0,
        cause="player",
        command_id=f"abcdefghijklmnop:{n:022d}",
        command=Answer(f"{n - 1}.0", Counted(n % 9)),
        luck={},
        events=tuple(events),
        waits=(Wait(seat=0, id=f"{n}.0", key=f"amount/{n}", must=True, since=1),),
        prev="0" * 64,
    )


def match(name: str, commits: int, events_a_commit: int = EVENTS_A_COMMIT) -> list[Commit[Any]]:
    """A match of so many commits that move the game, after one that opens, joins and starts it."""
    opening = (
        Opened("ledger", "ledger/1", "host", 1, {}, "0" * 64, False, ""),
        Joined(0, "player", {}, "0" * 32),
        Started("ledger/1", {}, ("player",)),
    )
    moves = [
        commit(name, n, [Posted(0, f"account{(n + k) % 5}", n % 9) for k in range(events_a_commit)])
        for n in range(2, commits + 2)
    ]
    return [commit(name, 1, opening), *moves]

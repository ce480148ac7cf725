"""The golden matches of Train Farm: each way to end, each optional module, each way a match can go, and enough of
them that every card, event and protection comes up."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from events.choices import sample
from events.train_farm.options import EXTRA_MODULES
from services.table.decide import ask_of, default
from tests.records.table import InProcess
from tests.records.train_farm.policy import developer, steady

ALL = list(EXTRA_MODULES)
HOUSE: dict[str, Any] = {
    "rounds": "40",
    "start_set": "preset",
    "reserve_rule": "intake",
    "wall_lifts_durability": True,
    "spent_wall": "lost",
    "full_wall_hit": "suffers",
    "food_debt": False,
    "base_upkeep": 1,
    "forward_source": "pay_with_card",
    "reroll_scope": "move_die",
    "event_role_scope": "all_cards",
    "dismantle": "action",
    "timeout": "skip",
    "modules": ["roles", "tasks"],
}

Way = Callable[[InProcess], None]


def by(policy: Callable[..., Any], wild: int = 0) -> Way:
    """All seats by a script; one answer in `wild` is any legal one, asides and offers among them."""

    def play(match: InProcess) -> None:
        while match.match.table.status == "running":
            if wild and match.dice.roll(wild)[0] == 1:
                waits = match.match.waits
                wait = waits[match.dice.roll(len(waits))[0] - 1]
                match.answer(wait, sample(match.choice(wait), match.dice))
                continue
            wait = match.musts[0]
            view = match.match.view(wait.seat)
            silence = default(match.games, match.match, ask_of(wait))
            match.answer(wait, policy(view, wait, match.choice(wait), silence))

    return play


def watched(match: InProcess) -> None:
    """Two camps hold out, the others take what comes; those that fall roll the aid die whenever they may."""
    while match.match.table.status == "running":
        aid = next((wait for wait in match.match.waits if wait.key.startswith("aid")), None)
        wait = aid or match.musts[0]
        if aid is not None or wait.seat > 1:
            match.answer(wait)
        else:
            silence = default(match.games, match.match, ask_of(wait))
            match.answer(wait, steady(match.match.view(wait.seat), wait, match.choice(wait), silence))


def at_random(match: InProcess) -> None:
    """Any legal answers."""
    match.finish()


def resignation(match: InProcess) -> None:
    """A seat resigns with a card before it, another while sets are chosen."""
    match.move()
    match.resign(2)
    while not any(wait.key.startswith("face") for wait in match.musts):
        match.move()
    match.resign(next(wait.seat for wait in match.musts if wait.key.startswith("face")))
    match.finish()


def undo(match: InProcess) -> None:
    """A sealed set is taken back, and later two actions."""
    first = match.answer(match.musts[0])
    match.undo(first.by or 0)
    for _ in range(2):
        match.moves(3)
        while (
            match.commits[-1].luck or match.commits[-1].by is None or any(e.reveals for e in match.commits[-1].events)
        ):
            match.move()
        match.undo(match.commits[-1].by or 0)
    match.finish()


def consent(match: InProcess) -> None:
    """All agree to take back a move that used chance."""
    match.moves(12)
    match.agree(0, "undo")
    match.finish()


def lapse(match: InProcess) -> None:
    """Silence speaks for everybody in the first rounds, then now and then."""
    for _ in range(12):
        match.lapse()
    while match.match.table.status == "running":
        if match.dice.roll(3)[0] == 1:
            match.lapse()
        else:
            match.move()


MATCHES: Mapping[str, tuple[int, dict[str, Any], Way]] = {
    "2-destroyed": (2, {}, at_random),
    "2-survival": (2, {}, by(steady)),
    "3-ranked": (3, {"survivors": "ranked"}, by(steady)),
    "2-development": (2, {}, by(developer)),
    "3-last-camp": (3, {"last_camp": "wins"}, at_random),
    "3-locomotive": (3, {"modules": ["locomotive"]}, by(steady, 4)),
    "3-roles": (3, {"modules": ["roles"]}, by(steady, 6)),
    "3-tasks": (3, {"modules": ["tasks"]}, by(steady, 6)),
    "3-visitors": (3, {"modules": ["visitors"]}, by(steady, 6)),
    "4-observers": (4, {"modules": ["observers"]}, watched),
    "4-all": (4, {"modules": ALL}, by(steady, 6)),
    "4-all-asked": (4, {"modules": ALL, "reactions": "ask", "rail_shape": "line"}, by(steady, 6)),
    "6-long": (6, {"modules": ["roles", "visitors"], "rounds": "40"}, by(steady, 5)),
    "2-house": (2, HOUSE, by(steady, 8)),
    "3-seat-order": (3, {"action_order": "seat", "start_set": "random"}, by(steady, 8)),
    "3-resignation": (3, {}, resignation),
    "3-undo": (3, {}, undo),
    "3-consent": (3, {}, consent),
    "2-lapse": (2, {}, lapse),
    "2-skip": (2, {"timeout": "skip"}, lapse),
}
SEEDS: Mapping[str, int] = {"2-development": 6, "3-visitors": 9}
"""Which seed shows what the name says, where it is not the first."""


def names() -> list[str]:
    """The names of all golden matches of Train Farm."""
    return list(MATCHES)


def played(name: str) -> InProcess:
    """A golden match, played anew to its end."""
    return play(name, SEEDS.get(name, 1))


def play(name: str, seed: int) -> InProcess:
    """The match of this name with any seed."""
    seats, options, way = MATCHES[name]
    match = InProcess("train_farm", seats, f"train farm {name} {seed}", **options).begin()
    way(match)
    return match

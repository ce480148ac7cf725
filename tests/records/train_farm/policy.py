"""Two players by script for golden matches: one that holds out, one that develops. They look at views alone."""

from __future__ import annotations

from typing import Any

from events.choices import Choice, Counted, Number, Pick, Picked, Reply
from events.commit import Wait
from events.train_farm.camp import FULL, full_level
from events.train_farm.cards import EXPLORATION
from events.train_farm.effects import words
from events.train_farm.start import START
from events.train_farm.state import Camp, State

BASE = ("workshop", "wall", "dormitory")
WALL = ("renew:wall", "upgrade:wall", "new:wall")
MARKETS = {"ENC-022": 27, "HRK-001": 23, "HRK-022": 25}
"""Cards whose risky option trades bolts for food without limit, and from how many bolts on it is worth it."""


def steady(view: State, wait: Wait, choice: Choice, silence: Reply) -> Reply:
    """Keeps the Wall up, builds what it can, takes risks that damage nothing."""
    kind = wait.key.partition("/")[0]
    camp = view.camps[wait.seat]
    if kind == "set" and isinstance(choice, Pick) and choice.least > 1:
        return Picked(BASE)
    if kind == "turn":
        return _build(choice, spare=2, camp=camp) or _explore(choice)
    if kind == "face":
        return _dare(view, wait, choice, {})
    if kind == "keep_visitor" and camp.food > 2 and isinstance(choice, Pick):
        return Picked((choice.options[0].id,))
    return silence


def developer(view: State, wait: Wait, choice: Choice, silence: Reply) -> Reply:
    """As `steady`, but builds everything, then hoards bolts for a trade."""
    kind = wait.key.partition("/")[0]
    camp = view.camps[wait.seat]
    ready = full_level(camp) >= FULL
    if kind == "face" and ready:
        return _dare(view, wait, choice, MARKETS)
    if kind in ("trade", "event") and isinstance(choice, Number):
        enough = camp.food + 2 * choice.most >= START.development.food
        return Counted(choice.most if ready and enough else 0)
    if kind == "turn":
        return _build(choice, spare=0, camp=camp) or _explore(choice)
    return steady(view, wait, choice, silence)


def _build(choice: Choice, spare: int, camp: Camp) -> Reply | None:
    assert isinstance(choice, Pick)
    ids = [option.id for option in choice.regular if "/" not in option.id and not option.id.startswith("move:")]
    for name in WALL:
        if name in ids:
            return Picked((name,))
    builds = [name for name in ids if ":" in name and not name.startswith("dismantle:")]
    return Picked((builds[0],)) if builds and camp.bolts >= 2 + spare else None


def _explore(choice: Choice) -> Reply:
    assert isinstance(choice, Pick)
    return Picked((choice.regular[0].id,))


def _dare(view: State, wait: Wait, choice: Choice, markets: dict[str, int]) -> Reply:
    assert isinstance(choice, Pick)
    ids = [option.id for option in choice.options]
    frame: Any = view.camps[wait.seat].agenda[0]
    card = EXPLORATION.get(view.held(frame.slot).known)
    if card is None or "b" not in ids:
        return Picked((ids[0],))
    if card.id in markets:
        return Picked(("b" if view.camps[wait.seat].bolts >= markets[card.id] else "a",))
    bold = card.risky.target <= 4 and "damage" not in words(card.risky.failure)
    return Picked(("b" if bold else "a",))

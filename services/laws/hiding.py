"""The law of hidden things: what a viewer is sent is the same for every state the viewer cannot tell apart.

For each viewer a twin is imagined from the viewer's own view. Everything the viewer is given of the
twin must be the same bytes as of the true state. The law counts itself: a hidden field that never
differed in any twin of a long run was never put to the test.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from events.choices import sample
from events.codec import state_hash
from events.commands import Answer
from events.hidden import Viewer, hidden_fields, may_read, redact
from services.dice import Seeded
from services.laws.moment import Memory, Moment, attempt, viewers
from services.referee import shows
from services.table.decide import ask_of, choice, default, pending

ENOUGH = 50
"""Matches that must have shown a field before it counts as never varied."""


def leaks_nothing(moment: Moment, memory: Memory, dice: Seeded) -> Iterator[str]:
    """View, score, waits, prompts and visible commits are the same for a state and its twins."""
    if moment.after.game is None:
        return
    for viewer in viewers(moment):
        who = "the spectator" if viewer is None else f"seat {viewer}"
        yield from (f"{who}: {line}" for line in _for_viewer(moment, memory, viewer, dice))
        for event in moment.commit.events:
            if redact(_scrambled(event, viewer), viewer) != redact(event, viewer):
                yield f"{who}: what is shown of {type(event).__name__} depends on what is hidden in it"


def _for_viewer(moment: Moment, memory: Memory, viewer: int | None, dice: Seeded) -> Iterator[str]:
    record, state = moment.game.record, moment.after.game
    view = record.view(state, viewer)
    if state_hash(record.view(view, viewer)) != state_hash(view):
        yield "the view of the view is another"
    twin = record.imagine(view, viewer, dice)
    _count(memory, state, twin, viewer)
    again = record.view(twin, viewer)
    if state_hash(again) != state_hash(view):
        yield f"the view shows what the viewer may not know: {_apart(view, again)}"
        return
    if record.score(again) != record.score(view):
        yield "the score shows what the viewer may not know"
    if record.census(twin) != record.census(state):
        yield "a twin has other pieces"
    if record.outcome(twin) != record.outcome(state):
        yield "the outcome depends on what the viewer may not know"
    if not moment.playing:
        return
    true, other = pending(moment.games, moment.after), pending(moment.games, replace(moment.after, game=twin))
    if true != other:
        yield f"who is asked shows something: {true} or {other}"
    elif viewer is not None:
        yield from _prompts(moment, twin, viewer, dice)


def _prompts(moment: Moment, twin: Any, viewer: int, dice: Seeded) -> Iterator[str]:
    """The viewer's own questions, and what its own answers show it, unless they used chance or revealed."""
    other = replace(moment.after, game=twin)
    for wait in moment.commit.waits:
        if wait.seat != viewer:
            continue
        ask = ask_of(wait)
        asked = choice(moment.games, moment.after, ask)
        if asked != choice(moment.games, other, ask):
            yield f"the options of {wait.key} show something"
            return
        if default(moment.games, moment.after, ask) != default(moment.games, other, ask):
            yield f"the default of {wait.key} shows something"
        answer = Answer(wait.id, sample(asked, dice))
        one = attempt(moment, moment.after.game, viewer, answer, "same")
        two = attempt(moment, twin, viewer, answer, "same")
        if one.decision is None or two.decision is None or one.used or two.used:
            continue
        if any(shows(event, viewer) for event in (*one.decision.events, *two.decision.events)):
            continue
        if redact(one.decision.events, viewer) != redact(two.decision.events, viewer):
            yield f"{answer.reply} to {wait.key} shows something that is not declared to reveal"


def _apart(one: Any, other: Any, path: str = "") -> str:
    """Where two values first differ."""
    if isinstance(one, msgspec.Struct) and type(one) is type(other):
        for name in one.__struct_fields__:
            if getattr(one, name) != getattr(other, name):
                return _apart(getattr(one, name), getattr(other, name), f"{path}.{name}")
    if isinstance(one, tuple) and isinstance(other, tuple) and len(one) == len(other):
        for place, (ours, theirs) in enumerate(zip(one, other, strict=True)):
            if ours != theirs:
                return _apart(ours, theirs, f"{path}[{place}]")
    return f"{path.removeprefix('.')} is {str(one)[:120]} or {str(other)[:120]}"


def _scrambled(value: Any, viewer: Viewer) -> Any:
    """The value with something else in every field the viewer may not read."""
    if isinstance(value, msgspec.Struct):
        secret = () if may_read(value, viewer) else hidden_fields(type(value))
        changes = {
            name: _other(getattr(value, name)) if name in secret else _scrambled(getattr(value, name), viewer)
            for name in value.__struct_fields__
        }
        return replace(value, **changes)
    if isinstance(value, tuple):
        return tuple(_scrambled(item, viewer) for item in value)
    return value


def _other(value: Any) -> Any:
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case str():
            return f"{value}~"
        case tuple():
            return tuple(_other(item) for item in value)
        case msgspec.Struct():
            return replace(value, **{name: _other(getattr(value, name)) for name in value.__struct_fields__})
        case _:
            return value


def _count(memory: Memory, state: Any, twin: Any, viewer: Viewer) -> None:
    """Note for every hidden field with something in it whether the twin has something else there."""
    if isinstance(state, msgspec.Struct):
        secret = () if may_read(state, viewer) else hidden_fields(type(state))
        for name in state.__struct_fields__:
            ours, theirs = getattr(state, name), getattr(twin, name, None)
            if name not in secret:
                _count(memory, ours, theirs, viewer)
            elif ours:
                label = f"{type(state).__name__}.{name}"
                asked, differed = memory.hidden.get(label, (0, 0))
                memory.hidden[label] = (asked + 1, differed + (ours != theirs))
    elif isinstance(state, tuple) and isinstance(twin, tuple):
        for ours, theirs in zip(state, twin, strict=False):
            _count(memory, ours, theirs, viewer)


def never_varied(counted: Mapping[str, tuple[int, int]], matches: int, enough: int = ENOUGH) -> list[str]:
    """The hidden fields that differed in no twin, over so many matches; none if these were too few to say."""
    if matches < enough:
        return []
    return [
        f"{name} was asked for {asked} times and never differed"
        for name, (asked, differed) in sorted(counted.items())
        if asked >= enough and not differed
    ]

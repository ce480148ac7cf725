"""The record's half of the contract of a game: what can happen, what it means, how it looks.

A game is a package of pure functions gathered in a `Record`. No I/O, no clock, no random module.
Events carry results, so `evolve` never computes rules, never refuses and uses no chance.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, Protocol, TypeVar

import msgspec

from events.hidden import Viewer, redact
from events.texts import Say, Text

T = TypeVar("T")


class Chance(Protocol):
    """Chance as an argument: the match's luck, a seeded one, or one written down in a test."""

    def draw(self, bag: Sequence[T], n: int) -> tuple[T, ...]:
        """`n` different items of the bag, in the order drawn; ValueError if it holds fewer.

        The bag is taken in the order given: callers pass it sorted, so that a record can be recomputed.
        """
        ...

    def roll(self, sides: int, n: int = 1) -> tuple[int, ...]:
        """`n` numbers from 1 to `sides`."""
        ...

    def shuffle(self, items: Sequence[T]) -> tuple[T, ...]:
        """All the items in a random order."""
        ...


def tagged(package: str) -> Callable[[str], str]:
    """Tags `<package>.<name_in_snake_case>` from class names, for `tag=` on a package's base class."""
    return lambda name: f"{package}.{re.sub(r'(?<!^)(?=[A-Z])', '_', name).lower()}"


class Event(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Something that happened. A package derives one base with `tag=tagged(package)`, `frozen=True`.

    `own`: it touches only the part of the seat in its field `seat`. `reveals`: somebody learned something new by it.
    Fields are JSON-compatible: strings, whole numbers, booleans, None, structs, tuples, dicts with string keys.
    """

    own: ClassVar[bool] = False
    reveals: ClassVar[bool] = False


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended: the place of each seat (1 is best, equals share one), a reason key, and the seats that won,
    where that is not just those at place 1 (all survivors, or nobody). Without places the match is void."""

    places: tuple[int, ...]
    reason: str
    winners: tuple[int, ...] | None = None


def winners(places: Sequence[int], told: Sequence[int] | None) -> tuple[int, ...]:
    """The seats that won: those told, else those at place 1."""
    return tuple(told) if told is not None else tuple(seat for seat, place in enumerate(places) if place == 1)


class ScoreLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line of a score sheet: a text key with arguments, and points (None: not shown or not points)."""

    key: str
    args: dict[str, Text | int | str | tuple[Text, ...]] = msgspec.field(default_factory=dict)
    points: int | None = None

    @property
    def text(self) -> Text:
        """The line's label."""
        return Text(self.key, self.args)


class ScoreSheet(msgspec.Struct, frozen=True):
    """The score of a seat as a viewer may see it; `place` and `won` are None before the end."""

    seat: int
    place: int | None
    won: bool | None
    total: int | None
    lines: tuple[ScoreLine, ...]


def ranked(sheets: Sequence[ScoreSheet]) -> bool:
    """Whether their places say anything: not before the end, and not where nobody won and all share one."""
    return any(sheet.won for sheet in sheets) or len({sheet.place for sheet in sheets}) > 1


class NoOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Options of a game, or of a seat, that has none."""


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """All that readers need of a game. `rules` is its edition, such as "planet/1"."""

    id: str
    rules: str
    seats: tuple[int, ...]
    """Player counts it can be played with."""
    options: type[msgspec.Struct]
    """Options of the table: a frozen struct of Literal, bool, int and sets, all defaulted."""
    seat_options: type[msgspec.Struct] = NoOptions
    events: tuple[type[Event], ...]
    state: type[msgspec.Struct]
    start: Any
    """The state before SetUp."""
    evolve: Callable[[Any, Any], Any]
    """(state, event) -> state."""
    imagine: Callable[[Any, int | None, Chance], Any]
    """(view, seat, chance) -> a full state the viewer cannot tell from the true one."""
    outcome: Callable[[Any], Outcome | None]
    score: Callable[[Any], tuple[ScoreSheet, ...]]
    """Of a view (or of the whole state)."""
    census: Callable[[Any], Mapping[str, int]]
    """Pieces by kind, the same after every event from SetUp on."""
    tell: Callable[[Any], Text | None]
    """A redacted event as a line of the chronicle."""
    board: Callable[[Any], tuple[Text, ...]]
    """A view as lines of text."""
    draw: Callable[[Any, Say], str]
    """A view as SVG."""
    texts: Path
    """The folder of the catalogues."""
    view: Callable[[Any, Viewer], Any] = redact
    """(state, viewer) -> the state with what the viewer may not see blanked."""


def fold(record: Record, state: Any, events: Sequence[Any]) -> Any:
    """The state after the events."""
    for event in events:
        state = record.evolve(state, event)
    return state

"""The small vocabulary in which cards, squares, tracks, projects and coin rows say what they give.

Effects are data: they are printed on components and stand, unfinished, in a seat's agenda. Their tags
are a stored format. What they do is the referee's business.
"""

from collections.abc import Iterable
from typing import Any, Final, Literal

from msgspec import Struct

from events.record import tagged

TaskKind = Literal["chop", "mine", "fish", "farm"]
AnyTask = Literal["chop", "mine", "fish", "farm", "any"]
Track = Literal["chop", "mine"]
Ground = Literal["till", "fence", "any"]
Kinds = Literal["crops", "animals"]
Source = Literal["neighbours", "levels", "projects", "fund"]

TASKS: Final[tuple[TaskKind, ...]] = ("chop", "mine", "fish", "farm")


class Effect(Struct, frozen=True, tag=tagged("sky_farm"), forbid_unknown_fields=True, omit_defaults=True):
    """The base of all of them."""


class Task(Effect, frozen=True):
    """A full task with ``plus`` further actions (parts 8, 9, 12); ``any``: one of the owner's choice."""

    task: AnyTask
    plus: int = 0


class Gain(Effect, frozen=True):
    """Units of a resource, each handled at once (part 16)."""

    resource: str
    qty: int = 1


class Coins(Effect, frozen=True):
    """Coins to be put into boxes at once (16.2)."""

    n: int


class Either(Effect, frozen=True):
    """Exactly one of the lists (7.3)."""

    lists: "tuple[tuple[AnyEffect, ...], ...]"


class Level(Effect, frozen=True):
    """One step on a level track (8.4, K18)."""

    track: Track


class Geode(Effect, frozen=True):
    """That many geode rolls (part 11)."""

    n: int = 1


class Draw(Effect, frozen=True):
    """Up to ``n`` cells drawn as tilled, as fence, or mixed (K69, K67)."""

    ground: Ground
    n: int


class Water(Effect, frozen=True):
    """One watering (12.3)."""


class Advance(Effect, frozen=True):
    """Each crop or each animal moves on once (K70)."""

    dice: Kinds


class Actions(Effect, frozen=True):
    """More actions of the running scratching task (8.4, K17)."""

    n: int


class Unlock(Effect, frozen=True):
    """A fishing area opens (8.5)."""

    area: str


class Points(Effect, frozen=True):
    """Points noted for the end (21.2)."""

    n: int
    source: Source = "projects"


class Ability(Effect, frozen=True):
    """A lasting ability: ``sale_plus_1`` makes each sale give one coin more."""

    ability: str


class FillTools(Effect, frozen=True):
    """That many boxes of upgrades and gear marked free of charge (K41)."""

    n: int


class FillBadge(Effect, frozen=True):
    """One empty box of any unfinished badge project marked free of charge (20.1)."""

    n: int = 1


class NeighbourStep(Effect, frozen=True):
    """One step on each neighbour track without giving (K78)."""


class Trellis(Effect, frozen=True):
    """A trellis to be drawn at once (12.5)."""


AnyEffect = (
    Task
    | Gain
    | Coins
    | Either
    | Level
    | Geode
    | Draw
    | Water
    | Advance
    | Actions
    | Unlock
    | Points
    | Ability
    | FillTools
    | FillBadge
    | NeighbourStep
    | Trellis
)

Effects = tuple[AnyEffect, ...]


class Printed(Struct, frozen=True, forbid_unknown_fields=True):
    """An effect as the component files spell it: one word and its numbers."""

    task: AnyTask | None = None
    plus: int = 0
    gain: str | None = None
    qty: int = 1
    coins: int | None = None
    choice: "tuple[tuple[Printed, ...], ...] | None" = None
    level: Track | None = None
    geode: int | None = None
    till: int | None = None
    fence: int | None = None
    water: int | None = None
    advance_crops: str | None = None
    advance_animals: str | None = None
    actions: int | None = None
    unlock: str | None = None
    vp: int | None = None
    ability: str | None = None
    fill_tool_slots: int | None = None
    fill_badge_slot: int | None = None
    neighbor_step: str | None = None
    trellis: int | None = None
    extra_actions: TaskKind | None = None
    n: int = 1


def effects(printed: Iterable[Printed], source: Source = "projects") -> Effects:
    """The effects of a component, in printed order; points go to ``source``."""
    return tuple(_effect(each, source) for each in printed)


def _effect(printed: Printed, source: Source) -> AnyEffect:
    if printed.task is not None:
        return Task(printed.task, printed.plus)
    if printed.gain is not None:
        return Gain(printed.gain, printed.qty)
    if printed.choice is not None:
        return Either(tuple(effects(part, source) for part in printed.choice))
    if printed.level is not None:
        return Level(printed.level)
    if printed.vp is not None:
        return Points(printed.vp, source)
    found = {name: make for name, make in _SIMPLE.items() if getattr(printed, name) is not None}
    (name,) = found
    made: AnyEffect = found[name](getattr(printed, name))
    return made


_SIMPLE: Final[dict[str, Any]] = {
    "coins": Coins,
    "geode": Geode,
    "till": lambda n: Draw("till", n),
    "fence": lambda n: Draw("fence", n),
    "water": lambda _: Water(),
    "advance_crops": lambda _: Advance("crops"),
    "advance_animals": lambda _: Advance("animals"),
    "actions": Actions,
    "unlock": Unlock,
    "ability": Ability,
    "fill_tool_slots": FillTools,
    "fill_badge_slot": FillBadge,
    "neighbor_step": lambda _: NeighbourStep(),
    "trellis": lambda _: Trellis(),
}

"""The six modules of a camp, both faces (5.6)."""

from typing import Literal

from msgspec import Struct

from events.train_farm.effects import Cost, Kind
from events.train_farm.facts import read
from events.train_farm.passives import Passive

Face = Literal["base", "full", "spent"]


class Side(Struct, frozen=True, forbid_unknown_fields=True):
    """A face: what it costs to lay it and what it does."""

    cost: Cost
    passives: tuple[Passive, ...]


class Module(Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of module."""

    id: Kind
    base: Side
    full: Side


MODULES: dict[Kind, Module] = {module.id: module for module in read("modules", tuple[Module, ...])}
MENU: tuple[Kind, ...] = tuple(MODULES)


def passives(kind: Kind, face: Face) -> tuple[Passive, ...]:
    """What a face does; a spent Wall does nothing (R21)."""
    match face:
        case "base":
            return MODULES[kind].base.passives
        case "full":
            return MODULES[kind].full.passives
        case "spent":
            return ()

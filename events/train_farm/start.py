"""What a camp starts with, its caps and the goal of development (2, 3, 5.3)."""

from msgspec import Struct

from events.train_farm.effects import Amount, Cost, Kind
from events.train_farm.facts import read


class Preset(Struct, frozen=True, forbid_unknown_fields=True):
    """A named set of three modules (R4)."""

    id: str
    kinds: tuple[Kind, ...]


class _Development(Struct, frozen=True, forbid_unknown_fields=True):
    full_modules: int
    food: int


class _Roll(Struct, frozen=True, forbid_unknown_fields=True):
    min: int
    max: int


class AidFace(Struct, frozen=True, forbid_unknown_fields=True):
    """Faces of the aid die and what they let an observer give (R44)."""

    on: tuple[int, ...]
    gift: Amount | None


class _Start(Struct, frozen=True, forbid_unknown_fields=True):
    resources: Cost
    durability: int
    base_durability: int
    tiles: int
    storage_base: int
    storage_per_level: int
    development: _Development
    forward_food: int
    roll: _Roll
    aid: tuple[AidFace, ...]
    presets: tuple[Preset, ...]


START = read("start", _Start)
PRESETS: dict[str, Preset] = {preset.id: preset for preset in START.presets}


def aid(raw: int) -> Amount | None:
    """What this roll of the aid die lets an observer give."""
    return next(face.gift for face in START.aid if raw in face.on)

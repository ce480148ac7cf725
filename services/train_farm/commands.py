"""What a seat can do in Train Farm."""

from msgspec import Struct

from events.choices import Reply
from events.train_farm.effects import Kind


class _Command(Struct, frozen=True):
    seat: int


class ChooseSet(_Command, frozen=True):
    """Seal the first modules (R4, R54)."""

    kinds: tuple[Kind, ...]


class Act(_Command, frozen=True):
    """Take the action of the round, by its option (4.2, R51)."""

    option: str


class Dismantle(_Command, frozen=True):
    """Take a module down, besides the action (R24)."""

    kind: Kind


class Decide(_Command, frozen=True):
    """Answer the open question of the agenda."""

    reply: Reply


class SealPlan(_Command, frozen=True):
    """Decide on the global event (R31)."""

    plan: str


class SetOrder(_Command, frozen=True):
    """Change a standing order (R13)."""

    name: str
    form: str


class RollAid(_Command, frozen=True):
    """Roll the aid die (R44)."""


class GiveAid(_Command, frozen=True):
    """Give what the aid die allows, or nothing."""

    to: int | None


GameCommand = ChooseSet | Act | Dismantle | Decide | SealPlan | SetOrder | RollAid | GiveAid

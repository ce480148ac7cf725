"""The survivor roles (6.2)."""

from msgspec import Struct

from events.train_farm.facts import read
from events.train_farm.passives import Passive


class Role(Struct, frozen=True, forbid_unknown_fields=True):
    """A role with a lasting power."""

    id: str
    passives: tuple[Passive, ...]
    requires_module: str = ""


ROLES: dict[str, Role] = {role.id: role for role in read("roles", tuple[Role, ...])}


def in_play(modules: tuple[str, ...]) -> tuple[str, ...]:
    """The roles that are dealt: one that needs a module not in play is left out (R33)."""
    return tuple(role.id for role in ROLES.values() if not role.requires_module or role.requires_module in modules)

"""The exploration map: a path of spaces, their sites and their hazard (R18)."""

from msgspec import Struct

from events.train_farm.effects import Effects
from events.train_farm.facts import read


class Space(Struct, frozen=True, forbid_unknown_fields=True):
    """A space: the hazard die draws a high-risk card on `high_risk_on` or more."""

    kind: str
    high_risk_on: int


class _Map(Struct, frozen=True, forbid_unknown_fields=True):
    last: int
    near_limit: int
    sites: dict[str, Effects]
    spaces: tuple[Space, ...]


MAP = read("map", _Map)
LAST = MAP.last
SPACES = MAP.spaces


def site(space: int) -> Effects:
    """The site bonus of a space."""
    return MAP.sites[SPACES[space].kind]

"""The railway board of the movable locomotive (6.1, R37)."""

from msgspec import Struct

from events.train_farm.effects import Cost, Effects
from events.train_farm.facts import read
from events.train_farm.passives import Passive


class Region(Struct, frozen=True, forbid_unknown_fields=True):
    """A region: its powers and what arriving brings."""

    id: str
    adjacent: tuple[str, ...]
    passives: tuple[Passive, ...]
    on_enter: Effects


class _Rails(Struct, frozen=True, forbid_unknown_fields=True):
    start: str
    move_cost: Cost
    rounds: int
    regions: tuple[Region, ...]


_RAILS = read("rails", _Rails)
REGIONS: dict[str, Region] = {region.id: region for region in _RAILS.regions}
HOME = _RAILS.start
MOVE_COST = _RAILS.move_cost
ROUNDS = _RAILS.rounds


def neighbours(region: str, line: bool) -> tuple[str, ...]:
    """The regions one step away; in a line the first and the last are not (R37)."""
    order = tuple(REGIONS)
    ends = {order[0], order[-1]}
    return tuple(other for other in REGIONS[region].adjacent if not (line and {region, other} == ends))

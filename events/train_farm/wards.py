"""The protections of a camp: which stand ready against what, in the order they answer (R13). Reads only."""

from collections.abc import Iterator

from msgspec import Struct

from events.train_farm.camp import doubled, holds
from events.train_farm.cards import VISITORS
from events.train_farm.events import Against, WardBy
from events.train_farm.modules import passives
from events.train_farm.passives import Ward
from events.train_farm.roles import ROLES
from events.train_farm.state import Camp, State, Tile


class Ready(Struct, frozen=True):
    """A protection that can be used `left` more times. `card`: the visitor."""

    by: WardBy
    left: int
    card: str = ""

    @property
    def id(self) -> str:
        """Its name as an option."""
        return self.card or self.by


def ready(state: State, camp: Camp, against: Against) -> Iterator[Ready]:
    """The optional protections against an effect: visitor, Wall, Infirmary, role (R13)."""
    for guest in camp.guests:
        for ward in _wards(VISITORS[guest.card].passives, against):
            if guest.used < ward.uses:
                yield Ready("visitor", ward.uses - guest.used, guest.card)
    for kind in ("wall", "infirmary"):
        tile = camp.tile("wall" if kind == "wall" else "infirmary")
        if tile is not None:
            for ward in _wards(passives(tile.kind, tile.face), against):
                left = _left(camp, tile, ward)
                if left > 0:
                    yield Ready(_by(tile), left)
    if camp.role:
        for ward in _wards(ROLES[camp.role].passives, against):
            uses = ward.uses_if.uses if ward.uses_if and holds(ward.uses_if.cond, state, camp) else ward.uses
            if camp.role_warded < uses:
                yield Ready("role", uses - camp.role_warded)


def _wards(powers: tuple[object, ...], against: Against) -> Iterator[Ward]:
    return (power for power in powers if isinstance(power, Ward) and power.optional and against in power.against)


def _left(camp: Camp, tile: Tile, ward: Ward) -> int:
    if tile.kind == "wall":
        return ward.uses * doubled(camp) - tile.used
    return ward.uses - (camp.action_warded if tile.face == "full" else camp.people_warded)


def _by(tile: Tile) -> WardBy:
    if tile.kind == "wall":
        return "full_wall" if tile.face == "full" else "wall"
    return "full_infirmary" if tile.face == "full" else "infirmary"


def demotes(camp: Camp) -> bool:
    """Whether "camp damaged" is absorbed by a full Wall, which drops to its base face (R22)."""
    tile = camp.tile("wall")
    return tile is not None and any(
        isinstance(power, Ward) and power.on_spent == "demote" for power in passives("wall", tile.face)
    )


def exhausted(camp: Camp) -> bool:
    """Whether a base Wall has no cancel left and is to be spent (R21, R41)."""
    tile = camp.tile("wall")
    return tile is not None and any(
        isinstance(power, Ward) and power.on_spent == "spend_face" and _left(camp, tile, power) <= 0
        for power in passives("wall", tile.face)
    )

"""Powers that hold while their bearer does (NOTATION 4): modules, roles, visitors, regions."""

from typing import Literal

from msgspec import Struct

from events.train_farm.effects import Cond, Cost, Effects, Res, RollKind

Against = Literal["damage", "lose_people", "lost_contact", "lose_action"]


class _Passive(Struct, frozen=True, tag_field="passive", forbid_unknown_fields=True, omit_defaults=True):
    pass


class Output(_Passive, frozen=True, tag="yield"):
    """Output in phase one."""

    res: Res
    n: int


class Eats(_Passive, frozen=True, tag="upkeep"):
    """Forced food consumption in phase one."""

    n: int


class MoveBonus(_Passive, frozen=True, tag="move_bonus"):
    """Added to the exploration roll (R27)."""

    n: int
    max: int = 7


class TestBonus(_Passive, frozen=True, tag="test_bonus"):
    """Added to the die of that kind of roll and held to `max`."""

    on: RollKind
    n: int
    max: int


class Reroll(_Passive, frozen=True, tag="reroll"):
    """One reroll in each exploration (R26)."""

    per: Literal["exploration"]
    uses: int
    dice: tuple[RollKind, ...]


class DurabilityCap(_Passive, frozen=True, tag="durability_cap"):
    """Added to the base cap."""

    n: int


class MoreUses(Struct, frozen=True, forbid_unknown_fields=True, rename={"cond": "if"}):
    """The uses while a condition holds (R36)."""

    cond: Cond
    uses: int


class Ward(_Passive, frozen=True, tag="ward"):
    """May, or must, stop one effect named in `against`."""

    against: tuple[Against, ...]
    uses: int
    optional: bool
    per: Literal["face", "game", "stay"] = "stay"
    on_spent: Literal["spend_face", "demote"] | None = None
    uses_if: MoreUses | None = None


class PeekCard(_Passive, frozen=True, tag="peek_card"):
    """Look at a drawn card; one of `then` costs the module (R29, R30)."""

    then: tuple[Literal["decline", "hand_over"], ...]
    costs: Literal["this_module"]


class CapBonus(_Passive, frozen=True, tag="cap_bonus"):
    """Added to the storage caps."""

    n: int


class BuildDiscount(_Passive, frozen=True, tag="build_discount"):
    """Every priced build costs that many bolts less."""

    bolts: int


class DrawExtra(_Passive, frozen=True, tag="draw_extra"):
    """Draw more cards when exploring and keep one (R39)."""

    n: int


class OnFullLevel(_Passive, frozen=True, tag="on_full_level"):
    """Whenever a module is flipped to full level."""

    effects: Effects


class LocomotiveCost(_Passive, frozen=True, tag="locomotive_cost"):
    """Replaces the price of a move."""

    cost: Cost


class WallDouble(_Passive, frozen=True, tag="wall_double"):
    """Doubles the Wall's numbers (R41)."""


class HordeEnhanced(_Passive, frozen=True, tag="horde_enhanced"):
    """A marker: the harm stands on each horde card (R40)."""


Passive = (
    Output
    | Eats
    | MoveBonus
    | TestBonus
    | Reroll
    | DurabilityCap
    | Ward
    | PeekCard
    | CapBonus
    | BuildDiscount
    | DrawExtra
    | OnFullLevel
    | LocomotiveCost
    | WallDouble
    | HordeEnhanced
)

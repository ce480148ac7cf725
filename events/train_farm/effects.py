"""The effect language of the cards (NOTATION 2, 3): what a card says, as frozen structs. A stored format.

`op` names the word. New fields get defaults; a changed meaning is a new word.
"""

from typing import Literal

from msgspec import Struct

Res = Literal["bolts", "food", "people"]
Kind = Literal["garden", "workshop", "wall", "dormitory", "infirmary", "watchtower"]
RollKind = Literal["move", "explore_test", "event_test"]
Counter = Literal["explorations", "risky_successes", "high_risk_resolved", "hordes_held"]

RESOURCES: tuple[Res, ...] = ("bolts", "food", "people")


class Cost(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A price, to be covered by stock in hand (R9)."""

    bolts: int = 0
    food: int = 0
    people: int = 0


class Cond(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, rename={"not_": "not", "all_": "all"}):
    """A condition on one camp (NOTATION 3): one of its words is given, `res` and `count` with their `ge`."""

    has: Kind | None = None
    full: Kind | None = None
    res: Res | None = None
    count: Counter | None = None
    ge: int = 0
    level_ge: int | None = None
    full_ge: int | None = None
    durability_le: int | None = None
    region: str | None = None
    squad_out: bool = False
    round_ge: int | None = None
    all_: "tuple[Cond, ...]" = ()
    not_: "Cond | None" = None


class _Effect(Struct, frozen=True, tag_field="op", forbid_unknown_fields=True, omit_defaults=True):
    pass


class Gain(_Effect, frozen=True, tag="gain"):
    """Add `n`."""

    res: Res
    n: int


class Lose(_Effect, frozen=True, tag="lose"):
    """A forced loss: people and bolts stop at 0, food may go below (R9). People can be warded."""

    res: Res
    n: int


class Pay(_Effect, frozen=True, tag="pay"):
    """Opens a list of `Choose`, which may be taken only if this can be paid."""

    cost: Cost


class Damage(_Effect, frozen=True, tag="damage"):
    """`n` times "camp damaged", one after another (R20 to R22)."""

    n: int


class Repair(_Effect, frozen=True, tag="repair"):
    """Durability up by `n`, not above the cap."""

    n: int


class LostContact(_Effect, frozen=True, tag="lost_contact"):
    """The squad is off the map (R19)."""


class LoseAction(_Effect, frozen=True, tag="lose_action"):
    """No action next round."""


class Strand(_Effect, frozen=True, tag="stranded"):
    """The squad stays out, and the action of next round is lost (R16)."""


class Forward(_Effect, frozen=True, tag="forward"):
    """A Forward card (R17)."""


class HighRisk(_Effect, frozen=True, tag="high_risk"):
    """Draw a high-risk card and resolve it now."""


class Mod(_Effect, frozen=True, tag="mod"):
    """Add `n` to rolls of kind `on` in the next `rounds` rounds."""

    on: RollKind
    n: int
    rounds: int


class Upkeep(_Effect, frozen=True, tag="upkeep"):
    """Consume `n` more food in phase one of the next `rounds` rounds."""

    n: int
    rounds: int


class Yield(_Effect, frozen=True, tag="yield"):
    """Output of `res` changed by `n` in the next `rounds` rounds."""

    res: Res
    n: int
    rounds: int


class Amount(Struct, frozen=True, forbid_unknown_fields=True):
    """So much of a resource."""

    res: Res
    n: int


class Exchange(_Effect, frozen=True, tag="exchange"):
    """Trade `give` for `get` up to `max` times (None: as stock allows)."""

    give: Amount
    get: Amount
    max: int | None


class Discount(_Effect, frozen=True, tag="discount"):
    """The next `uses` priced builds cost less, up to `rounds` rounds from now (R58)."""

    bolts: int
    people: int
    uses: int
    rounds: int


class FreeBuild(_Effect, frozen=True, tag="free_build"):
    """One build at no price now (R52)."""

    kind: Literal["any", "new", "upgrade"]


class Gift(_Effect, frozen=True, tag="gift"):
    """One other standing camp may gain `n` from the bank."""

    res: Res
    n: int


class If(_Effect, frozen=True, tag="if", rename={"else_": "else"}):
    """`then` if the condition holds now, otherwise `else_`."""

    cond: Cond
    then: "tuple[Effect, ...]"
    else_: "tuple[Effect, ...]"


class PayOr(_Effect, frozen=True, tag="pay_or", rename={"else_": "else"}):
    """Pay if you can and wish, otherwise `else_`."""

    cost: Cost
    else_: "tuple[Effect, ...]"


class Choose(_Effect, frozen=True, tag="choose", rename={"from_": "from"}):
    """One of these lists, among those that can be paid."""

    from_: "tuple[tuple[Effect, ...], ...]"


class Bonus(Struct, frozen=True, forbid_unknown_fields=True, rename={"cond": "if"}):
    """Added to a test while the condition holds."""

    cond: Cond
    n: int


class Test(_Effect, frozen=True, tag="test"):
    """Roll one die; `target` or more succeeds."""

    target: int
    success: "tuple[Effect, ...]"
    failure: "tuple[Effect, ...]"
    bonus: tuple[Bonus, ...] = ()


Effect = (
    Gain
    | Lose
    | Pay
    | Damage
    | Repair
    | LostContact
    | LoseAction
    | Strand
    | Forward
    | HighRisk
    | Mod
    | Upkeep
    | Yield
    | Exchange
    | Discount
    | FreeBuild
    | Gift
    | If
    | PayOr
    | Choose
    | Test
)
Effects = tuple[Effect, ...]


def words(effects: Effects) -> frozenset[str]:
    """Every op in these effects, at any depth."""
    found: set[str] = set()
    for effect in effects:
        found.add(str(effect.__struct_config__.tag))
        for inner in branches(effect):
            found |= words(inner)
    return frozenset(found)


def branches(effect: Effect) -> tuple[Effects, ...]:
    """The lists inside an effect."""
    match effect:
        case If():
            return effect.then, effect.else_
        case PayOr():
            return (effect.else_,)
        case Choose():
            return effect.from_
        case Test():
            return effect.success, effect.failure
        case (
            Gain()
            | Lose()
            | Pay()
            | Damage()
            | Repair()
            | LostContact()
            | LoseAction()
            | Strand()
            | Forward()
            | HighRisk()
            | Mod()
            | Upkeep()
            | Yield()
            | Exchange()
            | Discount()
            | FreeBuild()
            | Gift()
        ):
            return ()

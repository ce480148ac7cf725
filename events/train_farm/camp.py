"""What a camp is worth at this moment: level, caps, powers, prices. Reads, changes nothing."""

from collections.abc import Iterator
from functools import lru_cache
from typing import TypeVar, cast

from msgspec import Struct

from events.train_farm.cards import VISITORS
from events.train_farm.effects import Cond, Cost, Kind, Res, RollKind
from events.train_farm.modules import MENU, MODULES, Face, passives
from events.train_farm.passives import (
    BuildDiscount,
    CapBonus,
    DrawExtra,
    DurabilityCap,
    Eats,
    LocomotiveCost,
    MoveBonus,
    Output,
    Passive,
    PeekCard,
    Reroll,
    TestBonus,
    WallDouble,
)
from events.train_farm.rails import MOVE_COST, REGIONS
from events.train_farm.roles import ROLES
from events.train_farm.start import START
from events.train_farm.state import Camp, State, Tile

P = TypeVar("P", bound=Struct)
FULL = START.development.full_modules


def level(camp: Camp) -> int:
    """The number of modules built, upgraded, spent or not (5.2)."""
    return len(camp.tiles)


def full_level(camp: Camp) -> int:
    """The number of modules at full level."""
    return sum(tile.face == "full" for tile in camp.tiles)


def working(camp: Camp, kind: Kind) -> Tile | None:
    """The module of this kind if it is built and not spent."""
    tile = camp.tile(kind)
    return None if tile is None or tile.face == "spent" else tile


def those(camp: Camp, kind: type[P]) -> tuple[P, ...]:
    """The powers of one kind that a camp's modules, role, region and visitors have, in this order."""
    faces = tuple([(tile.kind, tile.face) for tile in camp.tiles])
    found = _powers(faces, camp.role, camp.region, tuple([guest.card for guest in camp.guests]))
    return cast(tuple[P, ...], found.get(kind, ()))


@lru_cache(maxsize=4096)
def _powers(
    faces: tuple[tuple[Kind, Face], ...], role: str, region: str, guests: tuple[str, ...]
) -> dict[type, tuple[Passive, ...]]:
    """Powers by their kind; few sets of bearers come up, and all of them are only read."""
    every = [power for kind, face in faces for power in passives(kind, face)]
    every += ROLES[role].passives if role else ()
    every += REGIONS[region].passives if region else ()
    every += [power for card in guests for power in VISITORS[card].passives]
    kinds = {type(power) for power in every}
    return {kind: tuple(power for power in every if type(power) is kind) for kind in kinds}


def doubled(camp: Camp) -> int:
    """2 where the Wall's numbers are doubled (R41), else 1."""
    return 2 if those(camp, WallDouble) else 1


def durability_cap(camp: Camp) -> int:
    """Base cap and what a working Wall adds (R20)."""
    return START.base_durability + doubled(camp) * sum(power.n for power in those(camp, DurabilityCap))


def storage_cap(camp: Camp) -> int:
    """How much food and how many people may be kept at round end (5.3, R7)."""
    return START.storage_base + START.storage_per_level * level(camp) + sum(power.n for power in those(camp, CapBonus))


def output(camp: Camp, res: Res, round_: int) -> int:
    """What phase one of this round yields of a resource; never below 0 (R53)."""
    steady = sum(power.n for power in those(camp, Output) if power.res == res)
    return max(0, steady + timed(camp, res, round_))


def timed(camp: Camp, what: str, round_: int) -> int:
    """The sum of timed additions of one kind in a round."""
    return sum(each.n for each in camp.timed if each.what == what and each.first <= round_ <= each.last)


def upkeep(camp: Camp, round_: int, base: int) -> int:
    """Food consumed in phase one of this round, visitors aside."""
    return base + sum(power.n for power in those(camp, Eats)) + timed(camp, "upkeep", round_)


def move_roll(camp: Camp, raw: int, round_: int) -> int:
    """The exploration roll: die and modifiers added, then held to its bounds (R27)."""
    total = raw + sum(power.n for power in those(camp, MoveBonus)) + timed(camp, "move", round_)
    return min(START.roll.max, max(START.roll.min, total - (camp.low == round_)))


def test_roll(state: State, camp: Camp, raw: int, kind: RollKind) -> int:
    """A test die with its bonuses, each held to its own bound, and modifiers (NOTATION 4)."""
    die = raw
    bonuses = [power for power in those(camp, TestBonus) if power.on == kind]
    if kind == "explore_test" and state.terms.asji_all_cards:
        bonuses += _on_all_cards(camp)
    if bonuses:
        die = min(*(power.max for power in bonuses), raw + sum(power.n for power in bonuses))
    return die + timed(camp, kind, state.round)


def _on_all_cards(camp: Camp) -> list[TestBonus]:
    """A role's bonuses on event rolls, which serve on exploration cards too where that is played; a visitor's never
    do (R34)."""
    powers = ROLES[camp.role].passives if camp.role else ()
    return [power for power in powers if isinstance(power, TestBonus) and power.on == "event_test"]


def may_reroll(state: State, camp: Camp, kind: RollKind) -> bool:
    """Whether the one reroll of this exploration is there for such a die (R26)."""
    if camp.rerolled or (state.terms.reroll_move_only and kind != "move"):
        return False
    return any(kind in power.dice for power in those(camp, Reroll))


def tower(camp: Camp) -> tuple[str, ...]:
    """What the Watchtower allows with a drawn card."""
    found = those(camp, PeekCard)
    return found[0].then if found else ()


def extra_cards(camp: Camp) -> int:
    """Cards drawn besides the first when exploring (R39)."""
    return sum(power.n for power in those(camp, DrawExtra))


def covers(camp: Camp, cost: Cost) -> bool:
    """Whether a price can be paid from stock in hand (R9). A debt hinders only what costs food."""
    return camp.bolts >= cost.bolts and camp.people >= cost.people and (not cost.food or camp.food >= cost.food)


class Build(Struct, frozen=True):
    """A build that is possible: a kind, what is done, its price, and which saving lowers it (R58)."""

    how: str
    kind: Kind
    cost: Cost
    saving: int | None = None


def how_to_build(camp: Camp, kind: Kind) -> str | None:
    """`new`, `upgrade` or `renew` (a spent Wall), as the module stands; None at full level."""
    tile = camp.tile(kind)
    if tile is None:
        return "new"
    return {"base": "upgrade", "spent": "renew", "full": None}[tile.face]


def builds(camp: Camp, round_: int) -> Iterator[Build]:
    """Every build that could be done, paid or not, in the order of the menu, with its price after discounts."""
    for kind in MENU:
        how = how_to_build(camp, kind)
        if how is not None:
            side = MODULES[kind].full if how == "upgrade" else MODULES[kind].base
            cost, saving = discounted(camp, side.cost, round_)
            yield Build(how, kind, cost, saving)


def discounted(camp: Camp, cost: Cost, round_: int) -> tuple[Cost, int | None]:
    """The price after the oldest saving that lowers it and what visitors take off, and which saving it was (R58)."""
    used: int | None = None
    bolts, people = cost.bolts, cost.people
    for place, saving in enumerate(camp.savings):
        helps = min(bolts, saving.bolts) + min(people, saving.people) > 0
        if helps and saving.uses and round_ <= saving.last:
            used = place
            bolts, people = max(0, bolts - saving.bolts), max(0, people - saving.people)
            break
    bolts = max(0, bolts - sum(power.bolts for power in those(camp, BuildDiscount)))
    return Cost(bolts=bolts, people=people), used


def move_cost(camp: Camp) -> Cost:
    """The price of moving the camp (6.1.2, R38)."""
    found = those(camp, LocomotiveCost)
    return found[0].cost if found else MOVE_COST


def refund(tile: Tile, round_: int) -> int:
    """Bolts back for dismantling: those paid, 1 less for each further round, at least 1 (R24)."""
    return max(1, tile.paid - (round_ - tile.laid))


def holds(cond: Cond, state: State, camp: Camp) -> bool:
    """Whether a condition holds for a camp now (NOTATION 3)."""
    if cond.has is not None:
        return working(camp, cond.has) is not None
    if cond.full is not None:
        tile = camp.tile(cond.full)
        return tile is not None and tile.face == "full"
    if cond.res is not None:
        return camp.stock(cond.res) >= cond.ge
    if cond.count is not None:
        return int(getattr(camp, cond.count)) >= cond.ge
    if cond.level_ge is not None:
        return level(camp) >= cond.level_ge
    if cond.full_ge is not None:
        return full_level(camp) >= cond.full_ge
    if cond.durability_le is not None:
        return camp.durability <= cond.durability_le
    if cond.region is not None:
        return camp.region == cond.region
    if cond.squad_out:
        return camp.squad.out
    if cond.round_ge is not None:
        return state.round >= cond.round_ge
    if cond.not_ is not None:
        return not holds(cond.not_, state, camp)
    return all(holds(part, state, camp) for part in cond.all_)


def developed(camp: Camp) -> bool:
    """All modules at full level and the reserve in hand (2.2, R5, R8)."""
    return camp.standing and full_level(camp) >= FULL and camp.food >= START.development.food

"""How good a position looks to a robot: the hope to hold out above all, then what helps to.

A camp is worth its strength against damage, its stocks, and what its modules will bring in the rounds to
come. Open questions count as their better answer, so that a card drawn or a plan sealed is seen through.
"""

from msgspec.structs import replace

from events.train_farm.agenda import Attempt, Choosing, Face, Frame, FreeBuilding, Paying, Run, Site, Trade
from events.train_farm.camp import covers, full_level, may_reroll, output, storage_cap, upkeep
from events.train_farm.cards import EVENTS, EXPLORATION
from events.train_farm.effects import RESOURCES, Effects, Exchange, Res
from events.train_farm.plans import paid, read
from events.train_farm.start import START
from events.train_farm.state import Camp, State, Tile
from events.train_farm.trail import site
from services.train_farm.hopes import Hope, hopes, mean, test

SHIELDS = (34.0, 20.0, 13.0, 9.0, 6.5, 4.5, 3.0, 2.0, 1.5, 1.0)
"""What each further damage that can be taken is worth."""
MODULE = {"garden": 1.5, "workshop": 2.5, "wall": 1.0, "dormitory": 2.0, "infirmary": 3.0, "watchtower": 2.5}
"""What a module is worth besides its output and shields: better chances in events, and tasks."""
YIELD = {"bolts": 1.0, "food": 0.65, "people": 0.6}
HORIZON = 7
"""Output further off than so many rounds counts no more."""
WON, LOST = 500.0, -500.0
VISITOR = 3.0


def worth(view: State, seat: int) -> float:
    """A number that is greater the better the seat stands."""
    camp = view.camps[seat]
    if view.over:
        return WON if seat in view.winners else LOST
    if not camp.standing:
        return LOST
    if camp.kinds and not camp.tiles:
        camp = replace(camp, tiles=tuple(Tile(kind) for kind in camp.kinds))
    if view.phase == "gather" and camp.plan:
        return mean(view, planned(view, camp), value)
    return _open(view, camp, camp.agenda)


def planned(view: State, camp: Camp) -> list[Hope]:
    """What a sealed plan may come to."""
    found = [Hope(1.0, camp)]
    for block in EVENTS[view.event].resolve:
        found = hopes(view, camp, block.effects, value, read(camp.plan))
    return found


def _open(view: State, camp: Camp, agenda: tuple[Frame, ...]) -> float:
    """The worth with the open question answered well, and the site bonus that is still to come."""
    bonus = site(camp.squad.space) if camp.squad.out and any(isinstance(frame, Site) for frame in agenda) else ()
    front = agenda[0] if agenda else None
    match front:
        case Face():
            return max(_ways(view, camp, front, bonus))
        case Attempt():
            return _risky(view, camp, front.card, bonus)
        case Run():
            return mean(view, hopes(view, camp, (*front.effects, *bonus), value), value)
        case Choosing():
            lists = (hopes(view, camp, (*effects, *bonus), value) for effects in front.lists)
            return max(mean(view, found, value) for found in lists)
        case Paying():
            return mean(view, hopes(view, camp, (*front.otherwise, *bonus), value), value)
        case Trade():
            exchange = Exchange(front.give, front.get, front.most)
            return mean(view, hopes(view, camp, (exchange, *bonus), value), value)
        case FreeBuilding():
            return value(view, camp) + 6.0
        case _:
            return mean(view, hopes(view, camp, bonus, value), value)


def _ways(view: State, camp: Camp, frame: Face, bonus: Effects) -> list[float]:
    card = view.held(frame.slot).known
    if card not in EXPLORATION:
        return [value(view, camp) + VISITOR]
    safe = mean(view, hopes(view, camp, (*EXPLORATION[card].safe, *bonus), value), value)
    cost = EXPLORATION[card].risky.cost
    return [safe, _risky(view, paid(camp, cost), card, bonus)] if covers(camp, cost) else [safe]


def _risky(view: State, camp: Camp, card: str, bonus: Effects) -> float:
    """Option B before its die."""
    risky = EXPLORATION[card].risky
    good = hopes(view, camp, (*risky.success, *bonus), value)
    bad = hopes(view, camp, (*risky.failure, *bonus), value)
    return mean(view, test(view, camp, risky.target, good, bad, may_reroll(view, camp, "explore_test")), value)


def value(view: State, camp: Camp) -> float:
    """The worth of a camp as it stands, no question open."""
    if camp.durability <= 0:
        return LOST
    left = view.terms.rounds - view.round
    total = sum(SHIELDS[: camp.durability + _walls(camp)])
    total += sum(_stock(camp.stock(res), res) for res in RESOURCES)
    total += sum(MODULE[tile.kind] for tile in camp.tiles if tile.face != "spent") * min(1.0, left / 4)
    total += 1.0 * full_level(camp) * min(1.0, left / 4)
    horizon = min(left, HORIZON)
    total += horizon * sum(YIELD[res] * output(camp, res, view.round + 1) for res in RESOURCES)
    total -= horizon * 0.5 * upkeep(camp, view.round + 1, view.terms.base_upkeep)
    total += sum(0.8 * saving.bolts * saving.uses for saving in camp.savings)
    total -= 3.5 * sum(round_ > view.round for round_ in camp.barred)
    total -= 1.5 * camp.squad.lost
    total += VISITOR * len(camp.guests) * min(1.0, left / 3)
    if full_level(camp) >= START.development.full_modules:
        total += 0.5 * max(0, camp.food - storage_cap(camp))
    return total


def _walls(camp: Camp) -> int:
    """Damages the Wall takes before durability does."""
    tile = camp.tile("wall")
    if tile is None:
        return 0
    return {"full": 2, "base": 1, "spent": 0}[tile.face]


def _stock(n: int, res: Res) -> float:
    """The first few of a resource are worth most: they rebuild the Wall and buy events off."""
    if n <= 0:
        return 1.5 * n - 1.0
    steps = {"bolts": (1.3, 4, 0.75, 12, 0.25), "food": (0.8, 6, 0.45, 9, 0.1), "people": (0.8, 5, 0.5, 8, 0.1)}
    first, few, then, many, rest = steps[res]
    return first * min(n, few) + then * max(0, min(n, many) - few) + rest * max(0, n - many)

"""What effects may make of a camp, as a robot reckons: a few outcomes with their chances. Rough where it does
not matter much: protections are taken as they come, and what lasts is counted at a flat rate."""

from collections.abc import Callable, Iterable

from msgspec import Struct
from msgspec.structs import replace

from events.train_farm.camp import covers, durability_cap, holds, test_roll, working
from events.train_farm.effects import (
    Choose,
    Damage,
    Discount,
    Effect,
    Effects,
    Exchange,
    Forward,
    FreeBuild,
    Gain,
    Gift,
    HighRisk,
    If,
    Lose,
    LoseAction,
    LostContact,
    Mod,
    Pay,
    PayOr,
    Repair,
    RollKind,
    Strand,
    Test,
    Upkeep,
    Yield,
)
from events.train_farm.plans import Plan, most, paid, payable
from events.train_farm.state import Camp, Squad, State

SIDES = 6


class Hope(Struct, frozen=True):
    """One outcome: how likely, the camp after it, and what it is worth besides."""

    chance: float
    camp: Camp
    bonus: float = 0.0


Value = Callable[[State, Camp], float]


def mean(state: State, found: Iterable[Hope], value: Value) -> float:
    """The expected worth of some outcomes."""
    return sum(hope.chance * (value(state, hope.camp) + hope.bonus) for hope in found)


def hopes(state: State, camp: Camp, effects: Effects, value: Value, plan: Plan | None = None) -> list[Hope]:
    """The outcomes of effects in order; `plan` answers the decisions, else the better answer is taken."""
    found = [Hope(1.0, camp)]
    for place, effect in enumerate(effects):
        if plan and isinstance(effect, PayOr | Choose | Exchange):
            rest = (*_chosen(camp, effect, plan[0]), *effects[place + 1 :])
            return [_then(found[0], hope) for hope in hopes(state, _paid(camp, effect, plan[0]), rest, value, plan[1:])]
        if isinstance(effect, If) and plan:
            branch = effect.then if holds(effect.cond, state, camp) else effect.else_
            return hopes(state, camp, (*branch, *effects[place + 1 :]), value, plan)
        found = [_then(before, after) for before in found for after in _one(state, before.camp, effect, value)]
    return found


def _then(before: Hope, after: Hope) -> Hope:
    return Hope(before.chance * after.chance, after.camp, before.bonus + after.bonus)


def _chosen(camp: Camp, effect: PayOr | Choose | Exchange, answer: int) -> Effects:
    match effect:
        case PayOr():
            return () if answer and covers(camp, effect.cost) else effect.else_
        case Choose():
            return effect.from_[answer]
        case Exchange():
            return ()


def _paid(camp: Camp, effect: PayOr | Choose | Exchange, answer: int) -> Camp:
    match effect:
        case PayOr():
            return paid(camp, effect.cost) if answer and covers(camp, effect.cost) else camp
        case Exchange():
            return _traded(camp, effect, answer)
        case Choose():
            return camp


def _traded(camp: Camp, effect: Exchange, times: int) -> Camp:
    after = replace(camp, **{effect.give.res: camp.stock(effect.give.res) - times * effect.give.n})
    return replace(after, **{effect.get.res: after.stock(effect.get.res) + times * effect.get.n})


def _one(state: State, camp: Camp, effect: Effect, value: Value) -> list[Hope]:  # noqa: C901 - one arm a word
    match effect:
        case Gain():
            return [Hope(1.0, replace(camp, **{effect.res: camp.stock(effect.res) + effect.n}))]
        case Lose():
            n = effect.n if effect.res == "food" else min(effect.n, camp.stock(effect.res))
            return [Hope(1.0, replace(camp, **{effect.res: camp.stock(effect.res) - n}))]
        case Pay():
            return [Hope(1.0, paid(camp, effect.cost))]
        case Damage():
            return [Hope(1.0, damaged(camp, effect.n))]
        case Repair():
            return [Hope(1.0, replace(camp, durability=min(durability_cap(camp), camp.durability + effect.n)))]
        case LostContact():
            return [Hope(1.0, replace(camp, squad=Squad(lost=True, until=state.round + 1)), -1.5)]
        case LoseAction():
            return [Hope(1.0, camp, -3.5)]
        case Strand():
            return [Hope(1.0, camp, -3.0)]
        case Forward() | Gift():
            return [Hope(1.0, camp)]
        case HighRisk():
            return [Hope(1.0, camp, 2.0)]
        case Mod():
            return [Hope(1.0, camp, effect.n * min(3, effect.rounds) * (0.8 if effect.on == "event_test" else 0.3))]
        case Upkeep():
            return [Hope(1.0, camp, -0.6 * effect.n * effect.rounds)]
        case Yield():
            return [Hope(1.0, camp, (0.9 if effect.res == "bolts" else 0.55) * effect.n * effect.rounds)]
        case Discount():
            return [Hope(1.0, camp, 0.8 * effect.uses * (effect.bolts + 0.5 * effect.people))]
        case FreeBuild():
            return [Hope(1.0, camp, 6.0)]
        case Exchange():
            return _best(state, value, ([Hope(1.0, _traded(camp, effect, n))] for n in {0, most(camp, effect)}))
        case If():
            branch = effect.then if holds(effect.cond, state, camp) else effect.else_
            return hopes(state, camp, branch, value)
        case PayOr():
            ways = [hopes(state, camp, effect.else_, value)]
            if covers(camp, effect.cost):
                ways.append([Hope(1.0, paid(camp, effect.cost))])
            return _best(state, value, ways)
        case Choose():
            return _best(state, value, (hopes(state, camp, effect.from_[k], value) for k in payable(camp, effect)))
        case Test():
            bonus = sum(each.n for each in effect.bonus if holds(each.cond, state, camp))
            chance = odds(state, camp, "event_test", effect.target - bonus)
            return _fork(chance, hopes(state, camp, effect.success, value), hopes(state, camp, effect.failure, value))


def _best(state: State, value: Value, ways: Iterable[list[Hope]]) -> list[Hope]:
    return max(ways, key=lambda way: mean(state, way, value))


def _fork(chance: float, good: list[Hope], bad: list[Hope]) -> list[Hope]:
    tagged = [(chance, hope) for hope in good] + [(1 - chance, hope) for hope in bad]
    return [Hope(share * hope.chance, hope.camp, hope.bonus) for share, hope in tagged if share]


def test(state: State, camp: Camp, target: int, good: list[Hope], bad: list[Hope], again: bool) -> list[Hope]:
    """Option B of a card: success or failure, with a second try where a reroll is there."""
    chance = odds(state, camp, "explore_test", target)
    if again:
        chance += (1 - chance) * chance
    return _fork(chance, good, bad)


def odds(state: State, camp: Camp, kind: RollKind, target: int) -> float:
    """The chance of one die to reach a target."""
    return sum(test_roll(state, camp, raw, kind) >= target for raw in range(1, SIDES + 1)) / SIDES


def damaged(camp: Camp, n: int) -> Camp:
    """The camp after so many damages, its Wall taking what it can."""
    for _ in range(n):
        wall = working(camp, "wall")
        if wall is None:
            camp = replace(camp, durability=camp.durability - 1)
        else:
            face = "base" if wall.face == "full" else "spent"
            tiles = tuple(replace(t, face=face, used=0) if t.kind == "wall" else t for t in camp.tiles)
            camp = replace(camp, tiles=tiles)
    return replace(camp, durability=min(camp.durability, durability_cap(camp)))

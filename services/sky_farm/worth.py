"""How good a position looks to a robot: points in hand, and hopes for all that is begun, in points.

The figures are guesses tuned by play; nothing depends on them but how robots fare.
"""

from functools import lru_cache

from events.sky_farm.cards import GOALS, ROUNDS, SEASON_ROUNDS, TASK_CARDS
from events.sky_farm.effects import (
    Advance,
    AnyEffect,
    Coins,
    Draw,
    Effects,
    Either,
    FillBadge,
    FillTools,
    Gain,
    Geode,
    Level,
    NeighbourStep,
    Points,
    Task,
    Trellis,
    Water,
)
from events.sky_farm.farming_dice import KINDS
from events.sky_farm.land import BLOCKS, FENCE, TILLED, marked, pens
from events.sky_farm.manifest import ROWS as CARGO_ROWS
from events.sky_farm.manifest import filled
from events.sky_farm.resources import RESOURCES, SHAPES
from events.sky_farm.score import tally
from events.sky_farm.sheets import BADGES, COIN_PROJECTS, ROWS, SPECIALS, UPGRADES
from events.sky_farm.state import Farm, State
from events.sky_farm.work import (
    Card,
    Farming,
    Fishing,
    GoFishing,
    Lower,
    Plant,
    Scratching,
    StampIt,
    StepEnd,
    Unit,
)
from services.sky_farm.coins import full_rows
from services.sky_farm.drawing import room
from services.sky_farm.scoring import count
from services.sky_farm.silence import crop_yield, rings
from services.sky_farm.tasks import actions, holds

UNIT = 1.3
"""A unit to be handled."""
ACTION = {"chop": 1.7, "mine": 1.9, "fish": 1.7, "farm": 1.8, "any": 2.0}
"""An action of a task."""
CELL = 0.28
"""A cell of the manifest."""
COIN = 0.42


def worth(view: State, seat: int) -> float:
    """Expected points of the seat."""
    farm = view.seats[seat]
    if view.over:
        return float((farm.final or tally(farm)).total)
    left = ROUNDS - view.round + (0.5 if farm.stage != "done" else 0.0)
    return (
        tally(farm).total
        + _season(view, farm)
        + _boxes(farm, left)
        + _coins(farm, left)
        + _manifest(farm)
        + _land(farm, left)
        + _ahead(farm)
        + 0.15 * (len(farm.forest) + len(farm.mine))
        + 0.8 * len(farm.areas)
        + 0.25 * sum(bool(side.card) for side in farm.sides)
        + 0.6 * sum(2 - uses for uses in farm.bars.values()) * min(1.0, left / 3)
        + 0.4 * sum(side.step for side in farm.sides)
        + 0.8 * sum(farm.levels.values())
    )


def _season(view: State, farm: Farm) -> float:
    """The running goal: points reached, and part of the way to the next tier."""
    season = len(farm.season_points)
    if season >= len(view.goals):
        return 0.0
    goal = GOALS[view.goals[season]]
    had = count(farm, goal.metric)
    points, below = 0.0, 0
    for least, gives in goal.tiers:
        if had < least:
            late = max(0, SEASON_ROUNDS[season][1] - view.round)
            way: float = ((had - below) / (least - below)) ** 1.5
            return points + (gives - points) * way * (0.6 if late else 0.4)
        points, below = float(gives), least
    return points + 0.02 * had


def _boxes(farm: Farm, left: float) -> float:
    """Rows of boxes begun, by what they give, more so the nearer they are to the end."""
    value = 0.0
    for name, marks in farm.marks.items():
        row = ROWS[name]
        gives = _row_value(row.owner, row.kind, row.place, left)
        done = row.owner in farm.done or name in farm.done
        if done:
            value += _upgrade(row.owner, left) if row.kind == "upgrade" else 0.0
        else:
            value += gives * 0.8 * (len(marks) / len(row.slots)) ** 1.2
    return value + sum(0.5 * BADGES[name.partition("/")[0]].points for name in farm.done if "/" in name)


def _row_value(owner: str, kind: str, place: int, left: float) -> float:
    if kind == "upgrade":
        return _upgrade(owner, left)
    if kind == "special":
        return sum(_effect(effect) for effect in SPECIALS[owner].reward)
    badge = BADGES[owner]
    return 0.5 * badge.points + sum(_effect(effect) for effect in badge.rewards[place])


def _upgrade(name: str, left: float) -> float:
    upgrade = UPGRADES[name]
    if upgrade.task is not None:
        return 0.75 * left
    return (0.7 if upgrade.gear in ("rod", "bait") else 0.35) * left


def _coins(farm: Farm, left: float) -> float:
    """Coin rows begun."""
    value = 0.0
    for name, coins in farm.coins.items():
        had, rows = coins, COIN_PROJECTS[name].rows
        full = full_rows(COIN_PROJECTS[name], coins)
        if full < len(rows):
            had -= sum(rows[:full])
            value += _coin_row(name, left) * (had / rows[full]) ** 1.2 * 0.85
    return value


def _coin_row(name: str, left: float) -> float:
    project = COIN_PROJECTS[name]
    if project.kind == "animal":
        return 0.75 * crop_yield(KINDS[name], max(0, int(left) - 1))
    if project.kind == "bar":
        return min(2.6, 0.5 * left + 0.5)
    return {"internship": 3.2, "buyback": 3.0, "hired_hands": 1.6, "town_fund": 2.0}[project.kind]


def _manifest(farm: Farm) -> float:
    covered = filled(farm.stamps)
    rows = sum((row & covered).bit_count() ** 2 for row in CARGO_ROWS) / 81
    return CELL * covered.bit_count() + 1.6 * rows + 2.0 * len(farm.full_rows)


def _land(farm: Farm, left: float) -> float:
    """Dice by what they will bring, room for animals that wait or are begun, tilled room for crops."""
    moves = int(left)
    value = sum(0.9 * crop_yield(KINDS[die.kind], moves, die.face) for die in farm.dice)
    value += sum(0.55 * crop_yield(KINDS[die.kind], max(0, moves - 1)) for die in farm.waiting)
    closed, begun = _pens(marked(farm.ground, FENCE))
    wanted = len(farm.waiting) + (1 if left > 3 else 0)
    value += min(closed, 16) * 0.22 * min(1.0, left / 4) + begun * 1.5 * min(wanted, 2) * min(1.0, left / 4)
    tilled = marked(farm.ground, TILLED) & ~farm.occupied
    return value + 0.3 * min(_fields(tilled), 8) * min(1.0, left / 4) + 0.02 * min(40, tilled.bit_count())


@lru_cache(maxsize=4096)
def _pens(fences: int) -> tuple[int, float]:
    """Cells in closed pens, and the share of its fence that stands of the pen nearest to being closed."""
    begun = [(ring & fences).bit_count() / ring.bit_count() for _, inside, ring, _ in rings() if not inside & fences]
    return sum(pen.bit_count() for pen in pens(fences)), max(begun, default=0.0)


@lru_cache(maxsize=4096)
def _fields(tilled: int) -> int:
    """Free fields of side 2, and those of side 3 twice."""
    return sum(not block & ~tilled for _, block in BLOCKS[2]) + 2 * sum(not block & ~tilled for _, block in BLOCKS[3])


def _ahead(farm: Farm) -> float:
    """What the agenda still holds."""
    value = 0.0
    for work in farm.agenda:
        match work:
            case StepEnd():
                value += sum(_effect(effect, farm) for effect in work.queue)
            case Unit():
                value += UNIT
            case StampIt():
                shape = RESOURCES[work.resource].shape
                value += 1.0 + (CELL + 0.12) * (len(SHAPES[shape]) if shape else 0)
            case Scratching():
                value += ACTION["chop" if work.card == "forest" else "mine"] * min(work.actions, 6)
            case GoFishing() | Fishing():
                value += ACTION["fish"] * min(work.catches, 3)
            case Farming():
                value += ACTION["farm"] * _farm_use(farm) * work.actions
            case Plant():
                value += 3.0
            case Card():
                value += _card(farm, work.card)
            case Lower():
                value += sum(_effect(effect, farm) for effect in TASK_CARDS[work.card].lower) * 0.6
            case _:
                value += _effect(work, farm) if isinstance(work, _EFFECTS) else 0.0
    return value


def _card(farm: Farm, name: str) -> float:
    card = TASK_CARDS[name]
    value = sum(_effect(effect, farm) for effect in card.upper)
    if card.condition is not None:
        value += (0.9 if holds(farm, card.condition) else 0.35) * sum(_effect(effect, farm) for effect in card.lower)
    return value


def _farm_use(farm: Farm) -> float:
    """How much there is to farm: fields to plant, crops to water."""
    return 1.0 if _fields(marked(farm.ground, TILLED) & ~farm.occupied) else 0.85 if farm.crops else 0.55


def _effect(effect: AnyEffect, farm: Farm | None = None) -> float:
    match effect:
        case Task():
            return _task(effect, farm)
        case Gain():
            return UNIT * effect.qty if effect.resource != "badge" else 3.0
        case Coins():
            return COIN * effect.n
        case Either():
            return max(_sum(part, farm) for part in effect.lists)
        case Level():
            return 2.0
        case Geode():
            return 1.8 * effect.n
        case Draw():
            return min(effect.n, 8) * 0.12 if farm is None or room(farm, effect.ground) else 0.0
        case Water() | Advance():
            return 0.8 * (len(farm.crops) if farm is not None else 2)
        case Points():
            return float(effect.n)
        case FillTools() | FillBadge():
            return 1.5 * effect.n
        case NeighbourStep() | Trellis():
            return 2.0
        case _:
            return 3.0


def _task(effect: Task, farm: Farm | None) -> float:
    if farm is None:
        return 2.4 + 1.5 * effect.plus
    if effect.task == "any":
        return max(_task(Task(task, effect.plus), farm) for task in ("chop", "mine", "fish", "farm"))
    use = _farm_use(farm) if effect.task == "farm" else 1.0
    n = actions(farm, effect.task) + effect.plus
    return ACTION[effect.task] * use * n


def _sum(effects: Effects, farm: Farm | None) -> float:
    return sum(_effect(effect, farm) for effect in effects)


_EFFECTS = (Task, Gain, Coins, Either, Level, Geode, Draw, Water, Advance, Points, FillTools, FillBadge, NeighbourStep)

"""What silence says: what a prudent owner would do without thinking long. Robots try it among other replies.

Cells, fields, stamps and coins are chosen by simple measures of good use; everything else is the first option.
"""

from functools import lru_cache

from events.choices import Choice, Counted, Filled, Form, Laid, Lay, Number, Pick, Picked, Reply, Share, Shared
from events.sky_farm.effects import Coins, Draw
from events.sky_farm.farming_dice import CROPS, Kind
from events.sky_farm.land import BLOCKS, FENCE, LAND_IDS, SIDE, TILLED, WHOLE, around, cells_of, marked
from events.sky_farm.manifest import BY_SPOT, ROWS, beside, filled
from events.sky_farm.resources import RESOURCES
from events.sky_farm.sheets import COIN_PROJECTS
from events.sky_farm.state import Farm, State
from events.sky_farm.work import Arrange, Exchange, Plant, Question, StampIt
from services.sky_farm.coins import caps
from services.sky_farm.drawing import room

COIN_ORDER = (
    "energy_1",
    "cloud_hen",
    "internship",
    "fluff_bunny",
    "buyback",
    "energy_2",
    "moon_goat",
    "sky_boar",
    "energy_3",
    "town_fund",
    "hired_hands",
    "nebula_sheep",
    "star_ox",
)
"""Where coins do good soonest."""


def silence(state: State, farm: Farm, work: Question, asked: Choice) -> Reply:
    """A legal reply; the same for everybody who sees what the seat sees."""
    if isinstance(work, Exchange):
        return Picked(())
    if isinstance(work, Arrange):
        return Picked(("back",))
    if isinstance(work, Draw):
        return Picked(tuple(LAND_IDS[cell] for cell in good_cells(farm, work)))
    if isinstance(work, StampIt):
        return _stamp(farm, work, asked)
    if isinstance(work, Plant):
        return _plant(state, asked)
    return Shared(split(farm, work.n)) if isinstance(work, Coins) else first(asked)


def first(asked: Choice) -> Reply:
    """The first legal reply in the order of the options."""
    match asked:
        case Pick():
            return Picked(tuple(option.id for option in asked.regular[: asked.least]))
        case Number():
            return Counted(asked.least)
        case Share():
            left, amounts = asked.total, {}
            for unit in asked.options:
                amounts[unit.id] = min(left, unit.cap)
                left -= amounts[unit.id]
            return Shared({name: amount for name, amount in amounts.items() if amount})
        case Lay():
            return Laid(*asked.spots[0])
        case Form():
            return Filled({field.id: Picked((field.choice.options[0].id,)) for field in asked.fields})


def split(farm: Farm, n: int) -> dict[str, int]:
    """Coins first to the rows they fill, then to the row begun that wants fewest."""
    open_boxes = caps(farm)
    amounts: dict[str, int] = {}
    while n:
        wanted = {name: _to_fill(farm, name, amounts.get(name, 0)) for name in COIN_ORDER}
        some = [name for name in COIN_ORDER if amounts.get(name, 0) < open_boxes.get(name, 0)]
        full = [name for name in some if wanted[name] <= n]
        name = full[0] if full else min(some, key=lambda each: wanted[each])
        amount = min(n, wanted[name], open_boxes[name] - amounts.get(name, 0))
        amounts[name] = amounts.get(name, 0) + amount
        n -= amount
    return {name: amounts[name] for name in COIN_PROJECTS if name in amounts}


def _to_fill(farm: Farm, name: str, more: int) -> int:
    """Coins that the row in turn still wants."""
    had = farm.coins.get(name, 0) + more
    for boxes in COIN_PROJECTS[name].rows:
        if had < boxes:
            return boxes - had
        had -= boxes
    return 0


def _stamp(farm: Farm, work: StampIt, asked: Choice) -> Reply:
    """The place with most edges on other pieces, the rim and full rows."""
    assert isinstance(asked, Lay)
    shape = RESOURCES[work.resource].shape
    assert shape is not None
    covered = filled(farm.stamps)
    spots = BY_SPOT[shape]
    best = max(asked.spots, key=lambda spot: (snug(covered, spots[spot[1], spot[2]]), spot[2]))
    return Laid(*best)


def snug(covered: int, mask: int) -> int:
    """How well a piece nestles: neighbours it has, less the cells it leaves open around it, and rows it fills up."""
    near = beside(mask) & ~mask
    touching = (near & covered).bit_count()
    rows = sum((row & (covered | mask)).bit_count() ** 2 for row in ROWS if row & mask)
    return 6 * touching - 4 * (near & ~covered).bit_count() + rows // 4


def _plant(state: State, asked: Choice) -> Reply:
    """The crop that brings most in the rounds left, on its first field."""
    assert isinstance(asked, Lay)
    left = 13 - state.round
    best = max(asked.pieces, key=lambda piece: crop_yield(CROPS[piece.id], left))
    return Laid(*next(spot for spot in asked.spots if spot[0] == best.id))


@lru_cache(maxsize=1024)
def crop_yield(kind: Kind, moves: int, face: int = 1) -> float:
    """What a die brings in so many moves, by market value."""
    value = 0.0
    if face == len(kind.faces):  # it has just borne, and its symbol is still to be followed
        if kind.faces[-1].symbol == "X":
            return value
        face = 1
    for _ in range(moves):
        shown = kind.faces[face]
        face += 1
        if shown.harvest is not None:
            value += shown.qty * (1 + 0.4 * RESOURCES[shown.harvest].value)
            if shown.symbol == "X":
                break
            if shown.symbol == "reset":
                face = 1
    return value


def good_cells(farm: Farm, work: Draw) -> tuple[int, ...]:
    """Fences that close a pen soonest, or tilled cells that make a field soonest; none if nothing comes of it."""
    if work.ground == "till":
        return _till(farm, work.n)
    return _fence(farm, work.n)


def _till(farm: Farm, n: int) -> tuple[int, ...]:
    tilled = marked(farm.ground, TILLED) & ~farm.occupied
    free = room(farm, "till") & ~inner_pens(farm)
    chosen = 0
    while n:
        plans = [
            ((block & ~tilled & ~chosen).bit_count() / side, -side, at, block & ~tilled & ~chosen)
            for side in (2, 3, 4)
            for at, block in BLOCKS[side]
            if not block & ~(tilled | free) and block & ~tilled & ~chosen
        ]
        if not plans:
            break
        cells = cells_of(min(plans)[3])[:n]
        chosen |= sum(1 << cell for cell in cells)
        n -= len(cells)
    return cells_of(chosen)


def _fence(farm: Farm, n: int) -> tuple[int, ...]:
    fences, free = marked(farm.ground, FENCE), room(farm, "fence")
    chosen = 0
    for _ in range(3):
        plans = [
            ((ring & ~fences & ~chosen).bit_count() / worth, at, ring & ~fences & ~chosen)
            for at, inside, ring, worth in rings()
            if ring & ~fences & ~chosen and not inside & (fences | chosen) and not ring & ~(fences | free)
        ]
        if not plans or n <= 0:
            break
        cells = cells_of(min(plans)[2])[:n]
        chosen |= sum(1 << cell for cell in cells)
        n -= len(cells)
    return cells_of(chosen)


@lru_cache(maxsize=1)
def rings() -> tuple[tuple[int, int, int, float], ...]:
    """Pens for one animal: first cell, inside, the fence around it, and how much it is worth to have."""
    found = []
    for side, worth in ((2, 1.0), (3, 1.35), (4, 1.7)):
        for at, inside in BLOCKS[side]:
            row, col = divmod(at, SIDE)
            if row and col and row + side < SIDE and col + side < SIDE:
                found.append((at, inside, around(inside) & ~inside, worth))
    return tuple(found)


def inner_pens(farm: Farm) -> int:
    """Cells to keep free of fields: insides of pens begun."""
    fences = marked(farm.ground, FENCE)
    mask = 0
    for _, inside, ring, _ in rings():
        if (ring & fences).bit_count() >= 6 and not inside & fences:
            mask |= inside | ring
    return mask & WHOLE

"""Part 12 of the rules: planting, watering, tilling; each action is a step of its own.

Rulings: a chosen action is carried out (planting asks at once where); a watering that a card gives may be
declined like any single action (7.4).
"""

from events.choices import Choice, Laid, Lay, Option, Pick, Picked, Reply
from events.sky_farm import names
from events.sky_farm.effects import Draw, Water
from events.sky_farm.events import BarUsed
from events.sky_farm.farming_dice import CROPS
from events.sky_farm.land import BLOCK, BLOCKS, CELL_OF, LAND_IDS, TILLED, beside, marked
from events.sky_farm.sheet_events import Planted, Watered
from events.sky_farm.sheets import TILL_PER_ACTION
from events.sky_farm.state import Die, Farm, die_of
from events.sky_farm.work import Farming, Move, MoveDie, Plant
from events.texts import Text
from services.sky_farm import bars, drawing
from services.sky_farm.play import Turn


def fields(farm: Farm, crop: str) -> tuple[int, ...]:
    """Upper left cells of the blocks where this crop may be planted (12.2, 12.5)."""
    kind = CROPS[crop]
    room = marked(farm.ground, TILLED) & ~farm.occupied
    blocks = [(at, block) for at, block in BLOCKS[kind.side] if not block & ~room]
    if not kind.needs_trellis:
        return tuple([at for at, _ in blocks])
    trellises = [BLOCK[2][at] for at in farm.trellises]
    return tuple([at for at, block in blocks if any(not trellis & ~block for trellis in trellises)])


def plantable(farm: Farm) -> bool:
    """Whether any crop has a field."""
    return any(fields(farm, crop) for crop in CROPS)


def neighbours(farm: Farm, die: Die) -> tuple[str, ...]:
    """The crops that share an edge with this one (K27)."""
    near = beside(die.mask)
    return tuple(other.id for other in farm.crops if other.id != die.id and other.mask & near)


def go(turn: Turn, work: Farming | Plant | Water) -> Farming | Plant | Water | None:
    """Ask for the next action as long as there is one."""
    match work:
        case Farming():
            return work if bars.goes_on(turn.farm, work.actions, work.bar, _possible(turn.farm)) else None
        case Plant():
            return work
        case Water():
            return work if turn.farm.crops else None


def _possible(farm: Farm) -> bool:
    return bool(farm.crops or drawing.room(farm, "till")) or plantable(farm)


def menu(farm: Farm, work: Farming | Plant | Water) -> Choice:
    """Plant, water one of the crops, till, stop; or which crop where."""
    match work:
        case Farming():
            options = [*_actions(farm)] if work.actions else []
            options.append(Option("end", Text("sky_farm.option.end")))
            if bars.usable(farm, work.bar):
                options.append(bars.OPTION)
            return Pick(Text("sky_farm.ask.farm", {"n": work.actions}), tuple(options))
        case Plant():
            places = [(crop, fields(farm, crop)) for crop in CROPS]
            pieces = tuple(
                Option(crop, names.kind(crop), about=f"crop:{farm.seat}:{crop}") for crop, found in places if found
            )
            spots = tuple([(crop, "0", LAND_IDS[at]) for crop, found in places for at in found])
            return Lay(Text("sky_farm.ask.plant"), pieces, ("0",), spots)
        case Water():
            options = [*_waterings(farm), Option("none", Text("sky_farm.option.none"))]
            return Pick(Text("sky_farm.ask.water"), tuple(options))


def _actions(farm: Farm) -> list[Option]:
    options = []
    if plantable(farm):
        options.append(Option("plant", Text("sky_farm.option.plant")))
    options += _waterings(farm)
    if drawing.room(farm, "till"):
        options.append(Option("till", Text("sky_farm.effect.till", {"n": TILL_PER_ACTION})))
    return options


def _waterings(farm: Farm) -> list[Option]:
    return [
        Option(
            f"water:{die.id}",
            Text("sky_farm.option.water", {"die": names.die_at(die)}),
            about=f"die:{farm.seat}:{die.id}",
        )
        for die in farm.crops
    ]


def take(turn: Turn, work: Farming | Plant | Water, reply: Reply) -> None:
    """Carry out the action."""
    match work:
        case Farming():
            assert isinstance(reply, Picked)
            _act(turn, work, reply.ids[0])
        case Plant():
            assert isinstance(reply, Laid)
            die = f"{reply.piece}-{turn.farm.planted + 1}"
            turn.tell(Planted(turn.seat, die, reply.piece, CELL_OF[reply.at]))
        case Water():
            assert isinstance(reply, Picked)
            if reply.ids[0] != "none":
                _water(turn, reply.ids[0].removeprefix("water:"))


def _act(turn: Turn, work: Farming, action: str) -> None:
    word, _, rest = action.partition(":")
    if word == "end":
        return
    if word == bars.OPTION.id:
        turn.push(Farming(work.actions + 1, bar=True))
        turn.tell(BarUsed(turn.seat, bars.next_bar(turn.farm)))
        return
    turn.push(Farming(work.actions - 1, work.bar))
    if word == "plant":
        turn.step(Plant())
    elif word == "till":
        turn.step(Draw("till", TILL_PER_ACTION))
    else:
        turn.step()
        _water(turn, rest)


def _water(turn: Turn, name: str) -> None:
    """The chosen die first, then those beside it before any moved (K27)."""
    die = die_of(turn.farm, name)
    assert die is not None
    near = neighbours(turn.farm, die)
    turn.tell(Watered(turn.seat, name, near))
    turn.push(Move(near))
    turn.step(MoveDie(name))

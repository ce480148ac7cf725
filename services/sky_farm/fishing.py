"""Parts 9 and 10 of the rules: area, roll, T, rod, catches.

Rulings: with one rod it is always used, for it takes nothing away (9.3). Stopping is offered at each catch; it
declines all that are left. `skip` declines the first catch alone where the base cell shows a fish (K22).
"""

from events.choices import Choice, Option, Pick, Picked, Reply
from events.sky_farm import names
from events.sky_farm.effects import Gain
from events.sky_farm.events import BarUsed
from events.sky_farm.farming_dice import ACTION_FACES, WILD
from events.sky_farm.grids import AREAS, catch_area, cell_id, crossing
from events.sky_farm.sheet_events import FishCaught, FishingRolled
from events.sky_farm.sheets import RODS
from events.sky_farm.state import Farm
from events.sky_farm.work import ChooseRod, Fishing, FixCrossing, GoFishing
from events.texts import Text
from services.sky_farm import bars
from services.sky_farm.play import Turn

Steps = GoFishing | FixCrossing | ChooseRod | Fishing


def go(turn: Turn, work: Steps) -> Steps | None:
    """Ask for area, wild dice, rod and each catch, as far as there is a choice."""
    match work:
        case GoFishing():
            if len(turn.farm.areas) > 1:
                return work
            _roll(turn, work, turn.farm.areas[0])
        case FixCrossing():
            return work
        case ChooseRod():
            return _rod(turn, work)
        case Fishing():
            wider = work.catches + (1 if bars.usable(turn.farm, work.bar) else 0)
            return work if wider and within_reach(work, first=work.first and bool(work.catches)) else None
    return None


def _roll(turn: Turn, work: GoFishing, area: str) -> None:
    white, black = roll(turn)
    turn.tell(FishingRolled(turn.seat, area, white, black))
    if WILD in (white, black):
        turn.push(FixCrossing(area, work.catches, white, black))
    else:
        turn.push(ChooseRod(area, work.catches, crossing(white, black)[0]))


def roll(turn: Turn) -> tuple[str, str]:
    """The white and the black action die of the seat."""
    white, black = turn.play.luck.seat(turn.seat).roll(len(ACTION_FACES), 2)
    return ACTION_FACES[white - 1], ACTION_FACES[black - 1]


def _rod(turn: Turn, work: ChooseRod) -> ChooseRod | None:
    owned = [rod for rod in RODS if rod in turn.farm.done]
    if len(owned) > 1:
        return work
    turn.push(Fishing(work.area, work.catches, work.base, owned[0] if owned else None))
    return None


def within_reach(work: Fishing, *, first: bool) -> tuple[int, ...]:
    """The cells that may be caught next: the base cell first if it shows a fish, else the catch area (9.4, K22)."""
    fish = AREAS[work.area]
    if first and fish[work.base] is not None:
        return (work.base,)
    reach = catch_area(work.base, work.rod)
    return tuple(cell for cell in reach if fish[cell] is not None and cell not in work.caught)


def menu(farm: Farm, work: Steps) -> Choice:
    """The areas; the cells a T may mean; the rods; the fish in reach."""
    match work:
        case GoFishing():
            areas = tuple(Option(area, names.area(area), about=f"area:{farm.seat}:{area}") for area in farm.areas)
            return Pick(Text("sky_farm.ask.area"), areas)
        case FixCrossing():
            cells = crossing(work.white, work.black)
            ask = Text("sky_farm.ask.crossing", {"white": work.white, "black": work.black})
            return Pick(ask, tuple(_cell(farm.seat, work.area, cell) for cell in cells))
        case ChooseRod():
            options = tuple(
                Option(rod, names.project(rod), about=f"box:{farm.seat}:{rod}:0") for rod in RODS if rod in farm.done
            )
            return Pick(Text("sky_farm.ask.rod"), options)
        case Fishing():
            return _catches(farm, work)


def _catches(farm: Farm, work: Fishing) -> Choice:
    options = []
    if work.catches:
        options += [_cell(farm.seat, work.area, cell) for cell in within_reach(work, first=work.first)]
        if work.first and AREAS[work.area][work.base] is not None and work.catches > 1:
            options.append(Option("skip", Text("sky_farm.option.skip")))
    options.append(Option("end", Text("sky_farm.option.end")))
    if bars.usable(farm, work.bar):
        options.append(bars.OPTION)
    return Pick(Text("sky_farm.ask.catch", {"n": work.catches}), tuple(options))


def _cell(seat: int, area: str, cell: int) -> Option:
    name, fish = cell_id(cell), AREAS[area][cell]
    shown = names.resource(fish) if fish is not None else Text("sky_farm.no_fish")
    return Option(name, Text("sky_farm.option.fish", {"at": name, "fish": shown}), about=f"fish:{seat}:{area}:{name}")


def take(turn: Turn, work: Steps, reply: Reply) -> None:
    """Roll, fix, choose or catch."""
    assert isinstance(reply, Picked)
    chosen = reply.ids[0]
    match work:
        case GoFishing():
            _roll(turn, work, chosen)
        case FixCrossing():
            turn.push(ChooseRod(work.area, work.catches, _at(chosen)))
        case ChooseRod():
            turn.push(Fishing(work.area, work.catches, work.base, chosen))
        case Fishing():
            _catch(turn, work, chosen)


def _at(name: str) -> int:
    return next(cell for cell in range(len(AREAS["pond"])) if cell_id(cell) == name)


def _catch(turn: Turn, work: Fishing, chosen: str) -> None:
    match chosen:
        case "end":
            pass
        case "energy":
            turn.tell(BarUsed(turn.seat, bars.next_bar(turn.farm)))
            turn.push(_again(work, catches=work.catches + 1, first=work.first, bar=True))
        case "skip":
            turn.push(_again(work, catches=work.catches - 1, first=False, bar=work.bar))
        case _:
            cell = _at(chosen)
            fish = AREAS[work.area][cell]
            assert fish is not None
            turn.tell(FishCaught(turn.seat, work.area, cell, fish))
            turn.push(_again(work, catches=work.catches - 1, first=False, bar=work.bar, caught=(cell,)))
            turn.step(Gain(fish))


def _again(work: Fishing, *, catches: int, first: bool, bar: bool, caught: tuple[int, ...] = ()) -> Fishing:
    return Fishing(work.area, catches, work.base, work.rod, (*work.caught, *caught), first, bar)

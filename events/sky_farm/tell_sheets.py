"""Events of a seat's two sheets as lines of the chronicle."""

from events.sky_farm import names
from events.sky_farm.effects import Ability
from events.sky_farm.grids import FINDS, cell_id
from events.sky_farm.land import LAND_IDS
from events.sky_farm.manifest import spot_id
from events.sky_farm.names import Arg
from events.sky_farm.sheet_events import (
    AbilityGained,
    AnimalEarned,
    AnimalHoused,
    AnimalsMoved,
    AreaOpened,
    BadgeDone,
    BadgeRowDone,
    BarBought,
    BoxMarked,
    CoinRowDone,
    CoinsSpent,
    Converted,
    DieLeft,
    DieTurned,
    Drawn,
    FarmEvents,
    FindEvents,
    FishCaught,
    FishingRolled,
    Forfeited,
    Gained,
    GeodeRead,
    GeodeRolled,
    Given,
    LevelRaised,
    NeighbourStepped,
    OwnEvent,
    Planted,
    PointsNoted,
    ProgressEvents,
    ProjectDone,
    RowFilled,
    Scratched,
    SheetEvents,
    Sold,
    Stamped,
    TrellisDrawn,
    UpgradeDone,
    UseEvents,
    Watered,
)
from events.sky_farm.sheets import ROW_BONUS
from events.texts import Text, seat_text


def line(event: OwnEvent, key: str, **args: Arg) -> Text:
    """A line about the seat of the event."""
    return Text(f"sky_farm.tell.{key}", {"who": seat_text(event.seat), **args})


def tell_sheets(event: SheetEvents) -> Text | None:
    """One line for the event, or ``None`` where it says nothing by itself."""
    if isinstance(event, FindEvents):
        return _find(event)
    if isinstance(event, FarmEvents):
        return _farm(event)
    if isinstance(event, ProgressEvents):
        return _progress(event)
    return _use(event)


def _find(event: FindEvents) -> Text:
    match event:
        case Scratched():
            found = names.effects(FINDS[event.found])
            return line(event, f"scratched_{event.card}", at=cell_id(event.square), found=found)
        case AreaOpened():
            return line(event, "opened", area=names.area(event.area))
        case FishingRolled():
            return line(event, "rolled_fish", area=names.area(event.area), white=event.white, black=event.black)
        case FishCaught():
            return line(event, "caught", fish=names.resource(event.fish), at=cell_id(event.cell))
        case GeodeRolled():
            return line(event, "rolled_geode", white=event.white, black=event.black)
        case GeodeRead():
            return line(event, "geode", resource=names.resource(event.resource))


def _farm(event: FarmEvents) -> Text | None:
    match event:
        case Drawn():
            cells = ", ".join(LAND_IDS[cell] for cell in event.cells)
            return line(event, "tilled" if event.ground == "till" else "fenced", n=len(event.cells), cells=cells)
        case TrellisDrawn():
            return line(event, "trellis", at=LAND_IDS[event.at])
        case Planted():
            return line(event, "planted", crop=names.kind(event.crop), at=LAND_IDS[event.at])
        case Watered(beside=()):
            return line(event, "watered", die=names.die_name(event.die))
        case Watered():
            beside = tuple(names.die_name(die) for die in event.beside)
            return line(event, "watered_more", die=names.die_name(event.die), beside=beside)
        case DieTurned() | DieLeft() | AnimalEarned() | AnimalHoused() | AnimalsMoved():
            return _dice(event)


def _dice(event: DieTurned | DieLeft | AnimalEarned | AnimalHoused | AnimalsMoved) -> Text | None:
    match event:
        case DieTurned(reset=True):
            return line(event, "die_reset", die=names.die_name(event.die))
        case DieTurned():
            return line(event, "die", die=names.die_name(event.die), face=event.face)
        case DieLeft():
            return line(event, "die_left", die=names.die_name(event.die))
        case AnimalEarned():
            return line(event, "earned", animal=names.kind(event.animal))
        case AnimalHoused():
            return line(event, "housed", animal=names.die_name(event.die), at=LAND_IDS[event.at])
        case AnimalsMoved():
            for die, at in event.moves.items():
                if at >= 0:
                    return line(event, "moved", animal=names.die_name(die), at=LAND_IDS[at])
            return None


def _use(event: UseEvents | Given) -> Text | None:
    match event:
        case Gained():
            return line(event, "gained", what=names.units(event.resource, event.qty))
        case BoxMarked():
            key = "marked_free" if event.free else "marked"
            return line(event, key, resource=names.resource(event.resource), row=names.row(event.row))
        case Converted():
            return line(event, "converted", resource=names.resource(event.resource))
        case Sold():
            return line(event, "sold", resource=names.resource(event.resource), n=event.coins)
        case Stamped():
            return line(event, "stamped", resource=names.resource(event.resource), at=spot_id(event.cells[0]))
        case Given():
            args: dict[str, Arg] = {"resource": names.resource(event.resource), "card": event.card}
            if event.to is None:
                return line(event, "given_nobody", **args)
            return line(event, "given", to=seat_text(event.to), **args)
        case Forfeited():
            return line(event, "forfeited", resource=names.resource(event.resource))
        case CoinsSpent():
            return _coins(event)


def _coins(event: CoinsSpent) -> Text:
    what = tuple(
        Text("sky_farm.tell.coins_one", {"n": n, "project": names.project(name)}) for name, n in event.amounts.items()
    )
    return line(event, "coins", what=what) if what else line(event, "coins_lost", n=event.lost)


def _progress(event: ProgressEvents) -> Text:
    match event:
        case UpgradeDone():
            return line(event, "upgrade", project=names.project(event.upgrade))
        case ProjectDone():
            return line(event, "upgrade", project=names.project(event.project))
        case BadgeRowDone():
            return line(event, "badge_row", project=names.project(event.badge), row=event.row + 1)
        case BadgeDone():
            return line(event, "badge", project=names.project(event.badge))
        case RowFilled():
            return line(event, "row", row=event.row + 1, task=names.task(ROW_BONUS[event.row]))
        case BarBought():
            return line(event, "bar_bought", project=names.project(event.bar))
        case CoinRowDone():
            return line(event, "coin_row", project=names.project(event.project), row=event.row + 1)
        case LevelRaised():
            return line(event, f"level_{event.track}", n=event.level)
        case NeighbourStepped():
            return line(event, "step", side=names.side(event.side), n=event.step)
        case PointsNoted():
            return line(event, "points", n=event.points)
        case AbilityGained():
            return line(event, "ability", what=names.effect(Ability(event.ability)))

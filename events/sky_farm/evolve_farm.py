"""What events mean for the sheets of the one seat they touch. Computes no rule and refuses nothing."""

from msgspec.structs import replace

from events.sky_farm.events import (
    BarUsed,
    CardBegun,
    CardsChosen,
    ExchangeNamed,
    LowerHalf,
    TaskBegun,
    TurnFinished,
)
from events.sky_farm.land import SIGNS, draw_on
from events.sky_farm.manifest import Stamp
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
    LevelRaised,
    NeighbourStepped,
    Planted,
    PointsNoted,
    ProgressEvents,
    ProjectDone,
    RowFilled,
    Scratched,
    Sold,
    Stamped,
    TrellisDrawn,
    UpgradeDone,
    UseEvents,
    Watered,
)
from events.sky_farm.state import Die, Farm, Scratch

WayEvents = ExchangeNamed | CardsChosen | CardBegun | LowerHalf | TaskBegun | BarUsed | TurnFinished


def evolve_farm(farm: Farm, event: WayEvents | FindEvents | FarmEvents | UseEvents | ProgressEvents) -> Farm:
    """The farm after the event."""
    match event:
        case ExchangeNamed() | CardsChosen() | CardBegun() | LowerHalf() | TaskBegun() | BarUsed() | TurnFinished():
            return _way(farm, event)
        case Scratched() | AreaOpened() | FishingRolled() | FishCaught() | GeodeRolled() | GeodeRead():
            return _find(farm, event)
        case Drawn() | TrellisDrawn() | Planted() | Watered() | AnimalEarned():
            return _land(farm, event)
        case DieTurned() | DieLeft() | AnimalHoused() | AnimalsMoved():
            return _dice(farm, event)
        case Gained() | BoxMarked() | Converted() | Sold() | Stamped() | Forfeited() | CoinsSpent():
            return _use(farm, event)
        case (
            UpgradeDone()
            | ProjectDone()
            | BadgeRowDone()
            | BadgeDone()
            | RowFilled()
            | BarBought()
            | CoinRowDone()
            | LevelRaised()
            | NeighbourStepped()
            | PointsNoted()
            | AbilityGained()
        ):
            return _progress(farm, event)


def _way(farm: Farm, event: WayEvents) -> Farm:
    match event:
        case ExchangeNamed():
            return replace(farm, named=event.sides, stage="named")
        case CardsChosen():
            return replace(farm, chosen=event.cards)
        case CardBegun():
            return replace(farm, card_squares=0, card_fish=0)
        case BarUsed():
            return replace(farm, bars={**farm.bars, event.bar: farm.bars[event.bar] + 1})
        case TurnFinished():
            return replace(farm, stage="done")
        case LowerHalf() | TaskBegun():
            return farm


def _find(farm: Farm, event: FindEvents) -> Farm:
    season = farm.season
    match event:
        case Scratched():
            found = Scratch(event.square, event.found)
            season = replace(season, squares_scratched=season.squares_scratched + 1)
            farm = replace(farm, season=season, card_squares=farm.card_squares + 1)
            if event.card == "forest":
                return replace(farm, forest=(*farm.forest, found))
            return replace(farm, mine=(*farm.mine, found))
        case AreaOpened():
            return replace(farm, areas=(*farm.areas, event.area))
        case FishCaught():
            season = replace(season, fish_caught=season.fish_caught + 1)
            return replace(farm, season=season, card_fish=farm.card_fish + 1)
        case FishingRolled() | GeodeRolled() | GeodeRead():
            return farm


def _land(farm: Farm, event: Drawn | TrellisDrawn | Planted | Watered | AnimalEarned) -> Farm:
    season = farm.season
    match event:
        case Drawn():
            season = replace(season, cells_drawn=season.cells_drawn + len(event.cells))
            return replace(farm, season=season, ground=draw_on(farm.ground, event.cells, SIGNS[event.ground]))
        case TrellisDrawn():
            return replace(farm, trellises=(*farm.trellises, event.at))
        case Planted():
            season = replace(season, crops_planted=season.crops_planted + 1)
            crops = (*farm.crops, Die(event.die, event.crop, 1, event.at))
            return replace(farm, season=season, crops=crops, planted=farm.planted + 1)
        case AnimalEarned():
            return replace(farm, animals=(*farm.animals, Die(event.die, event.animal)))
        case Watered():
            return farm


def _dice(farm: Farm, event: DieTurned | DieLeft | AnimalHoused | AnimalsMoved) -> Farm:
    match event:
        case DieTurned():
            crops = tuple([replace(die, face=event.face) if die.id == event.die else die for die in farm.crops])
            animals = tuple([replace(die, face=event.face) if die.id == event.die else die for die in farm.animals])
            return replace(farm, crops=crops, animals=animals)
        case DieLeft():
            crops = tuple([die for die in farm.crops if die.id != event.die])
            return replace(farm, crops=crops, animals=tuple([die for die in farm.animals if die.id != event.die]))
        case AnimalHoused():
            housed = [replace(die, face=1, at=event.at) if die.id == event.die else die for die in farm.animals]
            return replace(farm, animals=tuple(housed))
        case AnimalsMoved():
            moved = event.moves
            set_down = [replace(die, at=moved[die.id]) if die.id in moved else die for die in farm.animals]
            return replace(farm, animals=tuple(set_down))


def _use(farm: Farm, event: UseEvents) -> Farm:
    season = farm.season
    match event:
        case Gained():
            gained = {**season.gained, event.resource: season.gained.get(event.resource, 0) + event.qty}
            return replace(farm, season=replace(season, gained=gained))
        case BoxMarked():
            marks = {**farm.marks, event.row: tuple(sorted((*farm.marks.get(event.row, ()), event.slot)))}
            if event.badge:
                season = replace(season, badge_slots_filled=season.badge_slots_filled + 1)
            return replace(farm, marks=marks, season=season)
        case Stamped():
            season = replace(season, cargo_pieces_placed=season.cargo_pieces_placed + 1)
            return replace(farm, season=season, stamps=(*farm.stamps, Stamp(event.resource, event.cells)))
        case CoinsSpent():
            coins = {**farm.coins}
            for project, amount in event.amounts.items():
                coins[project] = coins.get(project, 0) + amount
            season = replace(season, coins_spent=season.coins_spent + sum(event.amounts.values()))
            return replace(farm, coins=coins, season=season)
        case Converted() | Sold() | Forfeited():
            return farm


def _progress(farm: Farm, event: ProgressEvents) -> Farm:
    match event:
        case UpgradeDone():
            season = replace(farm.season, upgrades_completed=farm.season.upgrades_completed + 1)
            return replace(farm, done=(*farm.done, event.upgrade), season=season)
        case ProjectDone():
            return replace(farm, done=(*farm.done, event.project))
        case BadgeRowDone():
            return replace(farm, done=(*farm.done, f"{event.badge}/{event.row}"))
        case BadgeDone():
            return replace(farm, done=(*farm.done, event.badge))
        case RowFilled():
            return replace(farm, full_rows=(*farm.full_rows, event.row))
        case BarBought():
            return replace(farm, bars={**farm.bars, event.bar: 0})
        case LevelRaised():
            return replace(farm, levels={**farm.levels, event.track: event.level})
        case NeighbourStepped():
            side = replace(farm.left if event.side == "left" else farm.right, step=event.step)
            return replace(farm, left=side) if event.side == "left" else replace(farm, right=side)
        case PointsNoted():
            noted = {**farm.noted, event.source: farm.noted.get(event.source, 0) + event.points}
            return replace(farm, noted=noted)
        case AbilityGained():
            return replace(farm, abilities=(*farm.abilities, event.ability))
        case CoinRowDone():
            return farm

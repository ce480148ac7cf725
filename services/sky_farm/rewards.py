"""What is handled at once when it is gained (K48): levels, areas, points, abilities, neighbour tracks."""

from events.sky_farm.cards import NEIGHBOUR_TRACK
from events.sky_farm.effects import Ability, Level, NeighbourStep, Points, Unlock
from events.sky_farm.sheet_events import AbilityGained, AreaOpened, LevelRaised, NeighbourStepped, PointsNoted
from events.sky_farm.sheets import LEVELS
from events.sky_farm.state import SIDES, SideName
from services.sky_farm.play import Turn


def go(turn: Turn, work: Level | Unlock | Points | Ability | NeighbourStep) -> None:
    """Carry it out."""
    match work:
        case Level():
            level = turn.farm.levels[work.track] + 1
            if level <= len(LEVELS[work.track]):  # K18: a full track gives nothing more
                turn.tell(LevelRaised(turn.seat, work.track, level))
                turn.bonus(LEVELS[work.track][level - 1])
        case Unlock():
            open_area(turn, work.area)
        case Points():
            turn.tell(PointsNoted(turn.seat, work.source, work.n))
        case Ability():
            turn.tell(AbilityGained(turn.seat, work.ability))
        case NeighbourStep():
            for side in reversed(SIDES):  # pushed last is done first: left before right (K77)
                step_side(turn, side)


def open_area(turn: Turn, area: str) -> None:
    """Open a fishing area; with lake and cave open the river is too (8.5)."""
    if area not in turn.farm.areas:
        turn.tell(AreaOpened(turn.seat, area))
    if {"lake", "cave"} <= set(turn.farm.areas) and "river" not in turn.farm.areas:
        turn.tell(AreaOpened(turn.seat, "river"))


def step_side(turn: Turn, side: SideName) -> None:
    """One step on the neighbour track of a side, with its reward; nothing after the last (K78)."""
    step = (turn.farm.left if side == "left" else turn.farm.right).step + 1
    if step <= len(NEIGHBOUR_TRACK):
        turn.tell(NeighbourStepped(turn.seat, side, step))
        turn.bonus(NEIGHBOUR_TRACK[step - 1])

"""What can happen on the two sheets of one seat. Facts with their results: nothing here is worked out later."""

from typing import ClassVar, Literal

from events.record import Event, tagged
from events.sky_farm.effects import Source, Track
from events.sky_farm.grids import ScratchCard
from events.sky_farm.state import SideName


class SkyFarmEvent(Event, frozen=True, tag=tagged("sky_farm")):
    """The base of all events of Sky Farm."""


class OwnEvent(SkyFarmEvent, frozen=True):
    """The base of those that touch only their seat's sheets."""

    own: ClassVar[bool] = True

    seat: int


# Scratching, fishing, geodes.


class Scratched(OwnEvent, frozen=True):
    """A square was scratched and this was under it (8.2)."""

    reveals: ClassVar[bool] = True

    card: ScratchCard
    square: int
    found: str


class AreaOpened(OwnEvent, frozen=True):
    """A fishing area is open (8.5)."""

    area: str


class FishingRolled(OwnEvent, frozen=True):
    """The dice of a fishing task: white for the column, black for the row (9.1)."""

    reveals: ClassVar[bool] = True

    area: str
    white: str
    black: str


class FishCaught(OwnEvent, frozen=True):
    """A fish was caught from a cell (9.5)."""

    area: str
    cell: int
    fish: str


class GeodeRolled(OwnEvent, frozen=True):
    """The dice of a geode (11.1)."""

    reveals: ClassVar[bool] = True

    white: str
    black: str


class GeodeRead(OwnEvent, frozen=True):
    """What the geode card shows in a cell (11.1)."""

    cell: int
    resource: str


# The farm sheet.


class Drawn(OwnEvent, frozen=True):
    """Cells were tilled or fenced (12.4, 14.1)."""

    ground: Literal["till", "fence"]
    cells: tuple[int, ...]


class TrellisDrawn(OwnEvent, frozen=True):
    """A trellis of two by two cells, by its upper left cell (12.5)."""

    at: int


class Planted(OwnEvent, frozen=True):
    """A crop die on face 1 on a block, by its upper left cell (12.2)."""

    die: str
    crop: str
    at: int


class Watered(OwnEvent, frozen=True):
    """A crop was watered, and these beside it with it (12.3)."""

    die: str
    beside: tuple[str, ...] = ()


class DieTurned(OwnEvent, frozen=True):
    """A die shows this face now (6.1); ``reset``: by its arrow."""

    die: str
    face: int
    reset: bool = False


class DieLeft(OwnEvent, frozen=True):
    """A die went back to the supply by its X (6.2)."""

    die: str


class AnimalEarned(OwnEvent, frozen=True):
    """A full coin row gave an animal die; it waits to be housed (13.1)."""

    die: str
    animal: str


class AnimalHoused(OwnEvent, frozen=True):
    """A waiting animal stands on face 1 on a block (13.2)."""

    die: str
    at: int


class AnimalsMoved(OwnEvent, frozen=True):
    """Animals stand elsewhere, by upper left cell; -1 where one was taken up and has still to be set down (13.3)."""

    moves: dict[str, int]


# Handling resources and coins.


class Gained(OwnEvent, frozen=True):
    """So many units of a resource were gained (16.1)."""

    resource: str
    qty: int


class BoxMarked(OwnEvent, frozen=True):
    """A box was marked: with a unit of its resource, or ``free``; ``badge``: of a badge project."""

    row: str
    slot: int
    resource: str
    free: bool = False
    badge: bool = False


class UpgradeDone(OwnEvent, frozen=True):
    """All boxes of an upgrade are marked (15.1)."""

    upgrade: str


class ProjectDone(OwnEvent, frozen=True):
    """A special project is finished (17.1)."""

    project: str


class BadgeRowDone(OwnEvent, frozen=True):
    """A row of a badge project is full (18.1)."""

    badge: str
    row: int


class BadgeDone(OwnEvent, frozen=True):
    """Both rows are full: the project's badge is owned (18.1)."""

    badge: str


class Converted(OwnEvent, frozen=True):
    """A unit went into farm maintenance (14.1)."""

    resource: str


class Sold(OwnEvent, frozen=True):
    """A unit was sold for so many coins."""

    resource: str
    coins: int


class Stamped(OwnEvent, frozen=True):
    """A unit was stamped on the manifest (19.1)."""

    resource: str
    cells: tuple[int, ...]


class RowFilled(OwnEvent, frozen=True):
    """A row of the manifest is full (19.4)."""

    row: int


class Given(OwnEvent, frozen=True):
    """A unit went to a neighbour with the card of that side; ``to`` None: nobody, the card is discarded (K56, K59)."""

    own: ClassVar[bool] = False

    side: SideName
    card: str
    resource: str
    to: int | None


class Forfeited(OwnEvent, frozen=True):
    """A unit that had no legal use is lost (K44)."""

    resource: str


class CoinsSpent(OwnEvent, frozen=True):
    """Coins put into boxes by project, and coins lost because no box was open (16.2)."""

    amounts: dict[str, int]
    lost: int = 0


class BarBought(OwnEvent, frozen=True):
    """An energy bar is circled (15.2)."""

    bar: str


class CoinRowDone(OwnEvent, frozen=True):
    """A row of a coin project is full (20.1, 20.2)."""

    project: str
    row: int


class LevelRaised(OwnEvent, frozen=True):
    """The next step of a level track is marked (8.4)."""

    track: Track
    level: int


class NeighbourStepped(OwnEvent, frozen=True):
    """The next step of a neighbour track is marked (K56, K78)."""

    side: SideName
    step: int


class PointsNoted(OwnEvent, frozen=True):
    """Points noted for the end."""

    source: Source
    points: int


class AbilityGained(OwnEvent, frozen=True):
    """A lasting ability."""

    ability: str


FindEvents = Scratched | AreaOpened | FishingRolled | FishCaught | GeodeRolled | GeodeRead
FarmEvents = Drawn | TrellisDrawn | Planted | Watered | DieTurned | DieLeft | AnimalEarned | AnimalHoused | AnimalsMoved
UseEvents = Gained | BoxMarked | Converted | Sold | Stamped | Forfeited | CoinsSpent
ProgressEvents = (
    UpgradeDone
    | ProjectDone
    | BadgeRowDone
    | BadgeDone
    | RowFilled
    | BarBought
    | CoinRowDone
    | LevelRaised
    | NeighbourStepped
    | PointsNoted
    | AbilityGained
)
SheetEvents = FindEvents | FarmEvents | UseEvents | ProgressEvents | Given

"""What can happen in a match: on the table and on a seat's way through a round. Facts with their results."""

from typing import ClassVar

from events.hidden import Hidden
from events.sky_farm.effects import TaskKind
from events.sky_farm.sheet_events import OwnEvent, SheetEvents, SkyFarmEvent
from events.sky_farm.state import Final, Phase, SideName
from events.sky_farm.work import Agenda

# The table: setup, neighbour phase, scoring, preparation, end.


class FarmsBegun(SkyFarmEvent, frozen=True):
    """Sheets for so many seats, and the goal card of each season (2.1, 2.4)."""

    reveals: ClassVar[bool] = True

    seats: int
    goals: tuple[str, ...]


class TasksDiscarded(SkyFarmEvent, frozen=True):
    """All cards of the display went to the task discard pile (5.1)."""


class TasksDrawn(SkyFarmEvent, frozen=True):
    """Cards of the public deck lie in the display now (2.2, 5.2)."""

    reveals: ClassVar[bool] = True

    cards: tuple[str, ...]


class TasksReshuffled(SkyFarmEvent, frozen=True):
    """The whole task discard pile became the public deck (5.2, K73)."""


class PreviewTurned(SkyFarmEvent, frozen=True):
    """The previewed season cards lie in the display; the next of either stack is turned up, if any (5.3)."""

    reveals: ClassVar[bool] = True

    cards: tuple[str, ...] = ()


class PhaseBegun(SkyFarmEvent, frozen=True):
    """A phase that the seats still in go through: ``neighbours`` 3.1, ``keep`` 3.2-3.3, ``play`` 6 and 7."""

    round: int
    phase: Phase


class OldCardsDiscarded(SkyFarmEvent, frozen=True):
    """The neighbour cards that a seat had named went to the discard pile (K72)."""

    seat: int
    sides: tuple[SideName, ...]


class PairDealt(SkyFarmEvent, frozen=True):
    """A seat drew two neighbour cards for a side; only it may read them (K61, K72)."""

    reveals: ClassVar[bool] = True

    seat: int
    side: SideName
    cards: Hidden[tuple[str, ...]]


class NeighboursReshuffled(SkyFarmEvent, frozen=True):
    """The neighbour discard pile became the deck (3.4, K73)."""


class SeasonScored(SkyFarmEvent, frozen=True):
    """A season was scored: by seat what was counted and the points for it (part 4)."""

    season: int
    counts: tuple[int, ...]
    points: tuple[int, ...]


class PlayerResigned(SkyFarmEvent, frozen=True):
    """A seat takes no further part."""

    seat: int


class FarmScored(SkyFarmEvent, frozen=True):
    """What a seat got in all (21.2)."""

    seat: int
    final: Final


class MatchDecided(SkyFarmEvent, frozen=True):
    """Places by seat, equals sharing one (21.4), and the key of the reason."""

    places: tuple[int, ...]
    reason: str


# A seat's way through a round.


class Planned(OwnEvent, frozen=True):
    """What the seat has still to do. ``turn`` counts its decisions; they name its questions."""

    agenda: Agenda
    turn: int


class GiftTaken(OwnEvent, frozen=True):
    """The seat chose this of the gifts of a neighbour card, which is discarded. Not ``own``: the pile is shared."""

    own: ClassVar[bool] = False

    card: str
    resource: str
    qty: int


class ExchangeNamed(OwnEvent, frozen=True):
    """The seat has its gifts and named the old cards to discard (3.3). Not ``own``: the deal waits for all."""

    own: ClassVar[bool] = False

    sides: tuple[SideName, ...] = ()


class CardsKept(OwnEvent, frozen=True):
    """The seat kept a card of each pair; the others are discarded."""

    own: ClassVar[bool] = False
    reveals: ClassVar[bool] = True

    kept: dict[SideName, str]
    discarded: tuple[str, ...]


class CardsChosen(OwnEvent, frozen=True):
    """The two task cards of the round, in the order they will be run (7.1)."""

    cards: tuple[str, ...]


class CardBegun(OwnEvent, frozen=True):
    """A task card is run from here on."""

    card: str


class LowerHalf(OwnEvent, frozen=True):
    """The lower half of a card: ``done``, or left because its condition does not hold or by choice (7.2)."""

    card: str
    done: bool


class TaskBegun(OwnEvent, frozen=True):
    """A task begins with so many actions."""

    task: TaskKind
    actions: int


class BarUsed(OwnEvent, frozen=True):
    """A use of an energy bar gave the running task one action more (15.2)."""

    bar: str


class TurnFinished(OwnEvent, frozen=True):
    """The seat turned its guide card over (1.3, K68). Not ``own``: the round ends when all have."""

    own: ClassVar[bool] = False


TableEvents = (
    FarmsBegun
    | TasksDiscarded
    | TasksDrawn
    | TasksReshuffled
    | PreviewTurned
    | PhaseBegun
    | OldCardsDiscarded
    | PairDealt
    | NeighboursReshuffled
    | SeasonScored
    | PlayerResigned
    | FarmScored
    | MatchDecided
)
RoundEvents = (
    Planned
    | GiftTaken
    | ExchangeNamed
    | CardsKept
    | CardsChosen
    | CardBegun
    | LowerHalf
    | TaskBegun
    | BarUsed
    | TurnFinished
)
SkyFarmEvents = TableEvents | RoundEvents | SheetEvents

"""The course of a match: setting up, rounds, questions, the end. Facts with their results."""

from typing import Annotated, ClassVar

from events.hidden import Hidden, Secret
from events.train_farm.agenda import Agenda
from events.train_farm.effects import Kind
from events.train_farm.events_base import OwnEvent, TrainFarmEvent
from events.train_farm.options import Terms

# --- setting up (3)


class CampsPitched(TrainFarmEvent, frozen=True):
    """Camps with their first stocks and durability; the decks are shuffled (3.1 to 3.5, R6)."""

    seats: int
    terms: Terms
    bolts: int
    food: int
    people: int
    durability: int
    region: str
    decks: dict[str, int]


class SetSealed(OwnEvent, frozen=True):
    """A seat chose its first modules; shown when all have (R54)."""

    seat: int
    kinds: Annotated[tuple[Kind, ...], Secret(())]


class SetLaid(TrainFarmEvent, frozen=True):
    """A camp's first modules lie there, base face up."""

    reveals: ClassVar[bool] = True

    seat: int
    kinds: tuple[Kind, ...]


class TasksTurnedUp(TrainFarmEvent, frozen=True):
    """The common tasks of this match (6.3)."""

    reveals: ClassVar[bool] = True

    tasks: tuple[str, ...]


class RoleDealt(TrainFarmEvent, frozen=True):
    """A seat has a survivor role (6.2)."""

    reveals: ClassVar[bool] = True

    seat: int
    role: str


# --- the round (4)


class RoundBegan(TrainFarmEvent, frozen=True):
    """A round with its lead seat (R12)."""

    round: int
    lead: int


class Supplied(TrainFarmEvent, frozen=True):
    """Phase one of a camp: output, food eaten, whether it was short, and low supply next round (4.1, R11)."""

    seat: int
    bolts: int
    food: int
    people: int
    eaten: int
    short: bool
    low: bool


class ActionsOpened(TrainFarmEvent, frozen=True):
    """Phase two began (4.2)."""


class TurnCame(TrainFarmEvent, frozen=True):
    """In seat order, a seat's turn to act came (R12). What was done before it stands on it."""

    seat: int


class EventTurnedUp(TrainFarmEvent, frozen=True):
    """Phase three: a global event, and the seats that have something to decide on it (R31)."""

    reveals: ClassVar[bool] = True

    card: str
    asks: tuple[int, ...]


class PlanSealed(OwnEvent, frozen=True):
    """A camp decided on the event; shown when all have (R31)."""

    seat: int
    plan: Hidden[str]


class PlanShown(TrainFarmEvent, frozen=True):
    """What a camp had decided."""

    reveals: ClassVar[bool] = True

    seat: int
    plan: str


class BlockBegan(TrainFarmEvent, frozen=True):
    """A block of the event begins for these camps."""

    block: int
    seats: tuple[int, ...]


class EventDone(TrainFarmEvent, frozen=True):
    """The event lies on its discard pile; `held`: camps that came through a horde without damage."""

    card: str
    held: tuple[int, ...] = ()


class RoundClosing(TrainFarmEvent, frozen=True):
    """The end of the round: returns, visitors, storage cap (R53). It shows who had orders about visitors."""

    reveals: ClassVar[bool] = True


# --- questions and the end


class Asked(OwnEvent, frozen=True):
    """What a seat still has to do; the front is its open question, the `number`-th put to it."""

    seat: int
    number: int
    agenda: Agenda


class MatchDecided(TrainFarmEvent, frozen=True):
    """Places by seat, who won, and the key of the reason (R45 to R49, R59)."""

    places: tuple[int, ...]
    winners: tuple[int, ...]
    reason: str

"""Stocks, durability, protections, building, and the optional modules. Facts with their results."""

from typing import ClassVar, Literal

from events.hidden import Hidden
from events.train_farm.effects import Kind, Res, RollKind
from events.train_farm.events_base import Against, OwnEvent, TrainFarmEvent, WardBy, Why

# --- stocks and what lasts


class Gained(OwnEvent, frozen=True):
    """Stock came in."""

    seat: int
    res: Res
    n: int
    why: Why


class Lost(OwnEvent, frozen=True):
    """Stock was lost; `n` is what was really lost."""

    seat: int
    res: Res
    n: int


class Paid(OwnEvent, frozen=True):
    """A price was paid."""

    seat: int
    bolts: int = 0
    food: int = 0
    people: int = 0


class Traded(OwnEvent, frozen=True):
    """One resource given for another."""

    seat: int
    give: Res
    gave: int
    get: Res
    got: int


class Added(OwnEvent, frozen=True):
    """Rolls of a kind, an output, or upkeep are changed by `n` in rounds `first` to `last`."""

    seat: int
    what: RollKind | Res | Literal["upkeep"]
    n: int
    first: int
    last: int


class SavingGained(OwnEvent, frozen=True):
    """A discount on builds to come (R58)."""

    seat: int
    bolts: int
    people: int
    uses: int
    last: int


class SavingUsed(OwnEvent, frozen=True):
    """One use of the discount at this place is gone."""

    seat: int
    place: int


class Capped(TrainFarmEvent, frozen=True):
    """What was above the storage cap is discarded (R7)."""

    seat: int
    food: int
    people: int


class ActionBarred(OwnEvent, frozen=True):
    """The right to act in a round is lost."""

    seat: int
    round: int


# --- durability and protections (5.4, R20 to R23, R28)


class Hit(TrainFarmEvent, frozen=True):
    """ "Camp damaged" was applied, whatever becomes of it (NOTATION 3)."""

    seat: int


class Damaged(OwnEvent, frozen=True):
    """Durability fell to this."""

    seat: int
    durability: int


class Repaired(OwnEvent, frozen=True):
    """Durability rose to this."""

    seat: int
    durability: int


class DurabilityCapped(OwnEvent, frozen=True):
    """The cap fell below present durability, or rose and lifted it (R20)."""

    seat: int
    durability: int


class Warded(OwnEvent, frozen=True):
    """A protection stopped an effect."""

    seat: int
    by: WardBy
    against: Against
    card: str = ""
    """The visitor."""


class WallSpent(OwnEvent, frozen=True):
    """The base Wall has cancelled its last damage (R21). `lost`: it leaves the camp."""

    seat: int
    lost: bool = False


class WallDemoted(OwnEvent, frozen=True):
    """The full Wall took a damage and is a fresh base Wall (R22)."""

    seat: int


class CampFell(TrainFarmEvent, frozen=True):
    """A camp is destroyed (R48). `cause`: the card, event or leaving it fell at; equal ones share a place."""

    seat: int
    cause: str
    resigned: bool = False


# --- building (4.2.6 to 4.2.8, 5.5)


class Built(OwnEvent, frozen=True):
    """A module base face up, at this price. `action`: it was the action of this round."""

    seat: int
    kind: Kind
    bolts: int
    people: int
    action: bool


class Upgraded(OwnEvent, frozen=True):
    """A module was flipped to full level."""

    seat: int
    kind: Kind
    bolts: int
    people: int
    action: bool


class WallRenewed(OwnEvent, frozen=True):
    """A spent Wall was set up again (R21)."""

    seat: int
    bolts: int
    people: int
    action: bool


class Dismantled(OwnEvent, frozen=True):
    """A module was taken down for some of its bolts (R24)."""

    seat: int
    kind: Kind
    refund: int
    action: bool


class TowerLost(TrainFarmEvent, frozen=True):
    """The Watchtower is gone, the price of declining or handing over (R29)."""

    seat: int


class CampMoved(OwnEvent, frozen=True):
    """The camp moved to a region, at this price. `action`: it was the whole action (R38)."""

    seat: int
    region: str
    bolts: int
    people: int
    action: bool


class Passed(OwnEvent, frozen=True):
    """A player did nothing in phase two."""

    seat: int


# --- optional modules


class TaskDone(OwnEvent, frozen=True):
    """A camp completed a task (R42)."""

    seat: int
    task: str


class RaceWon(TrainFarmEvent, frozen=True):
    """A camp was the first to complete as many tasks as the race asks."""

    seat: int


class VisitorJoined(TrainFarmEvent, frozen=True):
    """A visitor joins a camp and stays to the end of a round (R43)."""

    seat: int
    slot: int
    card: str
    last: int


class VisitorKept(OwnEvent, frozen=True):
    """A visitor was kept for its food."""

    seat: int
    card: str
    food: int
    last: int


class VisitorLeft(TrainFarmEvent, frozen=True):
    """A visitor went to the discard pile."""

    seat: int
    card: str
    why: Literal["unfed", "time", "fell"]


class AidRolled(TrainFarmEvent, frozen=True):
    """An observer rolled the aid die (R44)."""

    reveals: ClassVar[bool] = True

    seat: int
    raw: int


class AidSettled(TrainFarmEvent, frozen=True):
    """An observer gave, or did not. `to` is None for nobody."""

    seat: int
    to: int | None


class OrderSet(OwnEvent, frozen=True):
    """A standing order was changed (R13); nobody else learns which."""

    seat: int
    name: Hidden[str]
    form: Hidden[str]

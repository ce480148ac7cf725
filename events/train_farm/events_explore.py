"""Exploring: dice, the map, cards and squads. Facts with their results."""

from typing import ClassVar, Literal

from events.hidden import Hidden
from events.train_farm.cards import Deck
from events.train_farm.events_base import OwnEvent, TrainFarmEvent

# --- exploring (4.2.1 to 4.2.5)


class Explored(TrainFarmEvent, frozen=True):
    """A squad sets out: the action of this round."""

    seat: int


class DieRolled(TrainFarmEvent, frozen=True):
    """A raw die."""

    reveals: ClassVar[bool] = True

    seat: int
    kind: Literal["move", "hazard", "explore_test", "event_test", "aid"]
    raw: int
    again: bool = False
    """A reroll: it takes the place of the one before."""


class SquadMoved(TrainFarmEvent, frozen=True):
    """The squad advanced to a space."""

    seat: int
    roll: int
    space: int


class DeckShuffled(TrainFarmEvent, frozen=True):
    """A discard pile became a new deck (R32)."""

    deck: Deck


class DeckEmpty(TrainFarmEvent, frozen=True):
    """No card could be drawn (R32)."""

    seat: int
    deck: Deck


class CardDrawn(TrainFarmEvent, frozen=True):
    """A card was drawn and read out to all (R57)."""

    reveals: ClassVar[bool] = True

    seat: int
    slot: int
    deck: Deck
    card: str
    buried: bool = False
    """It had been declined and lay at the bottom."""


class CardPeeked(TrainFarmEvent, frozen=True):
    """A card was drawn that only its drawer may see (R57)."""

    reveals: ClassVar[bool] = True

    seat: int
    slot: int
    deck: Deck
    card: Hidden[str]
    buried: bool = False


class CardShown(TrainFarmEvent, frozen=True):
    """A held card is known to all from now on."""

    reveals: ClassVar[bool] = True

    seat: int
    slot: int
    card: str


class CardKept(TrainFarmEvent, frozen=True):
    """Of several cards one was kept (R39)."""

    seat: int
    slot: int


class CardDeclined(TrainFarmEvent, frozen=True):
    """A card went unseen to the bottom of its deck (R29)."""

    seat: int
    slot: int


class CardHanded(TrainFarmEvent, frozen=True):
    """A card was handed to another camp (R30)."""

    reveals: ClassVar[bool] = True

    seat: int
    slot: int
    to: int


class CardOpened(TrainFarmEvent, frozen=True):
    """A camp begins to deal with a card handed to it: one more reroll is there for it (R56)."""

    seat: int
    slot: int


class CardDiscarded(TrainFarmEvent, frozen=True):
    """A card lies open on its discard pile, not resolved."""

    reveals: ClassVar[bool] = True

    seat: int
    slot: int
    card: str


class CardResolved(TrainFarmEvent, frozen=True):
    """A seat has resolved a card, which lies on its discard pile; high-risk cards are counted."""

    seat: int
    slot: int
    card: str


class OptionTaken(OwnEvent, frozen=True):
    """Option A or B of a card."""

    seat: int
    card: str
    option: Literal["a", "b"]


class Tested(OwnEvent, frozen=True):
    """A test counted. `risky`: it was option B of a card."""

    seat: int
    total: int
    target: int
    passed: bool
    risky: bool = False


class Stranded(OwnEvent, frozen=True):
    """The squad stays on its space to the end of a round (R16)."""

    seat: int
    until: int


class ForwardTaken(OwnEvent, frozen=True):
    """The squad has a Forward card and stays out to the end of a round (R17)."""

    seat: int
    until: int


class ContactLost(OwnEvent, frozen=True):
    """The squad is off the map to the end of a round (R19)."""

    seat: int
    until: int


class SquadReturned(OwnEvent, frozen=True):
    """The squad is in camp."""

    seat: int

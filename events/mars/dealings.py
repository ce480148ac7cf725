"""What can happen before a generation's actions: deals, drafts, sealed answers, corporations, purchases."""

from typing import Annotated, ClassVar

from msgspec import Struct

from events.hidden import Hidden, Secret
from events.mars.nouns import Tile
from events.record import Event, tagged

Cards = tuple[str, ...]
TOLD_NOTHING_NEW: tuple[int, ...] = ()
"""Readers of what a seat itself has just named: it knows it, so an answer that follows may still be carried out."""


class MarsEvent(Event, frozen=True, tag=tagged("mars")):
    """The base of all events of this game."""


class TableLaid(MarsEvent, frozen=True):
    """Seats, cards and the first player are fixed (rules 1); `beginners` have the beginner corporation."""

    seats: int
    first: int
    corporate_era: bool
    cards: int
    corporations: int
    rating: int
    production: int
    starting_draft: str = "none"
    research_draft: bool = False
    beginners: tuple[int, ...] = ()


class NeutralsRevealed(MarsEvent, frozen=True):
    """Four cards whose costs place the neutral tiles (rules 13)."""

    reveals: ClassVar[bool] = True

    cards: Cards


class NeutralPlaced(MarsEvent, frozen=True):
    """A tile of the neutral opponent."""

    tile: Tile
    at: str


class CorporationsDealt(MarsEvent, frozen=True):
    """A seat got corporations to choose from."""

    seat: int
    corporations: Hidden[Cards]


class CardsDealt(MarsEvent, frozen=True):
    """A seat got cards to buy from, or a pack to draft from (rules 2, 12)."""

    seat: int
    cards: Hidden[Cards]
    pack: bool = False


class DraftBegan(MarsEvent, frozen=True):
    """These seats draft, in turn order (rules 12)."""

    seats: tuple[int, ...]


class CardPicked(MarsEvent, frozen=True):
    """A seat has made its sealed pick of a pack."""

    own: ClassVar[bool] = True
    readers: ClassVar[tuple[int, ...]] = TOLD_NOTHING_NEW

    seat: int
    card: Hidden[str]


class Passing(Struct, frozen=True, forbid_unknown_fields=True):
    """What a drafter keeps, and the pack it has next."""

    seat: int
    kept: Hidden[str]
    pack: Hidden[Cards]


class PacksPassed(MarsEvent, frozen=True):
    """Every drafter keeps its pick; the packs move (rules 12)."""

    reveals: ClassVar[bool] = True

    drafters: tuple[Passing, ...]


class DraftEnded(MarsEvent, frozen=True):
    """What was kept may be bought."""

    seats: tuple[int, ...]


class CorporationChosen(MarsEvent, frozen=True):
    """A seat has made the first part of its sealed answer."""

    own: ClassVar[bool] = True
    readers: ClassVar[tuple[int, ...]] = TOLD_NOTHING_NEW

    seat: int
    corporation: Hidden[str]


class CardsChosen(MarsEvent, frozen=True):
    """A seat has named, sealed, the cards it wants to buy."""

    own: ClassVar[bool] = True
    readers: ClassVar[tuple[int, ...]] = TOLD_NOTHING_NEW

    seat: int
    cards: Annotated[Cards, Secret(())]


class HeatChosen(MarsEvent, frozen=True):
    """A seat has named, sealed, how much heat it pays with."""

    own: ClassVar[bool] = True
    readers: ClassVar[tuple[int, ...]] = TOLD_NOTHING_NEW

    seat: int
    heat: Hidden[int]


class CorporationRevealed(MarsEvent, frozen=True):
    """A corporation and its start (rules 1); `unused` others leave the game; `first`: it has a first action."""

    seat: int
    corporation: str
    resources: dict[str, int]
    production: dict[str, int]
    unused: int = 0
    first: bool = False


class CardsBought(MarsEvent, frozen=True):
    """So many cards came to the hand and were paid; the rest was discarded face down."""

    seat: int
    n: int
    cards: Hidden[Cards]
    rest: Hidden[Cards]
    paid: dict[str, int]


class ResearchBegan(MarsEvent, frozen=True):
    """Everybody still in buys from the cards dealt."""


SetUpEvent = (
    TableLaid | NeutralsRevealed | NeutralPlaced | CorporationsDealt | CorporationRevealed | CardsBought | ResearchBegan
)
SealedEvent = (
    CardsDealt | DraftBegan | CardPicked | PacksPassed | DraftEnded | CorporationChosen | CardsChosen | HeatChosen
)

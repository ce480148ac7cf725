"""What can happen in a match from its first action on: facts with their results. `dealings` has what comes before."""

from typing import ClassVar, Literal

from events.hidden import Hidden
from events.mars.agenda import NOBODY, Item
from events.mars.dealings import TOLD_NOTHING_NEW, Cards, MarsEvent, SealedEvent, SetUpEvent
from events.mars.nouns import Tile, Track


class ActionsBegan(MarsEvent, frozen=True):
    """The action phase begins (rules 2)."""


class TurnBegan(MarsEvent, frozen=True):
    """It is this seat's turn."""

    seat: int


class CardShown(MarsEvent, frozen=True):
    """A seat announced a card and is to say how it pays."""

    seat: int
    card: str


class Paid(MarsEvent, frozen=True):
    """What a seat paid."""

    seat: int
    amounts: dict[str, int]


class CardPlayed(MarsEvent, frozen=True):
    """A card counts as played; an `event` goes face down to its owner's pile (rules 4)."""

    seat: int
    card: str
    event: bool = False


class ProjectUsed(MarsEvent, frozen=True):
    """A standard project."""

    seat: int
    project: str


class ActionUsed(MarsEvent, frozen=True):
    """The action of a card; marked until the production phase."""

    seat: int
    card: str


class FirstActionUsed(MarsEvent, frozen=True):
    """The first action of a corporation."""

    seat: int


class Converted(MarsEvent, frozen=True):
    """Plants or heat were turned in."""

    seat: int
    what: Literal["plants", "heat"]
    n: int


class MilestoneClaimed(MarsEvent, frozen=True):
    """A milestone has an owner."""

    seat: int
    milestone: str


class AwardFunded(MarsEvent, frozen=True):
    """An award will be given."""

    seat: int
    award: str


class Gained(MarsEvent, frozen=True):
    """Resources came to a seat, or went where negative; `by`: the seat that took them away."""

    seat: int
    source: str
    amounts: dict[str, int]
    by: int = NOBODY


class ProductionChanged(MarsEvent, frozen=True):
    """A seat's production went up or down; `by`: the seat whose deed it was, if another's."""

    seat: int
    source: str
    amounts: dict[str, int]
    by: int = NOBODY


class NeutralReduced(MarsEvent, frozen=True):
    """The neutral opponent bore a loss."""

    source: str


class Raised(MarsEvent, frozen=True):
    """A parameter went up one step to `to`, with `rating` for the seat (rules 8)."""

    seat: int
    track: Track
    to: int
    rating: int = 1


class RatingGained(MarsEvent, frozen=True):
    """Terraform rating without a parameter."""

    seat: int
    source: str
    n: int


class TilePlaced(MarsEvent, frozen=True):
    """A tile lies; `rating`: what an ocean gave the seat that placed it."""

    seat: int
    tile: Tile
    at: str
    owner: int
    name: str = ""
    rating: int = 0


class SpaceClaimed(MarsEvent, frozen=True):
    """A land claim: no tile, but nobody else may build there (rules 9)."""

    seat: int
    at: str


class CardsDrawn(MarsEvent, frozen=True):
    """Cards came to a hand for nothing."""

    seat: int
    source: str
    cards: Hidden[Cards]


class CardsLookedAt(MarsEvent, frozen=True):
    """A seat looks at cards of the deck."""

    seat: int
    cards: Hidden[Cards]


class CardsKept(MarsEvent, frozen=True):
    """Of the cards looked at these came to the hand, the rest was discarded face down."""

    readers: ClassVar[tuple[int, ...]] = TOLD_NOTHING_NEW

    seat: int
    cards: Hidden[Cards]
    rest: Hidden[Cards]


class TopRevealed(MarsEvent, frozen=True):
    """The top card was shown to all and discarded."""

    reveals: ClassVar[bool] = True

    seat: int
    card: str


class CardsDiscarded(MarsEvent, frozen=True):
    """Cards left a hand, face down."""

    readers: ClassVar[tuple[int, ...]] = TOLD_NOTHING_NEW

    seat: int
    cards: Hidden[Cards]


class Reshuffled(MarsEvent, frozen=True):
    """The deck was empty: the discard pile became the deck."""

    n: int


class ResourcesAdded(MarsEvent, frozen=True):
    """Resources came onto a card of the seat, or went from it where negative; `by`: the seat that took them."""

    seat: int
    card: str
    n: int
    by: int = NOBODY


class NextCardEased(MarsEvent, frozen=True):
    """The next card of the seat this generation costs less, or has shifted requirements."""

    seat: int
    discount: int = 0
    steps: int = 0


class Asked(MarsEvent, frozen=True):
    """An action waits for its seat: about `current`, or which of the `pool` comes next (rules 6)."""

    seat: int
    current: Item | None
    pool: tuple[Item, ...] = ()


class ActionTaken(MarsEvent, frozen=True):
    """The action is through, with all that it set off."""

    seat: int


class Passed(MarsEvent, frozen=True):
    """A seat is out for this generation; `unasked`: there was nothing else it could do."""

    seat: int
    unasked: bool = False


class Produced(MarsEvent, frozen=True):
    """A seat's production: energy became heat, then everything came (rules 2)."""

    seat: int
    energy: int
    amounts: dict[str, int]


class GenerationBegan(MarsEvent, frozen=True):
    """The next generation and its first player (rules 2)."""

    generation: int
    first: int


class ConversionBegan(MarsEvent, frozen=True):
    """The goals are reached, or the time is up: the final conversion (rules 11)."""


class ConversionEnded(MarsEvent, frozen=True):
    """A seat places no more greeneries."""

    seat: int


class PlayerResigned(MarsEvent, frozen=True):
    """A seat is out of the match; its hand was discarded, its claims are lifted (rules 15, Leaving)."""

    seat: int


class MatchDecided(MarsEvent, frozen=True):
    """Places by seat, equals sharing one (none: the match is void), and the key of the reason; `won`: solo."""

    places: tuple[int, ...]
    reason: str
    won: bool = True


CardEvent = CardShown | CardPlayed | CardsDrawn | CardsLookedAt | CardsKept | TopRevealed | CardsDiscarded | Reshuffled
SupplyEvent = (
    Paid
    | Converted
    | Gained
    | ProductionChanged
    | NeutralReduced
    | RatingGained
    | ResourcesAdded
    | NextCardEased
    | Produced
)
BoardEvent = Raised | TilePlaced | SpaceClaimed | MilestoneClaimed | AwardFunded
TurnEvent = (
    ActionsBegan
    | TurnBegan
    | ProjectUsed
    | ActionUsed
    | FirstActionUsed
    | Asked
    | ActionTaken
    | Passed
    | GenerationBegan
)
EndEvent = ConversionBegan | ConversionEnded | PlayerResigned | MatchDecided
MarsEvents = SetUpEvent | SealedEvent | CardEvent | SupplyEvent | BoardEvent | TurnEvent | EndEvent

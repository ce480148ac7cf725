"""The words that cards are written in: what they do, one frozen struct a word.

Effects are a stored format (open ones lie in the match's agenda): new fields have defaults, and no
meaning is ever changed. What one card alone does is `Bespoke`.
"""

from enum import StrEnum

from msgspec import Struct

from events.mars.nouns import RESOURCES, Area, Held, Resource, Tag, Tile, Track
from events.record import tagged


class Word(Struct, frozen=True, tag=tagged("mars"), forbid_unknown_fields=True, omit_defaults=True):
    """The base of all words."""


class What(StrEnum):
    """What a `Count` counts."""

    OWN_TAGS = "own_tags"
    OPPONENTS_TAGS = "opponents_tags"
    CITIES_IN_PLAY = "cities_in_play"
    CITIES_ON_MARS = "cities_on_mars"
    EVENTS_PLAYED = "events_played_by_all"
    RESOURCES_HERE = "resources_here"
    ADJACENT_TILES = "adjacent_tiles"
    PAID = "x"


class Count(Word, frozen=True):
    """`each` for every `per` of what is counted, rounded down."""

    what: What
    each: int = 1
    per: int = 1
    tag: Tag | None = None
    tile: Tile | None = None


Amount = int | Count


class _OfEach(Word, frozen=True):
    megacredits: Amount = 0
    steel: Amount = 0
    titanium: Amount = 0
    plants: Amount = 0
    energy: Amount = 0
    heat: Amount = 0

    def amounts(self) -> tuple[tuple[str, Amount], ...]:
        """Resource and amount, where there is one, in board order."""
        return tuple([(name, value) for name in RESOURCES if (value := getattr(self, name)) != 0])


class Produce(_OfEach, frozen=True):
    """Own production changes; a loss must be possible in full (rules 4)."""


class Gain(_OfEach, frozen=True):
    """Own resources come."""


class Lose(_OfEach, frozen=True):
    """Own resources go: mandatory, in full."""


class ReduceAny(Word, frozen=True):
    """One player, possibly oneself, loses production: mandatory, in full (rules 7)."""

    resource: Resource
    n: int


class RemoveAny(Word, frozen=True):
    """Up to n of one player's resources go: optional. `beside`: only an owner of a tile beside the placed one."""

    resource: Resource
    n: int
    beside: bool = False


class RemoveAnyFromCard(Word, frozen=True):
    """Up to n go from one card of one player: optional."""

    held: Held
    n: int


class StealAny(Word, frozen=True):
    """Up to n of one player's resources become one's own: optional; loss and gain are one step."""

    resource: Resource
    n: int


class Raise(Word, frozen=True):
    """A global parameter goes up, step by step (rules 8)."""

    track: Track
    n: int = 1


class GainRating(Word, frozen=True):
    """Terraform rating without a parameter."""

    n: Amount = 1


class Place(Word, frozen=True):
    """Tiles are placed, one after the other; `name` of a special one (rules 9)."""

    tile: Tile
    on: Area
    count: int = 1
    name: str = ""


class Draw(Word, frozen=True):
    """Cards for nothing."""

    n: int = 1


class LookAndKeep(Word, frozen=True):
    """Look at some cards, keep exactly this many, discard the rest."""

    look: int
    keep: int


class LookAndBuy(Word, frozen=True):
    """Look at the top card; buy it at the research price or discard it."""


class RevealTop(Word, frozen=True):
    """Show the top card, discard it; if it has the tag, go on."""

    tag: Tag
    then: "tuple[Effect, ...]"


class AddHere(Word, frozen=True):
    """Resources on this card."""

    n: int = 1


class RemoveHere(Word, frozen=True):
    """Resources from this card."""

    n: int = 1


class AddToCard(Word, frozen=True):
    """All n on one own card that holds this kind and has at least `present`; lost if there is none."""

    held: Held
    n: int
    present: int = 0


class AddToPlayed(Word, frozen=True):
    """On the card just played, of the kind it holds."""

    n: int = 1


class Discard(Word, frozen=True):
    """Cards from hand."""

    n: int = 1


class Choose(Word, frozen=True):
    """Do one of the lists."""

    lists: "tuple[tuple[Effect, ...], ...]"


class IfTags(Word, frozen=True):
    """Do the one or the other list by own tags, counted while resolving."""

    tag: Tag
    n: int
    then: "tuple[Effect, ...]"
    otherwise: "tuple[Effect, ...]" = ()


class ProduceFromSpace(Word, frozen=True):
    """Production of one of these that is a printed bonus of the space just used."""

    any_of: tuple[Resource, ...]
    n: int = 1


class SwapProduction(Word, frozen=True):
    """Move any number of steps, at least `least`, from one production to another."""

    source: Resource
    target: Resource
    least: int = 1


class NextCard(Word, frozen=True):
    """For the next card played this generation: a discount, or shifted requirements."""

    discount: int = 0
    steps: int = 0


class Bespoke(Word, frozen=True):
    """What only one card does: `land_claim`, `robotic_workforce`."""

    name: str


Effect = (
    Produce
    | Gain
    | Lose
    | ReduceAny
    | RemoveAny
    | RemoveAnyFromCard
    | StealAny
    | Raise
    | GainRating
    | Place
    | Draw
    | LookAndKeep
    | LookAndBuy
    | RevealTop
    | AddHere
    | RemoveHere
    | AddToCard
    | AddToPlayed
    | Discard
    | Choose
    | IfTags
    | ProduceFromSpace
    | SwapProduction
    | NextCard
    | Bespoke
)

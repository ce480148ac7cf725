"""What is always on while a card is in play: discounts, protections, and triggers."""

from events.mars.nouns import By, Held, Kind, Resource, Tag, Track
from events.mars.words import Effect, Word


class Discount(Word, frozen=True):
    """Cards cost less: any card, or n for each such tag; or a standard project does (rules 4, Payment)."""

    n: int
    tag: Tag | None = None
    project: str = ""


class MetalValue(Word, frozen=True):
    """Added to the M€ value of each cube."""

    steel: int = 0
    titanium: int = 0


class Shift(Word, frozen=True):
    """Global requirements may be off by this many steps, either way (rules 5)."""

    steps: int


class HeatAsMoney(Word, frozen=True):
    """Heat may be used as M€, never the reverse."""


class GreeneryCost(Word, frozen=True):
    """Plants for a greenery."""

    n: int


class Protect(Word, frozen=True):
    """Opponents may not remove these."""

    resources: tuple[Resource, ...] = ()
    held: tuple[Held, ...] = ()


class Locked(Word, frozen=True):
    """Nobody may remove resources from this card."""


class OceanPlaced(Word, frozen=True):
    """An ocean tile was placed."""

    by: By = By.ANY


class CityPlaced(Word, frozen=True):
    """A city tile was placed, on the map only or anywhere."""

    by: By = By.ANY
    on_mars: bool = False


class GreeneryPlaced(Word, frozen=True):
    """A greenery tile was placed."""

    by: By = By.SELF


class BonusPlaced(Word, frozen=True):
    """A tile was placed on a space with one of these printed; once a tile."""

    any_of: tuple[Resource, ...]
    by: By = By.SELF


class TagPlayed(Word, frozen=True):
    """A card with such a tag was played: once for each."""

    tags: tuple[Tag, ...]
    by: By = By.SELF


class CardPlayed(Word, frozen=True):
    """A card of this kind, with this tag, was played."""

    kind: Kind
    tag: Tag | None = None
    by: By = By.SELF


class ProjectUsed(Word, frozen=True):
    """A standard project other than these was used."""

    but: tuple[str, ...] = ()
    by: By = By.SELF


class PaidFor(Word, frozen=True):
    """A card or standard project with at least this printed cost was paid for."""

    least: int
    by: By = By.SELF


Trigger = OceanPlaced | CityPlaced | GreeneryPlaced | BonusPlaced | TagPlayed | CardPlayed | ProjectUsed | PaidFor


class When(Word, frozen=True):
    """Each time this happens, its owner does that; `own`: the card's own tag or tile counts too."""

    on: Trigger
    do: tuple[Effect, ...]
    own: bool = False
    optional: bool = False


Passive = Discount | MetalValue | Shift | HeatAsMoney | GreeneryCost | Protect | Locked | When


class AtLeast(Word, frozen=True):
    """A global parameter has reached this."""

    track: Track
    n: int


class AtMost(Word, frozen=True):
    """A global parameter has not passed this."""

    track: Track
    n: int


class HasTags(Word, frozen=True):
    """Own face-up tags, this card not counted."""

    tag: Tag
    n: int


class HasProduction(Word, frozen=True):
    """Own production."""

    resource: Resource
    n: int


class HasGreeneries(Word, frozen=True):
    """Own greenery tiles."""

    n: int


class CitiesInPlay(Word, frozen=True):
    """City tiles of any owner, on and off the map."""

    n: int


Requirement = AtLeast | AtMost | HasTags | HasProduction | HasGreeneries | CitiesInPlay

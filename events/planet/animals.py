"""The 45 animal cards (1.1), their conditions and what a planet is worth for each (4.4, 4.5). Knows no seats."""

from enum import StrEnum

from msgspec import Struct

from events.planet.facts import read
from events.planet.habitats import INDEX, Habitat
from events.planet.regions import regions
from events.planet.tiles import Planet


class Condition(StrEnum):
    """The three kinds of condition (4.4)."""

    MOST_REGIONS = "most_regions"
    LARGEST_TOUCHING = "largest_touching"
    LARGEST_NOT_TOUCHING = "largest_not_touching"


class Animal(Struct, frozen=True, forbid_unknown_fields=True):
    """One card; ``habitat`` is the counted one and the one it scores by (R23), ``other`` the one touched or not."""

    id: str
    habitat: Habitat
    condition: Condition
    other: Habitat | None


class _Animals(Struct, frozen=True, forbid_unknown_fields=True):
    cards: tuple[Animal, ...]


ANIMALS: dict[str, Animal] = {card.id: card for card in read("animals", _Animals).cards}


def sizes(card: Animal, planet: Planet) -> tuple[int, ...]:
    """The sizes of the card's eligible regions, largest first; eligibility is judged region by region (4.5)."""
    mine = regions(planet)[INDEX[card.habitat]]
    if card.other is None:
        return tuple(region.size for region in mine)
    bit = 1 << INDEX[card.other]
    match card.condition:
        case Condition.MOST_REGIONS:
            return tuple(region.size for region in mine)
        case Condition.LARGEST_TOUCHING:
            return tuple(region.size for region in mine if region.touches & bit)
        case Condition.LARGEST_NOT_TOUCHING:
            return tuple(region.size for region in mine if not region.touches & bit)


def value(card: Animal, planet: Planet) -> int:
    """What the planet is worth for the card: a number of regions or the size of one; 0 if none is eligible (4.4)."""
    found = sizes(card, planet)
    if card.condition is Condition.MOST_REGIONS:
        return len(found)
    return found[0] if found else 0

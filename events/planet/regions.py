"""Regions of a planet and what they touch (4.1 to 4.3, R9, R10). Knows nothing of cards or seats."""

from functools import lru_cache

from msgspec import Struct

from events.planet.core import NEAR
from events.planet.habitats import HABITATS, INDEX, Habitat
from events.planet.tiles import Planet, masks


class Region(Struct, frozen=True):
    """A largest set of joined areas of one habitat. ``areas`` are bits of area ids, ``touches`` bits of habitats."""

    habitat: Habitat
    size: int
    areas: int
    touches: int

    def touching(self, other: Habitat) -> bool:
        """Whether at least one area of the region is adjacent to an area of the other habitat (4.3)."""
        return bool(self.touches >> INDEX[other] & 1)


@lru_cache(maxsize=8192)
def regions(planet: Planet) -> tuple[tuple[Region, ...], ...]:
    """For each habitat, in the order of ``HABITATS``, its regions: largest first, equals by lowest area id."""
    ground = masks(planet)
    return tuple(tuple(sorted(_spread(kind, ground), key=lambda region: -region.size)) for kind in range(len(HABITATS)))


def _spread(kind: int, ground: tuple[int, ...]) -> list[Region]:
    """The regions of one habitat, found by spreading from the lowest area not yet reached."""
    found = []
    left = ground[kind]
    while left:
        reached = frontier = left & -left
        around = 0
        while frontier:
            here = frontier & -frontier
            near = NEAR[here]
            around |= near
            fresh = near & left & ~reached
            reached |= fresh
            frontier = (frontier ^ here) | fresh
        left &= ~reached
        touches = sum(1 << other for other, areas in enumerate(ground) if other != kind and areas & around)
        found.append(Region(HABITATS[kind], reached.bit_count(), reached, touches))
    return found


def areas_of(planet: Planet, habitat: Habitat) -> int:
    """How many areas of a habitat lie on the planet, joined or not (6.2, R22)."""
    return masks(planet)[INDEX[habitat]].bit_count()

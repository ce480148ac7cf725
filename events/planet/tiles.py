"""The fifty continent tiles (1.2) and a planet: what lies on each face of a core, and turned how.

Knows where areas come to lie; regions are in ``regions``.
"""

from msgspec import Struct

from events.planet.core import EDGES, FACES, area
from events.planet.facts import read
from events.planet.habitats import HABITATS, INDEX, Habitat

TURNS = EDGES


class Tile(Struct, frozen=True, forbid_unknown_fields=True):
    """One tile; its areas counter-clockwise seen with the tile face up."""

    id: str
    areas: tuple[Habitat, ...]

    def at(self, edge: int, turn: int) -> Habitat:
        """The habitat at an edge of the face the tile lies on; ``turn`` brings the first area to that edge (R11)."""
        return self.areas[(edge - turn) % EDGES]


class Laid(Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """A tile as it lies on a face; ``turn`` 0 to 4."""

    tile: str
    turn: int


class _Tiles(Struct, frozen=True, forbid_unknown_fields=True):
    tiles: tuple[Tile, ...]


Planet = tuple[Laid | None, ...]
"""Twelve faces in order; ``None`` is an empty one."""

TILES: dict[str, Tile] = {tile.id: tile for tile in read("tiles", _Tiles).tiles}
EMPTY: Planet = (None,) * FACES


def _masks(tile: Tile, turn: int, face: int) -> tuple[int, ...]:
    bits = [0] * len(HABITATS)
    for edge in range(EDGES):
        bits[INDEX[tile.at(edge, turn)]] |= 1 << area(face, edge)
    return tuple(bits)


_MASKS: dict[Laid, tuple[tuple[int, ...], ...]] = {
    Laid(tile.id, turn): tuple(_masks(tile, turn, face) for face in range(FACES))
    for tile in TILES.values()
    for turn in range(TURNS)
}


def masks(planet: Planet) -> tuple[int, int, int, int, int]:
    """For each habitat the bits of the areas that are it; no bit is set for areas of empty faces."""
    a = b = c = d = e = 0
    for face, laid in enumerate(planet):
        if laid is not None:
            v, w, x, y, z = _MASKS[laid][face]
            a, b, c, d, e = a | v, b | w, c | x, d | y, e | z
    return a, b, c, d, e


def lay(planet: Planet, face: int, laid: Laid) -> Planet:
    """The planet with one more tile. Does not check that the face is empty."""
    return (*planet[:face], laid, *planet[face + 1 :])


def free(planet: Planet) -> tuple[int, ...]:
    """The empty faces, lowest first."""
    return tuple(face for face, laid in enumerate(planet) if laid is None)


def habitat(planet: Planet, face: int, edge: int) -> Habitat | None:
    """What the area at an edge of a face is, or ``None`` on an empty face."""
    laid = planet[face]
    return None if laid is None else TILES[laid.tile].at(edge, laid.turn)

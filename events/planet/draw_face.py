"""The picture of one face, bare or with a tile on it, around the middle of its flower. Knows no seat, no language."""

from functools import lru_cache
from math import cos

from events.planet.core import EDGES, across
from events.planet.habitats import HABITATS, Habitat
from events.planet.ink import DARK, GREY, GROUND, PAPER, disc, path, polygon, sign, text
from events.planet.net import FLOWERS, HALF, Spread, along, corner, outer
from events.planet.tiles import TILES, Laid

SIZE = 34.0
"""The circumradius of a face."""


@lru_cache(maxsize=4096)
def drawn_face(face: int, laid: Laid | None) -> str:
    """The face with its number; outside each edge that borders the other flower, the face that lies across."""
    spread = next(flower[face] for flower in FLOWERS if face in flower)
    return (_bare(face, spread) if laid is None else _covered(face, laid, spread)) + _beyond(face, spread)


def pentagon(kinds: tuple[Habitat, ...], spread: Spread, size: float, x: float = 0, y: float = 0) -> str:
    """Five areas; ``kinds`` by edge. Borders between two habitats are dark, those between equal ones faint."""
    corners = [(x + size * px, y + size * py) for px, py in (corner(spread, v) for v in range(EDGES))]
    middle = x + size * spread.centre[0], y + size * spread.centre[1]
    parts = []
    for kind in HABITATS:
        edges = [edge for edge, each in enumerate(kinds) if each is kind]
        ground, mark = GROUND[kind]
        areas = [(middle, corners[edge], corners[(edge + 1) % EDGES]) for edge in edges]
        parts.append(path(areas, ground, 0.6, ground))
        within = [(middle, corners[edge]) for edge in edges if kinds[edge - 1] is kind]
        parts.append(path(within, mark, 0.8, veil=0.5))
        for edge in edges:
            px, py = along(spread, edge, cos(HALF) * 0.66)
            parts.append(sign(kind, x + size * px, y + size * py, size / SIZE))
    borders = [(middle, corners[edge]) for edge, kind in enumerate(kinds) if kinds[edge - 1] is not kind]
    parts += [path(borders, DARK, 1.4), polygon(corners, "none", DARK, 1.5)]
    return "".join(parts)


def _bare(face: int, spread: Spread) -> str:
    """An empty face with the numbers of its edges."""
    x, y = SIZE * spread.centre[0], SIZE * spread.centre[1]
    corners = [(SIZE * px, SIZE * py) for px, py in (corner(spread, v) for v in range(EDGES))]
    parts = [polygon(corners, PAPER, GREY, 1)]
    for edge in range(EDGES):
        px, py = along(spread, edge, cos(HALF) * 0.78)
        parts.append(text(SIZE * px, SIZE * py + 3, str(edge), 9, GREY, "middle"))
    return "".join(parts) + text(x, y + 5, f"f{face}", 14, DARK, "middle", bold=True)


def _covered(face: int, laid: Laid, spread: Spread) -> str:
    x, y = SIZE * spread.centre[0], SIZE * spread.centre[1]
    tile = TILES[laid.tile]
    full = pentagon(tuple(tile.at(edge, laid.turn) for edge in range(EDGES)), spread, SIZE)
    return full + disc(x, y, 9, PAPER, DARK) + text(x, y + 3.5, f"f{face}", 10, DARK, "middle", bold=True)


def _beyond(face: int, spread: Spread) -> str:
    parts = []
    for edge in outer(face):
        px, py = along(spread, edge, cos(HALF) + 8.5 / SIZE)
        other, _ = across(face, edge)
        parts.append(text(SIZE * px, SIZE * py + 3, f"f{other}", 9, GREY, "middle"))
    return "".join(parts)

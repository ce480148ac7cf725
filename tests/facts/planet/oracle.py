"""The typed component lists and worked planets, and a slow, plain way to work out regions from them.

Independent of the product: reads only the JSON files beside it and joins areas by repeated merging.
"""

import json
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent


def fact(name: str) -> Any:
    return json.loads((HERE / f"{name}.json").read_text("utf-8"))


CORE = fact("dodecahedron")
TILES = {tile["id"]: tile["areas"] for tile in fact("tiles")["tiles"]}
CARDS = {card["id"]: card for card in fact("animals")["cards"]}
VECTORS = fact("vectors")["vectors"]


def areas(placements: list[tuple[str, int, int]]) -> list[str | None]:
    """What each of the 60 areas is, from (tile, face, rotation)."""
    ground: list[str | None] = [None] * 60
    for tile, face, rotation in placements:
        for edge in range(5):
            ground[5 * face + edge] = TILES[tile][(edge - rotation + 5) % 5]
    return ground


def regions(ground: list[str | None]) -> list[tuple[str, frozenset[int], frozenset[str]]]:
    """Habitat, areas and touched habitats of each region."""
    groups = [{one} for one in range(60) if ground[one]]
    merged = True
    while merged:
        merged = False
        for a in groups:
            for b in groups:
                if a is not b and any(ground[x] == ground[y] for x in a for y in CORE["area_adjacency"][x] if y in b):
                    a |= b
                    groups.remove(b)
                    merged = True
                    break
            if merged:
                break
    found = []
    for group in groups:
        mine = ground[next(iter(group))]
        assert mine is not None
        near = {ground[y] for x in group for y in CORE["area_adjacency"][x]} - {None, mine}
        found.append((mine, frozenset(group), frozenset(h for h in near if h)))
    return found


def eligible(card: dict[str, Any], ground: list[str | None]) -> list[int]:
    """Sizes of the regions a card counts, largest first."""
    sizes = []
    for habitat, group, touches in regions(ground):
        if habitat != card["habitat"]:
            continue
        if card["condition"] == "largest_touching" and card["other"] not in touches:
            continue
        if card["condition"] == "largest_not_touching" and card["other"] in touches:
            continue
        sizes.append(len(group))
    return sorted(sizes, reverse=True)


def value(card: dict[str, Any], ground: list[str | None]) -> int:
    sizes = eligible(card, ground)
    if card["condition"] == "most_regions":
        return len(sizes)
    return max(sizes, default=0)

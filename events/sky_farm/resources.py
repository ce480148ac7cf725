"""The forty resources and the market board: kind, colour, value, shape (part 16, 19.3)."""

from typing import Final

from msgspec import Struct

from events.sky_farm.facts import read

Cell = tuple[int, int]


class Resource(Struct, frozen=True):
    """A resource. Without a ``shape`` it has no cargo item (19.3)."""

    id: str
    kind: str
    color: str | None
    shape: str | None
    value: int
    sellable: bool
    group: str

    @property
    def type(self) -> tuple[str, str | None]:
        """What must not touch on the manifest (19.2)."""
        return self.kind, self.color


class _Shape(Struct, frozen=True):
    cells: tuple[Cell, ...]


class _Market(Struct, frozen=True):
    shapes: dict[str, _Shape]
    resources: tuple[Resource, ...]


_MARKET: Final = read("resources", _Market)

RESOURCES: Final = {resource.id: resource for resource in _MARKET.resources}
"""Every resource by id, in the order of the market board."""

SHAPES: Final = {name: shape.cells for name, shape in _MARKET.shapes.items()}
"""The cells of each shape, unturned, as row and column offsets."""

CATEGORIES: Final = ("farm", "mining", "fishing", "social", "badge")
"""The kinds that a guild stall counts (21.3)."""

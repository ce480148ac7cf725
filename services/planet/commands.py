"""What a seat can do in Planet. There is one thing."""

from msgspec import Struct


class PlaceTile(Struct, frozen=True):
    """Take a face-up tile and lay it on an empty face of one's own core, turned 0 to 4 (3.2, R11)."""

    seat: int
    tile: str
    turn: int
    face: int

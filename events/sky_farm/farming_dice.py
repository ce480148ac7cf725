"""The dice of nine crops and six animals (K63). ``faces[0]`` is face 1."""

from typing import Final, Literal

from msgspec import Struct

from events.sky_farm.facts import read

Symbol = Literal["", "X", "reset"]


class Face(Struct, frozen=True):
    """A number, or a harvest with what becomes of the die afterwards (6.2)."""

    n: int = 0
    harvest: str | None = None
    qty: int = 0
    symbol: Symbol = ""


class Kind(Struct, frozen=True):
    """A kind of die: it stands on a block of ``side`` by ``side`` cells. Only animals have coin rows."""

    id: str
    side: int
    faces: tuple[Face, ...]
    needs_trellis: bool = False
    coin_rows: tuple[int, ...] = ()


class _Dice(Struct, frozen=True):
    crops: tuple[Kind, ...]
    animals: tuple[Kind, ...]


_DICE: Final = read("dice", _Dice)

CROPS: Final = {kind.id: kind for kind in _DICE.crops}
"""The crops by id, small to large."""

ANIMALS: Final = {kind.id: kind for kind in _DICE.animals}
"""The animals by id, small to large."""

KINDS: Final = {**CROPS, **ANIMALS}
"""All of them."""

WILD: Final = "T"
ACTION_FACES: Final = ("1", "2", "3", "4", "5", WILD)
"""The faces of the white (column) and the black (row) action die."""

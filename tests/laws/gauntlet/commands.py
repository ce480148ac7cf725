"""The gauntlet's own commands: replies once they are understood."""

from msgspec import Struct


class _Command(Struct, frozen=True):
    seat: int


class SealChoice(_Command, frozen=True):
    """Keep this card of the pack ("" if it is empty), bid so high."""

    keep: str
    bid: str


class Play(_Command, frozen=True):
    """Play a card of the hand."""

    card: str


class Pass(_Command, frozen=True):
    """Play nothing."""


class ChangeGold(_Command, frozen=True):
    """Turn a gold into two silver."""


class PayWith(_Command, frozen=True):
    """Pay what is due."""

    gold: int
    silver: int


class Lay(_Command, frozen=True):
    """Lay a tile in the yard."""

    tile: str
    turn: str
    at: str


class PutAway(_Command, frozen=True):
    """Put silver away."""

    silver: int


class AimAt(_Command, frozen=True):
    """Lay a toll on a seat."""

    target: int


class PayToll(_Command, frozen=True):
    """Pay a toll with a card, or with a silver ("")."""

    card: str


class Watch(_Command, frozen=True):
    """Clap, or look away."""

    clap: bool


GameCommand = SealChoice | Play | Pass | ChangeGold | PayWith | Lay | PutAway | AimAt | PayToll | Watch

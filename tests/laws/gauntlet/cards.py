"""The pieces of the gauntlet: cards in a small vocabulary, pebbles, tiles and the cells of a yard.

Card("crow", red, cost 1: Aim, then Lay): played, paid for, then its effects one after another.
"""

from typing import Literal

from msgspec import Struct

from events.record import tagged
from events.texts import Text

Colour = Literal["red", "blue", "green"]
KINDS: tuple[str, ...] = ("anvil", "bell", "crow", "drum", "eel", "fox", "goat", "hive")
COPIES = 4


class Need(Struct, frozen=True, tag=tagged("gauntlet"), forbid_unknown_fields=True):
    """A piece of unfinished work on a seat's agenda."""


class Seal(Need, frozen=True):
    """Choose in secret which card of the pack to keep and how high to bid; all seats at once."""

    round: int


class Turn(Need, frozen=True):
    """Play a card or pass."""


class Pay(Need, frozen=True):
    """Pay for the card just played."""

    card: str
    cost: int


class Pull(Need, frozen=True):
    """Pull pebbles out of the own bag."""

    n: int


class Build(Need, frozen=True):
    """Lay a tile in the yard."""


class Bank(Need, frozen=True):
    """Put some silver away for points."""


class Aim(Need, frozen=True):
    """Choose who must pay a toll."""


class Toll(Need, frozen=True):
    """Drop a red card face down, or lose a silver."""

    source: int


AnyNeed = Seal | Turn | Pay | Pull | Build | Bank | Aim | Toll


class Card(Struct, frozen=True):
    """A kind of card."""

    kind: str
    colour: Colour
    cost: int
    play: tuple[AnyNeed, ...]


_KINDS = (
    Card("anvil", "red", 2, (Build(), Bank())),
    Card("bell", "blue", 0, (Pull(2),)),
    Card("crow", "red", 1, (Aim(), Build())),
    Card("drum", "green", 1, (Bank(), Pull(1))),
    Card("eel", "blue", 2, (Build(), Build())),
    Card("fox", "red", 0, (Aim(),)),
    Card("goat", "green", 3, (Pull(1), Build(), Aim())),
    Card("hive", "blue", 1, (Bank(), Build())),
)
CARDS: dict[str, Card] = {f"{card.kind}{copy}": card for card in _KINDS for copy in range(1, COPIES + 1)}
"""Every card by id."""

PEBBLES: dict[str, int] = {"p1a": 1, "p1b": 1, "p2a": 2, "p2b": 2, "p3a": 3, "p3b": 3}
"""The pebbles in each seat's bag, with their points."""

ROWS, COLUMNS = 2, 3
CELLS: tuple[str, ...] = tuple(f"r{row}c{column}" for row in range(1, ROWS + 1) for column in range(1, COLUMNS + 1))
BONUS: dict[str, AnyNeed] = {"r1c3": Pull(1), "r2c1": Bank(), "r2c3": Build()}
"""What covering a cell brings, at once."""
TILES: dict[str, int] = {"bar": 2, "dot": 3}
"""The tiles each seat has; a bar covers two cells, a dot one."""


def card_text(card: str) -> Text:
    """A card's name."""
    return Text(f"gauntlet.card.{CARDS[card].kind}", {"n": int(card[-1])})


def covered(tile: str, turn: str, at: str) -> tuple[str, ...]:
    """The cells a tile would cover with its corner at `at`; turned "1" a bar stands upright. Some may not exist."""
    row, column = int(at[1]), int(at[3])
    if tile == "dot":
        return (at,)
    return (at, f"r{row + 1}c{column}" if turn == "1" else f"r{row}c{column + 1}")

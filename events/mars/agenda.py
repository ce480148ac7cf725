"""What is still to be done of an action: plain structs that lie in the state while a question is open.

Besides the words of the cards there are tasks: the steps of an action that no card is written in.
"""

from typing import Literal

from msgspec import Struct

from events.mars.nouns import Held, Resource
from events.mars.words import Effect, Word

NOBODY = -1
"""No seat: an ocean's owner, no victim named yet."""
NEUTRAL = -2
"""The opponent of solo play (rules 13)."""


class PayPrice(Word, frozen=True):
    """Pay a price with M€, these metals and, where allowed, heat; `spare` heat must be left (rules 15, Payment)."""

    price: int
    steel: bool = False
    titanium: bool = False
    spare: int = 0


class PutDown(Word, frozen=True):
    """The card counts as played; its effects and all triggers open (rules 4, 6)."""

    card: str


class RunProject(Word, frozen=True):
    """The standard project is carried out (rules 10)."""

    project: str


class SellPatents(Word, frozen=True):
    """Discard any number of cards, at least one, for 1 M€ each (rules 10)."""


class Claim(Word, frozen=True):
    """A milestone is claimed (rules 10)."""

    milestone: str


class Fund(Word, frozen=True):
    """An award is funded (rules 10)."""

    award: str


class UseAction(Word, frozen=True):
    """One of the actions of a card is used; -1: still to be chosen which (rules 3)."""

    card: str
    number: int = -1


class TakeFromCard(Word, frozen=True):
    """Pay exactly one from a card of any player (rules 7)."""

    held: Held


class PayAnyAmount(Word, frozen=True):
    """Pay any number from 1 up: the X of what follows."""

    resource: Resource


class DoAction(Word, frozen=True):
    """The fixed part of the cost is paid and the action follows."""

    card: str
    number: int


class KeepLooked(Word, frozen=True):
    """Keep exactly this many of the cards looked at."""

    keep: int


class BuyLooked(Word, frozen=True):
    """Buy the card looked at, or discard it."""


class TakeLooked(Word, frozen=True):
    """The card looked at is paid and comes to the hand."""


class Convert(Word, frozen=True):
    """Plants into a greenery, or heat into temperature (rules 3)."""

    what: Literal["plants", "heat"]


class FirstAction(Word, frozen=True):
    """The corporation's first action (rules 3)."""


Task = (
    PayPrice
    | PutDown
    | RunProject
    | SellPatents
    | Claim
    | Fund
    | UseAction
    | TakeFromCard
    | PayAnyAmount
    | DoAction
    | KeepLooked
    | BuyLooked
    | TakeLooked
    | Convert
    | FirstAction
)

Step = Effect | Task


class Item(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Steps in a fixed order, for one seat. Items of one agenda may be done in any order (rules 6).

    `source`: the card, project, track or `space` it comes from. `at`: the space of its own tile.
    `victim`: who was named, while the amount is open. `amount`: X as paid.
    `played`: the card just played, by which or for which it is done.
    `begun`: it goes on before anything else.
    """

    seat: int
    source: str
    steps: tuple[Step, ...]
    optional: bool = False
    at: str = ""
    victim: int = NOBODY
    target: str = ""
    amount: int = 0
    played: str = ""
    begun: bool = False


class Agenda(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The open question of a seat: about `current`, or which of `pool` is next; and what comes after it."""

    seat: int
    current: Item | None
    pool: tuple[Item, ...] = ()

"""What can happen in the gauntlet."""

from typing import ClassVar, get_args

from events.hidden import Hidden
from events.record import Event, tagged
from tests.laws.gauntlet.cards import AnyNeed, Pay


class _Happened(Event, frozen=True, tag=tagged("gauntlet")):
    pass


class Prepared(_Happened, frozen=True):
    """The table is laid; coins by seat."""

    rounds: int
    observer: bool
    gold: tuple[int, ...]
    silver: int
    deck: tuple[str, ...]
    """Every card in play."""


class Dealt(_Happened, frozen=True):
    """A seat got cards, some in its hand, some in its pack."""

    seat: int
    hand: Hidden[tuple[str, ...]]
    pack: Hidden[tuple[str, ...]]


class RoundBegan(_Happened, frozen=True):
    """Every one of these seats chooses in secret."""

    round: int
    seats: tuple[int, ...]
    reveals: ClassVar[bool] = True


class Sealed(_Happened, frozen=True):
    """A seat chose in secret, for the first time or anew."""

    seat: int
    keep: Hidden[str]
    bid: Hidden[str]
    own: ClassVar[bool] = True


class BidsShown(_Happened, frozen=True):
    """All have chosen: bids by seat ("" for who is out), and the order of the turns."""

    bids: tuple[str, ...]
    order: tuple[int, ...]
    reveals: ClassVar[bool] = True


class PacksPassed(_Happened, frozen=True):
    """Every seat took the card it kept, then `sources[k]` handed the rest of its pack to `seats[k]`."""

    seats: tuple[int, ...]
    sources: tuple[int, ...]
    reveals: ClassVar[bool] = True


class TurnBegan(_Happened, frozen=True):
    """It is the turn of a seat, as soon as it has nothing else to do."""

    seat: int


class CardPlayed(_Happened, frozen=True):
    """A card of the hand was played; `work` goes on the seat's agenda, and `observer` may look on."""

    seat: int
    card: str
    work: tuple[AnyNeed, ...]
    observer: int | None = None
    reveals: ClassVar[bool] = True


class Passed(_Happened, frozen=True):
    """A seat played nothing."""

    seat: int
    own: ClassVar[bool] = True


class GoldChanged(_Happened, frozen=True):
    """A gold became two silver."""

    seat: int
    own: ClassVar[bool] = True


class Paid(_Happened, frozen=True):
    """A card was paid for."""

    seat: int
    gold: int
    silver: int
    own: ClassVar[bool] = True


class Pulled(_Happened, frozen=True):
    """Pebbles came out of a seat's bag."""

    seat: int
    pebbles: tuple[str, ...]
    own: ClassVar[bool] = True


class Built(_Happened, frozen=True):
    """A tile was laid; `bonus` comes before all other work of the seat."""

    seat: int
    tile: str
    cells: tuple[str, ...]
    bonus: tuple[AnyNeed, ...] = ()
    own: ClassVar[bool] = True


class Banked(_Happened, frozen=True):
    """Silver was put away; the fee for it is still to be paid."""

    seat: int
    silver: int
    fee: tuple[Pay, ...] = ()
    own: ClassVar[bool] = True


class Skipped(_Happened, frozen=True):
    """A piece of work could not be done."""

    seat: int
    own: ClassVar[bool] = True


class Aimed(_Happened, frozen=True):
    """A seat laid a toll on another, which answers when it likes; the game goes on."""

    seat: int
    target: int


class TollPaid(_Happened, frozen=True):
    """A toll was paid with a card nobody else sees, or with a silver."""

    seat: int
    card: Hidden[str]
    silver: int
    own: ClassVar[bool] = True


class Cheered(_Happened, frozen=True):
    """Somebody who looked on clapped: a die, and a silver on a high one."""

    seat: int
    die: int
    silver: int


class LookedAway(_Happened, frozen=True):
    """Somebody who might have looked on did not care."""

    seat: int
    own: ClassVar[bool] = True


class Resigned(_Happened, frozen=True):
    """A seat is out; its cards went back under the deck."""

    seat: int


class GameOver(_Happened, frozen=True):
    """It is decided: places by seat."""

    places: tuple[int, ...]
    reason: str


ForAll = Prepared | RoundBegan | BidsShown | PacksPassed | GameOver
BeyondASeat = Dealt | TurnBegan | CardPlayed | Aimed | Cheered | Resigned
Own = Sealed | Passed | GoldChanged | Paid | Pulled | Built | Banked | Skipped | TollPaid | LookedAway
AnyEvent = ForAll | BeyondASeat | Own
EVENTS: tuple[type[Event], ...] = (*get_args(ForAll), *get_args(BeyondASeat), *get_args(Own))

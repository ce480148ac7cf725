"""Unfinished business of a seat: what is still to be done, front first, as plain structs. A stored format.

The front frame is the open question, or none is open. Frames hold nothing hidden: a card nobody but its
holder may know is named by its slot (`Held` in `state`).
"""

from typing import Literal

from msgspec import Struct

from events.train_farm.effects import Amount, Cost, Effects, FreeBuild, Gift


class _Frame(Struct, frozen=True, tag_field="do", forbid_unknown_fields=True, omit_defaults=True):
    pass


class MoveRoll(_Frame, frozen=True, tag="move_roll"):
    """The exploration roll lies there; it may be rolled again (R26)."""

    raw: int


class Stop(_Frame, frozen=True, tag="stop"):
    """The squad has moved: hazard die and draw (R18)."""


class KeepOne(_Frame, frozen=True, tag="keep_one"):
    """Several cards were drawn; one is kept (R39)."""

    slots: tuple[int, ...]


class Open(_Frame, frozen=True, tag="open"):
    """A card handed over is taken up: one more reroll is there for it (R56)."""

    slot: int


class Face(_Frame, frozen=True, tag="face"):
    """A card is to be dealt with: its options, and what a Watchtower allows (R29, R30).

    `drawn`: by stopping on a space, or as if (a handed one), so that a Watchtower serves.
    """

    slot: int
    drawn: bool


class Attempt(_Frame, frozen=True, tag="attempt"):
    """Option B was rolled; the die may be rolled again before it counts (R26, R50)."""

    card: str
    raw: int


class Run(_Frame, frozen=True, tag="run"):
    """Effects still to resolve. `plan`: the answers of an event, given beforehand (R31)."""

    effects: Effects
    source: str
    plan: tuple[int, ...] | None = None


class Finish(_Frame, frozen=True, tag="finish"):
    """A card is resolved and goes to its discard pile."""

    slot: int


class Site(_Frame, frozen=True, tag="site"):
    """The site bonus, if the squad is still on the space (R50)."""


class Check(_Frame, frozen=True, tag="check"):
    """A checkpoint: tasks, then victory (R45)."""


class OfferForward(_Frame, frozen=True, tag="offer_forward"):
    """A Forward card may be bought (R17)."""


class Return(_Frame, frozen=True, tag="return"):
    """The squad goes back to camp unless something keeps it (4.2.4)."""


class Guard(_Frame, frozen=True, tag="guard"):
    """An effect that protections may stop, asked about each time (R13)."""

    against: Literal["damage", "lose_people", "lost_contact", "lose_action"]
    n: int


class Trade(_Frame, frozen=True, tag="trade"):
    """How often to exchange."""

    give: Amount
    get: Amount
    most: int | None


class Give(_Frame, frozen=True, tag="give"):
    """To whom a gift goes."""

    gift: Gift


class FreeBuilding(_Frame, frozen=True, tag="free_building"):
    """What to build at no price (R52)."""

    build: FreeBuild


class Choosing(_Frame, frozen=True, tag="choosing"):
    """Which list to resolve."""

    lists: tuple[Effects, ...]
    source: str


class Paying(_Frame, frozen=True, tag="paying"):
    """Pay, or resolve the rest."""

    cost: Cost
    otherwise: Effects
    source: str


class PayForward(_Frame, frozen=True, tag="pay_forward"):
    """A card gives a Forward card for its price (R17, `pay_with_card`)."""


class KeepVisitor(_Frame, frozen=True, tag="keep_visitor"):
    """A visitor's time is up; it may be kept (R43)."""

    card: str


class Cap(_Frame, frozen=True, tag="cap"):
    """The storage cap at the end of the round (R7)."""


Frame = (
    MoveRoll
    | Stop
    | KeepOne
    | Open
    | Face
    | Attempt
    | Run
    | Finish
    | Site
    | Check
    | OfferForward
    | Return
    | Guard
    | Trade
    | Give
    | FreeBuilding
    | Choosing
    | Paying
    | PayForward
    | KeepVisitor
    | Cap
)
Agenda = tuple[Frame, ...]

"""Cards and corporations as declarations."""

from msgspec import Struct

from events.mars.nouns import Held, Kind, Module, Resource, Tag
from events.mars.passives import Passive, Requirement
from events.mars.words import Count, Effect, Gain, Produce, Word


class PointsIf(Word, frozen=True):
    """Points if at least this many resources lie on the card."""

    points: int
    here: int


Points = int | Count | PointsIf


class Pay(Word, frozen=True):
    """The cost of an action; all of it must be paid.

    `accepts`: metals that may replace M€. `here`: resources from this card. `any_card`: exactly so many
    of a kind from one card of any player. `any_amount`: any number of a resource from 1 up, the X of what follows.
    """

    megacredits: int = 0
    steel: int = 0
    titanium: int = 0
    plants: int = 0
    energy: int = 0
    heat: int = 0
    accepts: tuple[Resource, ...] = ()
    here: int = 0
    energy_production: int = 0
    any_card: Held | None = None
    any_amount: Resource | None = None


class Action(Word, frozen=True):
    """What may be done once a generation; `if_rating_rose`: only if one's own rating rose this generation."""

    do: tuple[Effect, ...]
    pay: Pay = Pay()
    if_rating_rose: bool = False


class Card(Struct, frozen=True, omit_defaults=True):
    """A project card. `actions`: one of them a generation. `any_player`: something on it may hit anybody."""

    id: str
    number: int
    kind: Kind
    cost: int
    tags: tuple[Tag, ...] = ()
    module: Module = Module.BASE
    needs: tuple[Requirement, ...] = ()
    points: Points = 0
    holds: Held | None = None
    any_player: bool = False
    play: tuple[Effect, ...] = ()
    actions: tuple[Action, ...] = ()
    passive: tuple[Passive, ...] = ()


class Corporation(Struct, frozen=True, omit_defaults=True):
    """A corporation: its start on top of the game's, its tags, its effects. `free_cards`: kept without paying."""

    id: str
    number: int
    module: Module
    megacredits: int
    tags: tuple[Tag, ...] = ()
    production: Produce = Produce()
    resources: Gain = Gain()
    free_cards: int = 0
    first: tuple[Effect, ...] = ()
    actions: tuple[Action, ...] = ()
    passive: tuple[Passive, ...] = ()

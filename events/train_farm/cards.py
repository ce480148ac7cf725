"""The three decks: encounter and high-risk cards with two options, global events, and the visitors among them."""

from typing import Literal

from msgspec import Struct

from events.train_farm.effects import Choose, Cost, Effects, Exchange, PayOr, branches
from events.train_farm.facts import read
from events.train_farm.passives import Passive

Deck = Literal["encounter", "high_risk", "event"]
Measure = Literal["bolts", "food", "people", "durability", "level"]


class Risky(Struct, frozen=True, forbid_unknown_fields=True):
    """Option B: pay, roll one die, resolve one list (R50)."""

    target: int
    success: Effects
    failure: Effects
    cost: Cost = Cost()


class Card(Struct, frozen=True, forbid_unknown_fields=True):
    """An exploration card: option A is `safe`, option B `risky`."""

    id: str
    copies: int
    tags: tuple[str, ...]
    safe: Effects
    risky: Risky


class Who(Struct, frozen=True, forbid_unknown_fields=True):
    """Which camps a block is about: those with most or least of something, or all."""

    most: Measure | None = None
    least: Measure | None = None


class Block(Struct, frozen=True, forbid_unknown_fields=True):
    """A part of an event."""

    who: Who
    effects: Effects


class EventCard(Struct, frozen=True, forbid_unknown_fields=True):
    """A global event."""

    id: str
    copies: int
    tags: tuple[str, ...]
    resolve: tuple[Block, ...]

    @property
    def horde(self) -> bool:
        """Whether it counts as a horde event."""
        return "horde" in self.tags


class VisitorCard(Struct, frozen=True, forbid_unknown_fields=True):
    """A visitor (R43)."""

    id: str
    copies: int
    passives: tuple[Passive, ...]


class _Extension(Struct, frozen=True, forbid_unknown_fields=True):
    cost: Cost
    rounds: int
    times: int


class _Visitors(Struct, frozen=True, forbid_unknown_fields=True):
    stay_rounds: int
    upkeep_food: int
    extend: _Extension
    cards: tuple[VisitorCard, ...]


ENCOUNTERS: dict[str, Card] = {card.id: card for card in read("encounter", tuple[Card, ...])}
HIGH_RISK: dict[str, Card] = {card.id: card for card in read("high_risk", tuple[Card, ...])}
EVENTS: dict[str, EventCard] = {card.id: card for card in read("event", tuple[EventCard, ...])}
VISITING = read("visitors", _Visitors)
VISITORS: dict[str, VisitorCard] = {card.id: card for card in VISITING.cards}
EXPLORATION: dict[str, Card] = {**ENCOUNTERS, **HIGH_RISK}


def cards_of(deck: Deck, visitors: bool) -> tuple[str, ...]:
    """All cards of a deck in order of id; visitors are shuffled into the encounter deck (R43)."""
    match deck:
        case "encounter":
            return (*ENCOUNTERS, *VISITORS) if visitors else tuple(ENCOUNTERS)
        case "high_risk":
            return tuple(HIGH_RISK)
        case "event":
            return tuple(EVENTS)


def decides(effects: Effects) -> bool:
    """Whether a camp may have something to decide in these effects."""
    return any(
        isinstance(effect, PayOr | Choose | Exchange) or any(decides(inner) for inner in branches(effect))
        for effect in effects
    )

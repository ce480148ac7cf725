"""All project cards by id, in the order of their numbers."""

from events.mars.card import Card
from events.mars.cards import (
    blue_base,
    blue_corporate,
    green_base,
    green_corporate,
    red_base,
    red_corporate,
)

_ALL = (
    *green_base.CARDS,
    *green_corporate.CARDS,
    *blue_base.CARDS,
    *blue_corporate.CARDS,
    *red_base.CARDS,
    *red_corporate.CARDS,
)

CARDS: dict[str, Card] = {card.id: card for card in sorted(_ALL, key=lambda card: card.number)}

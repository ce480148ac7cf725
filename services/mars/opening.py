"""What opens when a card is played, an action used or a project run: items for the agenda, in the default order."""

from events.mars.agenda import Item
from events.mars.card import Card
from events.mars.state import State
from events.mars.words import Effect, ProduceFromSpace, RemoveAny
from services.mars.triggers import on_card


def of_effects(seat: int, source: str, effects: tuple[Effect, ...], amount: int = 0, played: str = "") -> list[Item]:
    """An item for each effect; what speaks of the space just used stays behind its tile."""
    items: list[Item] = []
    for effect in effects:
        if isinstance(effect, ProduceFromSpace) or (isinstance(effect, RemoveAny) and effect.beside):
            before = items.pop()
            items.append(Item(seat, source, (*before.steps, effect), amount=amount, played=played))
        else:
            items.append(Item(seat, source, (effect,), amount=amount, played=played))
    return items


def of_card(state: State, seat: int, card: Card) -> list[Item]:
    """The effects of a card just played, then all that hears it."""
    return of_effects(seat, card.id, card.play, played=card.id) + on_card(state, seat, card)

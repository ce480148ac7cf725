"""Drawing cards: bags, declined cards at the bottom, discard piles that become new decks (R29, R32)."""

from events.train_farm.cards import Deck
from events.train_farm.events import DeckShuffled
from events.train_farm.state import State, unseen
from services.train_farm.story import Story


def left(state: State, deck: Deck) -> int:
    """How many cards could be drawn, those of the discard pile after a shuffle included."""
    buried = sum(card.deck == deck for card in state.bottom)
    return state.down[deck] + buried + len(state.discard[deck])


def draw(story: Story, deck: Deck) -> tuple[str, bool] | None:
    """The next card, and whether it had lain at the bottom; None if there is none at all (R32)."""
    state = story.state
    buried = next((card for card in state.bottom if card.deck == deck), None)
    if not state.down[deck] and buried is None and state.discard[deck]:
        story.tell(DeckShuffled(deck))
    if story.state.down[deck]:
        (card,) = story.luck.table.draw(unseen(story.state, deck), 1)
        return card, False
    return None if buried is None else (buried.card, True)

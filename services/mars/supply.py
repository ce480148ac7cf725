"""Cards from the deck: an unordered bag; when it is empty the discard pile becomes the deck (rules 2, 15)."""

from events.mars.dealings import Cards
from events.mars.events import Reshuffled
from events.mars.state import all_cards, known_cards
from services.mars.story import Story


def deck(story: Story, taken: Cards = ()) -> list[str]:
    """The cards in the deck, sorted, less those already in hand of the dealer."""
    known = known_cards(story.state)
    known.update(taken)
    return [card for card in all_cards(story.state.corporate_era) if card not in known]


def discarded(story: Story) -> int:
    """How many cards lie in the discard pile."""
    return len(story.state.discards) + sum(len(seat.discards) for seat in story.state.seats)


def available(story: Story) -> int:
    """How many cards can be drawn, the discard pile included."""
    return story.state.deck + discarded(story)


def draw(story: Story, n: int) -> Cards:
    """n cards off the deck, fewer if there are no more; tells of the reshuffle, not of who gets the cards."""
    taken: Cards = ()
    while n > len(taken):
        left = deck(story, taken)
        if not left:
            count = discarded(story)
            if not count:
                break
            story.tell(Reshuffled(count))
            continue
        taken += story.luck.table.draw(left, min(n - len(taken), len(left)))
    return taken

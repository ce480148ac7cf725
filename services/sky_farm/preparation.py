"""Part 5 of the rules: the display of a new round."""

from events.sky_farm.cards import ROUNDS, season_of
from events.sky_farm.events import PreviewTurned, TasksDiscarded, TasksDrawn, TasksReshuffled
from events.sky_farm.state import unseen_tasks
from services.sky_farm.play import Play

PUBLIC = 3
STACKS = 2


def prepare(play: Play, number: int) -> None:
    """Discard the display, show three public cards and the two previewed ones, turn up the next preview."""
    play.tell(TasksDiscarded())
    show(play, PUBLIC)
    preview(play, number + 1)


def show(play: Play, n: int) -> None:
    """Public cards into the display; the deck is rebuilt when a card is needed and none is left (5.2)."""
    deck = play.state.deck
    if len(deck) < n:
        if deck:
            play.tell(TasksDrawn(play.luck.table.draw(deck, len(deck))))
        play.tell(TasksReshuffled())
        n -= len(deck)
    play.tell(TasksDrawn(play.luck.table.draw(play.state.deck, n)))


def preview(play: Play, number: int) -> None:
    """The previewed cards into the display; those of the round with this number are turned up (5.3, K8)."""
    cards: tuple[str, ...] = ()
    if number <= ROUNDS:
        cards = play.luck.table.draw(unseen_tasks(play.state, season_of(number)), STACKS)
    play.tell(PreviewTurned(cards))

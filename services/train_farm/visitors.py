"""6.4: visitors at the end of a round (R43). How they join is in `encounters`, how they are fed in `supply`."""

from events.train_farm.agenda import KeepVisitor
from events.train_farm.camp import covers
from events.train_farm.cards import VISITING
from events.train_farm.events import VisitorKept, VisitorLeft
from events.train_farm.state import Camp, State
from services.train_farm.story import Story


def may_keep(state: State, camp: Camp, card: str) -> bool:
    """Whether a visitor whose time is up may be kept: once, for its price.

    Not at the end of the last round, where it could help no more.
    """
    guest = next(guest for guest in camp.guests if guest.card == card)
    return not guest.kept and covers(camp, VISITING.extend.cost) and state.round < state.terms.rounds


def part(story: Story, seat: int, frame: KeepVisitor, keeps: bool) -> None:
    """A visitor kept, or gone to the discard pile."""
    if keeps:
        last = story.state.round + VISITING.extend.rounds
        story.tell(VisitorKept(seat, frame.card, VISITING.extend.cost.food, last))
    else:
        story.tell(VisitorLeft(seat, frame.card, "time"))

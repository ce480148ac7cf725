"""4.1: output, upkeep, visitors' food, and low supply (R9 to R11, R43, R53)."""

from events.train_farm.camp import output, upkeep
from events.train_farm.cards import VISITING
from events.train_farm.effects import RESOURCES
from events.train_farm.events import Supplied, VisitorLeft
from services.train_farm.story import Story


def supply(story: Story, seat: int) -> None:
    """Phase one of one camp. Visitors are fed last, in order of arrival; one unfed leaves at once, without debt."""
    state, camp = story.state, story.camp(seat)
    bolts, food, people = (output(camp, res, state.round) for res in RESOURCES)
    eaten = upkeep(camp, state.round, state.terms.base_upkeep)
    if not state.terms.food_debt:
        eaten = min(eaten, max(0, camp.food + food))
    unfed: list[str] = []
    for guest in camp.guests:
        if camp.food + food - eaten >= VISITING.upkeep_food:
            eaten += VISITING.upkeep_food
        else:
            unfed.append(guest.card)
    short = bolts + food + people == 0 or food < eaten or camp.food + food - eaten <= 0
    story.tell(Supplied(seat, bolts, food, people, eaten, short, low=short and camp.short))
    for card in unfed:
        story.tell(VisitorLeft(seat, card, "unfed"))

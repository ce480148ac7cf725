"""4.3: the global event (R31, R32)."""

from collections.abc import Sequence

from events.train_farm.agenda import Run
from events.train_farm.camp import level
from events.train_farm.cards import EVENTS, Measure, Who, decides
from events.train_farm.events import BlockBegan, EventDone, EventTurnedUp, PlanShown
from events.train_farm.plans import plans, read
from events.train_farm.state import Camp, State, standing
from services.train_farm.decks import draw
from services.train_farm.story import Story
from services.train_farm.tasks import checkpoint


def turn_up(story: Story) -> None:
    """The next event; camps with something to decide are asked, side by side."""
    drawn = draw(story, "event")
    assert drawn is not None  # it holds more cards than a match has rounds
    card, _ = drawn
    asks = tuple(sorted(seat for seat in standing(story.state) if len(plans(story.state, seat, card)) > 1))
    story.tell(EventTurnedUp(card, asks))


def gathered(state: State) -> bool:
    """Whether every camp that was asked has decided, or is no more."""
    return all(state.camps[seat].chosen or not state.camps[seat].standing for seat in state.asks)


def begin(story: Story) -> None:
    """What was decided is shown, and the first block begins."""
    state = story.state
    card = state.event
    chosen = {
        seat: read(state.camps[seat].plan) if seat in state.asks else plans(state, seat, card)[0]
        for seat in standing(state)
    }
    for seat in standing(state):
        if seat in state.asks:
            story.tell(PlanShown(seat, state.camps[seat].plan))
    _begin_block(story, 0, chosen)


def go_on(story: Story) -> None:
    """The next block, or the end of the event and its checkpoint (R45)."""
    state = story.state
    if state.block + 1 < len(EVENTS[state.event].resolve):
        _begin_block(story, state.block + 1, {})
        return
    held: Sequence[int] = ()
    if EVENTS[state.event].horde:
        held = [seat for seat in standing(state) if seat not in state.damaged]
    story.tell(EventDone(state.event, tuple(sorted(held))))
    checkpoint(story)


def _begin_block(story: Story, number: int, chosen: dict[int, tuple[int, ...]]) -> None:
    """Who is meant is fixed now; each camp's part is its own business (R31). Decisions stand in first blocks only."""
    block = EVENTS[story.state.event].resolve[number]
    seats = meant(story.state, block.who)
    story.tell(BlockBegan(number, seats))
    for seat in seats:
        plan = chosen.get(seat, ()) if decides(block.effects) else None
        story.push(seat, Run(block.effects, "event", plan))


def meant(state: State, who: Who) -> tuple[int, ...]:
    """The camps a block is about: all, or all that tie for most or least."""
    seats = standing(state)
    measure = who.most or who.least
    if measure is None or not seats:
        return seats
    found = {seat: _measure(state.camps[seat], measure) for seat in seats}
    edge = max(found.values()) if who.most else min(found.values())
    return tuple(seat for seat in seats if found[seat] == edge)


def _measure(camp: Camp, measure: Measure) -> int:
    match measure:
        case "bolts" | "food" | "people":
            return camp.stock(measure)
        case "durability":
            return camp.durability
        case "level":
            return level(camp)

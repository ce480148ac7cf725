"""Rules 2 and 3: turns of one or two actions, passing, the production phase, the next generation."""

from events.choices import Reply
from events.mars.events import ActionsBegan, ActionTaken, GenerationBegan, Passed, Produced, TurnBegan
from events.mars.map import ACTIONS, GOAL, OCEANS, SOLO_GENERATIONS
from events.mars.nouns import Track
from events.mars.state import State, clockwise
from services.mars import ending, legal, menu, research, resolve
from services.mars.story import Story


def begin_actions(story: Story) -> None:
    """The action phase, from the first player."""
    story.tell(ActionsBegan())
    next_turn(story, story.state.first)


def next_turn(story: Story, start: int) -> None:
    """The next seat from this one on that has not passed; those with nothing to do pass unasked (rules 15)."""
    while True:
        seat = next((s for s in clockwise(story.state, start) if not story.state.seats[s].passed), None)
        if seat is None:
            end_generation(story)
            return
        story.tell(TurnBegan(seat))
        if legal.has_action(story.state, seat):
            return
        story.tell(Passed(seat, unasked=True))
        start = seat + 1


def take_action(story: Story, seat: int, option: str) -> None:
    """One action begun, and as far as it goes without a question."""
    if resolve.run(story, seat, [menu.item(story, seat, option)]):
        action_through(story)


def answer_step(story: Story, reply: Reply) -> None:
    """The open question of an action answered."""
    if resolve.go_on(story, reply):
        action_through(story)


def action_through(story: Story) -> None:
    """After an action: the second one, or the next seat; in the final conversion the next greenery."""
    final = story.state.phase == "final"
    seat = story.state.agenda.seat if story.state.agenda is not None else story.state.active
    if final:
        seat = ending.converting(story.state) or 0
    story.tell(ActionTaken(seat))
    if final:
        ending.go_on(story)
    elif story.state.actions >= ACTIONS or not legal.has_action(story.state, seat):
        next_turn(story, seat + 1)


def end_turn(story: Story, seat: int) -> None:
    """Stop after one action."""
    next_turn(story, seat + 1)


def pass_turn(story: Story, seat: int) -> None:
    """Out for this generation."""
    story.tell(Passed(seat))
    next_turn(story, seat + 1)


def goals_reached(state: State) -> bool:
    """Whether all three parameters are at their goals (rules 11)."""
    return (
        state.temperature >= GOAL[Track.TEMPERATURE] and state.oxygen >= GOAL[Track.OXYGEN] and state.oceans >= OCEANS
    )


def end_generation(story: Story) -> None:
    """Production, then the final conversion or the next generation (rules 2, 11, 13)."""
    done = goals_reached(story.state)
    for seat in clockwise(story.state, story.state.first):
        produce(story, seat)
    if story.state.solo:
        done = story.state.generation >= SOLO_GENERATIONS
    if done:
        ending.begin_conversion(story)
        return
    first = story.state.first if story.state.solo else clockwise(story.state, story.state.first + 1)[0]
    story.tell(GenerationBegan(story.state.generation + 1, first))
    research.begin(story)


def produce(story: Story, seat: int) -> None:
    """Energy becomes heat, then everything comes (rules 2)."""
    holder = story.state.seats[seat]
    amounts = {name: n for name, n in holder.production.items() if n}
    amounts["megacredits"] = amounts.get("megacredits", 0) + holder.rating
    story.tell(Produced(seat, holder.resources["energy"], amounts))

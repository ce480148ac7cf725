"""Section 4 of the rules: the course of a round, in the bookkeeping order of R53."""

from events.train_farm.agenda import Cap, KeepVisitor
from events.train_farm.camp import storage_cap
from events.train_farm.events import ActionsOpened, Capped, RoundBegan, RoundClosing, SquadReturned, TurnCame
from events.train_farm.state import State, may_act, onward, standing
from services.train_farm import endings, global_events
from services.train_farm.story import Story
from services.train_farm.supply import supply
from services.train_farm.tasks import checkpoint


def begin_round(story: Story) -> None:
    """The next round with its lead seat, phase one of every camp, and phase two opened (R12, R53)."""
    state = story.state
    number, n = state.round + 1, len(state.camps)
    order = [(number - 1 + k) % n for k in range(n)]
    story.tell(RoundBegan(number, next(seat for seat in order if state.camps[seat].standing)))
    for seat in standing(story.state):
        supply(story, seat)
    checkpoint(story)
    if not story.state.over:
        story.tell(ActionsOpened())


def to_act(state: State) -> tuple[int, ...]:
    """The seats whose action may be taken now: all that have one, or in seat order the one whose turn came (R12)."""
    if state.phase != "act":
        return ()
    if state.terms.seat_order:
        return () if state.turn is None or not may_act(state, state.turn) else (state.turn,)
    return tuple(seat for seat in onward(state) if may_act(state, seat))


def pass_turn(story: Story) -> bool:
    """In seat order the next seat's turn, once the one before has finished its action; whether it came so."""
    state = story.state
    if state.phase != "act" or not state.terms.seat_order or to_act(state):
        return False
    if any(story.acting(camp.seat) for camp in state.camps):
        return False
    seat = next((seat for seat in onward(state) if may_act(state, seat)), None)
    if seat is None:
        return False
    story.tell(TurnCame(seat))
    return True


def close(story: Story) -> None:
    """The end of a round: squads home, visitors, storage cap; side by side (R53)."""
    story.tell(RoundClosing())
    now = story.state.round
    for seat in standing(story.state):
        camp = story.camp(seat)
        if camp.squad.until and camp.squad.until <= now:
            story.tell(SquadReturned(seat))
        leaving = [guest.card for guest in camp.guests if guest.last <= now]
        story.append(seat, *(KeepVisitor(card) for card in leaving), Cap())


def cap(story: Story, seat: int) -> None:
    """What is above the cap is discarded; a debt is not touched (R7, R8)."""
    camp = story.camp(seat)
    limit = storage_cap(camp)
    intake = story.state.terms.intake
    food = max(0, camp.food - limit - (max(0, camp.start_food) if intake else 0))
    people = max(0, camp.people - limit - (camp.start_people if intake else 0))
    if food or people:
        story.tell(Capped(seat, food, people))


def go_on(story: Story) -> bool:
    """The next step of the match when no agenda holds it up; whether there was one.

    Phase two and its questions are the caller's; here phases follow one another.
    """
    state = story.state
    match state.phase:
        case "act":
            global_events.turn_up(story)
        case "gather":
            if not global_events.gathered(state):
                return False
            global_events.begin(story)
        case "resolve":
            global_events.go_on(story)
        case "settle":
            close(story)
        case "close":
            if state.round >= state.terms.rounds:
                endings.survive(story, endings.SURVIVAL)
            else:
                begin_round(story)
        case "sets" | "supply":
            return False
    return True


def ended(story: Story) -> bool:
    """Whether the match is over, or ends now because too few camps stand (R47, R48)."""
    state = story.state
    if state.over:
        return True
    alive = len(standing(state))
    if alive == 0:
        endings.perish(story)
    elif alive == 1 and state.terms.last_camp_wins and state.phase != "resolve":
        endings.survive(story, endings.LAST_CAMP)
    return story.state.over

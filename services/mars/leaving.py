"""Rules 15, Leaving: the action under way is finished by the answers of silence, then the seat is out."""

from events.mars.events import MatchDecided, PlayerResigned
from events.mars.state import State, still_in
from services.mars import ending, research, resolve, turns
from services.mars.agenda import open_question
from services.mars.asking import silence
from services.mars.story import Story
from services.referee import Refused


def leave(story: Story, seat: int) -> None:
    """The seat out; the match goes on without it, or ends when only one is left."""
    state = story.state
    if state.over:
        raise Refused("over")
    if seat not in still_in(state):
        raise Refused("not_seated")
    if _unrevealed(state):
        story.tell(MatchDecided((1,) * len(state.seats), ending.VOID, won=False))
        return
    through = _finish_action(story, seat)
    if story.state.over:
        return
    story.tell(PlayerResigned(seat))
    alone = still_in(story.state)
    if not alone:
        story.tell(MatchDecided((1,), ending.RESIGNED, won=False))
    elif len(alone) == 1:
        story.tell(MatchDecided(ending.places(story.state), ending.ALONE))
    else:
        _go_on(story, seat, through)


def _unrevealed(state: State) -> bool:
    return state.generation == 1 and state.phase in ("draft", "setup")


def _finish_action(story: Story, seat: int) -> bool:
    """The open questions of this seat answered; whether there was an action under way."""
    began = False
    while story.state.agenda is not None and story.state.agenda.seat == seat:
        began = True
        agenda = story.state.agenda
        choice = open_question(story.state)
        reply = silence(story.state, seat, agenda.current or agenda.pool[0], choice)
        if resolve.go_on(story, reply):
            from events.mars.events import ActionTaken

            story.tell(ActionTaken(seat))
    return began


def _go_on(story: Story, seat: int, _: bool) -> None:
    state = story.state
    match state.phase:
        case "draft":
            research.go_on_drafting(story)
        case "research":
            research.finish_if_sealed(story)
        case "action":
            if state.active == seat:
                turns.next_turn(story, seat + 1)
        case "final":
            ending.go_on(story)
        case "new" | "setup" | "over":
            pass

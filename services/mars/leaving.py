"""Rules 15, Leaving: the action under way is finished by the answers of silence, then the seat is out."""

from msgspec.structs import replace

from events.choices import only
from events.mars.agenda import Agenda
from events.mars.events import ActionTaken, MatchDecided, PlayerResigned
from events.mars.state import State, still_in
from services.mars import ending, research, resolve, turns
from services.mars.agenda import next_item, open_question
from services.mars.asking import question, silence
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
        story.tell(MatchDecided((), ending.VOID, won=False))
        return
    _finish_action(story, seat)
    if story.state.over:
        return
    story.tell(PlayerResigned(seat))
    alone = still_in(story.state)
    if not alone:
        story.tell(MatchDecided((1,), ending.RESIGNED, won=False))
    elif len(alone) == 1:
        story.tell(MatchDecided(ending.places(story.state), ending.ALONE))
    else:
        _go_on(story, seat)


def _unrevealed(state: State) -> bool:
    return state.generation == 1 and state.phase in ("draft", "setup")


def _finish_action(story: Story, seat: int) -> None:
    """The open questions of this seat answered."""
    while story.state.agenda is not None and story.state.agenda.seat == seat:
        agenda = story.state.agenda
        choice = open_question(story.state)
        reply = silence(story.state, seat, agenda.current or agenda.pool[0], choice)
        if resolve.go_on(story, reply):
            story.tell(ActionTaken(seat))


def _go_on(story: Story, seat: int) -> None:
    state = story.state
    match state.phase:
        case "draft":
            research.go_on_drafting(story)
        case "research":
            research.finish_if_sealed(story)
        case "action" | "final" if state.agenda is not None:
            _reconsider(story, state.agenda)
        case "action":
            if state.active == seat:
                turns.next_turn(story, seat + 1)
        case "final":
            ending.go_on(story)
        case "new" | "setup" | "over":
            pass


def _reconsider(story: Story, agenda: Agenda) -> None:
    """Another seat's open question, when the one who left was part of it: it may have answered itself by that."""
    pool = list(agenda.pool)
    if agenda.current is None:
        if isinstance(next_item(story.state, agenda.seat, pool), tuple):
            return
    else:
        choice = question(story.state, agenda.seat, agenda.current, pool)
        if choice is not None and only(choice) is None:
            return
        pool.insert(0, replace(agenda.current, begun=True))
    if resolve.run(story, agenda.seat, pool):
        turns.action_through(story)

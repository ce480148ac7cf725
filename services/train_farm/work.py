"""Agendas at work: frame after frame of every seat until each has nothing left or must be asked (R55)."""

from events.choices import Counted, Picked, Reply, only
from events.train_farm.agenda import (
    Attempt,
    Cap,
    Check,
    Choosing,
    Face,
    Finish,
    Frame,
    FreeBuilding,
    Give,
    Guard,
    KeepOne,
    KeepVisitor,
    MoveRoll,
    OfferForward,
    Open,
    PayForward,
    Paying,
    Return,
    Run,
    Site,
    Stop,
    Trade,
)
from events.train_farm.state import onward
from services.train_farm import effects, encounters, exploration, setup
from services.train_farm.durability import applies, guard
from services.train_farm.questions import AGAIN, NOBODY, YES, by_order, question
from services.train_farm.rounds import cap, ended, go_on, pass_turn, to_act
from services.train_farm.story import Story
from services.train_farm.tasks import checkpoint
from services.train_farm.turn import act, forced
from services.train_farm.visitors import part


def advance(story: Story) -> None:
    """Everything that asks nobody, until all that is left are questions, or the match is over."""
    while not ended(story):
        if not (_agendas(story) or pass_turn(story) or _forced(story) or _flow(story)):
            break
    if not story.state.over:
        story.write_agendas()


def _agendas(story: Story) -> bool:
    """One frame of the first seat from the lead seat onward that can go on; whether there was one."""
    return any(_step(story, seat) for seat in onward(story.state))


def _forced(story: Story) -> bool:
    """The first action that leaves no choice; whether there was one."""
    for seat in to_act(story.state):
        option = forced(story.state, story.camp(seat)) if story.idle(seat) else None
        if option is not None:
            act(story, seat, option)
            return True
    return False


def _flow(story: Story) -> bool:
    """The next phase, if no seat has anything left to do in this one."""
    state = story.state
    if state.phase == "sets":
        return setup.lay_sets(story)
    if not all(story.idle(camp.seat) for camp in state.camps) or to_act(state):
        return False
    return go_on(story)


def _step(story: Story, seat: int) -> bool:
    """The front frame, if it needs no answer from the player; whether it was done.

    An order to keep a visitor given while that is asked is used from the next trigger on (R13).
    """
    frame = story.front(seat)
    if frame is None:
        return False
    camp = story.camp(seat)
    if isinstance(frame, Guard) and not applies(story.state, camp, frame):
        story.pop(seat)
        return True
    asked = isinstance(frame, KeepVisitor) and story.put(seat)
    reply = None if asked else by_order(story.state, camp, frame)
    if reply is None:
        choice = question(story.state, camp, frame)
        if choice is None:
            story.pop(seat)
            _do(story, seat, frame)
            return True
        reply = only(choice)
        if reply is None:
            if _void(frame, choice):
                story.pop(seat)
                return True
            return False
    story.pop(seat)
    resolve(story, seat, frame, reply)
    return True


def _void(frame: Frame, choice: object) -> bool:
    """Nothing to build at no price: the choice does not exist (R52)."""
    return isinstance(frame, FreeBuilding) and not getattr(choice, "options", ())


def _do(story: Story, seat: int, frame: Frame) -> None:
    match frame:
        case Stop():
            exploration.stop(story, seat)
        case Open():
            encounters.take_up(story, seat, frame)
        case Run():
            effects.run(story, seat, frame)
        case Finish():
            encounters.finish(story, seat, frame)
        case Site():
            exploration.at_site(story, seat)
        case Check():
            checkpoint(story)
        case Return():
            exploration.come_home(story, seat)
        case Cap():
            cap(story, seat)
        case _:
            raise AssertionError(frame)


def resolve(story: Story, seat: int, frame: Frame, reply: Reply) -> None:  # noqa: C901 - one arm a frame
    """The answer to a frame taken off the agenda carried out."""
    answer = reply.ids[0] if isinstance(reply, Picked) else ""
    match frame:
        case MoveRoll():
            exploration.move(story, seat, frame.raw, answer == AGAIN)
        case KeepOne():
            encounters.keep(story, seat, frame, int(answer.removeprefix("card:")))
        case Face():
            encounters.face(story, seat, frame, answer)
        case Attempt():
            encounters.attempt(story, seat, frame, answer == AGAIN)
        case OfferForward():
            if answer == YES:
                exploration.buy_forward(story, seat)
        case PayForward():
            if answer == YES:
                exploration.buy_forward(story, seat)
        case Guard():
            if frame.against == "damage" and frame.n > 1:
                story.push(seat, Guard("damage", frame.n - 1))
            guard(story, seat, frame, answer)
        case Trade():
            assert isinstance(reply, Counted)
            effects.trade(story, seat, frame, reply.number)
        case Give():
            effects.give(story, frame, None if answer == NOBODY else int(answer.removeprefix("seat:")))
        case FreeBuilding():
            effects.free_building(story, seat, frame, answer.removeprefix("build:"))
        case Choosing():
            effects.choose(story, seat, frame, int(answer.removeprefix("list:")))
        case Paying():
            effects.decide_to_pay(story, seat, frame, answer == YES)
        case KeepVisitor():
            part(story, seat, frame, answer == YES)
        case _:
            raise AssertionError(frame)

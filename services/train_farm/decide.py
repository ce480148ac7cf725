"""From a command to what happens. Refuses before it draws."""

from collections.abc import Sequence

from events.choices import Reply, accepts
from events.train_farm.effects import Kind
from events.train_farm.events import PlanSealed, TrainFarmEvents
from events.train_farm.orders import forms
from events.train_farm.plans import plans, write
from events.train_farm.start import PRESETS, START
from events.train_farm.state import State, standing
from services.referee import Ask, Leave, Luck, Refused, SetUp
from services.train_farm import commands as do
from services.train_farm import observers, orders, setup
from services.train_farm.building import dismantle
from services.train_farm.durability import fall
from services.train_farm.pending import AID, AID_GIFT, EVENT, ORDERS, SET, TURN, pending
from services.train_farm.questions import question
from services.train_farm.story import Story
from services.train_farm.turn import act, turn
from services.train_farm.work import advance, resolve


def decide(state: State, command: SetUp | Leave | do.GameCommand, luck: Luck) -> Sequence[TrainFarmEvents]:
    """The events of a command, or `Refused`."""
    story = Story(state, luck)
    match command:
        case SetUp():
            setup.set_up(story, command)
        case Leave():
            if state.over:
                raise Refused("over")
            if not state.camps[command.seat].resigned:
                leave(story, command.seat)
        case _:
            _play(story, command)
    advance(story)
    return story.events


def leave(story: Story, seat: int) -> None:
    """Resigning destroys the camp at that moment (R14); an observer who leaves rolls no more."""
    if story.camp(seat).standing:
        fall(story, seat, resigned=True)


def _play(story: Story, command: do.GameCommand) -> None:
    seat, state = command.seat, story.state
    match command:
        case do.ChooseSet():
            _asked(state, seat, SET)
            _allowed_set(state, command.kinds)
            setup.choose_set(story, seat, command.kinds)
        case do.Act():
            _asked(state, seat, TURN)
            _among(command.option, {option.id for option in turn(state, story.camp(seat)).regular})
            act(story, seat, command.option)
        case do.Dismantle():
            _asked(state, seat, TURN)
            _among(f"dismantle:{command.kind}", {option.id for option in turn(state, story.camp(seat)).options})
            dismantle(story, seat, command.kind, action=False)
        case do.Decide():
            _resolve(story, seat, command.reply)
        case do.SealPlan():
            _asked(state, seat, EVENT)
            _among(command.plan, {write(way) for way in plans(state, seat, state.event)})
            story.tell(PlanSealed(seat, command.plan))
        case do.SetOrder():
            _asked(state, seat, ORDERS)
            _among(command.name, set(orders.open_orders(state, story.camp(seat))))
            _among(command.form, set(forms(command.name)))
            orders.set_order(story, seat, command.name, command.form)
        case do.RollAid():
            _asked(state, seat, AID)
            observers.roll(story, seat)
        case do.GiveAid():
            _asked(state, seat, AID_GIFT)
            if command.to is not None and command.to not in standing(state):
                raise Refused("not_an_answer")
            observers.give(story, seat, command.to)


def _resolve(story: Story, seat: int, reply: Reply) -> None:
    """The open question of the agenda answered."""
    frame = story.front(seat)
    asked = question(story.state, story.camp(seat), frame) if frame is not None else None
    if frame is None or asked is None:
        raise Refused("not_asked")
    if not accepts(asked, reply):
        raise Refused("not_an_answer")
    story.pop(seat)
    resolve(story, seat, frame, reply)


def _asked(state: State, seat: int, key: str) -> Ask:
    found = next((ask for ask in pending(state) if ask.seat == seat and ask.key.startswith(key)), None)
    if found is None:
        raise Refused("not_asked")
    return found


def _among(given: str, allowed: set[str]) -> None:
    if given not in allowed:
        raise Refused("not_an_answer")


def _allowed_set(state: State, kinds: tuple[Kind, ...]) -> None:
    preset = state.terms.start_set == "preset"
    allowed = {frozenset(each.kinds) for each in PRESETS.values()}
    if len(set(kinds)) != START.tiles or (preset and frozenset(kinds) not in allowed):
        raise Refused("not_an_answer")

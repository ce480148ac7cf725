"""From a command to what happens. Refuses before it draws."""

from events.choices import Counted, Picked, Reply, accepts
from events.mars.events import MarsEvents
from events.mars.state import State
from services.mars import ending, leaving, research, setup, turns
from services.mars.commands import (
    AnswerStep,
    ChooseCards,
    ChooseCorporation,
    ChooseHeat,
    EndTurn,
    MarsCommand,
    Pass,
    PickCard,
    PlaceLast,
    TakeAction,
)
from services.mars.menu import END, PASS
from services.mars.pending import choice, pending
from services.mars.story import Story
from services.referee import Leave, Luck, Refused, SetUp


def decide(state: State, command: SetUp | MarsCommand | Leave, luck: Luck) -> list[MarsEvents]:
    """The events of a command, or `Refused`."""
    story = Story(state, luck)
    match command:
        case SetUp():
            setup.set_up(story, command)
        case Leave():
            leaving.leave(story, command.seat)
        case _:
            _check(state, command)
            _play(story, command)
    return story.events


def _check(state: State, command: MarsCommand) -> None:
    """The command answers a question that its seat is asked, with one of its legal answers."""
    reply = _reply(command)
    asks = [ask for ask in pending(state) if ask.seat == command.seat]
    if not asks:
        raise Refused("over" if state.over else "not_asked")
    if not any(accepts(choice(state, ask), reply) for ask in asks):
        raise Refused("not_an_answer")


def _reply(command: MarsCommand) -> Reply:
    match command:
        case PickCard():
            return Picked((command.card,))
        case ChooseCorporation():
            return Picked((command.corporation,))
        case ChooseCards():
            return Picked(command.cards)
        case ChooseHeat():
            return Counted(command.heat)
        case TakeAction():
            return Picked((command.option,))
        case EndTurn():
            return Picked((END,))
        case Pass():
            return Picked((PASS,))
        case AnswerStep():
            return command.reply
        case PlaceLast():
            return Picked((command.at or END,))


def _play(story: Story, command: MarsCommand) -> None:
    match command:
        case PickCard():
            research.pick(story, command.seat, command.card)
        case ChooseCorporation():
            setup.choose_corporation(story, command.seat, command.corporation)
        case ChooseCards():
            research.choose(story, command.seat, command.cards)
            research.finish_if_sealed(story)
        case ChooseHeat():
            research.choose_heat(story, command.seat, command.heat)
            research.finish_if_sealed(story)
        case TakeAction():
            turns.take_action(story, command.seat, command.option)
        case EndTurn():
            turns.end_turn(story, command.seat)
        case Pass():
            turns.pass_turn(story, command.seat)
        case AnswerStep():
            turns.answer_step(story, command.reply)
        case PlaceLast():
            ending.place_last(story, command.seat, command.at)

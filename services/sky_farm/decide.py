"""From a command to what happens. Refuses before it draws."""

from events.choices import Picked, accepts, is_aside
from events.sky_farm.events import SkyFarmEvents
from events.sky_farm.state import State
from services.referee import Leave, Luck, Refused, SetUp
from services.sky_farm import animals
from services.sky_farm.agenda import question, run, take
from services.sky_farm.commands import Take
from services.sky_farm.leaving import leave
from services.sky_farm.pending import choice, pending
from services.sky_farm.play import Play, Turn
from services.sky_farm.rounds import settle
from services.sky_farm.setup import set_up


def decide(state: State, command: SetUp | Take | Leave, luck: Luck) -> list[SkyFarmEvents]:
    """The events of a command, or ``Refused``."""
    play = Play(state, luck)
    match command:
        case SetUp():
            set_up(play, command)
        case Take():
            _take(play, command)
        case Leave():
            leave(play, command)
    return play.events


def _take(play: Play, command: Take) -> None:
    """A seat's answer, and all that follows from it until somebody is asked."""
    ask = next((ask for ask in pending(play.state) if ask.seat == command.seat), None)
    if ask is None or ask.key != command.key:
        raise Refused("stale_prompt")
    asked = choice(play.state, ask)
    reply = command.reply
    if not accepts(asked, reply):
        raise Refused("not_an_answer")
    turn = Turn(play, command.seat)
    if isinstance(reply, Picked) and len(reply.ids) == 1 and animals.is_aside(reply.ids[0]):
        animals.take_aside(turn, reply.ids[0])
        return
    work = question(turn.farm)
    turn.agenda.pop(0)
    take(turn, work, reply)
    run(turn)
    turn.rest(0 if is_aside(asked, reply) else 1)
    settle(play)

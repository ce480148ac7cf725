"""Who is asked, what, and what silence says. All seats are asked side by side."""

from msgspec.structs import replace

from events.choices import Choice, Pick, Reply
from events.sky_farm.state import Farm, State
from events.sky_farm.work import Arrange
from services.referee import Ask
from services.sky_farm.agenda import menu, question
from services.sky_farm.animals import asides
from services.sky_farm.commands import Take
from services.sky_farm.silence import silence


def pending(state: State) -> tuple[Ask, ...]:
    """Every seat that has something to do."""
    if state.over:
        return ()
    return tuple([Ask(farm.seat, key(state, farm)) for farm in state.seats if farm.agenda])


def key(state: State, farm: Farm) -> str:
    """``<what>/r<round>/<decision>``: decisions of a seat are counted, asides that leave the question are none."""
    return f"{type(farm.agenda[0]).__name__.lower()}/r{state.round}/{farm.turn}"


def choice(state: State, ask: Ask) -> Choice:
    """The question that stands first in the seat's agenda, with asides for animals where it is a pick."""
    farm = state.seats[ask.seat]
    work = question(farm)
    found = menu(state, farm, work)
    if isinstance(found, Pick) and not isinstance(work, Arrange):
        free = asides(farm)
        if free:
            return replace(found, options=(*found.options, *free))
    return found


def command(_: State, ask: Ask, reply: Reply) -> Take:
    """An accepted reply as a command."""
    return Take(ask.seat, ask.key, reply)


def default(state: State, ask: Ask) -> Reply:
    """What silence says."""
    farm = state.seats[ask.seat]
    work = question(farm)
    return silence(state, farm, work, menu(state, farm, work))

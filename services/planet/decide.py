"""From a command to what happens. Refuses before it draws."""

from events.planet.events import PlanetEvents
from events.planet.state import State
from services.planet.commands import PlaceTile
from services.planet.leaving import leave
from services.planet.placing import place
from services.planet.setup import set_up
from services.referee import Leave, Luck, SetUp


def decide(state: State, command: SetUp | PlaceTile | Leave, luck: Luck) -> list[PlanetEvents]:
    """The events of a command, or ``Refused``."""
    match command:
        case SetUp():
            return set_up(state, command, luck).events
        case PlaceTile():
            return place(state, command, luck).events
        case Leave():
            return leave(state, command, luck).events

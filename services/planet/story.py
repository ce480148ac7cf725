"""The events of one decision as they are told, and the state after each. Knows no rule."""

from events.planet.events import PlanetEvents
from events.planet.evolve import evolve
from events.planet.state import State


class Story:
    """Events so far and the state they lead to."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[PlanetEvents] = []

    def tell(self, event: PlanetEvents) -> None:
        """One more event."""
        self.events.append(event)
        self.state = evolve(self.state, event)

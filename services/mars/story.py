"""The events of one decision as they are told, and the state after each. Knows no rule."""

from events.mars.events import MarsEvents
from events.mars.evolve import evolve
from events.mars.state import State
from services.referee import Luck


class Story:
    """Events so far, the state they lead to, and the chance at hand."""

    def __init__(self, state: State, luck: Luck) -> None:
        self.state = state
        self.luck = luck
        self.events: list[MarsEvents] = []

    def tell(self, event: MarsEvents) -> None:
        """One more event."""
        self.events.append(event)
        self.state = evolve(self.state, event)

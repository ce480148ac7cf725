"""The events of one decision as they are told, the state after each, and what each seat still has to do.

Knows no rule but how agendas are kept: own business first, then cards handed over in the order they came,
then a task reward (R55).
"""

from events.train_farm.agenda import Frame, Return, Run
from events.train_farm.events import Asked, TrainFarmEvents
from events.train_farm.evolve import evolve
from events.train_farm.state import Camp, State
from services.referee import Luck

REWARD = "task"
"""The source of the frames of a task reward."""


class Story:
    """Events so far, the state they lead to, and agendas not yet written down."""

    def __init__(self, state: State, luck: Luck) -> None:
        self.state = state
        self.luck = luck
        self.events: list[TrainFarmEvents] = []
        self._agendas = [list(camp.agenda) for camp in state.camps]
        self._fresh = [False] * len(state.camps)

    def tell(self, event: TrainFarmEvents) -> None:
        """One more event."""
        self.events.append(event)
        self.state = evolve(self.state, event)

    def camp(self, seat: int) -> Camp:
        """A seat's camp as it is now."""
        return self.state.camps[seat]

    def begin(self, seats: int) -> None:
        """Empty agendas for so many seats, after the camps are pitched."""
        self._agendas = [[] for _ in range(seats)]
        self._fresh = [False] * seats

    def front(self, seat: int) -> Frame | None:
        """What the seat has to do next."""
        return self._agendas[seat][0] if self._agendas[seat] else None

    def idle(self, seat: int) -> bool:
        """Whether the seat has nothing left to do."""
        return not self._agendas[seat]

    def put(self, seat: int) -> bool:
        """Whether what the seat has to do next was put to it as a question before this decision."""
        return not self._fresh[seat]

    def acting(self, seat: int) -> bool:
        """Whether the seat is still about its own exploration."""
        return any(isinstance(frame, Return) for frame in self._agendas[seat])

    def pop(self, seat: int) -> Frame:
        """Take off the front frame."""
        self._fresh[seat] = True
        return self._agendas[seat].pop(0)

    def push(self, seat: int, *frames: Frame) -> None:
        """Put frames before all others."""
        self._fresh[seat] = True
        self._agendas[seat][:0] = frames

    def queue(self, seat: int, *frames: Frame) -> None:
        """Put frames after the seat's own business and earlier ones, but before a reward not yet begun."""
        agenda = self._agendas[seat]
        place = next((i for i, frame in enumerate(agenda) if i and _reward(frame)), len(agenda))
        self._fresh[seat] = self._fresh[seat] or not agenda
        agenda[place:place] = frames

    def append(self, seat: int, *frames: Frame) -> None:
        """Put frames after all others."""
        self._fresh[seat] = self._fresh[seat] or self.idle(seat)
        self._agendas[seat] += frames

    def drop(self, seat: int) -> None:
        """Forget all that a seat had to do."""
        self._agendas[seat].clear()

    def write_agendas(self) -> None:
        """Tell what every seat still has to do, where that has changed."""
        for camp in self.state.camps:
            agenda = tuple(self._agendas[camp.seat])
            fresh = self._fresh[camp.seat] and bool(agenda)
            if fresh or agenda != camp.agenda:
                self.tell(Asked(camp.seat, camp.asked + fresh, agenda))


def _reward(frame: Frame) -> bool:
    return isinstance(frame, Run) and frame.source == REWARD

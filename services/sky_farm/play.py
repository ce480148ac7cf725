"""The events of one decision as they are told, and a seat's agenda while it is worked off (K48).

Knows how bonuses wait and what comes before what; what each piece of work does is in the chapters.
"""

from events.sky_farm.effects import Effects
from events.sky_farm.events import Planned, SkyFarmEvents
from events.sky_farm.evolve import evolve
from events.sky_farm.state import Farm, State
from events.sky_farm.work import AnyWork, Bonus, StepEnd
from services.referee import Luck


class Play:
    """Events so far, the state they lead to, and the chance they may use."""

    def __init__(self, state: State, luck: Luck) -> None:
        self.state = state
        self.luck = luck
        self.events: list[SkyFarmEvents] = []

    def tell(self, event: SkyFarmEvents) -> None:
        """One more event."""
        self.events.append(event)
        self.state = evolve(self.state, event)


class Turn:
    """A seat's agenda, first to be done first, until it is put back into the state by `rest`."""

    def __init__(self, play: Play, seat: int) -> None:
        self.play = play
        self.seat = seat
        self.agenda: list[AnyWork] = list(play.state.seats[seat].agenda)

    @property
    def farm(self) -> Farm:
        """The seat's sheets as they are now."""
        return self.play.state.seats[self.seat]

    def tell(self, event: SkyFarmEvents) -> None:
        """One more event."""
        self.play.tell(event)

    def push(self, *works: AnyWork) -> None:
        """Do these next, in order."""
        self.agenda[:0] = works

    def step(self, *works: AnyWork) -> None:
        """Do these next as a step: what bonuses they bring runs when they are done, before anything else."""
        self.push(*works, StepEnd())

    def bonus(self, effects: Effects) -> None:
        """What a bonus gives: at once what can be, the rest when the running step ends (K48)."""
        self.push(*(effect for effect in effects if not isinstance(effect, Bonus)))
        self.later(tuple(effect for effect in effects if isinstance(effect, Bonus)))

    def later(self, effects: Effects) -> None:
        """Let these wait for the end of the running step."""
        if not effects:
            return
        for place, work in enumerate(self.agenda):
            if isinstance(work, StepEnd):
                self.agenda[place] = StepEnd((*work.queue, *effects))
                return
        self.agenda.append(StepEnd(effects))

    def end_step(self, work: StepEnd) -> None:
        """Run what has waited, one after another, each as a step of its own."""
        if work.queue:
            first, *rest = work.queue
            self.step(first)
            if rest:
                self.agenda.insert(2, StepEnd(tuple(rest)))

    def rest(self, decisions: int = 0) -> None:
        """Put the agenda back into the state, ``decisions`` later."""
        agenda = tuple(self.agenda)
        if agenda != self.farm.agenda or decisions:
            self.tell(Planned(self.seat, agenda, self.farm.turn + decisions))

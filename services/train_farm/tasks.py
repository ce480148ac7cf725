"""6.3 and 2.2: checkpoints - common tasks first, then development victory (R42, R45)."""

from events.train_farm.agenda import Check, Run
from events.train_farm.camp import developed, holds
from events.train_farm.events import RaceWon, TaskDone
from events.train_farm.state import standing
from events.train_farm.tasks import NEED, TASKS
from events.train_farm.tasks import REWARD as REWARD_EFFECTS
from services.train_farm.endings import develop
from services.train_farm.story import REWARD, Story


def checkpoint(story: Story) -> None:
    """Tasks of every camp from the lead seat, the race, then victory."""
    if story.state.open_tasks and story.state.race_won is None:
        _race(story)
    winners = tuple(seat for seat in standing(story.state) if developed(story.camp(seat)))
    if winners:
        develop(story, winners)


def _race(story: Story) -> None:
    """The first camp with enough tasks has its reward, and the race is over for all (R42)."""
    for seat in standing(story.state):
        for task in story.state.open_tasks:
            camp = story.camp(seat)
            if task not in camp.tasks and holds(TASKS[task].goal, story.state, camp):
                story.tell(TaskDone(seat, task))
    for seat in standing(story.state):
        if len(story.camp(seat).tasks) >= NEED:
            story.tell(RaceWon(seat))
            story.append(seat, Run(REWARD_EFFECTS, REWARD), Check())
            return

"""The common tasks (6.3)."""

from msgspec import Struct

from events.train_farm.effects import Cond, Effects
from events.train_farm.facts import read


class Task(Struct, frozen=True, forbid_unknown_fields=True):
    """A task: complete once its goal holds at a checkpoint (R42)."""

    id: str
    goal: Cond


class _Tasks(Struct, frozen=True, forbid_unknown_fields=True):
    open_at_start: int
    need: int
    reward: Effects
    tasks: tuple[Task, ...]


_TASKS = read("tasks", _Tasks)
TASKS: dict[str, Task] = {task.id: task for task in _TASKS.tasks}
OPEN_AT_START = _TASKS.open_at_start
NEED = _TASKS.need
REWARD = _TASKS.reward

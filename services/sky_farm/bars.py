"""Part 15.2 of the rules: an energy bar gives a task one action more, once a task (K43, K75)."""

from events.choices import Option
from events.sky_farm.sheets import BAR_USES
from events.sky_farm.state import Farm
from events.texts import Text

OPTION = Option("energy", Text("sky_farm.option.energy"), aside=True)
"""A free action while a task runs."""


def usable(farm: Farm, used: bool) -> bool:
    """Whether a bar may be used in a task in which one was or was not ``used``."""
    return not used and any(uses < BAR_USES for uses in farm.bars.values())


def next_bar(farm: Farm) -> str:
    """The first bar with a use left."""
    return next(bar for bar, uses in farm.bars.items() if uses < BAR_USES)


def goes_on(farm: Farm, actions: int, used: bool, possible: bool) -> bool:
    """Whether a task goes on: something can be done and there is, or a bar could give, an action for it."""
    return possible and (actions > 0 or usable(farm, used))

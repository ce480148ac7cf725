"""How fast somebody may go: a bucket of tokens for each name, filled steadily. Kept in memory, one door at a time."""

import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

from services.web.problems import Problem

KEPT: Final = 10_000
COMMANDS: Final = (200.0, 400.0)
"""Commands a second for each player, and how many at once."""
PLAYERS: Final = (20.0, 200.0)
"""New players a second for each address, and how many at once."""


class Rates:
    """The buckets of a door."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def spend(self, name: str, rate: tuple[float, float]) -> None:
        """Take one token of this name's bucket. Problem(too_fast) if it is empty."""
        a_second, most = rate
        now = self._clock()
        left, then = self._buckets.get(name, (most, now))
        left = min(most, left + (now - then) * a_second)
        if left < 1:
            raise Problem("too_fast")
        self._buckets[name] = (left - 1, now)
        self._buckets.move_to_end(name)
        if len(self._buckets) > KEPT:
            self._buckets.popitem(last=False)

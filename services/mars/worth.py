"""How good a position looks to a robot."""

from events.mars.score import total
from events.mars.state import State


def worth(view: State, seat: int) -> float:
    """The running score of the seat."""
    return float(total(view, seat))

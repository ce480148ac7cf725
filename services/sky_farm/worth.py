"""How good a position looks to a robot."""

from events.sky_farm.score import tally
from events.sky_farm.state import State


def worth(view: State, seat: int) -> float:
    """Points in hand."""
    return float(tally(view.seats[seat]).total)

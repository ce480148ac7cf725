"""How good a position looks to a robot: the hope to hold out, most of all, then what helps to."""

from events.train_farm.state import State


def worth(view: State, seat: int) -> float:
    """A number that is greater the better the camp stands."""
    camp = view.camps[seat]
    return float(camp.durability)

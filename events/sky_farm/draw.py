"""A view as a picture."""

from events.sky_farm.state import State
from events.texts import Say


def draw(_: State, __: Say) -> str:
    """Nothing yet."""
    return ""

"""A view as lines of text."""

from events.sky_farm.state import State
from events.texts import Text


def board(_: State) -> tuple[Text, ...]:
    """Nothing yet."""
    return ()

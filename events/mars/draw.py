"""A view as a picture."""

from events.mars.state import State
from events.texts import Say


def draw(view: State, say: Say) -> str:
    """The view as SVG."""
    del view, say
    return '<svg xmlns="http://www.w3.org/2000/svg"/>'

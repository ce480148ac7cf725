"""A position as a viewer may see it."""

from msgspec.structs import replace

from events.hidden import Viewer, redact
from events.sky_farm.state import State


def view(state: State, viewer: Viewer) -> State:
    """Without the drawn pairs of others (K61), and with whose view it is, so that a picture shows that farm large."""
    return replace(redact(state, viewer), shown_to=None if viewer == "all" else viewer)

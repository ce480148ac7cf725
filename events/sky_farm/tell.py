"""Events as lines of the chronicle."""

from events.sky_farm.events import SkyFarmEvents
from events.texts import Text


def tell(_: SkyFarmEvents) -> Text | None:
    """One line for the event, or ``None`` where it says nothing by itself."""
    return None

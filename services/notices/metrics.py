"""What the notices measure. Labels are kinds of channels and states: nothing of a match or player."""

from typing import Final

from prometheus_client import Counter

calls: Final = Counter(
    "turnpost_notices", "Calls to platforms, by kind of channel and what they came to.", ["kind", "came_to"]
)

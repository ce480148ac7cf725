"""Events no longer written: one small function each, from the old dict to the new one.

A new field with a default needs nothing here. A changed meaning is a new event, and the old one is
translated here, so that the rest of the code knows only the newest. Keys are the old tags.
"""

from collections.abc import Callable, Mapping
from typing import Any

Upcast = Callable[[dict[str, Any]], dict[str, Any]]

RETIRED: Mapping[str, Upcast] = {}
"""Old tag -> a function from the stored dict (with its "type") to the dict of an event written today."""

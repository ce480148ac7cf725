"""The same thing seen from each viewpoint of a match, stored once where it looks alike."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

import msgspec

from events.hidden import Viewer

T = TypeVar("T")


class Views(msgspec.Struct, Generic[T], frozen=True, omit_defaults=True):
    """What a spectator sees, and what those see for whom it differs: a seat by its number, or "all"."""

    watch: T
    other: dict[str, T] = msgspec.field(default_factory=dict)

    def seen_by(self, viewer: Viewer) -> T:
        """What this viewer sees."""
        return self.watch if viewer is None else self.other.get(str(viewer), self.watch)


def views(seats: int, look: Callable[[Viewer], T]) -> Views[T]:
    """The same thing looked at from every viewpoint of a match of so many seats."""
    watch = look(None)
    others: list[Viewer] = [*range(seats), "all"]
    seen = {str(viewer): look(viewer) for viewer in others}
    return Views(watch, {viewer: sight for viewer, sight in seen.items() if sight != watch})

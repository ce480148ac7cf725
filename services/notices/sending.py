"""What a platform is to the outbox: a letter is delivered, and one of four things came of it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Protocol

from msgspec import Struct

from services.notices.channels import Channel
from services.notices.letter import Letter

SECONDS = 10.0
"""How long a call may take, all in all."""


class Arrived(Struct, frozen=True):
    """It is there, under this id of the platform."""

    message: str


class Later(Struct, frozen=True):
    """It is certainly not there; try again after so many seconds (None: with back-off). `hold`: nothing else either."""

    reason: str
    seconds: float | None = None
    hold: bool = False


class Unsure(Struct, frozen=True):
    """Nobody knows whether it is there."""

    reason: str


class Never(Struct, frozen=True):
    """It cannot be delivered; with `channel`, nothing can any more on this channel."""

    reason: str
    channel: bool = False


Verdict = Arrived | Later | Unsure | Never

Draw = Callable[[], Awaitable[bytes]]
"""Makes the picture of the position for the letter's seat (PNG)."""


class Sender(Protocol):
    """One kind of platform."""

    def limits(self, channel: Channel) -> tuple[tuple[str, float, int], ...]:
        """The buckets a call spends: name, calls a second, how many at once; the channel's own last."""
        ...

    async def deliver(self, channel: Channel, letter: Letter, message: str, mark: str, draw: Draw) -> Verdict:
        """Send a letter, or (with the `message` of what was sent) edit it. `mark` is the same for the same letter.

        Takes `SECONDS` at the most and raises nothing that the platform or the network did.
        """
        ...

"""What a robot is: a function from a view and a prompt to a reply."""

from typing import Any, Protocol

import msgspec

from events.choices import Choice, Reply
from services.dice import Seeded
from services.referee import Ask, Game


class Asked(msgspec.Struct, frozen=True):
    """The part of a prompt that matters to a robot: who is asked for what, the options, what silence says."""

    ask: Ask
    choice: Choice
    default: Reply | None = None


class Robot(Protocol):
    """(game, view of the seat asked, prompt, dice) -> an accepted reply."""

    def __call__(self, game: Game, view: Any, asked: Asked, dice: Seeded) -> Reply:
        """The robot's reply."""
        ...

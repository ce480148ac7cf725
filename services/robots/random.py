"""The robot that answers anything legal."""

from typing import Any

from events.choices import Reply, sample
from services.dice import Seeded
from services.referee import Game
from services.robots.asked import Asked


def random(game: Game, view: Any, asked: Asked, dice: Seeded) -> Reply:  # noqa: ARG001 - it looks at nothing
    """A legal reply at random."""
    return sample(asked.choice, dice)

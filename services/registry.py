"""Game id -> both halves of the game, record and referee.

The modules named in `TURNPOST_EXTRA_GAMES` each give `RECORD` and `REFEREE`.
"""

import importlib
from collections.abc import Mapping
from functools import cache

from events import registry
from services.referee import Game


@cache
def load() -> Mapping[str, Game]:
    """Every game by id."""
    games: dict[str, Game] = {}
    for name in registry.GAMES:
        referee = importlib.import_module(f"services.{name}").REFEREE
        games[name] = Game(registry.record(name), referee)
    for module in registry.extra_modules():
        games[module.RECORD.id] = Game(module.RECORD, module.REFEREE)
    return games


def game(name: str) -> Game:
    """A game by id; UnknownGame if there is none."""
    found = load().get(name)
    if found is None:
        raise registry.UnknownGame(name)
    return found

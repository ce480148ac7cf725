"""Game id -> Record: the only list of games on this side.

The modules named in `TURNPOST_EXTRA_GAMES` (by import name, separated by commas) are loaded as well;
each gives `RECORD`.
"""

import importlib
import os
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import ModuleType

from events import texts
from events.record import Record

GAMES = ("planet", "train_farm", "sky_farm", "mars")
TABLE_TEXTS = Path(__file__).parent / "table" / "texts"


class UnknownGame(LookupError):
    """No game has this id."""


def extra_modules() -> tuple[ModuleType, ...]:
    """The modules of the games added from outside."""
    names = os.environ.get("TURNPOST_EXTRA_GAMES", "").split(",")
    return tuple(importlib.import_module(name.strip()) for name in names if name.strip())


@cache
def load() -> Mapping[str, Record]:
    """Every game's record by id; adds their catalogues too."""
    texts.add_catalogue("table", TABLE_TEXTS)
    modules = [importlib.import_module(f"events.{game}") for game in GAMES]
    records: dict[str, Record] = {}
    for module in (*modules, *extra_modules()):
        record: Record = module.RECORD
        records[record.id] = record
        texts.add_catalogue(record.id, record.texts)
    return records


def record(game: str) -> Record:
    """The record of a game; UnknownGame if there is none."""
    found = load().get(game)
    if found is None:
        raise UnknownGame(game)
    return found

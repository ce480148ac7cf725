"""The component files of Train Farm as they were typed, beside which the product's data are held."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent
LANGUAGES = ("en", "zh-Hans", "zh-Hant")
DECKS = ("encounter_deck", "high_risk_deck", "event_deck")


@cache
def fact(name: str) -> Any:
    """A component file."""
    return json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))


def cards(deck: str) -> dict[str, dict[str, Any]]:
    """The cards of a deck by id."""
    return {card["id"]: card for card in fact(deck)["cards"]}


def ops(effects: Any) -> set[str]:
    """Every op anywhere in a piece of JSON."""
    if isinstance(effects, dict):
        own = {effects["op"]} if "op" in effects else set()
        return own.union(*(ops(value) for value in effects.values())) if effects else own
    if isinstance(effects, list):
        return set().union(*(ops(value) for value in effects)) if effects else set()
    return set()

"""Positions of Train Farm written briefly, and the words of `tests.dsl` over them.

    given(table(camp(0, "workshop", "wall*"), camp(1)))
    .drawing(3, 2, "ENC-001")
    .answers(0, "turn", "explore")
    .asks(0, "face", "a", "b")

A module is a base face; `*` after its name is full level, `-` a spent Wall. Both camps may act unless told.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from events import registry, texts
from events.train_farm import RECORD
from events.train_farm.cards import cards_of
from events.train_farm.options import Terms
from events.train_farm.state import DECKS, Camp, Guest, Held, Squad, State, Tile
from services.referee import Game
from services.train_farm import REFEREE
from tests import dsl

GAME = Game(RECORD, REFEREE)
registry.load()
texts.add_catalogue("train_farm", RECORD.texts)
FACES = {"*": "full", "-": "spent"}


def tile(name: str) -> Tile:
    """A module as it is written."""
    return Tile(name.rstrip("*-"), FACES.get(name[-1], "base"))


def camp(seat: int, *tiles: str, **changes: Any) -> Camp:
    """A camp with these modules and plenty of everything, durability 3."""
    stock = {"bolts": 9, "food": 5, "people": 5, "durability": 3}
    return Camp(seat, tiles=tuple(tile(name) for name in tiles), **{**stock, **changes})


def guest(card: str, last: int = 9, **changes: Any) -> Guest:
    """A visitor in a camp."""
    return Guest(card, last - 3, last, **changes)


def squad(space: int = 0, until: int = 0, **changes: Any) -> Squad:
    """A squad on the map."""
    return Squad(space, until, **changes)


def table(
    *camps: Camp, number: int = 5, modules: tuple[str, ...] = (), terms: dict[str, Any] | None = None, **changes: Any
) -> State:
    """Phase two of a round; all decks whole but for visitors in camps."""
    rounds = 40 if "locomotive" in modules else 20
    played = Terms(**{"rounds": rounds, "modules": modules, **(terms or {})})
    home = "wilderness" if "locomotive" in modules else ""
    pitched = tuple(each if each.region or not home else replace(each, region=home) for each in camps)
    down = {deck: len(cards_of(deck, "visitors" in modules)) for deck in DECKS}
    down["encounter"] -= sum(len(each.guests) for each in pitched)
    return State(
        **{
            "terms": played,
            "camps": pitched,
            "phase": "act",
            "round": number,
            "down": down,
            "discard": dict.fromkeys(DECKS, ()),
            **changes,
        }
    )


def holding(state: State, seat: int, card: str, *, hidden: bool = False) -> State:
    """The table with a card in a seat's hand."""
    deck = next(deck for deck in DECKS if card in cards_of(deck, visitors=True))
    readers = (seat,) if hidden else ()
    held = Held(state.slots, seat, deck, readers, card if hidden else "", "" if hidden else card)
    down = {**state.down, deck: state.down[deck] - 1}
    return replace(state, hand=(*state.hand, held), slots=state.slots + 1, down=down)


def given(state: State, *events: Any) -> dsl.Given:
    """A position to act on."""
    return dsl.given(GAME, state, *events)


def begun(seats: int = 2, **options: Any) -> State:
    """A match just set up."""
    return dsl.begun(GAME, seats, **options)


def kinds(step: dsl.Given) -> list[str]:
    """The names of the events of the last step."""
    return [type(event).__name__ for event in step.events]

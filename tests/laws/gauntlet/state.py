"""Where a match of the gauntlet stands. The deck lies face down, so it is only a number here."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from events.hidden import Hidden
from tests.laws.gauntlet.cards import CARDS, PEBBLES, TILES, AnyNeed, Colour, Seal

BIDS: tuple[str, ...] = ("low", "middle", "high")


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """What can be chosen for a table; the colours must hold red."""

    rounds: Literal[2, 3] = 2
    observer: bool = True
    silver: Annotated[int, Meta(ge=0, le=4)] = 3
    colours: frozenset[Colour] = frozenset({"red", "blue", "green"})


class SeatOptions(Struct, frozen=True, forbid_unknown_fields=True):
    """What a seat may choose: gold instead of silver."""

    rich: bool = False


class Part(Struct, frozen=True):
    """What is a seat's: nothing of it is changed by an `own` event of another seat."""

    seat: int
    hand: Hidden[tuple[str, ...]] = ()
    pack: Hidden[tuple[str, ...]] = ()
    dropped: Hidden[tuple[str, ...]] = ()
    """Red cards paid as tolls, face down."""
    sealed: bool = False
    keep: Hidden[str] = ""
    bid: Hidden[str] = ""
    agenda: tuple[AnyNeed, ...] = ()
    done: int = 0
    """Pieces of work finished; names the next question."""
    watching: int = 0
    """The number of the card played that it may clap at, 0 for none."""
    gold: int = 0
    silver: int = 0
    reserve: int = 0
    """Silver it may still come by."""
    spent: int = 0
    banked: int = 0
    bag: tuple[str, ...] = tuple(PEBBLES)
    pebbles: tuple[str, ...] = ()
    dots: int = TILES["dot"]
    bars: int = TILES["bar"]
    covered: tuple[str, ...] = ()
    out: bool = False

    @property
    def points(self) -> int:
        """What the seat has so far."""
        return self.banked + sum(PEBBLES[pebble] for pebble in self.pebbles) + 2 * len(self.covered)


class State(Struct, frozen=True):
    """The whole table. `turns`: whose turns are still to come this round (the table's agenda)."""

    parts: tuple[Part, ...] = ()
    rounds: int = 0
    observer: bool = False
    cards: tuple[str, ...] = ()
    """Every card in play."""
    deck: int = 0
    discards: tuple[str, ...] = ()
    round: int = 0
    turn: int = -1
    """Whose turn it is, or was last; -1 for nobody's."""
    turns: tuple[int, ...] = ()
    plays: int = 0
    places: tuple[int, ...] = ()
    reason: str = ""


START = State()


def still_in(state: State) -> tuple[int, ...]:
    """The seats that have not resigned."""
    return tuple(part.seat for part in state.parts if not part.out)


def sealing(state: State) -> tuple[int, ...]:
    """The seats that choose in secret now, whether or not they have."""
    return tuple(part.seat for part in state.parts if part.agenda and isinstance(part.agenda[0], Seal))


def unseen(state: State) -> tuple[str, ...]:
    """The cards in the deck of a whole state, in order of id."""
    seen = {*state.discards}
    for part in state.parts:
        seen.update(part.hand, part.pack, part.dropped)
    return tuple(sorted(set(state.cards) - seen))


def census(state: State) -> dict[str, int]:
    """Pieces by kind; card ids count different ones, so that a card in two places shows."""
    cards = list(state.discards)
    for part in state.parts:
        cards += [*part.hand, *part.pack, *part.dropped]
    return {
        "cards": state.deck + len(cards),
        "card ids": state.deck + len(set(cards)),
        "pebbles": sum(len(part.bag) + len(part.pebbles) for part in state.parts),
        "pebble ids": sum(len({*part.bag, *part.pebbles}) for part in state.parts),
        "silver": sum(2 * part.gold + part.silver + part.reserve + part.spent + part.banked for part in state.parts),
        "tiles": sum(2 * part.bars + part.dots + len(part.covered) for part in state.parts),
        "cells": sum(len(set(part.covered)) - len(part.covered) for part in state.parts),
    }


def red(card: str) -> bool:
    """Whether a card may pay a toll."""
    return CARDS[card].colour == "red"

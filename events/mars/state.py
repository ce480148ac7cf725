"""Where a match stands. The deck is a bag that nobody has looked into: here it is only a number."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Annotated, Literal

from msgspec import Struct, field

from events.hidden import Hidden, Secret
from events.mars.agenda import NOBODY, Agenda
from events.mars.card import Card
from events.mars.cards import CARDS
from events.mars.corporations import BEGINNER, CORPORATIONS
from events.mars.nouns import RESOURCES, Kind, Module, Tag, Tile
from events.mars.passives import Passive

Phase = Literal["new", "draft", "setup", "research", "action", "final", "over"]
Cards = tuple[str, ...]
Sealed = Annotated[Cards, Secret(())]
"""A sealed choice of cards: not even their number is seen."""


def nothing() -> dict[str, int]:
    """No resources at all."""
    return dict.fromkeys(RESOURCES, 0)


class Laid(Struct, frozen=True, omit_defaults=True):
    """A tile on its space: whose (`NOBODY`, `agenda.NEUTRAL` or a seat), and its name if it is a special one."""

    tile: Tile
    seat: int = NOBODY
    name: str = ""

    @property
    def city(self) -> bool:
        """Whether it counts as a city (rules 9)."""
        return self.tile is Tile.CITY or self.tile is Tile.CAPITAL


class Seat(Struct, frozen=True):
    """A player. `stage` counts the parts of a sealed answer that are given, `tries` how often it was begun; all see it.

    `offers`: corporations dealt. `dealt`: cards to buy from. `pack`, `kept`, `picked`: the draft.
    `chosen`, `choice`, `heat`: the sealed answer. `looked`: cards looked at. `discards`: its own part of the pile.
    """

    seat: int
    beginner: bool = False
    corporation: str = ""
    rating: int = 20
    resources: dict[str, int] = field(default_factory=nothing)
    production: dict[str, int] = field(default_factory=nothing)
    hand: Hidden[Cards] = ()
    offers: Hidden[Cards] = ()
    dealt: Hidden[Cards] = ()
    pack: Hidden[Cards] = ()
    kept: Hidden[Cards] = ()
    picked: Hidden[str] = ""
    chosen: Hidden[str] = ""
    choice: Sealed = ()
    heat: Hidden[int] = 0
    stage: int = 0
    tries: int = 0
    looked: Hidden[Cards] = ()
    discards: Hidden[Cards] = ()
    played: Cards = ()
    events: Cards = ()
    held: dict[str, int] = field(default_factory=dict)
    used: Cards = ()
    rating_rose: bool = False
    next_discount: int = 0
    next_steps: int = 0
    passed: bool = False
    first_due: bool = False


class State(Struct, frozen=True):
    """The whole table. `tiles` and `claims` by space; `milestones` and `awards` by id in the order taken."""

    seats: tuple[Seat, ...] = ()
    corporate_era: bool = True
    starting_draft: str = "none"
    research_draft: bool = True
    phase: Phase = "new"
    generation: int = 0
    first: int = 0
    active: int = NOBODY
    actions: int = 0
    turn: int = 0
    asked: int = 0
    agenda: Agenda | None = None
    showing: str = ""
    """A card announced and not yet paid."""
    temperature: int = -30
    oxygen: int = 0
    oceans: int = 0
    tiles: dict[str, Laid] = field(default_factory=dict)
    claims: dict[str, int] = field(default_factory=dict)
    deck: int = 0
    discards: Cards = ()
    """Discarded before everybody's eyes."""
    spare: int = 0
    """Corporations nobody holds."""
    milestones: dict[str, int] = field(default_factory=dict)
    awards: dict[str, int] = field(default_factory=dict)
    left: tuple[int, ...] = ()
    drafters: tuple[int, ...] = ()
    """Who drafts, in turn order."""
    draft_step: int = 0
    converted: tuple[int, ...] = ()
    """Who is through with the final conversion."""
    places: tuple[int, ...] = ()
    reason: str = ""
    won: bool = False

    @property
    def solo(self) -> bool:
        """Whether it is a game for one (rules 13)."""
        return len(self.seats) == 1

    @property
    def over(self) -> bool:
        """Whether the match is decided."""
        return self.phase == "over"


START = State()


@lru_cache(maxsize=4)
def all_cards(corporate_era: bool) -> tuple[str, ...]:
    """The project cards of a match, sorted by id."""
    return tuple(sorted(card.id for card in CARDS.values() if corporate_era or card.module is Module.BASE))


@lru_cache(maxsize=4)
def all_corporations(corporate_era: bool) -> tuple[str, ...]:
    """The corporations that may be dealt, sorted by id."""
    return tuple(
        sorted(
            one.id
            for one in CORPORATIONS.values()
            if one.id != BEGINNER and (corporate_era or one.module is Module.BASE)
        )
    )


def still_in(state: State) -> tuple[int, ...]:
    """The seats that have not left."""
    return tuple([seat.seat for seat in state.seats if seat.seat not in state.left])


def clockwise(state: State, start: int) -> tuple[int, ...]:
    """The seats still in, in turn order from this one or the next one after it."""
    n = len(state.seats)
    return tuple([seat for k in range(n) if (seat := (start + k) % n) not in state.left])


def opponents(state: State, seat: int) -> tuple[int, ...]:
    """The other seats still in, clockwise from the next."""
    return tuple([other for other in clockwise(state, seat) if other != seat])


@lru_cache(maxsize=4096)
def tags(corporation: str, played: Cards) -> dict[str, int]:
    """Face-up tags by kind, the corporation's included (rules 1, 5)."""
    found: dict[str, int] = {}
    for tag in CORPORATIONS[corporation].tags if corporation else ():
        found[tag] = found.get(tag, 0) + 1
    for card in played:
        for tag in CARDS[card].tags:
            found[tag] = found.get(tag, 0) + 1
    return found


def count_tags(seat: Seat, tag: Tag) -> int:
    """A seat's face-up tags of a kind."""
    return tags(seat.corporation, seat.played).get(tag, 0)


@lru_cache(maxsize=4096)
def passives(corporation: str, played: Cards) -> tuple[tuple[str, Passive], ...]:
    """All that is always on for a seat, with the card it stands on, in the order played."""
    found: list[tuple[str, Passive]] = []
    if corporation:
        found += [(corporation, passive) for passive in CORPORATIONS[corporation].passive]
    for card in played:
        found += [(card, passive) for passive in CARDS[card].passive]
    return tuple(found)


def passives_of(seat: Seat) -> tuple[tuple[str, Passive], ...]:
    """All that is always on for this seat."""
    return passives(seat.corporation, seat.played)


def holders(seat: Seat) -> Iterator[Card]:
    """A seat's cards in play that can hold resources, in the order played."""
    for name in seat.played:
        card = CARDS[name]
        if card.holds is not None:
            yield card


def cards_of(seat: Seat) -> Iterator[Cards]:
    """Every place of a seat where cards lie."""
    yield from (seat.hand, seat.dealt, seat.pack, seat.kept, seat.looked, seat.discards, seat.played, seat.events)


def known_cards(state: State) -> set[str]:
    """Every card that is not in the deck."""
    known = set(state.discards)
    for seat in state.seats:
        for pile in cards_of(seat):
            known.update(pile)
    if state.showing:
        known.add(state.showing)
    return known


def is_event(card: str) -> bool:
    """Whether the card is a red one."""
    return CARDS[card].kind is Kind.EVENT


def census(state: State) -> dict[str, int]:
    """Pieces by kind; `... ids` counts different ones, so that a card in two places shows."""
    cards = [*state.discards, *([state.showing] if state.showing else [])]
    for seat in state.seats:
        for pile in cards_of(seat):
            cards += pile
    held = sum(len(seat.offers) + (1 if seat.corporation and not seat.beginner else 0) for seat in state.seats)
    return {
        "cards": state.deck + len(cards),
        "card ids": state.deck + len(set(cards)),
        "corporations": state.spare + held,
        "oceans off by": state.oceans - sum(laid.tile is Tile.OCEAN for laid in state.tiles.values()),
    }

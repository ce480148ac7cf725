"""Where a match of Train Farm stands. Cards that lie face down and are known to nobody are only counted here."""

from typing import Annotated, Literal

from msgspec import Struct

from events.hidden import Hidden, Secret
from events.train_farm.agenda import Agenda
from events.train_farm.cards import Deck, cards_of
from events.train_farm.effects import Kind, Res, RollKind
from events.train_farm.modules import Face
from events.train_farm.options import Terms
from events.train_farm.orders import Order

Phase = Literal["sets", "supply", "act", "gather", "resolve", "settle", "close"]
DECKS: tuple[Deck, ...] = ("encounter", "high_risk", "event")


class Tile(Struct, frozen=True):
    """A module of a camp. `laid`: round; `paid`: bolts really paid for it; `used`: uses of this face's ward."""

    kind: Kind
    face: Face = "base"
    laid: int = 1
    paid: int = 0
    used: int = 0


class Timed(Struct, frozen=True):
    """Something added in rounds `first` to `last`. `what`: a kind of roll, a resource, or "upkeep"."""

    what: RollKind | Res | Literal["upkeep"]
    n: int
    first: int
    last: int


class Saving(Struct, frozen=True):
    """A discount on the next `uses` priced builds, up to round `last` (R58)."""

    bolts: int
    people: int
    uses: int
    last: int


class Guest(Struct, frozen=True):
    """A visitor: joined in a round, leaves at the end of round `last`. `used`: uses of its ward."""

    card: str
    joined: int
    last: int
    kept: bool = False
    used: int = 0


class Squad(Struct, frozen=True):
    """Where a squad is: in camp (space 0, not lost), on a space of the map, or out of contact.

    `until`: at the end of which round it is home again, 0 while nothing keeps it out.
    """

    space: int = 0
    until: int = 0
    forward: bool = False
    lost: bool = False

    @property
    def out(self) -> bool:
        """Whether it is on the map."""
        return self.space > 0


class Camp(Struct, frozen=True):
    """A seat's camp and what its player has done. `seat` reads the hidden fields."""

    seat: int
    standing: bool = True
    resigned: bool = False
    bolts: int = 0
    food: int = 0
    people: int = 0
    durability: int = 0
    tiles: tuple[Tile, ...] = ()
    squad: Squad = Squad()
    region: str = ""
    role: str = ""
    guests: tuple[Guest, ...] = ()
    timed: tuple[Timed, ...] = ()
    savings: tuple[Saving, ...] = ()
    barred: tuple[int, ...] = ()
    """The rounds whose action is lost, this one's and next one's."""
    short: bool = False
    """Whether the round of the last phase one was short (R11)."""
    low: int = 0
    """The round in which supply is low."""
    acted: bool = False
    dismantled: bool = False
    rerolled: bool = False
    start_food: int = 0
    start_people: int = 0
    people_warded: int = 0
    """Uses of the Infirmary's base face in this game (R28)."""
    action_warded: int = 0
    role_warded: int = 0
    explorations: int = 0
    risky_successes: int = 0
    high_risk_resolved: int = 0
    hordes_held: int = 0
    tasks: tuple[str, ...] = ()
    agenda: Agenda = ()
    asked: int = 0
    """Questions put to it so far."""
    chosen: bool = False
    """Whether it has sealed its set, or its decisions on the event."""
    kinds: Annotated[tuple[Kind, ...], Secret(())] = ()
    plan: Hidden[str] = ""
    orders: Annotated[tuple[Order, ...], Secret(())] = ()
    aid: int = 0
    """An observer's roll of this round; 0 before it."""
    aided: bool = False

    def tile(self, kind: Kind) -> Tile | None:
        """The module of this kind, if it is built."""
        return next((tile for tile in self.tiles if tile.kind == kind), None)

    def stock(self, res: Res) -> int:
        """How much of a resource is here."""
        match res:
            case "bolts":
                return self.bolts
            case "food":
                return self.food
            case "people":
                return self.people


class Held(Struct, frozen=True):
    """A card drawn and not yet dealt with: in `card` while it is hidden, in `shown` once everybody knows it."""

    slot: int
    seat: int
    deck: Deck
    readers: tuple[int, ...]
    card: Hidden[str]
    shown: str = ""

    @property
    def known(self) -> str:
        """The card, as far as this view shows it."""
        return self.shown or self.card


class Buried(Struct, frozen=True):
    """A declined card at the bottom of its deck, known to those who held it (R15)."""

    deck: Deck
    readers: tuple[int, ...]
    card: Hidden[str]


class Fall(Struct, frozen=True):
    """A destroyed camp: in which round, and at which card, event or leaving (equal ones share a place, R59)."""

    seat: int
    round: int
    cause: str


class State(Struct, frozen=True):
    """The whole table."""

    terms: Terms = Terms()
    camps: tuple[Camp, ...] = ()
    phase: Phase = "sets"
    round: int = 0
    lead: int = 0
    down: dict[str, int] = {}
    """Cards face down in each deck above its bottom ones."""
    bottom: tuple[Buried, ...] = ()
    """Declined cards, in the order they will be drawn."""
    discard: dict[str, tuple[str, ...]] = {}
    hand: tuple[Held, ...] = ()
    slots: int = 0
    """Slots given out so far."""
    turn: int | None = None
    """In seat order, whose turn it is (R12)."""
    event: str = ""
    """The event card face up."""
    asks: tuple[int, ...] = ()
    """The seats that have something to decide on it."""
    block: int = 0
    damaged: tuple[int, ...] = ()
    """Camps to which this event applied damage (NOTATION 3)."""
    open_tasks: tuple[str, ...] = ()
    race_won: int | None = None
    fallen: tuple[Fall, ...] = ()
    places: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()
    reason: str = ""

    @property
    def over(self) -> bool:
        """Whether the match is decided."""
        return bool(self.reason)

    def plays(self, module: str) -> bool:
        """Whether an optional module is in play."""
        return module in self.terms.modules

    def held(self, slot: int) -> Held:
        """The card in a slot."""
        return next(held for held in self.hand if held.slot == slot)


BEFORE = State()


def onward(state: State) -> tuple[int, ...]:
    """All seats from the lead seat onward (R12)."""
    n = len(state.camps)
    return tuple((state.lead + k) % n for k in range(n))


def standing(state: State) -> tuple[int, ...]:
    """The seats of standing camps from the lead seat onward."""
    return tuple(seat for seat in onward(state) if state.camps[seat].standing)


def may_act(state: State, seat: int) -> bool:
    """Whether a camp has its action of this round still before it, nothing of other seats considered."""
    camp = state.camps[seat]
    return camp.standing and not camp.acted and state.round not in camp.barred


def unseen(state: State, deck: Deck) -> tuple[str, ...]:
    """The cards that may lie face down above the bottom of a deck, in order of id; of a view: that the viewer
    has not seen."""
    seen = {*state.discard.get(deck, ()), state.event}
    for held in state.hand:
        seen.update((held.card, held.shown))
    for buried in state.bottom:
        seen.add(buried.card)
    for camp in state.camps:
        seen.update(guest.card for guest in camp.guests)
    return tuple(card for card in cards_of(deck, state.plays("visitors")) if card not in seen)


def census(state: State) -> dict[str, int]:
    """Cards of each deck wherever they are, camps standing or fallen, and modules a camp has twice (R5: none)."""
    counts: dict[str, int] = {}
    for deck in DECKS:
        n = state.down.get(deck, 0) + len(state.discard.get(deck, ()))
        n += sum(held.deck == deck for held in state.hand) + sum(buried.deck == deck for buried in state.bottom)
        if deck == "encounter":
            n += sum(len(camp.guests) for camp in state.camps)
        if deck == "event":
            n += bool(state.event)
        counts[deck] = n
    counts["camps"] = sum(camp.standing for camp in state.camps) + len(state.fallen)
    counts["doubles"] = max(
        (len(camp.tiles) - len({tile.kind for tile in camp.tiles}) for camp in state.camps), default=0
    )
    return counts

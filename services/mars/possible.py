"""Rules 4 and 6: whether all that is mandatory of some open steps can still be done in one order or another.

Gains never hurt and losses never help, so everything can be done if it can be done gains first.
"""

from msgspec.structs import replace

from events.mars.agenda import NEUTRAL, Item, Step
from events.mars.cards import CARDS
from events.mars.corporations import CORPORATIONS
from events.mars.map import SPACES, least_production
from events.mars.nouns import Tag, Tile
from events.mars.state import Laid, State, opponents
from events.mars.tally import amount
from events.mars.words import (
    Bespoke,
    Choose,
    Effect,
    Gain,
    IfTags,
    Lose,
    Place,
    Produce,
    ProduceFromSpace,
    ReduceAny,
    SwapProduction,
)
from services.mars import placement
from services.mars.triggers import on_tile

Ledger = dict[str, int]
BARE = next(space.id for space in SPACES.values() if not space.bonus)
"""A space like any other, for tiles whose place is not known yet."""


class _Books:
    """Sums of what a seat may gain and must lose, by `production:steel`, `heat` and so on."""

    def __init__(self) -> None:
        self.gains: Ledger = {}
        self.losses: Ledger = {}
        self.others: list[ReduceAny] = []
        self.copies = 0
        self.places: list[Place] = []

    def enter(self, name: str, n: int) -> None:
        book = self.gains if n > 0 else self.losses
        book[name] = book.get(name, 0) + abs(n)


def feasible(state: State, seat: int, items: list[Item]) -> bool:
    """Whether one order carries out all that is mandatory for the active seat."""
    books = _Books()
    for item in items:
        for step in item.steps:
            _enter(state, seat, item, step, books)
    if any(placement.blocked(state, seat, place) for place in books.places):
        return False
    if not all(_bears(state, seat, name, n, books) for name, n in books.losses.items()):
        return False
    if not all(_victim(state, seat, reduce, books) for reduce in books.others):
        return False
    if books.copies:
        rest = [item for item in items if not _is_copy(item)]
        return any(feasible(state, seat, [*rest, *box(state, seat, card)]) for card in boxes(state, seat))
    return True


def _is_copy(item: Item) -> bool:
    return any(isinstance(step, Bespoke) and step.name == "robotic_workforce" for step in item.steps)


def _enter(state: State, seat: int, item: Item, step: Step, books: _Books) -> None:
    mine = item.seat == seat
    match step:
        case Produce() | Gain() | Lose() if mine:
            sign = -1 if isinstance(step, Lose) else 1
            prefix = "production:" if isinstance(step, Produce) else ""
            for name, value in step.amounts():
                books.enter(prefix + name, sign * amount(state, seat, value, item.source, item.amount))
        case ReduceAny():
            books.others.append(step)
        case Choose() if mine:
            _enter_best(state, seat, item, step, books)
        case IfTags():
            for each in branch(state, item, step):
                _enter(state, seat, item, each, books)
        case SwapProduction():
            books.enter(f"production:{step.source}", -step.least)
        case Place():
            _enter_place(state, seat, item, step, books)
        case Bespoke(name="robotic_workforce"):
            books.copies += 1
        case _:
            pass


def _enter_place(state: State, seat: int, item: Item, step: Place, books: _Books) -> None:
    """A tile that must lie, and what triggers will surely bring."""
    books.places.append(step)
    if step.tile in (Tile.CITY, Tile.CAPITAL, Tile.OCEAN):
        at = step.on.partition(":")[2] or BARE
        for later in on_tile(state, seat, Laid(step.tile, seat), at, item.played):
            for effect in later.steps:
                _enter(state, seat, later, effect, books)


def _enter_best(state: State, seat: int, item: Item, step: Choose, books: _Books) -> None:
    """Of several lists only gains count here, for each thing the most that one list brings."""
    best: Ledger = {}
    for effects in step.lists:
        page = _Books()
        for effect in effects:
            if isinstance(effect, Gain | Produce):
                _enter(state, seat, item, effect, page)
        for name, n in page.gains.items():
            best[name] = max(best.get(name, 0), n)
    for name, n in best.items():
        books.enter(name, n)


def branch(state: State, item: Item, step: IfTags) -> tuple[Effect, ...]:
    """Which list of an `IfTags` holds now."""
    from events.mars.tally import own_tags

    return step.then if own_tags(state, item.seat, step.tag, item.source) >= step.n else step.otherwise


def _level(state: State, seat: int, name: str) -> int:
    kind, _, resource = name.partition(":")
    holder = state.seats[seat]
    return holder.production[resource] - least_production(resource) if resource else holder.resources[kind]


def _bears(state: State, seat: int, name: str, n: int, books: _Books) -> bool:
    return _level(state, seat, name) + books.gains.get(name, 0) >= n


def _victim(state: State, seat: int, reduce: ReduceAny, books: _Books) -> bool:
    if state.solo:
        return True
    name = f"production:{reduce.resource}"
    if any(_level(state, other, name) >= reduce.n for other in opponents(state, seat)):
        return True
    lost = books.losses.get(name, 0) + reduce.n
    return _level(state, seat, name) + books.gains.get(name, 0) >= lost


def can_bear(state: State, victim: int, resource: str, n: int) -> bool:
    """Whether this player can lose the production now, in full (rules 7, 13)."""
    return victim == NEUTRAL or _level(state, victim, f"production:{resource}") >= n


def ready(state: State, item: Item) -> bool:
    """Whether the first step of an item can be done right now; only losses can have to wait."""
    match item.steps[0]:
        case Produce() as step:
            holder = state.seats[item.seat]
            return all(
                holder.production[name] + n >= least_production(name) or n >= 0
                for name, value in step.amounts()
                for n in (amount(state, item.seat, value, item.source, item.amount),)
            )
        case Lose() as step:
            holder = state.seats[item.seat]
            return all(holder.resources[name] >= amount(state, item.seat, value) for name, value in step.amounts())
        case ReduceAny() as step:
            everybody = (NEUTRAL,) if state.solo else tuple(s.seat for s in state.seats if s.seat not in state.left)
            return any(can_bear(state, victim, step.resource, step.n) for victim in everybody)
        case SwapProduction() as step:
            return state.seats[item.seat].production[step.source] - least_production(step.source) >= step.least
        case _:
            return True


def boxes(state: State, seat: int) -> tuple[str, ...]:
    """Own face-up building cards, corporation included, that have a production box."""
    holder = state.seats[seat]
    found = [name for name in holder.played if Tag.BUILDING in CARDS[name].tags and box(state, seat, name)]
    corporation = CORPORATIONS.get(holder.corporation)
    if corporation is not None and Tag.BUILDING in corporation.tags and corporation.production.amounts():
        found.append(corporation.id)
    return tuple(found)


def box(state: State, seat: int, name: str) -> list[Item]:
    """The production box of a card as items, worked out afresh (rules, Robotic Workforce)."""
    if name in CORPORATIONS:
        return [Item(seat, name, (CORPORATIONS[name].production,))]
    found = []
    for effect in CARDS[name].play:
        if isinstance(effect, Produce | ReduceAny):
            found.append(Item(seat, name, (effect,)))
        elif isinstance(effect, ProduceFromSpace):
            at = next((at for at, laid in state.tiles.items() if laid.name == name and laid.seat == seat), "")
            found.append(Item(seat, name, (effect,), at=at))
    return found


def without(item: Item) -> Item | None:
    """The item after its first step, or None if there is no more."""
    return replace(item, steps=item.steps[1:]) if len(item.steps) > 1 else None


def takes_heat(effects: tuple[Effect, ...]) -> int:
    """Heat that a card itself takes, and that therefore cannot pay for it (rules 15, Payment)."""
    return sum(step.heat for step in effects if isinstance(step, Lose) and isinstance(step.heat, int))

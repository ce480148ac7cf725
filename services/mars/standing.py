"""What the cards in play change all the time: prices, the value of metals, requirements, protections."""

from collections.abc import Iterable

from events.mars.card import Card
from events.mars.map import PLANTS_FOR_GREENERY, PROJECTS, STEEL_VALUE, TITANIUM_VALUE
from events.mars.nouns import Held, Resource
from events.mars.passives import Discount, GreeneryCost, Locked, MetalValue, Protect, Shift
from events.mars.state import Seat, passives_of


def price(seat: Seat, card: Card) -> int:
    """What a card costs now: discounts add up, a tag's once for each such tag, never below 0 (rules 4)."""
    off = seat.next_discount
    for _, passive in passives_of(seat):
        if isinstance(passive, Discount) and not passive.project:
            off += passive.n * (1 if passive.tag is None else card.tags.count(passive.tag))
    return max(0, card.cost - off)


def project_price(seat: Seat, project: str) -> int:
    """What a standard project costs: changed only by effects that name it (rules 4)."""
    off = sum(p.n for _, p in passives_of(seat) if isinstance(p, Discount) and p.project == project)
    return max(0, PROJECTS[project] - off)


def steel_value(seat: Seat) -> int:
    """M€ a steel cube is worth."""
    return STEEL_VALUE + sum(p.steel for _, p in passives_of(seat) if isinstance(p, MetalValue))


def titanium_value(seat: Seat) -> int:
    """M€ a titanium cube is worth."""
    return TITANIUM_VALUE + sum(p.titanium for _, p in passives_of(seat) if isinstance(p, MetalValue))


def shift(seat: Seat) -> int:
    """Steps by which global requirements may be off (rules 5)."""
    return seat.next_steps + sum(p.steps for _, p in passives_of(seat) if isinstance(p, Shift))


def greenery_cost(seat: Seat) -> int:
    """Plants for a greenery."""
    costs: Iterable[int] = (p.n for _, p in passives_of(seat) if isinstance(p, GreeneryCost))
    return min(costs, default=PLANTS_FOR_GREENERY)


def protected(victim: Seat, by: int, resource: Resource) -> bool:
    """Whether `by` may not remove these resources from the victim (rules 7)."""
    if victim.seat == by:
        return False
    return any(isinstance(p, Protect) and resource in p.resources for _, p in passives_of(victim))


def locked(victim: Seat, by: int, card: str, held: Held) -> bool:
    """Whether `by` may not remove what lies on this card of the victim (rules 7)."""
    for source, passive in passives_of(victim):
        if isinstance(passive, Locked) and source == card:
            return True
        if isinstance(passive, Protect) and victim.seat != by and held in passive.held:
            return True
    return False

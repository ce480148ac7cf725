"""A whole state that a viewer cannot tell from the true one: drawn pairs it may not read are dealt anew (K61)."""

from msgspec.structs import replace

from events.record import Chance
from events.sky_farm.cards import NEIGHBOUR_CARDS
from events.sky_farm.state import Farm, Side, State, seen_neighbours


def imagine(view: State, seat: int | None, chance: Chance) -> State:
    """The view with the other seats' pairs drawn from all neighbour cards that the viewer does not know."""
    view = replace(view, shown_to=None)
    unknown = sum(len(side.pair) for farm in view.seats for side in farm.sides if farm.seat != seat)
    if not unknown:
        return view
    known = seen_neighbours(view)
    if seat is not None:
        known.update(*(side.pair for side in view.seats[seat].sides))
    drawn = list(chance.draw(tuple(card for card in NEIGHBOUR_CARDS if card not in known), unknown))

    def dealt(side: Side) -> Side:
        pair = tuple(drawn.pop() for _ in side.pair)
        return replace(side, pair=pair) if pair else side

    def farm_of(farm: Farm) -> Farm:
        return farm if farm.seat == seat else replace(farm, left=dealt(farm.left), right=dealt(farm.right))

    return replace(view, seats=tuple(farm_of(farm) for farm in view.seats))

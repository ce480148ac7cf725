"""A whole state that a viewer cannot tell from the true one: objectives it may not read are dealt anew (R19).

Tiles and animals that nobody knows are in no state, so nothing has to be imagined for them.
"""

from msgspec.structs import replace

from events.planet.objectives import OBJECTIVES
from events.planet.state import State
from events.record import Chance


def imagine(view: State, seat: int | None, chance: Chance) -> State:
    """The view with the other seats' objectives drawn from all that the viewer does not know."""
    if view.beginner:
        return view
    unknown = [holder.seat for holder in view.seats if holder.seat != seat and not holder.revealed]
    if not unknown:
        return view
    known = {holder.revealed for holder in view.seats}
    if seat is not None:
        known.add(view.seats[seat].objective)
    drawn = chance.draw(sorted(OBJECTIVES.keys() - known), len(unknown))
    dealt = dict(zip(unknown, drawn, strict=True))
    return replace(
        view,
        seats=tuple(
            replace(holder, objective=dealt[holder.seat]) if holder.seat in dealt else holder for holder in view.seats
        ),
    )

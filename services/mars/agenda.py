"""Rules 6: which of the open items is next, and whether that is the active player's to say."""

from events.choices import Choice
from events.mars.agenda import Item
from events.mars.state import State
from services.mars import asking
from services.mars.footprints import Footprint, chooses, footprint, in_question
from services.mars.possible import ready

Items = list[Item]


def next_item(state: State, seat: int, pool: Items) -> int | tuple[int, ...]:
    """The index of the item to do now, or the indexes among which the seat is to choose.

    An item that touches nothing the others touch is done at once, in the default order; a choice does not go before
    what comes earlier. Of those that are alike one is offered. One that cannot be done yet waits.
    """
    if len(pool) == 1 or pool[0].begun:
        return 0
    able = [k for k, item in enumerate(pool) if ready(state, item)] or list(range(len(pool)))
    marks = [_footprint(state, seat, pool, k) for k in range(len(pool))]
    for k in able:
        others = (j for j in range(len(pool)) if pool[j] != pool[k])
        if k != able[0] and chooses(marks[k], seat):
            continue
        if not any(in_question(marks[min(j, k)], marks[max(j, k)]) for j in others):
            return k
    distinct = [k for k in able if not any(pool[j] == pool[k] for j in able if j < k)]
    return distinct[0] if len(distinct) == 1 else tuple(distinct)


def _footprint(state: State, seat: int, pool: Items, k: int) -> Footprint:
    rest = [item for j, item in enumerate(pool) if j != k]
    return footprint(state, seat, pool[k], asking.question(state, seat, pool[k], rest))


def open_question(state: State) -> Choice:
    """The question of the agenda that is open."""
    agenda = state.agenda
    assert agenda is not None
    if agenda.current is not None:
        choice = asking.question(state, agenda.seat, agenda.current, list(agenda.pool))
        assert choice is not None
        return choice
    offered = next_item(state, agenda.seat, list(agenda.pool))
    assert isinstance(offered, tuple)
    return asking.order_question(agenda.pool, offered)

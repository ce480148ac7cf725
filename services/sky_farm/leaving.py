"""Resigning: the match goes on without the seat, or ends when only one of several is left.

Rulings: a seat that has left is waited for no more, gets no gifts, and ranks after all that stayed; what was
given to it stays with it. A lone player who leaves ends the match without a result.
"""

from events.sky_farm.events import PlayerResigned
from events.sky_farm.state import still_in
from services.referee import Leave, Refused
from services.sky_farm.ending import ALONE, finish
from services.sky_farm.play import Play
from services.sky_farm.rounds import settle


def leave(play: Play, command: Leave) -> None:
    """The seat out; a phase that waited only for it ends."""
    if play.state.over:
        raise Refused("over")
    if command.seat not in still_in(play.state):
        raise Refused("not_seated")
    play.tell(PlayerResigned(command.seat))
    left = still_in(play.state)
    if len(left) == 1:
        finish(play, ALONE)
    elif left:
        settle(play)

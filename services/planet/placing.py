"""Phase A of a round: one tile for each seat in turn (3.2, R26)."""

from events.planet.events import TilePlaced
from events.planet.state import State, to_place
from events.planet.tiles import EMPTY, TURNS
from events.texts import Text
from services.planet.commands import PlaceTile
from services.planet.rounds import close
from services.planet.story import Story
from services.referee import Luck, Refused


def place(state: State, command: PlaceTile, luck: Luck) -> Story:
    """The tile laid; after the last placement of a round all that follows it (R29). Refuses before it draws."""
    _check(state, command)
    story = Story(state)
    story.tell(TilePlaced(command.seat, command.tile, command.face, command.turn))
    if to_place(story.state) is None:
        close(story, luck)
    return story


def _check(state: State, command: PlaceTile) -> None:
    """One tile of those face up, on one empty face, when it is the seat's turn (3.2)."""
    if to_place(state) != command.seat:
        raise Refused("not_asked")
    if command.tile not in state.up:
        raise Refused("not_an_answer", Text("planet.refused.tile", {"tile": command.tile}))
    if not 0 <= command.face < len(EMPTY) or state.seats[command.seat].planet[command.face] is not None:
        raise Refused("not_an_answer", Text("planet.refused.face", {"face": command.face}))
    if not 0 <= command.turn < TURNS:
        raise Refused("not_an_answer", Text("planet.refused.turn", {"turn": command.turn}))

"""Who is asked, what, and what silence says (R26, R27)."""

from events.choices import Laid, Lay, Option, Reply
from events.planet.core import FACES
from events.planet.names import tile
from events.planet.state import State, to_place
from events.planet.tiles import TURNS, free
from events.texts import Text
from services.planet.commands import PlaceTile
from services.referee import Ask

TURN_IDS = tuple(str(turn) for turn in range(TURNS))
FACE_IDS = tuple(f"f{face}" for face in range(FACES))


def pending(state: State) -> tuple[Ask, ...]:
    """One seat at a time places a tile (R26)."""
    seat = to_place(state)
    return () if seat is None else (Ask(seat, f"place/{state.round}"),)


def choice(state: State, ask: Ask) -> Lay:
    """Which face-up tile, turned how, on which empty face of the seat's core (3.2, R11)."""
    faces = tuple(FACE_IDS[face] for face in free(state.seats[ask.seat].planet))
    return Lay(
        ask=Text("planet.ask.place", {"round": state.round}),
        pieces=tuple(Option(name, tile(name), about=f"tile:{name}") for name in state.up),
        turns=TURN_IDS,
        spots=tuple([(name, turn, face) for name in state.up for turn in TURN_IDS for face in faces]),
    )


def command(_: State, ask: Ask, reply: Reply) -> PlaceTile:
    """An accepted reply as a command."""
    assert isinstance(reply, Laid)
    return PlaceTile(ask.seat, reply.piece, int(reply.turn), int(reply.at.removeprefix("f")))


def default(state: State, ask: Ask) -> Laid:
    """The first tile left in display order, not turned, on the lowest empty face (R27)."""
    return Laid(state.up[0], TURN_IDS[0], FACE_IDS[free(state.seats[ask.seat].planet)[0]])

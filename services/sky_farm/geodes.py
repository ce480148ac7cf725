"""Part 11 of the rules: two dice read on the geode card."""

from events.choices import Choice, Option, Pick, Picked, Reply
from events.sky_farm import names
from events.sky_farm.effects import Gain, Geode
from events.sky_farm.farming_dice import WILD
from events.sky_farm.grids import GEODES, cell_id, crossing
from events.sky_farm.sheet_events import GeodeRead, GeodeRolled
from events.sky_farm.state import Farm
from events.sky_farm.work import ReadGeode, StepEnd
from events.texts import Text
from services.sky_farm.fishing import roll
from services.sky_farm.play import Turn


def go(turn: Turn, work: Geode | ReadGeode) -> ReadGeode | None:
    """Roll each geode as a step of its own; ask where a T stands."""
    match work:
        case ReadGeode():
            return work
        case Geode() if work.n > 1:
            turn.push(*(each for _ in range(work.n) for each in (Geode(1), StepEnd())))
        case Geode():
            white, black = roll(turn)
            turn.tell(GeodeRolled(turn.seat, white, black))
            if WILD in (white, black):
                turn.push(ReadGeode(white, black))
            else:
                _read(turn, crossing(white, black)[0])
    return None


def _read(turn: Turn, cell: int) -> None:
    turn.tell(GeodeRead(turn.seat, cell, GEODES[cell]))
    turn.push(Gain(GEODES[cell]))


def menu(farm: Farm, work: ReadGeode) -> Choice:
    """The cells a T may mean (K20)."""
    ask = Text("sky_farm.ask.geode", {"white": work.white, "black": work.black})
    return Pick(ask, tuple(_option(farm.seat, cell) for cell in crossing(work.white, work.black)))


def _option(seat: int, cell: int) -> Option:
    name = cell_id(cell)
    text = Text("sky_farm.option.fish", {"at": name, "fish": names.resource(GEODES[cell])})
    return Option(name, text, about=f"geode:{seat}:{name}")


def take(turn: Turn, work: ReadGeode, reply: Reply) -> None:
    """Read that cell."""
    assert isinstance(reply, Picked)
    _read(turn, next(cell for cell in crossing(work.white, work.black) if cell_id(cell) == reply.ids[0]))

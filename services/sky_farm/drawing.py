"""Cells drawn on the farm sheet: tilling and fences from any source (12.4, 14.1, K69), trellises (12.5).

Ruling: a mixed drawing (gold, K67) is two questions, fences first, then tilled cells with what is left.
"""

from functools import cache

from events.choices import Choice, Laid, Lay, Option, Pick, Picked, Reply
from events.sky_farm.effects import Draw, Ground, Trellis
from events.sky_farm.land import BLANK, CELL_OF, FENCE, LAND_IDS, WHOLE, cells_of, fitting, marked
from events.sky_farm.sheet_events import Drawn, TrellisDrawn
from events.sky_farm.state import Farm
from events.texts import Text
from services.sky_farm.play import Turn


def room(farm: Farm, ground: Ground) -> int:
    """The cells that may be drawn on: blank and unoccupied, for fences without a trellis (K28, K40)."""
    free = marked(farm.ground, BLANK) & ~farm.occupied
    return free & ~farm.trellis_mask if ground == "fence" else free


def trellis_room(farm: Farm) -> tuple[int, ...]:
    """Upper left cells of the blocks without fence or other trellis, tilled, occupied or not (K31)."""
    return fitting(2, WHOLE & ~marked(farm.ground, FENCE) & ~farm.trellis_mask)


def go(turn: Turn, work: Draw | Trellis) -> Draw | Trellis | None:
    """Ask which cells; without any the drawing is lost."""
    match work:
        case Draw():
            return work if work.n and room(turn.farm, work.ground) else None
        case Trellis():
            return work if trellis_room(turn.farm) else None


def menu(farm: Farm, work: Draw | Trellis) -> Choice:
    """Up to so many free cells; or the block of a trellis."""
    match work:
        case Draw():
            ground: Ground = "fence" if work.ground == "any" else work.ground
            cells, options = cells_of(room(farm, ground)), _cells(farm.seat)
            ask = Text(f"sky_farm.ask.draw_{work.ground}", {"n": work.n})
            return Pick(ask, tuple([options[cell] for cell in cells]), least=0, most=min(work.n, len(cells)))
        case Trellis():
            piece = Option("trellis", Text("sky_farm.trellis"), about=f"farm:{farm.seat}")
            spots = tuple(("trellis", "0", LAND_IDS[at]) for at in trellis_room(farm))
            return Lay(Text("sky_farm.ask.trellis"), (piece,), ("0",), spots)


@cache
def _cells(seat: int) -> tuple[Option, ...]:
    return tuple(Option(at, Text("sky_farm.cell", {"at": at}), about=f"cell:{seat}:{at}") for at in LAND_IDS)


def take(turn: Turn, work: Draw | Trellis, reply: Reply) -> None:
    """Draw the cells, or the trellis."""
    match work:
        case Draw():
            assert isinstance(reply, Picked)
            cells = tuple(sorted(CELL_OF[name] for name in reply.ids))
            if work.ground == "any":
                turn.push(Draw("till", work.n - len(cells)))
            if cells:
                turn.tell(Drawn(turn.seat, "till" if work.ground == "till" else "fence", cells))
        case Trellis():
            assert isinstance(reply, Laid)
            turn.tell(TrellisDrawn(turn.seat, CELL_OF[reply.at]))

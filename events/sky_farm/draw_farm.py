"""The farm sheet: ground, fences, trellises, closed pens, crops and animals, and what can be planted."""

from events.sky_farm import names
from events.sky_farm.farming_dice import ANIMALS, CROPS, KINDS, Kind
from events.sky_farm.ink import (
    DARK,
    FAINT,
    FURROW,
    GREY,
    LEAF,
    MARK,
    PAPER,
    POST,
    SOIL,
    TILTH,
    fit,
    hue,
    path,
    rect,
    sign,
    text,
    thing,
)
from events.sky_farm.land import FENCE, LAND_IDS, SIDE, TILLED, marked, pens
from events.sky_farm.state import Die, Farm
from events.texts import Say, Text

CELL = 30.0
SEED = 196.0
"""How wide the line of a crop or an animal is."""


def field(farm: Farm, say: Say, x: float, y: float, cell: float = CELL, names_too: bool = True) -> str:
    """The twelve by twelve cells with all that stands on them; small ones without names and coordinates."""
    inside = 0
    for pen in pens(marked(farm.ground, FENCE)):
        inside |= pen
    parts = [_coordinates(x, y, cell)] if names_too else []
    for number, here in enumerate(farm.ground):
        cx, cy = x + number % SIDE * cell, y + number // SIDE * cell
        drawn = _ground(here, cx, cy, cell, bool(inside >> number & 1))
        parts.append(thing(f"cell:{farm.seat}:{LAND_IDS[number]}", drawn) if names_too else drawn)
    parts += [_trellis(x + at % SIDE * cell, y + at // SIDE * cell, cell) for at in farm.trellises]
    for die in farm.dice:
        dx, dy = x + die.at % SIDE * cell, y + die.at // SIDE * cell
        drawn = _die(die, say, dx, dy, cell, names_too)
        parts.append(thing(f"die:{farm.seat}:{die.id}", drawn) if names_too else drawn)
    return thing(f"farm:{farm.seat}", *parts) if names_too else "".join(parts)


def _coordinates(x: float, y: float, cell: float) -> str:
    numbers = range(SIDE)
    across = [text(x + (k + 0.5) * cell, y - 4, f"c{k + 1}", 8.5, GREY, "middle") for k in numbers]
    down = [text(x - 4, y + (k + 0.5) * cell + 3, f"r{k + 1}", 8.5, GREY, "end") for k in numbers]
    return "".join((*across, *down))


def _ground(here: str, x: float, y: float, cell: float, penned: bool) -> str:
    if here == FENCE:
        post = cell * 0.28
        middle = x + cell / 2, y + cell / 2
        return (
            rect(x, y, cell, cell, "#e2d3c0", FAINT, line=0.6)
            + rect(x + 1.5, middle[1] - cell * 0.07, cell - 3, cell * 0.14, POST)
            + rect(middle[0] - cell * 0.07, y + 1.5, cell * 0.14, cell - 3, POST)
            + rect(middle[0] - post / 2, middle[1] - post / 2, post, post, POST)
        )
    if here == TILLED:
        rows = "".join(f"M{x + 3:.1f} {y + cell * k:.1f}h{cell - 6:.1f}" for k in (0.25, 0.5, 0.75))
        ground = rect(x, y, cell, cell, TILTH, FAINT, line=0.6)
        return ground + path(rows, FURROW, 1) + (_grass(x, y, cell) if penned else "")
    ground = rect(x, y, cell, cell, "#dff0d8" if penned else SOIL, FAINT, line=0.6)
    return ground + (_grass(x, y, cell) if penned else "")


def _grass(x: float, y: float, cell: float) -> str:
    """The inside of a closed pen."""
    blades = ((0.78, -2, -5), (0.82, 0, -6), (0.86, 2, -5))
    d = "".join(f"M{x + cell * k:.1f} {y + cell * 0.92:.1f}l{dx} {dy}" for k, dx, dy in blades)
    return path(d, LEAF, 1)


def _trellis(x: float, y: float, cell: float) -> str:
    wide = 2 * cell
    lines = "".join(
        f"M{x + wide * k:.1f} {y + 2:.1f}V{y + wide - 2:.1f}M{x + 2:.1f} {y + wide * k:.1f}H{x + wide - 2:.1f}"
        for k in (0.02, 0.25, 0.5, 0.75, 0.98)
    )
    return path(lines, LEAF, 1.4)


def _die(die: Die, say: Say, x: float, y: float, cell: float, names_too: bool) -> str:
    kind = KINDS[die.kind]
    wide = kind.side * cell
    animal = die.kind in ANIMALS
    ground = rect(
        x + 2,
        y + 2,
        wide - 4,
        wide - 4,
        _hue(kind),
        MARK if animal else LEAF,
        9 if animal else 3,
        2,
        "5 3" if animal else "",
    )
    if not names_too:
        return ground + text(x + wide / 2, y + wide / 2 + cell * 0.35, str(die.face), cell, DARK, "middle", bold=True)
    name = say(names.kind(die.kind))
    top = y + wide / 2 - 13
    return (
        ground
        + rect(x + wide / 2 - 10, top, 20, 20, PAPER, DARK, 4)
        + text(x + wide / 2, top + 15, _face(kind, die.face), 13, DARK, "middle", bold=True)
        + fit(x + wide / 2, top + 33, name, 10.5, wide - 8, DARK, "middle")
    )


def _hue(kind: Kind) -> str:
    harvest = next(face.harvest for face in kind.faces if face.harvest)
    return hue(harvest)


def _face(kind: Kind, face: int) -> str:
    """A number, or what a harvest face brings and does."""
    shown = kind.faces[face - 1]
    return str(shown.n) if shown.n else f"+{shown.qty}"


def dice_run(kind: Kind) -> str:
    """The faces of a die in a line: numbers, harvests, X and the arrow back."""
    marks = {"X": "X", "reset": "←", "": ""}
    return " ".join(str(face.n) if face.n else f"+{face.qty}{marks[face.symbol]}" for face in kind.faces)


def seeds(farm: Farm, say: Say, x: float, y: float) -> str:
    """Crops with the side of their block, their faces and whether they need a trellis."""
    parts = [text(x, y + 12, say(Text("sky_farm.draw.pieces")), 13, DARK, bold=True)]
    for number, kind in enumerate(CROPS.values()):
        parts.append(thing(f"crop:{farm.seat}:{kind.id}", _seed(kind, say, x, y + 18 + 19 * number)))
    return "".join(parts)


def herd(farm: Farm, say: Say, x: float, y: float, room: float) -> str:
    """Animals like the crops, and beside them those that wait for a pen."""
    parts = [text(x, y + 12, say(Text("sky_farm.draw.animals")), 13, DARK, bold=True)]
    for number, kind in enumerate(ANIMALS.values()):
        parts.append(_seed(kind, say, x, y + 18 + 19 * number))
    for number, die in enumerate(farm.waiting):
        words = f"{say(Text('sky_farm.draw.waiting'))}: {say(names.kind(die.kind))}"
        line = fit(x + SEED, y + 31 + 13 * number, words, 10.5, room - SEED, MARK)
        parts.append(thing(f"die:{farm.seat}:{die.id}", line))
    return "".join(parts)


def _seed(kind: Kind, say: Say, x: float, y: float) -> str:
    name = say(names.kind(kind.id)) + (" #" if kind.needs_trellis else "")
    harvest = next(face.harvest for face in kind.faces if face.harvest)
    return (
        rect(x, y + 1, 16, 16, _hue(kind), GREY, 3)
        + text(x + 8, y + 13, str(kind.side), 11, DARK, "middle", bold=True)
        + text(x + 21, y + 13, sign(harvest), 9, GREY)
        + fit(x + 33, y + 13, name, 10.5, 80)
        + fit(x + 117, y + 13, dice_run(kind), 10, 76)
    )

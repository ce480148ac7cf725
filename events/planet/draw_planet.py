"""The picture of one planet: its two flowers of faces, numbered, and what its seat holds."""

from math import cos

from events.planet.animals import ANIMALS
from events.planet.core import EDGES, across
from events.planet.habitats import Habitat
from events.planet.ink import (
    DARK,
    FAINT,
    GREY,
    GROUND,
    MARK,
    PANEL,
    PAPER,
    chip,
    cut,
    disc,
    flow,
    line,
    polygon,
    rect,
    sign,
    swatch,
    text,
    thing,
    wide,
)
from events.planet.names import animal_name, habitat_name
from events.planet.net import FALL, FLOWERS, HALF, RISE, WIDTH, Spread, along, corner, outer
from events.planet.regions import areas_of
from events.planet.score import score
from events.planet.state import Seat, State, to_place
from events.planet.tiles import Planet, habitat
from events.texts import Say, Text, seat_text

ROOM = 392
"""How wide a planet's panel is."""
SIZE = 34.0
"""The circumradius of a face."""
_PAD = 11
_ROW = 22


def planet(view: State, seat: Seat, say: Say, x: float, y: float, high: float) -> str:
    """A panel with its left upper corner at the point."""
    turn = to_place(view) == seat.seat
    parts = [
        rect(x, y, ROOM, high, PANEL, MARK if turn else FAINT, 6),
        thing(f"seat:{seat.seat}", _head(view, seat, say, x, y)),
        _flowers(seat, x, y + 34),
        *_holdings(view, seat, say, x + 10, y + 34 + _flowers_high()),
    ]
    return thing(f"planet:{seat.seat}", *parts)


def planet_high(view: State, seat: Seat, say: Say) -> float:
    """How high the panel has to be."""
    rows = len(_won(seat, say))
    return 34 + _flowers_high() + (0 if view.beginner else _ROW) + _ROW * max(1, rows) + 8


def pentagon(kinds: tuple[Habitat, ...], spread: Spread, x: float, y: float, size: float) -> str:
    """A filled face or tile; ``kinds`` by edge. Borders between two habitats are dark, others faint."""
    corners = [(x + size * px, y + size * py) for px, py in (corner(spread, v) for v in range(EDGES))]
    middle = x + size * spread.centre[0], y + size * spread.centre[1]
    parts = []
    for edge, kind in enumerate(kinds):
        side = corners[edge], corners[(edge + 1) % EDGES]
        parts.append(polygon((middle, *side), GROUND[kind][0], GROUND[kind][0], 0.6))
    for edge, kind in enumerate(kinds):
        if kinds[edge - 1] is not kind:
            parts.append(line(middle, corners[edge], DARK, 1.4))
        else:
            parts.append(line(middle, corners[edge], GROUND[kind][1], 0.8, veil=0.5))
    for edge, kind in enumerate(kinds):
        px, py = along(spread, edge, cos(HALF) * 0.66)
        parts.append(sign(kind, x + size * px, y + size * py, size / 34))
    parts.append(polygon(corners, "none", DARK, 1.5))
    return "".join(parts)


def _head(view: State, seat: Seat, say: Say, x: float, y: float) -> str:
    """Who it is, what the seat is up to, and its points where the view shows them."""
    left = seat.seat in view.left
    name = cut(say(seat_text(seat.seat)), 15, 150)
    parts = [
        chip(x + 20, y + 19, str(seat.seat + 1), 11, GREY if left else DARK),
        text(x + 37, y + 24, name, 15, GREY if left else DARK, bold=True),
    ]
    notes = []
    if left:
        notes.append((say(Text("planet.draw.resigned")), GREY))
    elif to_place(view) == seat.seat:
        notes.append((say(Text("planet.draw.to_place")), MARK))
    if view.first == seat.seat and not view.over:
        notes.append((say(Text("planet.draw.first")), DARK))
    at = x + 47 + wide(name, 15.5)
    for words, colour in notes:
        size = wide(words, 11) + 12
        parts += [rect(at, y + 10, size, 18, PAPER, colour, 9), text(at + 6, y + 23, words, 11, colour)]
        at += size + 6
    sheet = score(view)[seat.seat]
    if sheet.total is not None:
        total = say(Text("planet.draw.points", {"total": sheet.total}))
        if sheet.place is not None:
            total = say(Text("planet.draw.place", {"place": sheet.place, "total": sheet.total}))
        parts.append(text(x + ROOM - 12, y + 24, total, 14, DARK, "end", bold=True))
    return "".join(parts)


def _flowers_high() -> float:
    return SIZE * (RISE + FALL) + 2 * _PAD + 4


def _flowers(seat: Seat, x: float, y: float) -> str:
    half = ROOM / 2
    shift = (half - SIZE * WIDTH) / 2
    parts = []
    for number, flower in enumerate(FLOWERS):
        middle = x + half * number + shift + SIZE * WIDTH / 2 + (3 if number == 0 else -3)
        down = y + _PAD + SIZE * (RISE if number == 0 else FALL)
        for face, spread in flower.items():
            about = f"face:{seat.seat}:{face}"
            parts.append(
                thing(about, _face(seat.planet, face, spread, middle, down), _beyond(face, spread, middle, down))
            )
    return "".join(parts)


def _face(planet: Planet, face: int, spread: Spread, x: float, y: float) -> str:
    cx, cy = x + SIZE * spread.centre[0], y + SIZE * spread.centre[1]
    kinds = tuple(habitat(planet, face, edge) for edge in range(EDGES))
    if planet[face] is None:
        corners = [(x + SIZE * px, y + SIZE * py) for px, py in (corner(spread, v) for v in range(EDGES))]
        parts = [polygon(corners, PAPER, GREY, 1)]
        for edge in range(EDGES):
            px, py = along(spread, edge, cos(HALF) * 0.78)
            parts.append(text(x + SIZE * px, y + SIZE * py + 3, str(edge), 9, GREY, "middle"))
        parts.append(text(cx, cy + 5, f"f{face}", 14, DARK, "middle", bold=True))
        return "".join(parts)
    full = pentagon(tuple(kind for kind in kinds if kind is not None), spread, x, y, SIZE)
    return full + disc(cx, cy, 9, PAPER, DARK) + text(cx, cy + 3.5, f"f{face}", 10, DARK, "middle", bold=True)


def _beyond(face: int, spread: Spread, x: float, y: float) -> str:
    """Outside each edge that borders the other flower, the face that lies across."""
    parts = []
    for edge in outer(face):
        px, py = along(spread, edge, cos(HALF) + 8.5 / SIZE)
        other, _ = across(face, edge)
        parts.append(text(x + SIZE * px, y + SIZE * py + 3, f"f{other}", 9, GREY, "middle"))
    return "".join(parts)


def _holdings(view: State, seat: Seat, say: Say, x: float, y: float) -> list[str]:
    """The objective, as far as the view shows it, and the animals won."""
    parts = []
    if not view.beginner:
        parts.append(thing(f"objective:{seat.seat}", _objective(seat, say, x, y)))
        y += _ROW
    rows = _won(seat, say)
    if not rows:
        parts.append(text(x, y + 14, say(Text("planet.draw.won_none")), 11.5, GREY))
    for number, row in enumerate(rows):
        for card, at in row:
            top = y + number * _ROW
            name = text(x + at + 22, top + 14, say(animal_name(card)), 11.5)
            parts.append(thing(f"card:{card}", swatch(ANIMALS[card].habitat, x + at, top), name))
    return parts


def _objective(seat: Seat, say: Say, x: float, y: float) -> str:
    goal = seat.goal
    if goal is None:
        return text(x, y + 14, say(Text("planet.draw.objective_hidden")), 11.5, GREY)
    areas = areas_of(seat.planet, goal.habitat)
    words = say(Text("planet.draw.objective", {"habitat": habitat_name(goal.habitat), "areas": areas}))
    return swatch(goal.habitat, x, y) + text(x + 22, y + 14, words, 11.5, bold=True)


def _won(seat: Seat, say: Say) -> list[list[tuple[str, float]]]:
    return flow(((card, 22 + wide(say(animal_name(card)), 11.5) + 10) for card in seat.animals), ROOM - 14)

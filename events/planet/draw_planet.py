"""The picture of one planet: its two flowers of faces, numbered, and what its seat holds."""

from events.planet.animals import ANIMALS
from events.planet.draw_face import SIZE, drawn_face
from events.planet.ink import (
    DARK,
    FAINT,
    GREY,
    MARK,
    PANEL,
    PAPER,
    chip,
    cut,
    fit,
    flow,
    rect,
    swatch,
    text,
    thing,
    wide,
)
from events.planet.names import animal_name, brackets, habitat_name
from events.planet.net import FALL, FLOWERS, RISE
from events.planet.regions import areas_of
from events.planet.score import score
from events.planet.state import Seat, State, to_place
from events.texts import Say, Text, seat_text

ROOM = 392
"""How wide a planet's panel is."""
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


def _head(view: State, seat: Seat, say: Say, x: float, y: float) -> str:
    """Who it is, what the seat is up to, and its points where the view shows them."""
    left = seat.seat in view.left
    notes = []
    if left:
        notes.append((say(Text("planet.draw.resigned")), GREY))
    elif to_place(view) == seat.seat:
        notes.append((say(Text("planet.draw.to_place")), MARK))
    if view.first == seat.seat and not view.over:
        notes.append((say(Text("planet.draw.first")), DARK))
    total = _total(view, seat, say)
    room = ROOM - 65 - wide(total, 14) - sum(wide(words, 11) + 18 for words, _ in notes)
    name = cut(say(seat_text(seat.seat)), 15, room)
    parts = [
        chip(x + 20, y + 19, str(seat.seat + 1), 11, GREY if left else DARK),
        text(x + 37, y + 24, name, 15, GREY if left else DARK, bold=True),
    ]
    at = x + 47 + wide(name, 15)
    for words, colour in notes:
        size = wide(words, 11) + 12
        parts += [rect(at, y + 10, size, 18, PAPER, colour, 9), text(at + 6, y + 23, words, 11, colour)]
        at += size + 6
    if total:
        parts.append(text(x + ROOM - 12, y + 24, total, 14, DARK, "end", bold=True))
    return "".join(parts)


def _total(view: State, seat: Seat, say: Say) -> str:
    """The seat's points and place as far as the view shows them, else nothing (R31)."""
    sheet = score(view)[seat.seat]
    if sheet.total is None:
        return ""
    if sheet.place is None:
        return say(Text("planet.draw.points", {"total": sheet.total}))
    return say(Text("planet.draw.place", {"place": sheet.place, "total": sheet.total}))


def _flowers_high() -> float:
    return SIZE * (RISE + FALL) + 2 * _PAD + 4


def _flowers(seat: Seat, x: float, y: float) -> str:
    half = ROOM / 2
    parts = []
    for number, flower in enumerate(FLOWERS):
        middle = x + half * (number + 0.5) + (3 if number == 0 else -3)
        down = y + _PAD + SIZE * (RISE if number == 0 else FALL)
        faces = (thing(f"face:{seat.seat}:{face}", drawn_face(face, seat.planet[face])) for face in flower)
        parts.append(f'<g transform="translate({middle:g} {down:.1f})">{"".join(faces)}</g>')
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
    """The card as far as the view shows it: its habitat, how many areas there are and what they pay (R25)."""
    goal = seat.goal
    if goal is None:
        return text(x, y + 14, say(Text("planet.draw.objective_hidden")), 11.5, GREY)
    areas = areas_of(seat.planet, goal.habitat)
    words = say(Text("planet.draw.objective", {"habitat": habitat_name(goal.habitat), "areas": areas}))
    pay, size = fit(say(Text("planet.draw.brackets", {"brackets": brackets(goal)})), 11, ROOM - 56 - wide(words, 11.5))
    drawn = text(x + 22, y + 14, words, 11.5, bold=True) + text(x + ROOM - 22, y + 14, pay, size, GREY, "end")
    return swatch(goal.habitat, x, y) + drawn


def _won(seat: Seat, say: Say) -> list[list[tuple[str, float]]]:
    return flow(((card, 22 + wide(say(animal_name(card)), 11.5) + 10) for card in seat.animals), ROOM - 14)

"""A view as a picture: the round's tiles, the open animals with what each seat has for them, every planet.

800 wide; habitats differ by sign as well as by colour. Draws what the view shows and nothing else.
"""

from math import cos, pi

from events.planet.animals import ANIMALS, Animal, Condition, value
from events.planet.draw_face import pentagon
from events.planet.draw_planet import ROOM, planet, planet_high
from events.planet.habitats import HABITATS
from events.planet.ink import (
    DARK,
    FAINT,
    GREY,
    MARK,
    PANEL,
    PAPER,
    chip,
    cut,
    disc,
    fit,
    rect,
    signs,
    swatch,
    text,
    thing,
    wide,
)
from events.planet.layout import ROUNDS, held
from events.planet.names import animal_name, habitat_name
from events.planet.net import HALF, Spread, along
from events.planet.state import State, still_in
from events.planet.tiles import TILES
from events.texts import Say, Text

WIDE = 800
_TILE = 46.0
_ROW = 24
_CELL = 35
_UP = Spread((0.0, 0.0), pi / 2 - HALF)
"""A tile as it would lie with its first area up."""


def draw(view: State, say: Say) -> str:
    """The table as SVG."""
    parts: list[str] = []
    y = 8.0
    for section in (_head, _offer, _animals, _planets):
        drawn, high = section(view, say, y)
        parts.append(drawn)
        y += high
    size = f'width="{WIDE}" height="{y:.0f}" viewBox="0 0 {WIDE} {y:.0f}"'
    ground = rect(0, 0, WIDE, y, PAPER)
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{signs()}{ground}{"".join(parts)}</svg>'


def _head(view: State, say: Say, y: float) -> tuple[str, float]:
    """The round, what lies face down, and which sign is which habitat."""
    key, args = (
        ("planet.draw.over", {}) if view.over else ("planet.draw.round", {"round": view.round, "rounds": ROUNDS})
    )
    eleven, twelve = (len(place) for place in view.places)
    counts = {"piles": view.piles, "eleven": eleven, "twelve": twelve, "box": len(view.box)}
    parts = [
        text(12, y + 22, say(Text(key, {**args})), 20, bold=True),
        thing("pile:all", text(WIDE - 12, y + 20, say(Text("planet.draw.piles", {**counts})), 12, GREY, "end")),
    ]
    x = 12.0
    for habitat in HABITATS:
        name = say(habitat_name(habitat))
        parts += [swatch(habitat, x, y + 36), text(x + 23, y + 50, name, 12.5)]
        x += 23 + wide(name, 12.5) + 20
    return "".join(parts), 64


def _offer(view: State, say: Say, y: float) -> tuple[str, float]:
    """The tiles still to be had, first area up and marked by a dot (3.1, R11)."""
    if not view.up:
        return "", 0
    parts = [
        rect(4, y, WIDE - 8, 150, PANEL, FAINT, 6),
        text(14, y + 20, say(Text("planet.draw.offer")), 14, bold=True),
    ]
    help_line = say(Text("planet.draw.turn_help"))
    parts.append(text(WIDE - 14, y + 20, cut(help_line, 11.5, 600), 11.5, GREY, "end"))
    step = (WIDE - 8) / len(view.up)
    for number, name in enumerate(view.up):
        x, middle = 4 + step * (number + 0.5), y + 80
        dot = along(_UP, 0, cos(HALF) * 0.93)
        parts.append(
            thing(
                f"tile:{name}",
                pentagon(TILES[name].areas, _UP, _TILE, x, middle),
                disc(x + _TILE * dot[0], middle + _TILE * dot[1] - 8, 4.5, MARK, PAPER),
                text(x, y + 144, name, 15, DARK, "middle", bold=True),
            )
        )
    return "".join(parts), 158


def _animals(view: State, say: Say, y: float) -> tuple[str, float]:
    """The open cards in two columns, soonest first, each with the value of every seat still in (R3)."""
    rows = [(number, place, card) for number, column in enumerate(view.columns, 1) for place, card in enumerate(column)]
    if not rows and not view.face_down:
        return "", 0
    parts = [text(14, y + 20, say(Text("planet.draw.animals")), 14, bold=True)]
    notes = []
    if any(place >= held(number, view.mystery) for number, place, _ in rows):
        notes.append(say(Text("planet.draw.deferred")))
    if view.face_down:
        rounds = ", ".join(str(number) for number in view.face_down)
        notes.append(say(Text("planet.draw.face_down", {"rounds": rounds})))
    parts.append(thing("pile:animals", text(WIDE - 14, y + 20, " · ".join(notes), 11.5, GREY, "end")))
    half = -(-len(rows) // 2)
    for number, (judged, place, card) in enumerate(rows):
        x = 4 if number < half else 4 + ROOM + 8
        top = y + 28 + _ROW * (number if number < half else number - half)
        late = place >= held(judged, view.mystery)
        parts.append(thing(f"card:{card}", _card(view, say, judged, ANIMALS[card], late, x, top)))
    high = 28 + _ROW * half + 6
    return rect(4, y, WIDE - 8, high - 2, PANEL, FAINT, 6) + "".join(parts), high + 6


def _card(view: State, say: Say, judged: int, card: Animal, late: bool, x: float, y: float) -> str:
    """One row: round, name, what it asks for, and the seats' values with the only best one marked."""
    now = judged == view.round
    mark = f"{judged}→" if late else str(judged)
    room = ROOM - 2 - _CELL * len(view.seats) - 8
    parts = [
        rect(x + 8, y + 2, 30, 19, DARK if now else PAPER, DARK, 4),
        text(x + 23, y + 16, mark, 12, PAPER if now else DARK, "middle", bold=True),
        swatch(card.habitat, x + 44, y + 2),
        *_asks(card, say, x + 67, y),
    ]
    return "".join(parts) + _values(view, card, x, y) + _name(card, say, x, y, room)


def _asks(card: Animal, say: Say, x: float, y: float) -> list[str]:
    words = {
        Condition.MOST_REGIONS: "planet.draw.regions",
        Condition.LARGEST_TOUCHING: "planet.draw.touching",
        Condition.LARGEST_NOT_TOUCHING: "planet.draw.not_touching",
    }[card.condition]
    said = say(Text(words))
    parts = [text(x, y + 15, said, 11)]
    if card.other is not None:
        parts.append(swatch(card.other, x + wide(said, 11) + 5, y + 2))
    return parts


def _name(card: Animal, say: Say, x: float, y: float, room: float) -> str:
    words, size = fit(say(animal_name(card.id)), 12, room - 166)
    return text(x + 166, y + 15, words, size, bold=True)


def _values(view: State, card: Animal, x: float, y: float) -> str:
    """Seat and value side by side, from the right edge of the row."""
    inside = still_in(view)
    had = {seat: value(card, view.seats[seat].planet) for seat in inside}
    best = max(had.values(), default=0)
    alone = best > 0 and list(had.values()).count(best) == 1
    parts = []
    for seat in range(len(view.seats)):
        at = x + ROOM - 2 - _CELL * (len(view.seats) - seat)
        if seat not in had:
            continue
        leads = alone and had[seat] == best
        parts.append(rect(at, y + 2, _CELL - 3, 19, PAPER, MARK if leads else FAINT, 9.5))
        parts.append(chip(at + 9.5, y + 11.5, str(seat + 1), 7, MARK if leads else GREY))
        parts.append(text(at + 23.5, y + 16, str(had[seat]), 12, DARK, "middle", bold=leads))
    return "".join(parts)


def _planets(view: State, say: Say, y: float) -> tuple[str, float]:
    """Two planets a row; an odd last one in the middle."""
    parts = []
    top = y
    for first in range(0, len(view.seats), 2):
        pair = view.seats[first : first + 2]
        high = max(planet_high(view, seat, say) for seat in pair)
        for number, seat in enumerate(pair):
            x = 4 + number * (ROOM + 8) if len(pair) == 2 else (WIDE - ROOM) / 2
            parts.append(planet(view, seat, say, x, top, high))
        top += high + 8
    return "".join(parts), top - y

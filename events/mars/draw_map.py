"""The map with everything on it, and what stands beside it: tracks, milestones, awards, standard projects."""

from math import cos, pi, sin

from events.mars import map as printed
from events.mars import names
from events.mars.agenda import NEUTRAL
from events.mars.icons import icon
from events.mars.ink import INK, PALE, PAPER, about, circle, fit, number, rect, seat_colour, tag, write
from events.mars.map import GOAL, OFF_MAP, SPACES, START_AT, STEP, Space
from events.mars.names import say as named
from events.mars.nouns import Tile, Track
from events.mars.state import Laid, State
from events.mars.tally import measure
from events.texts import Say

R = 35.5
WIDE = R * 3**0.5
LEFT, TOP = 40.0, 56.0
HIGH = TOP + 9 * 1.5 * R + 64
SIDE = 606.0
FILLS = {"land": "#e2b48c", "ocean": "#a9cfe8", "reserved": "#cdb6d8"}
TILES = {
    Tile.OCEAN: ("#1f6fb2", "ocean"),
    Tile.GREENERY: ("#2e8b3d", "greenery"),
    Tile.CITY: ("#5c6470", "town"),
    Tile.CAPITAL: ("#3b3f48", "crown"),
    Tile.SPECIAL: ("#8a5a2c", "special"),
}


def centre(space: Space) -> tuple[float, float]:
    """Where a space lies."""
    x = LEFT + WIDE * (space.q + 4 + (space.r + 4) / 2) - WIDE * 1.5
    return x, TOP + R + 1.5 * R * space.row


def _hexagon(x: float, y: float, fill: str, stroke: str = PAPER, w: float = 2, r: float = R - 1) -> str:
    corners = ((x + r * sin(k * pi / 3), y + r * cos(k * pi / 3)) for k in range(6))
    points = " ".join(f"{number(a)},{number(b)}" for a, b in corners)
    return tag("polygon", points=points, fill=fill, stroke=stroke, stroke_width=w)


def whole_map(view: State, say: Say) -> str:
    """The 61 spaces and the two places off the map."""
    parts = [about(f"space:{space.id}", _space(view, space, say)) for space in SPACES.values()]
    parts.append(write(LEFT - 20, HIGH - 38, say(named("draw.off_map")), 11, PALE))
    for k, at in enumerate(OFF_MAP):
        x, y = LEFT + 4.0 + k * 190, HIGH - 8.0
        laid = view.tiles.get(at)
        inside = circle(x, y - 4, 22, "#d8d2e4" if laid is None else TILES[Tile.CITY][0])
        if laid is not None:
            inside += icon("town", x - 10, y - 18) + _owner(laid.seat, x, y + 12)
        inside += write(x + 26, y, say(named(f"space.{at}")), 10, PALE)
        parts.append(about(f"space:{at}", inside))
    return "".join(parts)


def _space(view: State, space: Space, say: Say) -> str:
    x, y = centre(space)
    laid = view.tiles.get(space.id)
    if laid is not None:
        return _tile(laid, x, y, say) + write(x, y + 25, space.id, 8.5, PAPER, "middle")
    inside = _hexagon(x, y, FILLS[space.kind], "#b3372f" if space.volcanic else PAPER, 3 if space.volcanic else 2)
    if space.volcanic:
        inside += icon("volcano", x - 7, y - R + 5, 14)
    signs = ["plants" if one == "plant" else one for one in space.bonus]
    start = x - len(signs) * 10
    inside += "".join(icon(one, start + 20 * k, y - 10) for k, one in enumerate(signs))
    if space.id in view.claims:
        seat = view.claims[space.id]
        inside += tag(
            "path", d=f"M{number(x - 12)} {number(y + 16)}v-22l20 7l-20 7", fill=seat_colour(seat), stroke=INK
        )
        inside += write(x - 4, y + 5, str(seat + 1), 10, PAPER, "middle", bold=True)
    if space.reserved_for:
        inside += write(x, y - 14, fit(say(named(f"space.{space.id}")), 9, 54), 9, INK, "middle")
    return inside + write(x, y + 24, space.id, 8.5, "#4b4b50", "middle")


def _tile(laid: Laid, x: float, y: float, say: Say) -> str:
    fill, sign = TILES[laid.tile]
    inside = _hexagon(
        x, y, fill, seat_colour(laid.seat) if laid.seat != -1 else PAPER, 4 if laid.seat != -1 else 2, R - 2
    )
    if laid.tile is Tile.OCEAN:
        return inside + icon(sign, x - 13, y - 14, 26)
    inside += icon(sign, x - 10, y - 27, 20) if laid.name else icon(sign, x - 11, y - 24, 22)
    if laid.name:
        inside += write(x, y + 1, fit(say(named(f"tile.{laid.name}")), 9, 56), 9, PAPER, "middle")
    return inside + _owner(laid.seat, x, y + (11 if laid.name else 8))


def _owner(seat: int, x: float, y: float) -> str:
    """The mark of a player: colour and number."""
    if seat == -1:
        return ""
    words = str(seat + 1) if seat >= 0 else "N"
    return circle(x, y, 7.5, seat_colour(seat), stroke=PAPER, stroke_width=1.5) + write(
        x, y + 4, words, 10.5, PAPER, "middle", bold=True
    )


def side(view: State, say: Say) -> str:
    """Tracks, milestones, awards and standard projects, right of the map."""
    y = TOP
    parts = []
    levels = (
        (Track.TEMPERATURE, view.temperature, "#d2501f", named("draw.temperature", n=view.temperature)),
        (Track.OXYGEN, view.oxygen, "#7aa32d", named("draw.oxygen", n=view.oxygen)),
        (Track.OCEANS, view.oceans, "#1f6fb2", named("draw.oceans", n=view.oceans, most=GOAL[Track.OCEANS])),
    )
    for track, at, colour, text in levels:
        parts.append(about(f"track:{track}", _track(track, at, colour, say(named(f"track.{track}")), say(text), y)))
        y += 44
    y += 10
    if not view.solo:
        rows = [
            (f"milestone:{one}", say(named(f"milestone.{one}")), view.milestones.get(one), _reached(view, one))
            for one in printed.MILESTONES
        ]
        parts.append(_list(say(named("draw.milestones")), rows, y))
        y += 22 + 19 * len(rows)
        rows = [
            (f"award:{one}", say(named(f"award.{one}")), view.awards.get(one), _standing(view, one))
            for one in printed.AWARDS
        ]
        parts.append(_list(say(named("draw.awards")), rows, y))
        y += 22 + 19 * len(rows)
    else:
        box = rect(SIDE, y, 370, 30, PAPER, 4, stroke="#d8cfc4") + _owner(NEUTRAL, SIDE + 14, y + 15)
        parts.append(about("seat:neutral", box + write(SIDE + 28, y + 19.5, say(names.owner(NEUTRAL)), 12)))
        y += 44
    rows = [
        (f"project:{one}", say(names.project(one)), None, f"{cost} M€" if cost else "")
        for one, cost in printed.PROJECTS.items()
    ]
    parts.append(_list(say(named("draw.projects")), rows, y))
    return "".join(parts)


def _track(track: Track, at: int, colour: str, name: str, words: str, y: float) -> str:
    steps = (GOAL[track] - START_AT[track]) // STEP[track]
    done = (at - START_AT[track]) // STEP[track]
    w = 370.0 / steps
    inside = write(SIDE, y + 11, name, 12.5, INK, bold=True) + write(
        SIDE + 370, y + 11, words, 13, INK, "end", bold=True
    )
    bonus = _bonuses(track)
    for k in range(steps):
        fill = colour if k < done else "#e6e0d8"
        inside += rect(SIDE + k * w, y + 17, w - 2, 14, fill, 2)
        if k + 1 in bonus:
            inside += icon(bonus[k + 1], SIDE + k * w + w / 2 - 7, y + 17, 14)
    return inside


def _bonuses(track: Track) -> dict[int, str]:
    """Steps of a track that give something, with its sign."""

    def step(at: int) -> int:
        return (at - START_AT[track]) // STEP[track]

    if track is Track.TEMPERATURE:
        return {**{step(at): "heat" for at in printed.HEAT_BONUSES}, step(printed.OCEAN_BONUS): "drop"}
    return {step(printed.OXYGEN_BONUS): "heat"} if track is Track.OXYGEN else {}


def _list(title: str, rows: list[tuple[str, str, int | None, str]], y: float) -> str:
    inside = write(SIDE, y + 12, title, 12.5, INK, bold=True)
    for k, (what, name, owner, more) in enumerate(rows):
        top = y + 18 + 19 * k
        row = rect(SIDE, top, 370, 17, PAPER if owner is None else "#fff3c4", 3, stroke="#d8cfc4")
        row += write(SIDE + 24, top + 12.5, name, 11.5)
        row += write(SIDE + 364, top + 12.5, more, 11, PALE, "end")
        if owner is not None:
            row += _owner(owner, SIDE + 11, top + 8.5)
        inside += about(what, row)
    return inside


def _standing(view: State, award: str) -> str:
    return " · ".join(
        f"{seat.seat + 1}: {_minus(measure(view, award, seat))}" for seat in view.seats if seat.seat not in view.left
    )


def _minus(n: int) -> str:
    return f"−{-n}" if n < 0 else str(n)


def _reached(view: State, milestone: str) -> str:
    from events.mars.nouns import Tag
    from events.mars.state import count_tags
    from events.mars.tally import own_cities, own_greeneries

    need = {
        "terraformer": printed.TERRAFORMER,
        "mayor": printed.MAYOR,
        "gardener": printed.GARDENER,
        "builder": printed.BUILDER,
        "planner": printed.PLANNER,
    }[milestone]
    found = []
    for seat in view.seats:
        if seat.seat in view.left:
            continue
        have = {
            "terraformer": seat.rating,
            "mayor": own_cities(view, seat.seat),
            "gardener": own_greeneries(view, seat.seat),
            "builder": count_tags(seat, Tag.BUILDING),
            "planner": len(seat.hand),
        }[milestone]
        found.append(f"{seat.seat + 1}: {have}")
    return " · ".join(found) + f"  ({need})"

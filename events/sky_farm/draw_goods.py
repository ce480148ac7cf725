"""The goods sheet: the manifest with its stalls, boxes of upgrades and projects, coin rows."""

from events.sky_farm import names
from events.sky_farm.ink import (
    DARK,
    FAINT,
    GREY,
    LEAF,
    MARK,
    PAPER,
    block,
    disc,
    fit,
    hue,
    path,
    rect,
    short,
    sign,
    text,
    thing,
    wide,
)
from events.sky_farm.manifest import SIDE, Stamp
from events.sky_farm.sheets import BADGES, BAR_USES, COIN_PROJECTS, ROW_BONUS, ROWS, SPECIALS, STALLS, Row, RowKind
from events.sky_farm.state import Farm
from events.sky_farm.work import StampIt
from events.texts import Say, Text

CELL = 30.0
ROW = 18.0
_TASKS = {"fish": "≈", "farm": "♣", "chop": "▲", "mine": "◆", "any": "※"}
"""Signs of the row tasks."""


def manifest(farm: Farm, say: Say, x: float, y: float, cell: float = CELL, names_too: bool = True) -> str:
    """The nine by nine cells; pieces have the colour, the sign and the letters of their resource."""
    parts = [rect(x, y, SIDE * cell, SIDE * cell, PAPER, GREY)]
    if names_too:
        parts.append(_edges(farm, say, x, y, cell))
    grid = "".join(
        f"M{x + k * cell:.1f} {y:.1f}v{SIDE * cell:.0f}M{x:.1f} {y + k * cell:.1f}h{SIDE * cell:.0f}"
        for k in range(1, SIDE)
    )
    parts.append(path(grid, FAINT, 0.7))
    parts += [_piece(stamp, say, x, y, cell, names_too) for stamp in farm.stamps]
    stalls = "".join(f"M{x + k * cell:.1f} {y - 2:.1f}v{SIDE * cell + 4:.0f}" for k in (3, 6))
    parts.append(path(stalls, DARK, 2))
    return "".join(parts)


def _edges(farm: Farm, say: Say, x: float, y: float, cell: float) -> str:
    parts = []
    for number, stall in enumerate(STALLS):
        words = say(Text(f"sky_farm.stall.{stall.id}"))
        parts.append(fit(x + (3 * number + 1.5) * cell, y - 15, words, 10, 3 * cell - 4, DARK, "middle", bold=True))
    parts += [text(x + (k + 0.5) * cell, y - 4, f"c{k + 1}", 8.5, GREY, "middle") for k in range(SIDE)]
    for row, task in enumerate(ROW_BONUS):
        middle = y + (row + 0.5) * cell
        parts.append(text(x - 4, middle + 3, f"r{row + 1}", 8.5, GREY, "end"))
        done = row in farm.full_rows
        words = f"{'✓' if done else _TASKS[task]} {say(names.task(task))}"
        parts.append(fit(x + SIDE * cell + 4, middle + 4, words, 9.5, 58, LEAF if done else GREY))
    return "".join(parts)


def _piece(stamp: Stamp, say: Say, x: float, y: float, cell: float, names_too: bool) -> str:
    ground = hue(stamp.resource)
    parts = []
    edges = ""
    cells = set(stamp.cells)
    for number in stamp.cells:
        row, col = divmod(number, SIDE)
        left, top = x + col * cell, y + row * cell
        parts.append(rect(left, top, cell, cell, ground))
        if col == 0 or number - 1 not in cells:
            edges += f"M{left:.1f} {top:.1f}v{cell:.1f}"
        if col == SIDE - 1 or number + 1 not in cells:
            edges += f"M{left + cell:.1f} {top:.1f}v{cell:.1f}"
        if number - SIDE not in cells:
            edges += f"M{left:.1f} {top:.1f}h{cell:.1f}"
        if number + SIDE not in cells:
            edges += f"M{left:.1f} {top + cell:.1f}h{cell:.1f}"
        if names_too:
            shown = short(stamp.resource, say)
            parts.append(fit(left + cell / 2, top + cell / 2 + 1, shown, 11.5, cell - 4, DARK, "middle", bold=True))
            parts.append(text(left + cell / 2, top + cell - 4, sign(stamp.resource), 9, GREY, "middle"))
        elif number == stamp.cells[0]:
            parts.append(text(left + cell / 2, top + cell - 3, sign(stamp.resource), cell - 3, GREY, "middle"))
    return "".join(parts) + path(edges, DARK, 1.4)


def in_hand(farm: Farm, say: Say, x: float, y: float) -> str:
    """The resource about to be stamped."""
    first = farm.agenda[0] if farm.agenda else None
    if not isinstance(first, StampIt):
        return ""
    words = say(Text("sky_farm.draw.hand", {"resource": names.resource(first.resource)}))
    return thing(f"hand:{farm.seat}:{first.resource}", text(x, y, words, 12, MARK, bold=True))


def boxes(farm: Farm, say: Say, kind: RowKind, x: float, y: float, room: float) -> str:
    """The rows of boxes of a kind, each with what it belongs to; finished ones are ticked."""
    title = {"upgrade": "upgrades", "special": "specials", "badge": "badges"}[kind]
    parts = [text(x, y + 12, say(Text(f"sky_farm.draw.{title}")), 13, DARK, bold=True)]
    top = y + 18
    for row in ROWS.values():
        if row.kind == kind:
            parts.append(_row(farm, say, row, x, top, room))
            top += 2 * ROW if _alone(row) else ROW
    return "".join(parts)


def _row(farm: Farm, say: Say, row: Row, x: float, y: float, room: float) -> str:
    done = row.owner in farm.done or row.id in farm.done
    parts = []
    name_room = 90.0
    if row.place == 0:
        words = f"{'✓ ' if row.owner in farm.done else ''}{say(names.project(row.owner))}"
        parts.append(fit(x, y + 13, words, 10.5, name_room - 4, LEAF if row.owner in farm.done else DARK))
    elif row.place == 1:
        parts.append(_beside(_gives(row, say), x + 8, y, name_room - 12))
    if _alone(row):
        parts.append(fit(x + 8, y + ROW + 13, _gives(row, say), 9.5, room - 8, GREY))
    step = (room - name_room) / len(row.slots)
    marked = farm.marks.get(row.id, ())
    for slot, icon in enumerate(row.slots):
        left = x + name_room + slot * step
        full = slot in marked
        ground = hue(icon) if full or not done else "#eceff1"
        name = fit(
            left + 3, y + 12.5, f"{sign(icon)} {say(names.resource(icon))}", 9.5, step - 7, GREY if done else DARK
        )
        frame = rect(
            left, y + 1, step - 2, ROW - 3, ground if full else PAPER, LEAF if full else GREY, 3, 1.4 if full else 0.8
        )
        cross = path(f"M{left + 2:.1f} {y + ROW - 4:.1f}L{left + step - 4:.1f} {y + 3:.1f}", LEAF, 1.6) if full else ""
        parts.append(thing(f"box:{farm.seat}:{row.id}:{slot}", frame, name, cross))
    return "".join(parts)


def _alone(row: Row) -> bool:
    """Whether it is the only row of a project: what that gives stands below it then, not beside its second row."""
    return row.kind != "upgrade" and f"{row.owner}/1" not in ROWS


def _beside(words: str, x: float, y: float, room: float) -> str:
    """A line beside a row of boxes, or two small ones."""
    if wide(words, 8.5) <= room:
        return fit(x, y + 13, words, 9.5, room, GREY)
    size, lines = block(words, 8.5, room, 2)
    return "".join(text(x, y + 8 + 8.5 * k, line, size, GREY) for k, line in enumerate(lines))


def _gives(row: Row, say: Say) -> str:
    """What a project gives."""
    if row.kind == "badge":
        return say(Text("sky_farm.draw.points", {"n": BADGES[row.owner].points}))
    return say(Text("sky_farm.effect.all", {"parts": names.effects(SPECIALS[row.owner].reward)}))


def coins(farm: Farm, say: Say, x: float, y: float) -> str:
    """The coin rows: a filled and crossed disc for each coin; of energy bars the uses made."""
    parts = [text(x, y + 12, say(Text("sky_farm.draw.coins")), 12, DARK, bold=True)]
    top = y + 17
    for project in COIN_PROJECTS.values():
        had = farm.coins.get(project.id, 0)
        shown = fit(x, top + 10, say(names.project(project.id)), 9.5, 68)
        left = x + 71.0
        drawn = []
        for number in project.rows:
            for _ in range(number):
                drawn.append(_coin(left, top + 6.5, had > 0))
                had -= 1
                left += 7
            left += 3
        if project.id in farm.bars:
            uses = farm.bars[project.id]
            drawn.append(text(left + 6, top + 10.5, "╱" * uses + "○" * (BAR_USES - uses), 10, LEAF, bold=True))
        parts.append(thing(f"coins:{farm.seat}:{project.id}", shown, *drawn))
        top += 12.6
    return "".join(parts)


def _coin(x: float, y: float, full: bool) -> str:
    if full:
        return disc(x + 3, y, 3.2, "#e0b400", DARK) + path(f"M{x + 1:.1f} {y:.1f}h4", DARK, 1.2)
    return disc(x + 3, y, 3.1, PAPER, GREY)

"""A view as a picture, 1000 wide: display and goals, then the farm of the seat that sees it in full and the others'
small, or all in full for whoever sits nowhere. Draws what the view shows and nothing else.
"""

from events.sky_farm import names
from events.sky_farm.cards import GOALS, ROUNDS, SEASON_ROUNDS, TASK_CARDS
from events.sky_farm.draw_farm import field, herd, seeds
from events.sky_farm.draw_goods import boxes, coins, in_hand, manifest
from events.sky_farm.draw_grids import geode, level, neighbours, scratch, waters
from events.sky_farm.grids import ScratchCard
from events.sky_farm.ink import (
    DARK,
    FAINT,
    GREY,
    LEAF,
    MARK,
    PAPER,
    SMALLEST,
    fit,
    flow,
    panel,
    rect,
    text,
    thing,
    wide,
)
from events.sky_farm.score import tally
from events.sky_farm.state import Farm, State
from events.texts import Say, Text, seat_text

WIDE = 1000
HIGH = 1090
"""The height of a farm in full."""
_SCRATCH: tuple[ScratchCard, ...] = ("forest", "mine")
SMALL = 168
LEADING = 1.14
"""From line to line, at size 1."""


def draw(view: State, say: Say) -> str:
    """The table as SVG."""
    parts: list[str] = []
    y = 6.0
    for section in (_head, _display):
        drawn, high = section(view, say, y)
        parts.append(drawn)
        y += high
    large = [farm for farm in view.seats if view.shown_to in (None, farm.seat)]
    for farm in large:
        drawn, high = _farm(view, farm, say, y)
        parts.append(drawn)
        y += high + 8
    small = [farm for farm in view.seats if farm not in large]
    for number, farm in enumerate(small):
        parts.append(_small(view, farm, say, 4 + number % 2 * 498, y + number // 2 * (SMALL + 6)))
    y += -(-len(small) // 2) * (SMALL + 6) + 2
    size = f'width="{WIDE}" height="{y:.0f}" viewBox="0 0 {WIDE} {y:.0f}"'
    ground = rect(0, 0, WIDE, y, PAPER)
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{ground}{"".join(parts)}</svg>'


def _head(view: State, say: Say, y: float) -> tuple[str, float]:
    """The round and the three season goals; that of the running season is framed."""
    key, args = ("over", {}) if view.over else ("round", {"round": view.round, "rounds": ROUNDS})
    parts = [text(12, y + 24, say(Text(f"sky_farm.draw.{key}", {**args})), 20, bold=True)]
    for season, name in enumerate(view.goals):
        first, last = SEASON_ROUNDS[season]
        now = first <= view.round <= last and not view.over
        x = 150 + season * 282
        goal = GOALS[name]
        tiers = "  ".join(say(Text("sky_farm.tier", {"least": a, "points": b})) for a, b in goal.tiers)
        title = f"{say(Text('sky_farm.score.season', {'n': season + 1}))}: {say(Text(f'sky_farm.goal.{name}'))}"
        parts.append(
            thing(
                f"goal:{name}",
                rect(x, y, 276, 36, "#fff8e6" if now else PAPER, MARK if now else FAINT, 5, 1.6 if now else 1),
                fit(x + 8, y + 15, title, 12, 180, DARK, bold=True),
                text(x + 268, y + 15, tiers, 11, DARK, "end"),
                fit(x + 8, y + 30, say(Text(f"sky_farm.metric.{goal.metric}")), 11, 260, GREY),
            )
        )
    return "".join(parts), 44


def _display(view: State, say: Say, y: float) -> tuple[str, float]:
    """The task cards to choose from, and pale the preview of the next round."""
    if not view.display:
        return "", 0
    parts = []
    step = (WIDE - 8) / (len(view.display) + 0.66 * len(view.preview))
    x = 4.0
    for card in view.display:
        parts.append(thing(f"card:{card}", _card(card, say, x, y, step - 6, DARK)))
        x += step
    for card in view.preview:
        parts.append(thing(f"card:{card}", _card(card, say, x, y, 0.66 * step - 5, GREY)))
        x += 0.66 * step
    return "".join(parts), 104


def _card(name: str, say: Say, x: float, y: float, room: float, ink: str) -> str:
    card = TASK_CARDS[name]
    dash = "" if ink == DARK else "5 3"
    parts = [
        rect(x, y, room, 98, PAPER if ink == DARK else "#f2f4f6", ink, 6, 1.2, dash),
        fit(x + 7, y + 15, say(names.card(name)), 12, room - 38, ink, bold=True),
        text(x + room - 6, y + 15, name, 9.5, GREY, "end"),
    ]
    upper, lower = (
        say(Text("sky_farm.effect.all", {"parts": names.effects(each)})) for each in (card.upper, card.lower)
    )
    condition = ""
    if card.condition is not None:
        found = Text(f"sky_farm.condition.{card.condition.metric}", {"n": card.condition.min})
        condition = say(Text("sky_farm.draw.if", {"condition": found}))
    size = _size(11 if ink == DARK else 9.5, room - 12, 68, upper, condition, lower)
    top = y + 19
    for words, colour in ((upper, ink), (condition, GREY), (lower, ink)):
        if words and words == condition:
            parts.append(rect(x + 5, top + 4, room - 10, 0.8, ink))
            top += 4
        for line in flow(words, size, room - 12) if words else ():
            top += LEADING * size
            parts.append(text(x + 7, top, line, size, colour))
    return "".join(parts)


def _size(size: float, room: float, high: float, *words: str) -> float:
    """The size, made smaller down to the smallest, at which texts one below the other are not too high."""
    while size > SMALLEST and LEADING * size * sum(len(flow(each, size, room)) for each in words if each) > high:
        size -= 0.25
    return size


def _farm(view: State, farm: Farm, say: Say, y: float) -> tuple[str, float]:
    """A seat's sheets in full."""
    top, grids, rows = y + 66, y + 472, y + 658
    drawn = [
        panel(4, y, WIDE - 8, HIGH),
        _title(view, farm, say, 14, y + 24, 960),
        field(farm, say, 32, top),
        manifest(farm, say, 424, top),
        in_hand(farm, say, 700, y + 24),
        neighbours(farm, say, 424, top + 276, 336),
        waters(farm, say, 14, grids),
        geode(farm, say, 626, grids),
        coins(farm, say, 772, grids),
        boxes(farm, say, "upgrade", 14, rows, 316),
        seeds(farm, say, 14, rows + 240),
        boxes(farm, say, "special", 342, rows, 342),
        boxes(farm, say, "badge", 696, rows, 292),
        herd(farm, say, 696, rows + 280, 292),
    ]
    for number, card in enumerate(_SCRATCH):
        below = top + number * 182
        drawn.append(level(farm, say, card, 772, below - 8, 218))
        drawn.append(scratch(farm, say, card, 772, below))
    return "".join(drawn), HIGH


def _title(view: State, farm: Farm, say: Say, x: float, y: float, room: float) -> str:
    """Who it is, the points so far, and where in the round."""
    who = say(seat_text(farm.seat))
    points = say(Text("sky_farm.draw.points", {"n": (farm.final or tally(farm)).total}))
    state = ""
    if farm.seat in view.left:
        state = say(Text("sky_farm.draw.resigned"))
    elif farm.stage == "done" and not view.over:
        state = say(Text("sky_farm.draw.done"))
    name = fit(x, y, who, 17, room * 0.5, DARK, bold=True)
    after = x + min(room * 0.5, wide(who, 17)) + 14
    marks = text(after, y, points, 14, DARK) + text(after + wide(points, 14) + 14, y, state, 12, LEAF)
    return thing(f"seat:{farm.seat}", name, marks)


def _small(view: State, farm: Farm, say: Say, x: float, y: float) -> str:
    """A seat's sheets at a glance."""
    top = y + 34
    parts = [
        panel(x, y, 494, SMALL),
        _title(view, farm, say, x + 10, y + 21, 460),
        field(farm, say, x + 10, top, 10.5, names_too=False),
        manifest(farm, say, x + 146, top, 14, names_too=False),
    ]
    parts += [scratch(farm, say, card, x + 284, top + 66 * k, 12, names_too=False) for k, card in enumerate(_SCRATCH)]
    facts = _facts(farm, say)
    size = _size(9.5, 134, SMALL - 40, *facts)
    lines = [line for words in facts for line in flow(words, size, 134)]
    parts += [text(x + 354, top + 9 + LEADING * size * k, line, size, DARK) for k, line in enumerate(lines)]
    return "".join(parts)


def _facts(farm: Farm, say: Say) -> list[str]:
    """What the small pictures do not show: finished things, animals, cards that lie beside the tracks."""
    found = [say(names.side(side.side)) + ": " + (side.card or "–") + f" ({side.step}/8)" for side in farm.sides]
    things = tuple(names.project(name) for name in farm.done if "/" not in name)
    if things:
        found.append(say(Text("sky_farm.board.done", {"things": things})))
    if farm.animals:
        found.append(say(Text("sky_farm.effect.all", {"parts": tuple(names.kind(die.kind) for die in farm.animals)})))
    return found

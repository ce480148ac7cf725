"""A view as a picture, 800 wide: the round and its event, map, railway and tasks, then every camp.

Draws what the view shows and nothing else.
"""

from events.texts import Say, Text, seat_text
from events.train_farm import names
from events.train_farm.cards import VISITORS
from events.train_farm.draw_camp import HIGH, camp_panel
from events.train_farm.draw_map import trail
from events.train_farm.ink import (
    DARK,
    EDGE,
    FAINT,
    GREY,
    PANEL,
    PAPER,
    RED,
    fitted,
    marker,
    rect,
    text,
    thing,
    wide,
    wrapped,
)
from events.train_farm.rails import REGIONS
from events.train_farm.state import DECKS, Held, State

WIDE, MARGIN = 800, 12
_ROOM = WIDE - 2 * MARGIN


def draw(view: State, say: Say) -> str:
    """The table as SVG."""
    parts: list[str] = []
    y = 10.0
    for section in (_head, _event, _hand, _map, _rails, _tasks, _camps):
        drawn, high = section(view, say, y)
        parts.append(drawn)
        y += high
    size = f'width="{WIDE}" height="{y:.0f}" viewBox="0 0 {WIDE} {y:.0f}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{rect(0, 0, WIDE, y, PAPER)}{"".join(parts)}</svg>'


def _head(view: State, say: Say, y: float) -> tuple[str, float]:
    """Where the match stands, and what lies in the decks."""
    if view.over:
        left = say(names.say("draw.over", reason=Text(view.reason)))
    elif view.phase == "sets":
        left = say(names.say("draw.sets"))
    else:
        phase = names.say(f"phase.{view.phase}")
        left = say(names.say("draw.round", round=view.round, rounds=view.terms.rounds, phase=phase))
    drawn = fitted(MARGIN, y + 18, left, _ROOM - 130, 19, DARK, bold=True)
    if view.round and not view.over:
        drawn += text(WIDE - MARGIN - 24, y + 17, say(names.say("draw.lead")), 13, GREY, "end")
        drawn += marker(WIDE - MARGIN - 10, y + 13, view.lead)
    x = float(MARGIN)
    for deck in DECKS:
        low = sum(buried.deck == deck for buried in view.bottom)
        n = view.down.get(deck, 0) + low
        words = say(names.say("draw.deck", deck=names.say(f"deck.{deck}"), n=n, out=len(view.discard.get(deck, ()))))
        room = _ROOM / len(DECKS)
        drawn += fitted(x, y + 38, words, room - 8, 12, GREY)
        x += room
    return drawn, 48


def _event(view: State, say: Say, y: float) -> tuple[str, float]:
    """The event card face up."""
    if not view.event:
        return "", 0
    title = say(names.card(view.event))
    rules = say(names.say(f"card.{view.event}.rules"))
    return _card(y, f"card:{view.event}", say(names.say("draw.event")), title, [rules], RED)


def _card(y: float, about: str, head: str, title: str, rules: list[str], colour: str) -> tuple[str, float]:
    """A card with all that stands on it, as wide as the picture."""
    lines = [line for rule in rules for line in wrapped(rule, _ROOM - 30, 13)]
    high = 30 + 17 * len(lines)
    inside = rect(MARGIN, y, _ROOM, high, PANEL, colour, 6) + rect(MARGIN, y, 8, high, colour, r=3)
    inside += text(MARGIN + 18, y + 19, head, 12, colour, bold=True)
    inside += fitted(MARGIN + 26 + wide(head, 12), y + 19, title, _ROOM - 50 - wide(head, 12), 15, DARK, bold=True)
    for place, line in enumerate(lines):
        inside += text(MARGIN + 18, y + 38 + 17 * place, line, 13)
    return thing(about, inside), high + 8


def _hand(view: State, say: Say, y: float) -> tuple[str, float]:
    """Cards drawn and not yet dealt with: face up as far as the view shows them."""
    drawn, high = "", 0.0
    for held in view.hand:
        part, more = _held(held, say, y + high)
        drawn += part
        high += more
    return drawn, high


def _held(held: Held, say: Say, y: float) -> tuple[str, float]:
    card = held.known
    head = say(names.say("draw.held", who=seat_text(held.seat), deck=names.say(f"deck.{held.deck}")))
    if not card:
        return _card(y, f"slot:{held.slot}", head, say(names.card("")), [], EDGE)
    if card in VISITORS:
        rules = [say(names.say(f"card.{card}.rules"))]
    else:
        rules = [
            say(
                names.say(
                    f"draw.{which}",
                    label=names.say(f"card.{card}.{which}"),
                    rules=names.say(f"card.{card}.{which}_rules"),
                )
            )
            for which in ("a", "b")
        ]
    colour = "#8e2a6b" if held.deck == "high_risk" else "#2f6f73"
    return _card(y, f"slot:{held.slot}", head, say(names.card(card)), rules, colour)


def _map(view: State, say: Say, y: float) -> tuple[str, float]:
    return trail(view, say, MARGIN, y, _ROOM)


def _rails(view: State, say: Say, y: float) -> tuple[str, float]:
    """The four regions in the order of the ring, with the camps in each."""
    if not view.plays("locomotive"):
        return "", 0
    drawn, gap = "", 10.0
    w = (_ROOM - gap * (len(REGIONS) - 1)) / len(REGIONS)
    for place, region in enumerate(REGIONS):
        x = MARGIN + place * (w + gap)
        inside = rect(x, y, w, 58, PANEL, EDGE, 6)
        inside += fitted(x + 8, y + 18, say(names.region(region)), w - 16, 14, bold=True)
        here = [camp.seat for camp in view.camps if camp.standing and camp.region == region]
        for k, seat in enumerate(here):
            inside += marker(x + 16 + 22 * k, y + 40, seat)
        if place + 1 < len(REGIONS) or not view.terms.rail_line:  # a ring runs on to its beginning
            inside += f'<path d="M{x + w:.0f} {y + 29:.0f}h{gap:.0f}" stroke="{DARK}" stroke-width="4"/>'
        if place == 0 and not view.terms.rail_line:
            inside += f'<path d="M{x:.0f} {y + 29:.0f}h{-gap:.0f}" stroke="{DARK}" stroke-width="4"/>'
        drawn += thing(f"region:{region}", inside)
    return drawn, 68


def _tasks(view: State, say: Say, y: float) -> tuple[str, float]:
    """The common tasks and who has completed them."""
    if not view.open_tasks:
        return "", 0
    w, drawn = (_ROOM - 16) / 3, ""
    for place, task in enumerate(view.open_tasks):
        x = MARGIN + place * (w + 8)
        lines = list(wrapped(say(names.say(f"task.{task}.text")), w - 16, 12))[:3]
        won = view.race_won is not None
        drawn += rect(x, y, w, 82, PANEL if not won else FAINT, EDGE, 6)
        drawn += fitted(x + 8, y + 18, say(names.task(task)), w - 16, 14, bold=True)
        for k, line in enumerate(lines):
            drawn += text(x + 8, y + 35 + 14 * k, line, 12, GREY)
        for k, camp in enumerate(camp for camp in view.camps if task in camp.tasks):
            drawn += marker(x + w - 14 - 20 * k, y + 68, camp.seat, 8)
    return drawn, 92


def _camps(view: State, say: Say, y: float) -> tuple[str, float]:
    """Every camp, two abreast."""
    w, drawn = (_ROOM - 10) / 2, ""
    for camp in view.camps:
        row, column = divmod(camp.seat, 2)
        drawn += camp_panel(view, camp, say, MARGIN + column * (w + 10), y + row * (HIGH + 10), w)
    rows = (len(view.camps) + 1) // 2
    return drawn, rows * (HIGH + 10) + 4

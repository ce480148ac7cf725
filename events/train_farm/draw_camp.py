"""A camp as a panel: stocks, durability, its six places, squad, and what holds for a while."""

from events.texts import Say, seat_text
from events.train_farm import names
from events.train_farm.board import squad, status
from events.train_farm.camp import durability_cap, storage_cap
from events.train_farm.effects import RESOURCES
from events.train_farm.ink import (
    DARK,
    EDGE,
    FAINT,
    GREEN,
    GREY,
    PALE,
    PANEL,
    RED,
    SEATS,
    SIGNS,
    fitted,
    marker,
    rect,
    shield,
    text,
    thing,
    wrapped,
)
from events.train_farm.modules import MENU
from events.train_farm.state import Camp, State

HIGH = 232.0
_MARKS = 4


def camp_panel(view: State, camp: Camp, say: Say, x: float, y: float, w: float) -> str:
    """One camp."""
    about = f"camp:{camp.seat}"
    fill = PANEL if camp.standing else FAINT
    drawn = rect(x, y, w, HIGH, fill, SEATS[camp.seat] if camp.standing else EDGE, 8)
    drawn += marker(x + 18, y + 18, camp.seat, 11)
    drawn += fitted(x + 36, y + 24, say(seat_text(camp.seat)), w - 190, 17, DARK, bold=True)
    if not camp.standing:
        return thing(about, drawn + _fallen(view, camp, say, x, y, w))
    drawn += _durability(camp, x + w - 12, y + 18)
    drawn += _stocks(camp, say, x + 12, y + 52, w - 24)
    for place, kind in enumerate(MENU):
        row, column = divmod(place, 3)
        cell = (w - 24 - 12) / 3
        drawn += _module(camp, kind, say, x + 12 + column * (cell + 6), y + 66 + row * 38, cell)
    return thing(about, drawn + _notes(view, camp, say, x, y + 144, w))


def _fallen(view: State, camp: Camp, say: Say, x: float, y: float, w: float) -> str:
    fell = next(fall.round for fall in view.fallen if fall.seat == camp.seat)
    key = "draw.resigned" if camp.resigned else "draw.fallen"
    return text(x + w / 2, y + HIGH / 2, say(names.say(key, round=fell)), 15, RED, "middle", bold=True)


def _durability(camp: Camp, right: float, y: float) -> str:
    """Durability as shields, at most nine of them."""
    cap = durability_cap(camp)
    return "".join(shield(right - 8 - 19 * (cap - 1 - k), y, 7.5, k < camp.durability) for k in range(cap))


def _stocks(camp: Camp, say: Say, x: float, y: float, w: float) -> str:
    """Bolts, food and people; the cap that food and people are held to at round end."""
    drawn, step = "", w / 4
    for place, res in enumerate(RESOURCES):
        n = camp.stock(res)
        left = x + place * step
        drawn += SIGNS[res](left + 9, y - 5, 8.5)
        drawn += text(left + 24, y + 2, str(n) if n >= 0 else f"−{-n}", 19, DARK if n > 0 else RED, bold=True)
    words = say(names.say("draw.store", n=storage_cap(camp)))
    return drawn + fitted(x + w, y + 1, words, step + 8, 12, GREY, "end")


def _module(camp: Camp, kind: str, say: Say, x: float, y: float, w: float) -> str:
    """A place for a module: free, base face, full level (double edge and star) or spent (broken edge and cross)."""
    tile = next((each for each in camp.tiles if each.kind == kind), None)
    name = say(names.module(kind))
    if tile is None:
        inside = rect(x, y, w, 32, "none", EDGE, 5, dash="4 3") + fitted(
            x + w / 2, y + 21, name, w - 10, 13, PALE, "middle"
        )
    elif tile.face == "spent":
        inside = rect(x, y, w, 32, FAINT, RED, 5, dash="2 3")
        inside += fitted(x + w / 2, y + 21, f"× {name}", w - 10, 13, GREY, "middle")
    elif tile.face == "full":
        inside = rect(x, y, w, 32, "#dcebd3", GREEN, 5) + rect(x + 2.5, y + 2.5, w - 5, 27, "none", GREEN, 4)
        inside += fitted(x + w / 2, y + 21, f"★ {name}", w - 10, 13, DARK, "middle", bold=True)
    else:
        inside = rect(x, y, w, 32, "#f3ead2", DARK, 5) + fitted(x + w / 2, y + 21, name, w - 10, 13, DARK, "middle")
    return thing(f"tile:{camp.seat}-{kind}", inside)


def _notes(view: State, camp: Camp, say: Say, x: float, y: float, w: float) -> str:
    """Where the squad is, visitors, and what holds for a while; the first few lines of it."""
    lines = list(wrapped(say(names.say("draw.squad", where=squad(camp))), w - 24, 12.5))
    for mark in status(view, camp):
        lines += wrapped(say(mark), w - 24, 12.5)
    more = len(lines) > _MARKS + 1
    shown = lines[:_MARKS] if more else lines
    drawn = "".join(text(x + 12, y + 14 + 16 * k, line, 12.5, GREY) for k, line in enumerate(shown))
    if more:
        drawn += text(x + 12, y + 14 + 16 * _MARKS, "…", 12.5, GREY)
    guests = "".join(thing(f"visitor:{guest.card}", "") for guest in camp.guests)
    lost = thing(f"squad:{camp.seat}", "") if camp.squad.lost else ""
    return drawn + guests + lost

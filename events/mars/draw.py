"""A view as a picture, 1000 wide: the map with what stands beside it, every player's board, cards that may be read."""

from events.mars.draw_cards import hand, strips
from events.mars.draw_map import HIGH, side, whole_map
from events.mars.icons import DEFINITIONS, icon
from events.mars.ink import GROUND, INK, PALE, PAPER, about, circle, fit, number, rect, seat_colour, write
from events.mars.names import say as named
from events.mars.nouns import RESOURCES
from events.mars.score import total
from events.mars.state import Seat, State
from events.texts import Say, seat_text

W = 1000
MARGIN = 20.0


def draw(view: State, say: Say) -> str:
    """The view as SVG."""
    if not view.seats:
        return _svg(60, write(MARGIN, 36, say(named("draw.empty")), 16))
    parts = [_head(view, say), whole_map(view, say), side(view, say)]
    y = HIGH + 34.0
    for seat in view.seats:
        drawn, high = _player(view, seat, say, y)
        parts.append(drawn)
        y += high + 12
    for seat in view.seats:
        drawn, high = _readable(seat, say, y)
        parts.append(drawn)
        y += high
    return _svg(y + 8, "".join(parts))


def _svg(high: float, inside: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {W} {number(high)}" width="{W}" height="{number(high)}">'
        f"{DEFINITIONS}{rect(0, 0, W, high, GROUND)}{inside}</svg>"
    )


def _head(view: State, say: Say) -> str:
    key = named("draw.generation", n=view.generation)
    words = f"{say(key)} · {say(named(f'phase.{view.phase}'))}"
    right = f"{say(named('draw.deck', n=view.deck))} · {say(named('draw.first'))}: {say(seat_text(view.first))}"
    return write(MARGIN, 32, words, 18, INK, bold=True) + write(W - MARGIN, 32, right, 13, PALE, "end")


def _player(view: State, seat: Seat, say: Say, y: float) -> tuple[str, float]:
    """A player board: rating, resources with production, tags by the cards in play."""
    colour = seat_colour(seat.seat)
    left = seat.seat in view.left
    cards, high = strips(seat, say, MARGIN + 12, y + 84)
    whole = 84 + high + 8 if not left else 34
    parts = [rect(MARGIN, y, W - 2 * MARGIN, whole, PAPER, 8, stroke=colour, stroke_width=2)]
    parts.append(rect(MARGIN, y, 8, whole, colour, 4))
    parts.append(
        circle(MARGIN + 24, y + 17, 10, colour)
        + write(MARGIN + 24, y + 21.5, str(seat.seat + 1), 12.5, PAPER, "middle", bold=True)
    )
    parts.append(write(MARGIN + 42, y + 22, fit(say(seat_text(seat.seat)), 14, 240), 14, INK, bold=True))
    if left:
        parts.append(write(W - MARGIN - 12, y + 22, say(named("draw.left")), 13, PALE, "end"))
        return about(f"seat:{seat.seat}", "".join(parts)), whole
    marks = [say(named("draw.rating", n=seat.rating)), say(named("draw.points", n=total(view, seat.seat)))]
    marks.append(say(named("draw.hand", n=len(seat.hand))))
    if seat.passed:
        marks.append(say(named("draw.passed")))
    if view.active == seat.seat:
        parts.append(
            rect(
                MARGIN + 2,
                y + 2,
                W - 2 * MARGIN - 4,
                whole - 4,
                "none",
                7,
                stroke=colour,
                stroke_width=2,
                stroke_dasharray="7 4",
            )
        )
    parts.append(write(W - MARGIN - 12, y + 22, "  ·  ".join(marks), 13, INK, "end"))
    for k, name in enumerate(RESOURCES):
        parts.append(_resource(seat, name, MARGIN + 14 + k * 157, y + 36))
    return about(f"seat:{seat.seat}", "".join(parts)) + cards, whole


def _resource(seat: Seat, name: str, x: float, y: float) -> str:
    """What there is of a resource, and its production in a darker field."""
    made = seat.production[name]
    inside = rect(x, y, 150, 38, "#faf7f2", 6, stroke="#d8cfc4") + icon(name, x + 7, y + 7, 24)
    inside += write(x + 40, y + 26, str(seat.resources[name]), 18, INK, bold=True)
    inside += rect(x + 92, y + 5, 52, 28, "#6b4a34", 5)
    inside += write(x + 118, y + 25, f"+{made}" if made >= 0 else f"−{-made}", 15, PAPER, "middle", bold=True)
    return about(f"track:{seat.seat}:{name}", inside)


def _readable(seat: Seat, say: Say, y: float) -> tuple[str, float]:
    """The cards of this seat that the viewer may read, in their groups."""
    choosing = tuple(name for name in (*seat.offers, *seat.pack, *seat.dealt, *seat.looked) if name)
    own = tuple(name for name in seat.hand if name)
    parts, high = "", 0.0
    for key, cards in (("draw.offers", choosing), ("draw.hand", own)):
        if cards:
            title = say(named(key, n=len(cards)) if key == "draw.hand" else named(key))
            drawn, rows = hand(cards, say, MARGIN, y + high + 26)
            parts += write(MARGIN, y + high + 18, f"{title} · {say(seat_text(seat.seat))}", 13, INK, bold=True) + drawn
            high += rows + 30
    return parts, high

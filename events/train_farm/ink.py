"""Pens for pictures: boxes, words that fit, and the signs of Train Farm, told apart by shape as well as colour."""

from collections.abc import Iterator
from html import escape

PAPER, PANEL, EDGE = "#f4efe4", "#fffdf7", "#b9ad94"
DARK, GREY, PALE, FAINT, RED, GREEN = "#2b2a27", "#6b655a", "#8f846e", "#d9d0bd", "#a63a2b", "#3d6b3a"
RES = {"bolts": "#5b6b7b", "food": "#b5651d", "people": "#34628f"}
SEATS = ("#c0392b", "#2471a3", "#239b56", "#b7950b", "#7d3c98", "#d35400", "#148f77", "#5d6d7e")
"""A colour a seat; its number is always written on it."""


def num(value: float) -> str:
    """A coordinate without needless digits."""
    return f"{value:.1f}".rstrip("0").rstrip(".")


def rect(x: float, y: float, w: float, h: float, fill: str, stroke: str = "none", r: float = 0, dash: str = "") -> str:
    """A box."""
    extra = f' stroke-dasharray="{dash}"' if dash else ""
    size = f'x="{num(x)}" y="{num(y)}" width="{num(w)}" height="{num(h)}" rx="{num(r)}"'
    return f'<rect {size} fill="{fill}" stroke="{stroke}"{extra}/>'


def text(
    x: float, y: float, words: str, size: float = 13, fill: str = DARK, anchor: str = "start", bold: bool = False
) -> str:
    """One line of words; `y` is its base line."""
    weight = ' font-weight="700"' if bold else ""
    place = f'x="{num(x)}" y="{num(y)}" font-size="{num(size)}" text-anchor="{anchor}"'
    return f'<text {place} fill="{fill}"{weight}>{escape(words)}</text>'


def wide(words: str, size: float) -> float:
    """About how wide words are."""
    return sum(size * (1.0 if ord(letter) > 0x2E7F else 0.53) for letter in words)


def fitted(
    x: float,
    y: float,
    words: str,
    room: float,
    size: float = 13,
    fill: str = DARK,
    anchor: str = "start",
    bold: bool = False,
) -> str:
    """One line made smaller, then cut, to fit its room."""
    need = wide(words, size)
    small = max(min(size, 10.5), size * min(1.0, room / need)) if need else size
    while wide(words, small) > room + 0.5 and len(words) > 1:
        words = words[:-2].rstrip() + "…"
    return text(x, y, words, small, fill, anchor, bold)


def wrapped(words: str, room: float, size: float) -> Iterator[str]:
    """Words broken into lines that fit: Latin words kept whole, Chinese broken anywhere."""
    line = ""
    for piece in _pieces(words):
        if line and wide(line + piece, size) > room:
            yield line.rstrip()
            line = piece.lstrip()
        else:
            line += piece
    if line:
        yield line.rstrip()


def _pieces(words: str) -> Iterator[str]:
    piece = ""
    for letter in words:
        if ord(letter) > 0x2E7F:
            if piece:
                yield piece
            yield letter
            piece = ""
        elif letter == " ":
            yield piece + " "
            piece = ""
        else:
            piece += letter
    if piece:
        yield piece


def thing(about: str, inside: str) -> str:
    """What an option can point at."""
    return f'<g data-about="{escape(about)}">{inside}</g>'


def bolt(x: float, y: float, r: float) -> str:
    """A bolt: a hexagon with a hole."""
    spots = ((1.0, 0.0), (0.5, 0.87), (-0.5, 0.87), (-1.0, 0.0), (-0.5, -0.87), (0.5, -0.87))
    points = " ".join(f"{num(x + r * dx)},{num(y + r * dy)}" for dx, dy in spots)
    hole = f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(r * 0.42)}" fill="{PANEL}"/>'
    return f'<polygon points="{points}" fill="{RES["bolts"]}"/>{hole}'


def food(x: float, y: float, r: float) -> str:
    """Food: an ear of grain."""
    colour = RES["food"]
    drawn = f'<path d="M{num(x)} {num(y + r)}V{num(y - r)}" stroke="{colour}" stroke-width="{num(r * 0.28)}"/>'
    for row in (-0.7, -0.1, 0.5):
        for side in (-1, 1):
            cx, cy = x + side * r * 0.42, y + row * r
            turn = f'transform="rotate({-35 * side} {num(cx)} {num(cy)})"'
            size = f'rx="{num(r * 0.26)}" ry="{num(r * 0.44)}"'
            drawn += f'<ellipse cx="{num(cx)}" cy="{num(cy)}" {size} fill="{colour}" {turn}/>'
    return drawn


def person(x: float, y: float, r: float) -> str:
    """A person: head and shoulders."""
    head = f'<circle cx="{num(x)}" cy="{num(y - r * 0.45)}" r="{num(r * 0.45)}" fill="{RES["people"]}"/>'
    body = f"M{num(x - r * 0.85)} {num(y + r)}a{num(r * 0.85)} {num(r * 0.95)} 0 0 1 {num(r * 1.7)} 0z"
    return head + f'<path d="{body}" fill="{RES["people"]}"/>'


SIGNS = {"bolts": bolt, "food": food, "people": person}


def shield(x: float, y: float, r: float, full: bool) -> str:
    """A point of durability, there or lost."""
    side = f"{num(r * 0.9)} {num(-r)} {num(r * 1.2)}"
    foot = f"q{num(-r)} {num(-r * 0.3)} {num(-r)} {num(-r * 1.2)}z"
    path = f"M{num(x - r)} {num(y - r)}h{num(2 * r)}v{num(r)}q0 {side}{foot}"
    return f'<path d="{path}" fill="{RED if full else "none"}" stroke="{RED}" stroke-width="1.2"/>'


def marker(x: float, y: float, seat: int, r: float = 9) -> str:
    """A squad's or camp's marker with the player's number."""
    disc = (
        f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(r)}" fill="{SEATS[seat]}" stroke="#ffffff" stroke-width="1.5"/>'
    )
    return disc + text(x, y + r * 0.42, str(seat + 1), r * 1.25, "#ffffff", "middle", bold=True)

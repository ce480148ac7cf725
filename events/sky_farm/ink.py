"""Strokes of the picture: SVG elements with presentation attributes only, colours and signs of resources.

What differs in hue differs in sign or lettering too, so that the picture can be read without colour.
"""

from html import escape
from itertools import zip_longest
from unicodedata import east_asian_width

from events.sky_farm import names
from events.sky_farm.resources import RESOURCES
from events.texts import Say

DARK = "#22303c"
GREY = "#5d6b78"
FAINT = "#c3ccd4"
PAPER = "#ffffff"
PANEL = "#f5f7f9"
SOIL = "#f1ece0"
TILTH = "#cfa874"
FURROW = "#a97f4c"
POST = "#5b4636"
LEAF = "#1f7a4d"
MARK = "#c0271d"
REACH = "#d98200"

HUES = {
    "green": "#bfe3c8",
    "orange": "#fbd3a6",
    "grey": "#d5dade",
    "purple": "#ddc9f0",
    "blue": "#bcdcf5",
    "yellow": "#f8e8a4",
    None: "#e6d3bd",
}
"""The ground of each market colour, light enough for dark letters; building material has none."""

SIGNS = {"farm": "♣", "mining": "◆", "fishing": "≈", "social": "♥", "badge": "★", "material": "■"}
"""A sign for each kind."""

SMALLEST = 7.5
FLOWING = 99
"""As many lines as it takes."""
_CLOSING = frozenset("、，。；：）×")
"""Signs that do not begin a line."""


def n(value: float) -> str:
    """A number as short as it can be."""
    return f"{value:.1f}".rstrip("0").rstrip(".")


_WIDTHS = {
    letter: width
    for width, letters in (
        (0.28, " ',.:;ijl|"),
        (0.34, "!()[]-I"),
        (0.4, "/frt"),
        (0.52, '"?*csvxyz'),
        (0.57, "·–"),
        (0.66, "ABCEFJKLPRSTVXYZ#&"),
        (0.77, "DGHNOQUw"),
        (0.94, "MWm%@"),
    )
    for letter in letters
}
_LETTER = 0.6
"""How wide signs are at size 1: of the two fonts that may be at hand about the wider."""


def wide(words: str, size: float) -> float:
    """About how wide a line of text is."""
    return size * sum(_WIDTHS.get(sign, 1.0 if east_asian_width(sign) in "WFA" else _LETTER) for sign in words)


def text(
    x: float, y: float, words: str, size: float = 12, colour: str = DARK, anchor: str = "start", bold: bool = False
) -> str:
    """A line of text with its baseline at the point."""
    weight = ' font-weight="bold"' if bold else ""
    place = "" if anchor == "start" else f' text-anchor="{anchor}"'
    said = escape(words, quote=False)
    return f'<text x="{n(x)}" y="{n(y)}" font-size="{n(size)}" fill="{colour}"{place}{weight}>{said}</text>'


def fit(
    x: float,
    y: float,
    words: str,
    size: float,
    room: float,
    colour: str = DARK,
    anchor: str = "start",
    bold: bool = False,
) -> str:
    """A line of text made smaller, down to 7.5, and then cut, so that it keeps in the room."""
    needed = wide(words, size)
    if needed > room:
        size = size * room / needed
        if size < SMALLEST:
            size, words = SMALLEST, cut(words, SMALLEST, room)
    return text(x, y, words, size, colour, anchor, bold)


def cut(words: str, size: float, room: float) -> str:
    """The words, or as many of their signs as fit."""
    if wide(words, size) <= room:
        return words
    while words and wide(f"{words}…", size) > room:
        words = words[:-1]
    return f"{words}…"


def block(words: str, size: float, room: float, lines: int) -> tuple[float, list[str]]:
    """The size, made smaller down to 7.5, at which the words keep in so many lines, and the lines."""
    while size > SMALLEST and len(flow(words, size, room, FLOWING)) > lines:
        size = max(SMALLEST, size - 0.25)
    return size, flow(words, size, room, lines)


def flow(words: str, size: float, room: float, lines: int = FLOWING) -> list[str]:
    """The words broken into at most so many lines; the last is cut."""
    found: list[str] = []
    now = ""
    for part in _parts(words):
        if now and wide(now + part, size) > room:
            found.append(now.strip())
            now = part.lstrip()
        else:
            now += part
    found.append(now.strip())
    if len(found) > lines:
        found = [*found[: lines - 1], cut(" ".join(found[lines - 1 :]), size, room)]
    return found


def _parts(words: str) -> list[str]:
    """Where a line may break: after a space, or after any wide sign that no closing sign follows."""
    parts: list[str] = []
    now = ""
    for sign, after in zip_longest(words, words[1:], fillvalue=""):
        now += sign
        if (sign == " " or east_asian_width(sign) in "WF") and after not in _CLOSING:
            parts.append(now)
            now = ""
    return [*parts, now] if now else parts


def rect(
    x: float,
    y: float,
    width: float,
    height: float,
    fill: str = PANEL,
    stroke: str = "none",
    radius: float = 0,
    line: float = 1,
    dash: str = "",
) -> str:
    """A rectangle."""
    edge = "" if stroke == "none" else f' stroke="{stroke}" stroke-width="{n(line)}"'
    edge += f' stroke-dasharray="{dash}"' if dash else ""
    round_off = f' rx="{n(radius)}"' if radius else ""
    size = f'width="{n(width)}" height="{n(height)}"'
    return f'<rect x="{n(x)}" y="{n(y)}" {size}{round_off} fill="{fill}"{edge}/>'


def path(d: str, stroke: str, width: float = 1, fill: str = "none") -> str:
    """Lines as an SVG path."""
    return f'<path d="{d}" fill="{fill}" stroke="{stroke}" stroke-width="{n(width)}" stroke-linecap="round"/>'


def disc(x: float, y: float, r: float, fill: str, stroke: str = "none") -> str:
    """A filled circle."""
    edge = "" if stroke == "none" else f' stroke="{stroke}"'
    return f'<circle cx="{n(x)}" cy="{n(y)}" r="{n(r)}" fill="{fill}"{edge}/>'


def thing(about: str, *parts: str) -> str:
    """What a question may be about."""
    return f'<g data-about="{escape(about)}">{"".join(parts)}</g>'


def panel(x: float, y: float, width: float, height: float, title: str = "") -> str:
    """A framed part of the picture with its title."""
    frame = rect(x, y, width, height, PANEL, FAINT, 6)
    return frame + (text(x + 10, y + 17, title, 13, DARK, bold=True) if title else "")


def short(resource: str, say: Say) -> str:
    """A resource in two signs: initials, or the first letters of a single word, or of its name in Chinese."""
    name = say(names.resource(resource))
    if not name.isascii():
        return name[:2]
    words = name.replace("-", " ").split()
    return words[0][:2] if len(words) == 1 else "".join(word[0].upper() for word in words[:2])


def hue(resource: str) -> str:
    """The ground colour of a resource."""
    return HUES[RESOURCES[resource].color]


def sign(resource: str) -> str:
    """The sign of a resource's kind."""
    return SIGNS[RESOURCES[resource].kind]

"""Strokes of the picture: SVG elements with presentation attributes only, and where lines of text break."""

from collections.abc import Iterable, Sequence
from html import escape
from unicodedata import east_asian_width

from events.planet.habitats import HABITATS, Habitat

Point = tuple[float, float]

DARK = "#22303c"
GREY = "#5d6b78"
FAINT = "#c3ccd4"
PAPER = "#ffffff"
PANEL = "#f4f6f8"
MARK = "#b3261e"

GROUND: dict[Habitat, tuple[str, str]] = {
    Habitat.OCEAN: ("#2f7cc0", "#ffffff"),
    Habitat.FOREST: ("#3d8540", "#ffffff"),
    Habitat.MOUNTAIN: ("#8d6b4c", "#ffffff"),
    Habitat.DESERT: ("#edc75f", "#5f430c"),
    Habitat.GLACIER: ("#e4f1f8", "#1f5f8b"),
}
"""Of each habitat the colour of its ground and of its sign."""

_SIGNS: dict[Habitat, str] = {
    Habitat.OCEAN: '<path d="M-6-2.5q1.5-2.5 3 0t3 0 3 0 3 0M-6 2.5q1.5-2.5 3 0t3 0 3 0 3 0" fill="none" '
    'stroke="{sign}" stroke-width="1.6" stroke-linecap="round"/>',
    Habitat.FOREST: '<path d="M0-6.5L4-1H2L5 3.5H1V6H-1V3.5H-5L-2-1H-4Z" fill="{sign}"/>',
    Habitat.MOUNTAIN: '<path d="M-6.5 4.5L-2-4.5 0.5 0.2 2-2 6.5 4.5Z" fill="{sign}"/>',
    Habitat.DESERT: '<circle r="2.1" fill="{sign}"/><path d="M0-6.2V-3.8M0 6.2V3.8M-6.2 0H-3.8M6.2 0H3.8'
    'M-4.4-4.4L-2.7-2.7M4.4 4.4L2.7 2.7M-4.4 4.4L-2.7 2.7M4.4-4.4L2.7-2.7" '
    'stroke="{sign}" stroke-width="1.3" stroke-linecap="round"/>',
    Habitat.GLACIER: '<path d="M0-6V6M-5.2-3L5.2 3M-5.2 3L5.2-3M-1.7-5.2L0-3.6 1.7-5.2M-1.7 5.2L0 3.6 1.7 5.2" '
    'fill="none" stroke="{sign}" stroke-width="1.3" stroke-linecap="round"/>',
}


def signs() -> str:
    """The habitats' signs, once for the whole picture; `sign` refers to them."""
    drawn = (f'<g id="planet-{kind.value}">{_SIGNS[kind].format(sign=GROUND[kind][1])}</g>' for kind in HABITATS)
    return f"<defs>{''.join(drawn)}</defs>"


def sign(habitat: Habitat, x: float, y: float, size: float = 1.0) -> str:
    """The habitat's sign around a point, 13 wide at size 1: readable without colour."""
    return f'<use href="#planet-{habitat.value}" transform="translate({_n(x)} {_n(y)})scale({size:.2g})"/>'


def swatch(habitat: Habitat, x: float, y: float) -> str:
    """A square of 18 with the habitat's colour and sign, its left upper corner at the point."""
    box = rect(x, y, 18, 18, fill=GROUND[habitat][0], stroke=GREY, radius=3)
    return box + sign(habitat, x + 9, y + 9, 1.05)


def text(
    x: float, y: float, words: str, size: float = 12, colour: str = DARK, anchor: str = "start", bold: bool = False
) -> str:
    """A line of text with its baseline at the point."""
    weight = ' font-weight="bold"' if bold else ""
    place = "" if anchor == "start" else f' text-anchor="{anchor}"'
    words = escape(words, quote=False)
    return f'<text x="{_n(x)}" y="{_n(y)}" font-size="{_n(size)}" fill="{colour}"{place}{weight}>{words}</text>'


def rect(
    x: float, y: float, wide: float, high: float, fill: str = PANEL, stroke: str = "none", radius: float = 0
) -> str:
    """A rectangle."""
    return (
        f'<rect x="{_n(x)}" y="{_n(y)}" width="{_n(wide)}" height="{_n(high)}" rx="{_n(radius)}" '
        f'fill="{fill}" stroke="{stroke}"/>'
    )


def polygon(points: Sequence[Point], fill: str, stroke: str = "none", width: float = 1) -> str:
    """A closed outline."""
    corners = " ".join(f"{_n(x)},{_n(y)}" for x, y in points)
    edge = f'stroke="{stroke}" stroke-width="{_n(width)}" stroke-linejoin="round"'
    return f'<polygon points="{corners}" fill="{fill}" {edge}/>'


def path(lines: Iterable[Sequence[Point]], stroke: str, width: float, fill: str = "none", veil: float = 1) -> str:
    """Lines in one stroke, closed ones where there is a fill; a ``veil`` below 1 lets the ground shine through."""
    end = "" if fill == "none" else "Z"
    course = "".join("M" + "L".join(f"{_n(x)} {_n(y)}" for x, y in one) + end for one in lines)
    thin = "" if veil == 1 else f' stroke-opacity="{veil:g}"'
    return f'<path d="{course}" fill="{fill}" stroke="{stroke}" stroke-width="{width:g}"{thin}/>' if course else ""


def disc(x: float, y: float, radius: float, fill: str, stroke: str = "none") -> str:
    """A filled circle."""
    return f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(radius)}" fill="{fill}" stroke="{stroke}"/>'


def chip(x: float, y: float, words: str, radius: float = 9, fill: str = DARK) -> str:
    """A disc with a short word in it, around the point."""
    return disc(x, y, radius, fill) + text(x, y + radius * 0.42, words, radius * 1.25, PAPER, "middle", bold=True)


def thing(about: str, *parts: str) -> str:
    """Parts that are one thing on the board, named ``kind:id``."""
    return f'<g data-about="{escape(about)}">{"".join(parts)}</g>'


def wide(words: str, size: float) -> float:
    """About how wide a line of text is, in the wider one of common sans-serif fonts."""
    return size * sum(_advance(one) for one in words)


def _advance(letter: str) -> float:
    if letter == "…" or east_asian_width(letter) in "WF":
        return 1.0
    for letters, width in (("ijl,.:;|'· ", 0.28), ("frtIJ()-", 0.4), ("mwMW", 0.9)):
        if letter in letters:
            return width
    return 0.67 if letter.isupper() else 0.58


def cut(words: str, size: float, room: float) -> str:
    """The words, or as many letters as fit, with an ellipsis."""
    if wide(words, size) <= room:
        return words
    while words and wide(words + "…", size) > room:
        words = words[:-1]
    return words.rstrip() + "…"


def fit(words: str, size: float, room: float, least: float = 9) -> tuple[str, float]:
    """The words and the size, down to ``least``, at which they fit; cut if they do not even then."""
    fits = min(size, max(least, size * room / max(1.0, wide(words, size))))
    return cut(words, fits, room + 1), fits


def flow(items: Iterable[tuple[str, float]], room: float) -> list[list[tuple[str, float]]]:
    """Items (what, how wide) broken into rows that fit, each with its place in the row."""
    rows: list[list[tuple[str, float]]] = []
    at = room
    for what, width in items:
        if not rows or at + width > room:
            rows.append([])
            at = 0.0
        rows[-1].append((what, at))
        at += width
    return rows


def _n(number: float) -> str:
    """A number with at most one decimal."""
    return f"{number:.1f}".removesuffix(".0")

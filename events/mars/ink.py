"""SVG by hand: shapes and lines of text as strings. No style attributes, no fonts named."""

from collections.abc import Iterable
from xml.sax.saxutils import escape, quoteattr

INK = "#1d1d1f"
PALE = "#6b6b70"
PAPER = "#ffffff"
GROUND = "#f4efe9"
SEATS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#b8860b")
"""Colours of the players, told apart by the colour-blind too; the seat's number always stands with them."""
NEUTRAL_COLOUR = "#8a8a8a"


def seat_colour(seat: int) -> str:
    """The colour of a seat, or grey."""
    return SEATS[seat % len(SEATS)] if seat >= 0 else NEUTRAL_COLOUR


def number(value: float) -> str:
    """A coordinate, short."""
    return f"{value:.1f}".removesuffix(".0")


def attributes(pairs: Iterable[tuple[str, object]]) -> str:
    """Attributes of a tag; underscores become hyphens, None is left out."""
    found = []
    for name, value in pairs:
        if value is not None:
            shown = number(value) if isinstance(value, float) else str(value)
            found.append(f" {name.rstrip('_').replace('_', '-')}={quoteattr(shown)}")
    return "".join(found)


def tag(name: str, inside: str = "", /, **attrs: object) -> str:
    """An element."""
    return (
        f"<{name}{attributes(attrs.items())}>{inside}</{name}>" if inside else f"<{name}{attributes(attrs.items())}/>"
    )


def rect(x: float, y: float, w: float, h: float, fill: str, r: float = 0, **more: str | float) -> str:
    """A rectangle."""
    return tag("rect", x=float(x), y=float(y), width=float(w), height=float(h), rx=r or None, fill=fill, **more)


def circle(x: float, y: float, r: float, fill: str, **more: str | float) -> str:
    """A disc."""
    return tag("circle", cx=float(x), cy=float(y), r=float(r), fill=fill, **more)


def write(
    x: float, y: float, words: str, size: float = 12, fill: str = INK, anchor: str = "start", bold: bool = False
) -> str:
    """A line of text with its baseline at y; bold is drawn by a thin outline, for fonts without a bold face."""
    return tag(
        "text",
        escape(words) or " ",
        x=float(x),
        y=float(y),
        font_size=size,
        fill=fill,
        text_anchor=None if anchor == "start" else anchor,
        stroke=fill if bold else None,
        stroke_width=0.4 if bold else None,
    )


def about(what: str, inside: str, **more: object) -> str:
    """A group that is something on the board."""
    return f"<g data-about={quoteattr(what)}{attributes(more.items())}>{inside}</g>"


def width(words: str, size: float) -> float:
    """About how wide a line is."""
    total = 0.0
    for letter in words:
        if ord(letter) > 0x2E80:
            total += 1.0
        elif letter in "il.,:;'|!()[] jtf":
            total += 0.31
        elif letter in "mwMW@%":
            total += 0.86
        elif letter.isupper() or letter in "€→−+":
            total += 0.66
        else:
            total += 0.55
    return total * size


def wrap(words: str, size: float, room: float, lines: int) -> list[str]:
    """The words in so many lines at most, the last one cut short with an ellipsis."""
    parts = _parts(words)
    found, line = [], ""
    for part in parts:
        if line and width(line + part, size) > room:
            found.append(line.strip())
            line = part.lstrip()
        else:
            line += part
    if line.strip():
        found.append(line.strip())
    if len(found) > lines:
        found = found[:lines]
        found[-1] = fit(found[-1] + "…", size, room)
    return found


def _parts(words: str) -> list[str]:
    """Where a line may break: after a space, around a wide letter."""
    parts: list[str] = []
    for letter in words:
        wide = ord(letter) > 0x2E80 and letter not in "，。：；、）」"
        if (
            not parts
            or parts[-1].endswith(" ")
            or wide
            or (ord(parts[-1][-1]) > 0x2E80 and letter not in "，。：；、）」")
        ):
            parts.append(letter)
        else:
            parts[-1] += letter
    return parts


def fit(words: str, size: float, room: float) -> str:
    """The words, cut short if they are wider than the room."""
    if width(words, size) <= room:
        return words
    cut = words.rstrip("…")
    while cut and width(cut + "…", size) > room:
        cut = cut[:-1]
    return cut.rstrip() + "…"

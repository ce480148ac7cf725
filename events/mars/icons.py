"""Small signs for tags, resources and tiles, 20 by 20, told apart by shape as well as by colour."""

from events.mars.ink import circle, number, rect, tag, write


def _path(d: str, fill: str = "none", stroke: str | None = None, w: float = 1.6) -> str:
    return tag(
        "path",
        d=d,
        fill=fill,
        stroke=stroke,
        stroke_width=w if stroke else None,
        stroke_linecap="round" if stroke else None,
        stroke_linejoin="round" if stroke else None,
    )


_LEAF = "M4 16C4 8 9 4 16 4C16 11 12 16 4 16Z"
_BOLT = "M11 2L4 11H9L8 18L16 8H11Z"
_STAR = "M10 3L12 8H17L13 11L14.500 16L10 13L5.500 16L7 11L3 8H8Z"

ICONS: dict[str, str] = {
    "building": circle(10, 10, 9, "#8c5a2b") + _path("M4 11L10 5L16 11V15H4Z", "#ffffff"),
    "space": circle(10, 10, 9, "#202533") + _path(_STAR, "#ffd84d"),
    "power": circle(10, 10, 9, "#7b3fa0") + _path(_BOLT, "#ffffff"),
    "science": circle(10, 10, 9, "#ffffff", stroke="#444444")
    + _path("M10 6C14 6 18 8 18 10S14 14 10 14S2 12 2 10S6 6 10 6ZM7 4L13 16M13 4L7 16", stroke="#333333", w=1.2),
    "jovian": circle(10, 10, 9, "#e39b4a") + _path("M2.500 8H17.500M2 12H18", stroke="#7a3d10", w=2),
    "earth": circle(10, 10, 9, "#2f74c0") + _path("M5 6Q9 3 11 7T9 12Q6 12 5 6ZM12 11Q16 10 16 13T12 16Z", "#9bd27c"),
    "plant": circle(10, 10, 9, "#2f8f3a") + _path("M5 15C5 9 9 5 15 5C15 11 11 15 5 15Z", "#e6f7d8"),
    "microbe": circle(10, 10, 9, "#b7d36a")
    + circle(10, 10, 4, "#4b6b10")
    + _path("M10 6V3M10 14V17M6 10H3M14 10H17M7 7L5 5M13 13L15 15", stroke="#4b6b10"),
    "animal": circle(10, 10, 9, "#1f5c37")
    + circle(10, 13, 3.4, "#ffffff")
    + circle(5.5, 9, 1.8, "#ffffff")
    + circle(9, 6, 1.8, "#ffffff")
    + circle(13.5, 7.5, 1.8, "#ffffff"),
    "city": circle(10, 10, 9, "#5c6470") + rect(5, 8, 4, 8, "#ffffff") + rect(10, 5, 5, 11, "#ffffff"),
    "event": circle(10, 10, 9, "#b3372f") + write(10, 15, "!", 13, "#ffffff", "middle", bold=True),
    "megacredits": rect(2, 2, 16, 16, "#f4c534", 3) + write(10, 15, "€", 13, "#4a3900", "middle", bold=True),
    "steel": rect(2, 2, 16, 16, "#8a5a35", 3) + _path("M5 5H15M5 15H15M10 5V15", stroke="#ffffff", w=2.4),
    "titanium": rect(2, 2, 16, 16, "#3a3f4c", 3) + _path(_STAR, "#ffffff"),
    "plants": rect(2, 2, 16, 16, "#3b9b47", 3) + _path("M5 15C5 9 9 5 15 5C15 11 11 15 5 15Z", "#ffffff"),
    "energy": rect(2, 2, 16, 16, "#8447b0", 3) + _path(_BOLT, "#ffffff"),
    "heat": rect(2, 2, 16, 16, "#d2501f", 3) + _path("M10 3C15 8 15 17 10 17S5 11 8 9C8 11 10 10 10 3Z", "#ffe08a"),
    "card": rect(4, 2, 12, 16, "#fff8e6", 2, stroke="#5b4a1f")
    + _path("M7 6H13M7 9H13M7 12H11", stroke="#5b4a1f", w=1.4),
    "fighter": circle(10, 10, 9, "#444444") + _path("M10 4L16 15L10 12L4 15Z", "#ffffff"),
    "drop": rect(2, 2, 16, 16, "#1f6fb2", 3) + _path("M10 4C13 8 14 10 14 12A4 4 0 0 1 6 12C6 10 7 8 10 4Z", "#ffffff"),
    "ocean": _path("M2 8Q5 5 8 8T14 8T20 8M2 13Q5 10 8 13T14 13T20 13", stroke="#ffffff", w=2),
    "greenery": _path("M10 2L16 10H13L17 15H11V18H9V15H3L7 10H4Z", "#ffffff"),
    "town": rect(3, 9, 5, 9, "#ffffff") + rect(9, 4, 5, 14, "#ffffff") + rect(15, 11, 3, 7, "#ffffff"),
    "crown": _path("M3 16L2 6L7 10L10 3L13 10L18 6L17 16Z", "#ffffff"),
    "special": _path("M10 2L18 10L10 18L2 10Z", "#ffffff"),
    "volcano": _path("M3 17L8 7H12L17 17Z", "#7d2e12") + _path("M10 6V2M7 5L6 3M13 5L14 3", stroke="#d2501f"),
}

DEFINITIONS = tag("defs", "".join(tag("g", shape, id=f"m-{name}") for name, shape in ICONS.items()))
"""All signs, once a picture."""


def icon(name: str, x: float, y: float, size: float = 20) -> str:
    """A sign with its top left corner there."""
    place = f"translate({number(x)} {number(y)})" + (f" scale({size / 20:.3f})" if size != 20 else "")
    return tag("use", href=f"#m-{name}", transform=place)

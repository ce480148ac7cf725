"""Pictures of positions: a game's SVG, and the same as PNG, cached by match, commit, viewpoint and language.

The SVG of a game names no font. For PNG the font comes from a package, never from the machine; for browsers a list
of their own sans-serif fonts is written into the root.
"""

import asyncio
import re
from collections import OrderedDict
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple

import resvg_py

from events.hidden import Viewer
from events.match import Match
from events.texts import Say

WIDTH: Final = 1000
KEPT: Final = 256

_FAMILY: Final = {"zh-Hans": "Noto Sans CJK SC", "zh-Hant": "Noto Sans CJK TC"}
_BROWSER: Final = "'Noto Sans','Noto Sans CJK SC','PingFang SC','Microsoft YaHei',system-ui,sans-serif"
_TEXT: Final = re.compile(r"(<(?:text|tspan)\b[^>]*>)([^<]*)")
_LATIN: Final = re.compile(r"[^\s<>&;]*[\u0100-\u024f\u1e00-\u1eff][^\s<>&;]*")
_BLANK: Final = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 9"></svg>'


class Which(NamedTuple):
    """What a picture shows. A match's commits never change, so neither does the picture of one."""

    match: str
    n: int
    viewer: Viewer
    language: str
    names: tuple[str, ...] = ()


def svg(match: Match, viewer: Viewer, say: Say) -> str:
    """The game's picture of a position for a viewer; an empty one before the start."""
    view = match.view(viewer)
    return _BLANK if view is None else match.record.draw(view, say)


def for_browsers(drawn: str) -> str:
    """The picture with fonts named for browsers."""
    return drawn.replace("<svg ", f'<svg font-family="{_BROWSER}" ', 1)


@cache
def font_file() -> str:
    """The font that comes with us."""
    return str(files("noto_cjk_sans_otc").joinpath("NotoSansCJK-Regular.ttc"))


@cache
def latin_font_file() -> str:
    """A font for the letters of European names that the other has not."""
    return str(files("fontpkg_noto_sans").joinpath("files", "NotoSans[wdth,wght].ttf"))


def _with_latin(drawn: str) -> str:
    """The picture with words in letters that the main font lacks set in the other: resvg falls back to none itself."""
    return _TEXT.sub(
        lambda found: found[1] + _LATIN.sub(r'<tspan font-family="Noto Sans">\g<0></tspan>', found[2]), drawn
    )


def png(drawn: str, language: str = "en", width: int = WIDTH) -> bytes:
    """The picture as PNG of this width, on white. ValueError if it is no SVG."""
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=_with_latin(drawn),
            width=width,
            background="#ffffff",
            font_files=[font_file(), latin_font_file()],
            font_family=_FAMILY.get(language, _FAMILY["zh-Hans"]),
            skip_system_fonts=True,
        )
    )


class Pictures:
    """Pictures drawn lately."""

    def __init__(self, kept: int = KEPT) -> None:
        self._kept = kept
        self._pictures: OrderedDict[tuple[Which, str], bytes] = OrderedDict()
        self._one_at_a_time = asyncio.Lock()

    def svg(self, which: Which, draw: Callable[[], str]) -> bytes:
        """The SVG for browsers; `draw` is called when it is not at hand."""
        found = self._find(which, "svg")
        return found or self._keep(which, "svg", for_browsers(draw()).encode())

    async def png(self, which: Which, draw: Callable[[], str]) -> bytes:
        """The PNG, made beside the event loop, one at a time."""
        found = self._find(which, "png")
        if found:
            return found
        async with self._one_at_a_time:
            found = self._find(which, "png")
            if found:
                return found
            drawn = draw()
            return self._keep(which, "png", await asyncio.to_thread(png, drawn, which.language))

    def _find(self, which: Which, kind: str) -> bytes | None:
        found = self._pictures.get((which, kind))
        if found is not None:
            self._pictures.move_to_end((which, kind))
        return found

    def _keep(self, which: Which, kind: str, data: bytes) -> bytes:
        self._pictures[which, kind] = data
        if len(self._pictures) > self._kept:
            self._pictures.popitem(last=False)
        return data

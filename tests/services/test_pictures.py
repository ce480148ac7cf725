"""Pictures: text is drawn with our own font in every language, and nothing is drawn twice."""

from __future__ import annotations

import struct
import zlib

import pytest

from services.pictures import Pictures, Which, for_browsers, png

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 40"><text x="4" y="30" font-size="24">{}</text></svg>'


def ink(data: bytes) -> int:
    """How many bytes of a PNG's pixels are not white."""
    assert data.startswith(b"\x89PNG")
    at, packed = 8, b""
    while at < len(data):
        (size,) = struct.unpack(">I", data[at : at + 4])
        if data[at + 4 : at + 8] == b"IDAT":
            packed += data[at + 8 : at + 8 + size]
        at += size + 12
    (width, height, depth, colour) = struct.unpack(">IIBB", data[16:26])
    assert depth == 8
    channels = {2: 3, 6: 4}[colour]
    rows = zlib.decompress(packed)
    line = width * channels + 1
    return sum(any(rows[row * line + 1 : (row + 1) * line]) for row in range(height))


@pytest.mark.parametrize(("language", "text"), [("en", "Ocean"), ("zh-Hans", "海洋与冰川"), ("zh-Hant", "海洋與冰川")])
def test_text_leaves_ink(language: str, text: str) -> None:
    blank = png(SVG.format(""), language)
    drawn = png(SVG.format(text), language)
    assert drawn != blank
    assert len(drawn) > len(blank) + 300
    assert ink(drawn) > 5


def test_characters_are_drawn_as_the_language_has_them() -> None:
    """直 is written differently in the two Chinese fonts."""
    assert png(SVG.format("直角"), "zh-Hans") != png(SVG.format("直角"), "zh-Hant")


def test_what_is_no_picture_is_refused() -> None:
    with pytest.raises(ValueError):
        png("no svg")


async def test_each_picture_is_drawn_once() -> None:
    pictures, drawn = Pictures(kept=2), []

    def draw() -> str:
        drawn.append(1)
        return SVG.format("x")

    which = Which("m", 1, 0, "en")
    assert await pictures.png(which, draw) == await pictures.png(which, draw)
    assert pictures.svg(which, draw) == for_browsers(SVG.format("x")).encode()
    assert len(drawn) == 2
    for viewer in (1, None, "all"):
        pictures.svg(which._replace(viewer=viewer), draw)  # type: ignore[arg-type]
    assert len(drawn) == 5
    await pictures.png(which, draw)
    assert len(drawn) == 6


def test_letters_that_one_font_lacks_come_from_another() -> None:
    drawn = {png(SVG.format(letter)) for letter in ("ę", "ł", "ż", "ő")}
    assert len(drawn) == 4  # letters no font has would all be the same box

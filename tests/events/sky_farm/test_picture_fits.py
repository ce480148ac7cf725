"""The picture's texts fit: none is cut, none lies on another, in any language and for everything with a long name."""

from __future__ import annotations

from typing import NamedTuple
from xml.etree import ElementTree as ET

import pytest
from msgspec.structs import replace

from events import registry, texts
from events.sky_farm import RECORD
from events.sky_farm.cards import NEIGHBOUR_CARDS, TASK_CARDS
from events.sky_farm.farming_dice import ANIMALS
from events.sky_farm.ink import fit, flow, wide
from events.sky_farm.sheets import BADGES, SPECIALS, UPGRADES
from events.sky_farm.state import Die, State
from events.texts import LANGUAGES, speaker
from tests.events.sky_farm.matches import walk

registry.load()
texts.add_catalogue(RECORD.id, RECORD.texts)
CARDS = [*NEIGHBOUR_CARDS]
TASKS = [*TASK_CARDS]
SEASONAL = [name for name in TASKS if name.startswith("S")]
NAMES = ("Bartholomew", "Ada")


class Line(NamedTuple):
    """A line of text in the picture and the box around it."""

    words: str
    left: float
    right: float
    top: float
    bottom: float


def lines(state: State, viewer: int | None, language: str) -> list[Line]:
    found = []
    for element in ET.fromstring(RECORD.draw(RECORD.view(state, viewer), speaker(language, NAMES))).iter():
        if element.tag.endswith("text") and element.text:
            x, y, size = (float(element.attrib[name]) for name in ("x", "y", "font-size"))
            long = wide(element.text, size)
            left = x - {"start": 0.0, "middle": long / 2, "end": long}[element.get("text-anchor", "start")]
            found.append(Line(element.text, left, left + long, y - 0.62 * size, y + 0.05 * size))
    return found


def faults(state: State, viewer: int | None, language: str) -> list[str]:
    """Texts that are cut, run out of the picture, or lie on others."""
    there = sorted(lines(state, viewer, language), key=lambda line: line.top)
    found = [line.words for line in there if "…" in line.words or line.left < 0 or line.right > 1001]
    for number, line in enumerate(there):
        for other in there[number + 1 :]:
            if other.top >= line.bottom:
                break
            if line.left + 0.5 < other.right and other.left + 0.5 < line.right:
                found.append(f"{line.words} / {other.words}")
    return found


def dealt(state: State, number: int) -> State:
    """A position with other cards: two drawn on a side or, in turn with that, two gifts to take; other tasks."""
    own = state.seats[0]
    first, second, third, *others = (CARDS[(number + k) % len(CARDS)] for k in range(4))
    drawn = number % 2 == 0
    own = replace(
        own,
        left=replace(own.left, card=None if drawn else second, pair=(first, second) if drawn else ()),
        right=replace(own.right, card=third, pair=()),
        gifts=() if drawn else (first, *others),
        crops=(),
        animals=tuple(Die(f"{kind}-1", kind, 1, -1) for kind in ANIMALS),
    )
    display = tuple(TASKS[(number + k) % len(TASKS)] for k in range(5))
    preview = tuple(SEASONAL[(number + k) % len(SEASONAL)] for k in range(2))
    return replace(state, seats=(own, *state.seats[1:]), display=display, preview=preview)


@pytest.mark.parametrize("language", LANGUAGES)
def test_in_a_match(language: str) -> None:
    for state in walk(2, 5)[0][1:]:
        assert faults(state, 0, language) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_with_every_card(language: str) -> None:
    state = walk(2, 5)[0][1]
    for number in range(len(TASKS) + 1):
        assert faults(dealt(state, number), 0, language) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_with_everything_finished(language: str) -> None:
    """The small picture names all of it."""
    state = walk(2, 5)[0][-1]
    done = (*UPGRADES, *SPECIALS, *BADGES)
    rich = replace(state, seats=tuple(replace(farm, done=done) for farm in state.seats))
    assert faults(rich, 0, language) == []


def test_what_is_made_smaller_is_not_cut() -> None:
    for words in ("Moon radish", "Star berry", "Cloud lettuce", "Nebula grape"):
        for share in (0.75, 0.8, 0.85, 0.9, 0.95):
            assert words in fit(0, 0, words, 10.5, share * wide(words, 10.5))


def test_no_line_begins_with_a_closing_sign() -> None:
    assert flow("天域、农场", 10, 20) == ["天", "域、", "农场"]

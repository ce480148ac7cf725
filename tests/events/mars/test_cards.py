"""Every card and corporation against the fact sheet, which was typed independently."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from events import texts
from events.mars import RECORD, describe, names
from events.mars.cards import CARDS
from events.mars.corporations import CORPORATIONS
from events.mars.map import SPACES
from events.texts import LANGUAGES, MISSING, catalogue, render
from tests.facts.mars import notation

FACTS = Path(__file__).parents[2] / "facts" / "mars"
SHEET = {raw["id"]: raw for raw in json.loads((FACTS / "cards.json").read_text())}
CORPORATION_SHEET = {raw["id"]: raw for raw in json.loads((FACTS / "corporations.json").read_text())}
NAMES = json.loads((FACTS / "names.json").read_text())
LEFT_OUT = {"name", "notes"}
texts.add_catalogue("mars", RECORD.texts)


def tidy(raw: Any) -> Any:
    """The sheet in one spelling: no prose, names of special steps only, protections sorted."""
    if isinstance(raw, dict):
        found = {key: tidy(value) for key, value in raw.items() if key != "text"}
        if "protect" in found:
            found["protect"]["resources"] = sorted(found["protect"]["resources"])
        return found
    return [tidy(item) for item in raw] if isinstance(raw, list) else raw


def test_all_are_there():
    assert list(CARDS) == [raw["id"] for raw in sorted(SHEET.values(), key=lambda raw: raw["number"])]
    assert list(CORPORATIONS) == list(CORPORATION_SHEET)
    assert (len(CARDS), len(CORPORATIONS)) == (208, 13)


@pytest.mark.parametrize("name", SHEET)
def test_card(name):
    raw = {key: value for key, value in SHEET[name].items() if key not in LEFT_OUT}
    assert notation.card(CARDS[name]) == tidy(raw)


@pytest.mark.parametrize("name", CORPORATION_SHEET)
def test_corporation(name):
    raw = {key: value for key, value in CORPORATION_SHEET[name].items() if key not in LEFT_OUT}
    assert notation.corporation(CORPORATIONS[name]) == tidy(raw)


def test_few_are_bespoke():
    assert sum("Bespoke(" in repr(card) for card in CARDS.values()) <= 10


def test_names_in_three_languages():
    for language in LANGUAGES:
        there = catalogue("mars", language)
        for kind, section in (("cards", "card"), ("corporations", "corporation"), ("tiles", "tile"), ("tags", "tag")):
            for name, said in NAMES[kind].items():
                assert there[f"mars.{section}.{name}"].lower() == said[language].lower()
        assert len({there[f"mars.card.{name}"] for name in CARDS}) == 208


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_is_described(language):
    for card in CARDS.values():
        for line in describe.card_lines(card):
            assert MISSING not in render(line, language), (card.id, render(line, language))
    for corporation in CORPORATIONS.values():
        assert all(MISSING not in render(line, language) for line in describe.corporation_lines(corporation))


def test_catalogues_agree():
    assert texts.parity("mars") == []


def test_the_map_is_a_map():
    """Neighbours are mutual and clockwise from top left by axial coordinates."""
    around = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
    by_axes = {(space.q, space.r): space.id for space in SPACES.values()}
    assert len(by_axes) == 61
    for space in SPACES.values():
        near = [by_axes.get((space.q + dq, space.r + dr)) for dq, dr in around]
        assert tuple(one for one in near if one is not None) == space.neighbors
    kinds = [space.kind for space in SPACES.values()]
    assert (kinds.count("ocean"), kinds.count("reserved"), kinds.count("land")) == (12, 1, 48)
    assert sum(len(space.neighbors) for space in SPACES.values()) == 2 * 156


def test_one_is_told_in_the_singular():
    lines = [line for card in CARDS.values() for line in describe.card_lines(card)]
    lines += [line for corporation in CORPORATIONS.values() for line in describe.corporation_lines(corporation)]
    for words in map(render, lines):
        assert not re.search(r"\b1 (?:[a-z-]+ )?[a-z]+s\b", words), words
        assert not re.search(r"\b(?:[2-9]|[0-9]{2}) (?:plant|microbe|animal|fighter|card|tag)\b(?! tags)", words), words


def test_a_number_chooses_the_word():
    assert [render(text) for text in names.changes({"plants": 1, "steel": 1, "heat": 2})] == [
        "+1 plant",
        "+1 steel",
        "+2 heat",
    ]
    assert [render(text) for text in names.changes({"plants": -1})] == ["−1 plant"]
    assert [render(text) for text in names.amounts({"plants": 3})] == ["3 plants"]
    assert [render(text, "zh-Hans") for text in names.amounts({"plants": 1})] == ["1 植物"]

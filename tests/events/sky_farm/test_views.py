"""What viewers see: redaction, twins, the chronicle, the board, the picture; in three languages."""

from typing import get_args
from xml.etree import ElementTree as ET

import pytest

from events import registry, texts
from events.hidden import redact
from events.sky_farm import RECORD
from events.sky_farm.events import PairDealt, SkyFarmEvents
from events.sky_farm.ink import cut, flow, short, wide
from events.sky_farm.resources import RESOURCES
from events.texts import LANGUAGES, MISSING, Text, render, speaker
from services import pictures
from services.dice import Seeded
from services.laws.showing import options_of
from services.sky_farm import REFEREE
from tests.events.sky_farm.matches import walk

registry.load()
texts.add_catalogue(RECORD.id, RECORD.texts)
ALLOWED = {"svg", "g", "rect", "circle", "path", "text"}
SEATS = (1, 2, 4, 6)


def positions(seats=3, seed=5):
    return walk(seats, seed)[0][1:]


@pytest.mark.parametrize("seats", SEATS)
def test_a_twin_has_other_pairs_and_the_same_view(seats):
    state = positions(seats)[0]
    for viewer in (*range(seats), None):
        view = RECORD.view(state, viewer)
        twins = [RECORD.imagine(view, viewer, Seeded(seed)) for seed in range(6)]
        for twin in twins:
            assert RECORD.view(twin, viewer) == view
            assert RECORD.census(twin) == RECORD.census(state)
        if seats > 1 or viewer is None:
            assert len({str(twin) for twin in twins}) > 1


def test_everything_but_drawn_pairs_is_open():
    """K61."""
    for state in positions():
        view = RECORD.view(state, None)
        for mine, seen in zip(state.seats, view.seats, strict=True):
            assert seen.forest == mine.forest
            assert seen.stamps == mine.stamps
            assert all(set(side.pair) <= {""} for side in seen.sides)


def test_only_the_pair_is_hidden_in_events():
    for seats in (2, 3):
        for event in walk(seats, 5)[1]:
            assert isinstance(event, PairDealt) or redact(event, None) == event


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_chronicle_has_words(language):
    told = [event for seed in (5, 6) for event in walk(3, seed)[1]]
    for event in told:
        for viewer in (0, None):
            line = RECORD.tell(redact(event, viewer))
            if line is not None:
                words = render(line, language)
                assert MISSING not in words
                assert "{" not in words


def test_a_drawn_pair_is_told_to_its_owner_only():
    event = PairDealt(1, "left", ("N01", "N02"))
    assert "N01" in render(RECORD.tell(redact(event, 1)), "en")
    assert "N01" not in render(RECORD.tell(redact(event, 0)), "en")


def test_every_event_has_a_tag_of_its_own():
    tags = [event.__struct_config__.tag for event in get_args(SkyFarmEvents)]
    assert len(set(tags)) == len(tags)
    assert all(tag.startswith("sky_farm.") for tag in tags)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_board_has_words(language):
    for state in (RECORD.start, *positions()):
        for viewer in (0, None):
            for line in RECORD.board(RECORD.view(state, viewer)):
                assert MISSING not in render(line, language)


@pytest.mark.parametrize("seats", SEATS)
def test_the_picture_is_well_formed_in_plain_elements(seats):
    for state in positions(seats)[::4]:
        for viewer in (0, None):
            root = ET.fromstring(RECORD.draw(RECORD.view(state, viewer), speaker("en")))
            for element in root.iter():
                assert element.tag.rpartition("}")[2] in ALLOWED
                assert not {"style", "class", "font-family"} & element.attrib.keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_missing_in_the_picture(language):
    for state in positions()[::3]:
        assert MISSING not in RECORD.draw(RECORD.view(state, 1), speaker(language))


def test_what_questions_are_about_is_in_the_picture():
    for state in (*positions(3, 5), *positions(2, 6)):
        for ask in REFEREE.pending(state):
            words = RECORD.draw(RECORD.view(state, ask.seat), speaker("en"))
            for option in options_of(REFEREE.choice(state, ask)):
                assert option.about is None or f'data-about="{option.about}"' in words


def test_an_empty_table_is_drawn():
    assert RECORD.draw(RECORD.start, speaker("en")).startswith("<svg")


def test_the_picture_has_ink():
    """resvg draws no text, without an error, when a font is missing."""
    drawn = RECORD.draw(RECORD.view(positions()[3], 0), speaker("zh-Hans"))
    bare = "".join(part for part in drawn.split("<text")[:1]) + "</svg>"
    assert len(pictures.png(drawn, "zh-Hans")) > 20_000
    assert bare


@pytest.mark.parametrize("language", LANGUAGES)
def test_resources_are_told_apart_on_the_manifest(language):
    """By letters, or by colour and sign."""
    say = speaker(language)
    stamped = [each for each in RESOURCES.values() if each.shape]
    assert len({(short(each.id, say), each.type) for each in stamped}) == len(stamped)


def test_lines_break_and_are_cut():
    assert flow("one two three four", 10, 50, 2) == ["one two", "three f…"] or wide("one two", 10) <= 50
    assert cut("abcdef", 10, 20).endswith("…")
    assert flow("天域农场天域农场", 10, 40, 2) == ["天域农场", "天域农场"]


def test_one_is_asked_for_in_the_singular():
    assert render(Text("sky_farm.ask.coins", {"n": 1})) == "Where does the coin go?"
    assert render(Text("sky_farm.ask.coins", {"n": 3})) == "Where do the 3 coins go?"
    assert render(Text("sky_farm.draw.points", {"n": 1})) == "1 point"

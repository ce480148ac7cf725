"""Texts: rendered late, in the reader's language, never an error."""

import pytest

from events import registry, texts
from events.texts import LANGUAGES, Text, negotiate, render, seat_text, speaker


@pytest.fixture(autouse=True)
def catalogues():
    registry.load()


def test_placeholders_plurals_and_texts_within():
    assert render(Text("table.refused.seats_free", {"free": 1})) == "One seat is still free."
    assert render(Text("table.refused.seats_free", {"free": 3})) == "3 seats are still free."
    told = Text("table.told.shared", {"who": (seat_text(0), seat_text(2))})
    assert render(told, "en", ["Ann", "", "Cy"]) == "Ann, Cy share the win."
    assert "Ann、玩家3" in render(told, "zh-Hans", ["Ann"])


def test_numbers_below_zero_have_a_real_minus():
    assert render(Text("table.typed.least", {"n": -3})) == "Choose at least −3."


def test_what_is_missing_shows_and_breaks_nothing():
    assert render(Text("table.no.such")) == "⟦table.no.such⟧"
    assert render(Text("nowhere.at.all")) == "⟦nowhere.at.all⟧"
    assert "⟦" in render(Text("table.typed.least"))
    assert not texts.has("table.no.such")
    assert texts.has("table.told.started", "zh-Hant")


def test_arguments_are_not_templates_themselves():
    assert render(Text("table.typed.unknown", {"given": "{given}{n}"})) == "“{given}{n}” is none of the options."


def test_a_speaker_speaks_one_language():
    assert speaker("zh-Hant")(seat_text(1)) == "玩家2"


@pytest.mark.parametrize(
    ("accept", "language"),
    [
        (None, "en"),
        ("", "en"),
        ("fr, zh;q=0.5", "zh-Hans"),
        ("zh-TW", "zh-Hant"),
        ("zh-Hant-HK, en", "zh-Hant"),
        ("zh-Hans-HK", "zh-Hans"),
        ("en;q=0.2, zh-CN;q=0.9", "zh-Hans"),
        ("zh;q=0, en;q=0.1", "en"),
        ("*", "en"),
        ("zh;q=x", "en"),
        ("," * 5000, "en"),
    ],
)
def test_the_readers_language(accept, language):
    assert negotiate(accept) == language


def test_the_languages_of_every_package_agree():
    assert [line for package in ("table", *registry.load()) for line in texts.parity(package)] == []
    assert LANGUAGES == ("en", "zh-Hans", "zh-Hant")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", registry.GAMES)
def test_every_game_has_a_name(game, language):
    assert texts.has(f"{game}.name", language)

"""Words in three languages: the same keys everywhere, and on every card the words of the component files."""

from __future__ import annotations

import pytest

from events import texts
from events.texts import MISSING, Text, render
from events.train_farm import RECORD, names
from events.train_farm.cards import EVENTS, EXPLORATION, VISITORS
from tests.facts.train_farm import oracle

texts.add_catalogue("train_farm", RECORD.texts)


def said(key, language):
    return render(Text(f"train_farm.{key}"), language)


def test_all_languages_have_the_same_keys():
    assert texts.parity("train_farm") == []


@pytest.mark.parametrize("language", oracle.LANGUAGES)
def test_cards_say_what_the_component_files_say(language):
    for deck in oracle.DECKS:
        for key, card in oracle.cards(deck).items():
            assert said(f"card.{key}.name", language) == card["name"][language]
            assert said(f"card.{key}.scene", language) == card["scene"][language]
            for option in card.get("options", ()):
                which = option["id"].lower()
                assert said(f"card.{key}.{which}", language) == option["label"][language]
                assert said(f"card.{key}.{which}_rules", language) == option["rules"][language]
            if "resolve" in card:
                assert said(f"card.{key}.rules", language) == card["rules"][language]
    for card in oracle.fact("visitors")["cards"]:
        assert said(f"card.{card['id']}.name", language) == card["name"][language]
        assert said(f"card.{card['id']}.rules", language) == card["text"][language]


@pytest.mark.parametrize("language", oracle.LANGUAGES)
def test_pieces_say_what_the_component_files_say(language):
    for module in oracle.fact("modules")["modules"]:
        assert said(f"module.{module['id']}.name", language) == module["name"][language]
        assert said(f"module.{module['id']}.base", language) == module["base"]["text"][language]
        assert said(f"module.{module['id']}.full", language) == module["upgraded"]["text"][language]
    for role in oracle.fact("roles")["roles"]:
        assert said(f"role.{role['id']}.name", language) == role["name"][language]
        assert said(f"role.{role['id']}.text", language) == role["text"][language]
    for task in oracle.fact("tasks")["tasks"]:
        assert said(f"task.{task['id']}.name", language) == task["name"][language]
    for region in oracle.fact("rails")["regions"]:
        assert said(f"region.{region['id']}.name", language) == region["name"][language]
    for kind, space in oracle.fact("map")["kinds"].items():
        assert said(f"space.{kind}.name", language) == space["name"][language]


@pytest.mark.parametrize("language", oracle.LANGUAGES)
def test_every_effect_has_words(language):
    for card in EXPLORATION.values():
        for effects in (card.safe, card.risky.success, card.risky.failure):
            assert MISSING not in render(names.effects(effects), language)
    for event in EVENTS.values():
        for block in event.resolve:
            assert MISSING not in render(names.effects(block.effects), language)


@pytest.mark.parametrize("language", oracle.LANGUAGES[1:])
def test_the_terms_are_those_of_the_glossary(language):
    """The words players know, each at its place."""
    terms = {term["en"]: term[language] for term in oracle.fact("glossary")["terms"]}
    for key, term in (
        ("against.damage", "camp damaged"),
        ("against.lost_contact", "squad lost contact"),
        ("against.lose_action", "lose the right to act"),
        ("against.lose_people", "lose people"),
        ("effect.stranded", "stranded"),
        ("deck.encounter", "encounter card"),
        ("deck.event", "global event card"),
        ("reason.development", "development victory"),
        ("reason.survival", "survival victory"),
        ("noun.durability", "durability"),
        ("noun.level", "camp level"),
    ):
        assert said(key, language) == terms[term], key


def test_visitors_have_their_own_words():
    assert {render(names.card(card), "en") for card in VISITORS} == {
        card["name"]["en"] for card in oracle.fact("visitors")["cards"]
    }

"""Every line in every language: chronicle, board, sheets and names."""

import pytest

from events import registry, texts
from events.choices import Lay
from events.codec import commit_type
from events.hidden import redact
from events.planet import RECORD
from events.planet.events import AnimalWon, LeftoversPutAway, MarkerPassed, PlanetScored
from events.texts import LANGUAGES, MISSING, Text, render
from services.planet import REFEREE
from tests.events.planet.matches import VARIANTS, chronicle, left_over, position, views
from tests.facts.planet import oracle

registry.load()
GOALS = oracle.fact("objectives")["cards"]


def said(text):
    """The text in each language; none may miss a key or an argument."""
    done = [render(text, language) for language in LANGUAGES]
    for words in done:
        assert MISSING not in words
        assert "{" not in words
    return done


def test_the_languages_have_the_same_keys():
    assert texts.parity("planet") == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_are_the_typed_ones(language):
    glossary = oracle.fact("glossary")
    for card in oracle.CARDS.values():
        assert render(Text(f"planet.animal.{card['id']}"), language) == card["name"][language]
    for key, names in glossary["habitats"].items():
        assert render(Text(f"planet.habitat.{key}"), language).lower() == names[language].lower()
    for key, names in glossary["conditions"].items():
        template = texts.catalogue("planet", language)[f"planet.condition.{key}"]
        assert template.lower() == names[language].lower()


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("variant", range(len(VARIANTS)))
def test_every_event_is_told_to_everybody(seats, variant):
    events = chronicle(seats, variant)
    for event in events:
        for viewer in (None, 0, 1):
            text = RECORD.tell(redact(event, viewer))
            if text is None:
                assert isinstance(event, MarkerPassed | LeftoversPutAway)
            else:
                assert all(said(text))


def test_a_chronicle_does_not_betray_an_objective():
    dealt = next(event for event in chronicle(2) if type(event).__name__ == "ObjectiveDealt" and event.seat == 1)
    assert said(RECORD.tell(redact(dealt, 0)))[0] == "Player 2 gets an objective: objective not shown."
    assert said(RECORD.tell(redact(dealt, 1))) != said(RECORD.tell(redact(dealt, 0)))


def test_all_kinds_of_events_occur():
    kinds = {type(event) for seats in (2, 3, 4) for variant in range(4) for event in chronicle(seats, variant)}
    assert kinds == set(RECORD.events)


def test_no_two_events_share_a_tag():
    assert commit_type()
    assert {str(kind.__struct_config__.tag).partition(".")[0] for kind in RECORD.events} == {"planet"}


def test_boards_and_sheets_are_said():
    for state, viewer in views():
        view = redact(state, viewer)
        for line in RECORD.board(view):
            said(line)
        for sheet in RECORD.score(view):
            for line in sheet.lines:
                said(line.text)


def test_a_board_shows_what_one_needs_to_place():
    """Faces with their neighbours, tiles on offer, cards with values."""
    state = position(2, 6)
    lines = [render(line) for line in RECORD.board(redact(state, 0))]
    for tile in state.up:
        assert any(line.strip().startswith(f"{tile}: ") for line in lines)
    for seat in range(2):
        start = lines.index(f"Planet of Player {seat + 1}")
        faces = [line.split()[0] for line in lines[start + 1 :] if line.startswith("  f")][:12]
        assert faces == [f"f{face}" for face in range(12)]
    for column in state.columns:
        for card in column:
            assert any(oracle.CARDS[card]["name"]["en"] in line and "Player 2" in line for line in lines)
    assert any("resigned" in render(line) for line in RECORD.board(left_over()))


def test_a_board_compares_no_seat_that_left():
    """R28, R3: each open card has a value of each seat still in, and of no other."""
    state = left_over()
    lines = [render(line) for line in RECORD.board(state)]
    for column in state.columns:
        for card in column:
            (line,) = (line for line in lines if f": {oracle.CARDS[card]['name']['en']} - " in line)
            assert [f"Player {seat + 1} =" in line for seat in range(3)] == [
                seat not in state.left for seat in range(3)
            ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_board_shows_an_owner_what_its_objective_pays(language):
    """2.4, R25, R20: the whole card, and to nobody else before the end."""
    pays = {card["id"]: [f"{each['min']}+ = {each['points']}" for each in card["brackets"]] for card in GOALS}

    def shown(view):
        return [line for line in (render(text, language) for text in RECORD.board(view)) if "+ = " in line]

    state = position(2, 6)
    for seat in range(2):
        (line,) = shown(redact(state, seat))
        assert all(bracket in line for bracket in pays[state.seats[seat].objective])
    assert shown(redact(state, None)) == shown(position(2, 6, 1)) == []
    assert len(shown(redact(position(2, 13), None))) == 2


def test_points_of_an_objective_are_told_only_where_there_is_one():
    """7.1."""
    assert said(RECORD.tell(PlanetScored(0, 0, 0, 0, 9, 9)))[0] == "Player 1 has 9 points for 9 animals."
    words = said(RECORD.tell(PlanetScored(1, 21, 2, 1, 2, 5)))[0]
    assert words == "Player 2 has 7 points: 5 for 3 animals, 2 for the objective (21 areas)."


def test_lists_in_a_line_are_set_apart():
    """5.2, 3.4."""
    won = said(RECORD.tell(AnimalWon("A02", 1, (3, 3), ((2, 2), (0, 1)))))
    second, third = ("Player 1 = 2, Player 2 = 2", "Player 1 = 0, Player 2 = 1")
    assert won[0].endswith(f"Player 1 = 3, Player 2 = 3; second regions {second}; third regions {third}.")
    assert [words.count("；") for words in won[1:]] == [2, 2]
    put = said(RECORD.tell(LeftoversPutAway(("T01", "T02"), ("T03",), ("T04",))))[0]
    assert put == "Tiles left over: T01, T02 to round 11; T03 to round 12; T04 to the box."


def test_the_question_is_clear():
    state = position(3, 3)
    (ask,) = REFEREE.pending(state)
    choice = REFEREE.choice(state, ask)
    assert isinstance(choice, Lay)
    english, *_ = said(choice.ask)
    assert english.startswith("Round 3: take a tile")
    for piece in choice.pieces:
        words = said(piece.text)[0]
        assert words == f"{piece.id}: {', '.join(oracle.TILES[piece.id])}"


def test_options_and_values_have_texts():
    for name in RECORD.options.__struct_fields__:
        said(Text(f"planet.option.{name}"))
    for value in ("random", "0", "1", "2", "3"):
        said(Text(f"planet.value.{value}"))

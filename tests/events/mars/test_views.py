"""What is seen: pictures, boards, chronicle, score, and states imagined from a view."""

from xml.etree import ElementTree as ET

import pytest
from msgspec.structs import replace

from events.hidden import redact
from events.mars import RECORD
from events.mars.board import corporation_line
from events.mars.corporations import CORPORATIONS
from events.mars.describe import corporation_lines
from events.mars.imagine import PLACES
from events.mars.map import AWARDS, MILESTONES, PROJECTS, SPACES
from events.mars.nouns import Tile
from events.mars.state import Laid, census, known_cards
from events.texts import LANGUAGES, MISSING, render, speaker
from services.dice import Seeded
from tests.services.mars.table import begun, holding, mars

SHOWN = mars(
    holding("comet", "ants", "viral_enhancers", played=("fish", "mine"), held={"fish": 2}, used=("fish",)),
    {"hand": ("moss",), "passed": True, "events": ("asteroid",)},
    {},
    tiles={
        "r2c2": Laid(Tile.CITY, 0),
        "r2c3": Laid(Tile.GREENERY, 1),
        "r4c4": Laid(Tile.OCEAN),
        "r6c2": Laid(Tile.SPECIAL, 2, "nuclear_zone"),
        "r6c5": Laid(Tile.CAPITAL, 2),
        "ganymede_colony": Laid(Tile.CITY, 1),
    },
    claims={"r0c0": 2},
    milestones={"mayor": 0},
    awards={"miner": 1},
    left=(),
)


def marks(svg: str) -> set[str]:
    return {found for one in ET.fromstring(svg).iter() if (found := one.get("data-about"))}


@pytest.mark.parametrize("language", LANGUAGES)
def test_picture(language):
    svg = RECORD.draw(RECORD.view(SHOWN, 0), speaker(language))
    assert MISSING not in svg
    assert "style=" not in svg
    found = marks(svg)
    assert {f"space:{at}" for at in SPACES} | {"space:ganymede_colony", "space:phobos_space_haven"} <= found
    assert {f"milestone:{one}" for one in MILESTONES} | {f"award:{one}" for one in AWARDS} <= found
    assert {f"project:{one}" for one in PROJECTS} <= found
    assert {"card:comet", "card:ants", "played:0:fish", "played:1:asteroid", "track:2:heat", "seat:1"} <= found
    assert "card:moss" not in found


def test_picture_before_the_start_and_for_one():
    ET.fromstring(RECORD.draw(RECORD.start, speaker("en")))
    solo = RECORD.draw(begun(1), speaker("en"))
    assert not any(mark.startswith("milestone:") for mark in marks(solo))


@pytest.mark.parametrize("language", LANGUAGES)
def test_board(language):
    lines = [render(text, language) for text in RECORD.board(RECORD.view(SHOWN, 0))]
    assert MISSING not in "\n".join(lines)
    assert any("r2c2" in line for line in lines)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_board_tells_what_is_to_be_chosen_from(language):
    """Corporations with their effects, and cards under a line of their own; to nobody but who chooses."""
    state = begun(2)
    own, other = (list(RECORD.board(RECORD.view(state, seat))) for seat in (0, 1))
    for name in state.seats[0].offers:
        (line,) = [text for text in own if text == corporation_line(name)]
        assert line not in other
        for effect in corporation_lines(CORPORATIONS[name]):
            assert render(effect, language) in render(line, language)
    keys = [text.key.removeprefix("mars.board.") for text in own]
    first = keys.index("corporations")
    assert keys[first : first + 16] == [
        *("corporations", "corporation", "corporation", "hand", "offered"), *["card"] * 10, "player",
    ]  # fmt: skip
    told = "\n".join(render(text, language) for text in own)
    assert MISSING not in told

    seat = replace(state.seats[0], offers=(), chosen=state.seats[0].offers[1])
    chosen = replace(state, seats=(seat, *state.seats[1:]))
    line = corporation_line(seat.chosen)
    assert line in RECORD.board(RECORD.view(chosen, 0))
    assert line not in RECORD.board(RECORD.view(chosen, 1))


def test_hands_are_hidden_and_sizes_are_not():
    view = RECORD.view(SHOWN, 1)
    assert view.seats[0].hand == ("", "", "")
    assert view.seats[1].hand == ("moss",)
    assert redact(SHOWN, None).seats[1].hand == ("",)


def test_a_sealed_answer_shows_no_number():
    seat = replace(SHOWN.seats[0], choice=("comet", "ants"), stage=2)
    view = RECORD.view(replace(SHOWN, seats=(seat, *SHOWN.seats[1:])), 1)
    assert view.seats[0].choice == ()
    assert view.seats[0].stage == 2


@pytest.mark.parametrize("seat", [0, 1, None])
def test_imagined_states_fit_the_view(seat):
    view = RECORD.view(SHOWN, seat)
    for luck in range(5):
        whole = RECORD.imagine(view, seat, Seeded(luck))
        assert RECORD.view(whole, seat) == view
        assert census(whole) == census(SHOWN)
        assert "" not in known_cards(whole)
    for other in whole.seats:
        if other.seat != seat:
            assert [len(getattr(other, place)) for place in PLACES] == [
                len(getattr(SHOWN.seats[other.seat], place)) for place in PLACES
            ]


def test_imagined_before_the_corporations_are_revealed():
    state = begun(3, starting_draft="ten")
    whole = RECORD.imagine(RECORD.view(state, 2), 2, Seeded(1))
    assert whole.seats[2] == state.seats[2]
    assert census(whole) == census(state)
    assert whole != state

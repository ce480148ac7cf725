"""Rules 11 and 13: the end, scoring, solo."""

import pytest
from msgspec.structs import replace

from events.mars.cards import CARDS
from events.mars.events import ConversionBegan, ConversionEnded, MatchDecided, Produced
from events.mars.map import SPACES
from events.mars.nouns import Tile
from events.mars.score import award_points, outcome, score, total
from events.mars.state import Laid
from services.dice import Scripted
from services.mars import ending, solo
from services.mars.story import Story
from tests.services.mars.table import (
    CITY,
    GOALS,
    GREEN,
    OCEAN_SPACES,
    begun,
    given,
    ids,
    made,
    mars,
    stock,
)

# 11: the end


def test_goals_reached_play_goes_on_to_the_end_of_the_generation():
    state = mars({}, {}, **GOALS)
    acting = given(state).answers(0, "turn", "pass").asks(1, "turn")
    acting.answers(1, "turn", "pass").then(Produced(0, 0, {"megacredits": 20}), ConversionBegan())
    assert outcome(acting.state).reason == ending.GOALS


def test_final_conversion_in_turn_order():
    seat = {"resources": {"plants": 17}, "passed": True}
    state = mars({**seat}, {"resources": {"plants": 8}}, first=1, active=1, **GOALS)
    acting = given(state).answers(1, "turn", "pass").asks_only(1).asks(1, "final")
    acting.answers(1, "final", "r2c2").asks_only(0).answers(0, "final", "r6c2").asks(0, "final")
    assert acting.state.seats[0].rating == 20, "oxygen is at its goal"
    acting.answers(0, "final", "end").then(ConversionEnded(0), MatchDecided((1, 1), ending.GOALS))


def test_bonus_plants_pay_for_more():
    seat = {"resources": {"plants": 14}, "passed": True}
    state = mars(
        seat, {}, active=1, **{**GOALS, "oceans": [at for at in OCEAN_SPACES if at not in ("r3c7", "r0c1", "r0c3")]}
    )
    acting = given(state).answers(1, "turn", "pass").answers(0, "final", "r4c6").asks(0, "final")
    assert stock(acting.state, 0, "plants") == 8


def test_scoring():
    tiles = {
        "r2c2": Laid(CITY, 0),
        "r2c3": Laid(GREEN, 1),
        "r1c1": Laid(GREEN, 0),
        "r4c6": Laid(Tile.CAPITAL, 1),
        "r4c5": Laid(Tile.OCEAN),
        "ganymede_colony": Laid(CITY, 0),
    }
    state = mars(
        {
            "played": ("ganymede_colony", "fish", "search_for_life"),
            "events": ("bribed_committee",),
            "held": {"fish": 3},
        },
        {"played": ("capital",)},
        {},
        tiles=tiles,
        milestones={"mayor": 0},
        awards={"banker": 2},
    )
    # 20, mayor 5, one greenery, two greeneries beside the city; Ganymede 1, fish 3, committee -2; banker tied 5.
    assert total(state, 0) == 20 + 5 + 1 + 2 + 1 + 3 - 2 + 5
    assert total(state, 1) == 20 + 1 + 0 + 1 + 5
    assert score(state)[0].total == total(state, 0)
    life = mars({"played": ("search_for_life",), "held": {"search_for_life": 2}})
    assert total(life, 0) == 23


@pytest.mark.parametrize(
    ("heats", "points"),
    [
        ((9, 5, 1), {0: 5, 1: 2}),
        ((9, 9, 1), {0: 5, 1: 5}),
        ((9, 5, 5), {0: 5, 1: 2, 2: 2}),
        ((0, 0, 0), {0: 5, 1: 5, 2: 5}),
        ((9, 5), {0: 5}),
    ],
)
def test_awards(heats, points):
    state = mars(*({"resources": {"heat": heat}} for heat in heats), awards={"thermalist": 1})
    assert award_points(state, "thermalist") == points


def test_ties_by_money_then_shared():
    assert ending.places(mars({"cash": 5}, {"cash": 6}, {"rating": 21, "cash": 0})) == (3, 2, 1)
    assert ending.places(mars({"cash": 5}, {"cash": 5})) == (1, 1)
    heat = mars({"cash": 5, "corporation": "helion", "resources": {"heat": 9}}, {"cash": 6})
    assert ending.places(heat) == (2, 1)


# 13: solo


def test_solo_setup():
    state = begun(1)
    assert (state.seats[0].rating, state.generation, len(state.discards)) == (14, 1, 4)
    assert [laid.tile for laid in state.tiles.values()] == [CITY, CITY, GREEN, GREEN]
    assert state.oxygen == 0


def test_solo_neutral_tiles_by_cost():
    """13: count over legal spaces; cost 0 counts as 1."""
    story = Story(mars({}, solo=True), Scripted("indentured_workers", "sabotage", "ants", "mine"))
    solo.place_neutrals(story)
    tiles = list(story.state.tiles)
    assert tiles[0] == "r0c0"
    assert tiles[1] == "r8c3"
    # Ants cost 9: r1c1 and r1c0 are the land beside r0c0, counted clockwise and round again.
    assert tiles[2] == "r1c1"
    assert SPACES[tiles[3]].kind == "land"
    assert tiles[3] in SPACES["r8c3"].neighbors


def test_solo_tharsis_republic():
    state = begun(1)
    seat = replace(state.seats[0], offers=("tharsis_republic", "credicor"))
    acting = given(replace(state, seats=(seat,))).answers(0, "setup", "tharsis_republic").answers(0, "setup")
    assert made(acting.state, 0, "megacredits") == 2
    assert stock(acting.state, 0, "megacredits") == 40


def test_solo_has_no_milestones_awards_draft():
    options = ids(given(mars({"rating": 50}, solo=True)))
    assert not any(option.startswith(("milestone", "award")) for option in options)
    assert begun(1, starting_draft="ten", corporate_era=False).phase == "setup"


@pytest.mark.parametrize(("done", "reason"), [(True, ending.SOLO_WON), (False, ending.SOLO_LOST)])
def test_solo_is_won_or_lost_after_fourteen(done, reason):
    goals = GOALS if done else {**GOALS, "oxygen": 13}
    state = mars({"resources": {"plants": 8}}, solo=True, generation=14, **goals)
    acting = given(state).answers(0, "turn", "pass").answers(0, "final", "r2c2")
    assert acting.state.oxygen == goals["oxygen"], "no oxygen and no rating now"
    assert (outcome(acting.state).reason, score(acting.state)[0].won) == (reason, done)
    early = given(mars({}, solo=True, generation=13, **GOALS)).drawing(*sorted(CARDS)[:4]).answers(0, "turn", "pass")
    assert early.state.generation == 14

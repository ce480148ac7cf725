"""Rules 15: silence and leaving."""

import pytest

from events.mars.events import MatchDecided, Paid, PlayerResigned
from events.mars.nouns import Tile
from events.mars.score import award_points, outcome, score, total
from events.mars.state import Laid, clockwise
from events.record import Outcome
from events.table.events import Cancelled
from services.dice import Scripted
from services.mars import REFEREE, ending
from services.referee import Leave, Refused
from tests.dsl import SECRET, sitting
from tests.services.mars.table import (
    CITY,
    GOALS,
    GREEN,
    begun,
    drafting,
    given,
    holding,
    made,
    mars,
    offers,
    researching,
    stock,
)

# 15: silence and leaving


def test_silence():
    given(mars({}, {})).is_silent(0, "turn").asks_only(1)
    given(mars({}, {}, actions=1)).is_silent(0, "turn").asks_only(1)
    state = begun(2)
    acting = given(state).is_silent(0, "setup").is_silent(0, "setup")
    assert (acting.state.seats[0].chosen, acting.state.seats[0].choice) == (offers(state, 0)[0], ())
    drafted = given(drafting(2)).is_silent(0, "draft")
    assert drafted.state.seats[0].picked == "ants"
    comet = given(mars(holding("asteroid"), {"resources": {"plants": 5}})).answers(0, "turn", "play:asteroid")
    assert stock(comet.is_silent(0, "asked").state, 1, "plants") == 5
    placed = given(mars({})).answers(0, "turn", "project:aquifer").is_silent(0, "asked")
    assert placed.state.tiles["r0c1"].tile is Tile.OCEAN


def test_silence_places_last_greeneries_beside_own_cities():
    seat = {"resources": {"plants": 8}, "passed": True}
    state = mars(seat, {}, active=1, tiles={"r6c2": Laid(CITY, 0)}, **GOALS)
    acting = given(state).answers(1, "turn", "pass").is_silent(0, "final")
    assert acting.state.tiles["r5c2"].tile is GREEN


def test_leaving_in_a_turn():
    state = mars({"hand": ("comet",)}, {}, {}, claims={"r2c2": 0}, tiles={"r6c2": Laid(CITY, 0)})
    acting = given(state).leaves(0).then(PlayerResigned(0)).asks_only(1)
    seat = acting.state.seats[0]
    assert (seat.hand, seat.discards, acting.state.claims) == ((), ("comet",), {})
    assert acting.state.tiles["r6c2"].seat == 0
    assert clockwise(acting.state, 0) == (1, 2)


def test_leaving_finishes_the_action_first():
    state = mars(holding("comet"), {}, {})
    acting = given(state).answers(0, "turn", "play:comet").leaves(0)
    assert acting.state.oceans == 1
    assert acting.state.agenda is None
    acting.asks_only(1)


def test_leavers_are_no_targets_and_trigger_nothing():
    state = mars(holding("asteroid"), {"resources": {"plants": 9}, "played": ("arctic_algae",)}, {}, left=(1,))
    given(state).answers(0, "turn", "play:asteroid").asks(0, "turn")
    wet = given(state).answers(0, "turn", "project:aquifer").answers(0, "asked", "r0c4")
    assert stock(wet.state, 1, "plants") == 9


def test_the_last_one_wins_and_leavers_rank_by_when():
    acting = given(mars({}, {}, {})).leaves(1).leaves(0)
    acting.then(MatchDecided((2, 3, 1), ending.ALONE))
    assert [sheet.won for sheet in score(acting.state)] == [False, False, True]
    alone = given(mars({}, solo=True)).leaves(0)
    assert (alone.state.reason, alone.state.won) == (ending.RESIGNED, False)


def test_left_before_the_corporations_are_revealed():
    acting = given(begun(3)).leaves(1)
    assert outcome(acting.state) == Outcome((), ending.VOID, ())
    assert {sheet.place for sheet in score(acting.state)} == {None}
    assert not any(sheet.won for sheet in score(acting.state))
    with pytest.raises(Refused, match="over"):
        REFEREE.decide(acting.state, Leave(0), Scripted())


def test_such_a_match_is_void_at_the_table():
    table = sitting("mars", seats=3).leaves(1)
    assert (table.match.table.status, table.match.table.places) == ("void", None)
    assert isinstance(table.commits[-1].events[-1], Cancelled)
    assert table.commits[-1].events[-1].secret == SECRET.hex()


def test_leaving_in_research_and_draft():
    acting = given(researching({}, {}, {})).answers(0, "research").answers(1, "research").leaves(2)
    assert acting.state.phase == "action"
    assert len(acting.state.seats[2].discards) == 4
    drafted = given(drafting(2)).answers(0, "draft", "ants").answers(1, "draft", "mine").leaves(2)
    assert drafted.state.seats[2].kept == ("pets",)
    drafted.asks_only(0, 1)


def test_awards_compare_those_still_in():
    state = mars({"resources": {"heat": 9}}, {"resources": {"heat": 5}}, {"resources": {"heat": 7}}, left=(0,))
    assert award_points(state, "thermalist") == {2: 5}


def test_what_a_leaver_funded_scores_for_nobody():
    """15: it stays funded, and counts towards three and towards the next price."""
    heats = [{"resources": {"heat": heat}} for heat in (9, 5, 7, 1)]
    acting = given(mars(*heats, awards={"thermalist": 1, "banker": 0}))
    assert award_points(acting.state, "thermalist") == {0: 5, 2: 2}
    acting.leaves(1)
    assert award_points(acting.state, "thermalist") == {}
    assert total(acting.state, 0) == 20 + 5, "the banker, funded by one still in"
    acting.answers(0, "turn", "award:miner").then(Paid(0, {"megacredits": 20}))


def test_a_victim_leaves_while_it_is_being_named():
    plants = {"resources": {"plants": 5}}
    state = mars(holding("asteroid"), plants, plants)
    named = given(state).answers(0, "turn", "play:asteroid").asks(0, "asked", "none", "seat:1", "seat:2")
    named.leaves(1).asks(0, "asked", "none", "seat:2").leaves(2)
    assert named.state.over
    two = given(mars(holding("asteroid"), plants, {})).answers(0, "turn", "play:asteroid").leaves(1).asks(0, "turn")
    assert two.state.agenda is None
    amount = given(state).answers(0, "turn", "play:asteroid").answers(0, "asked", "seat:1").leaves(1).asks(0, "turn")
    assert stock(amount.state, 1, "plants") == 5
    other = given(state).answers(0, "turn", "play:asteroid").answers(0, "asked", "seat:2").leaves(1)
    other.answers(0, "asked", 2)
    assert stock(other.state, 2, "plants") == 3


def test_whose_trigger_made_order_matter_leaves():
    """Arctic Algae goes with its owner: the order of ocean and removal matters no more."""
    algae = {"played": ("arctic_algae",), "resources": {"plants": 1}}
    acting = given(mars(holding("comet"), algae, {"resources": {"plants": 2}})).answers(0, "turn", "play:comet")
    acting.asks(0, "asked", "step:0", "step:1").leaves(1)
    acting.answers(0, "asked", "r0c4").asks(0, "asked", "none", "seat:2")


def test_whoever_would_have_borne_a_loss_leaves():
    state = mars(holding("birds"), {"production": {"plants": 2}}, {"production": {"plants": 2}}, {}, oxygen=13)
    acting = (
        given(state).answers(0, "turn", "play:birds").asks(0, "asked", "seat:1", "seat:2").leaves(2).asks(0, "turn")
    )
    assert made(acting.state, 1, "plants") == 0


def test_the_last_source_of_a_cost_leaves():
    """The action comes to nothing; nobody has paid."""
    fish = {"played": ("fish", "birds"), "held": {"fish": 1, "birds": 1}}
    acting = given(mars({"played": ("predators",)}, fish, {})).answers(0, "turn", "use:predators")
    acting.asks(0, "asked", "1:fish", "1:birds").leaves(1).asks(0, "turn")
    assert acting.state.seats[0].held == {}

"""Parts 1, 2, 4, 5 and 21: setup, phases, scoring, the display, the end, leaving (K3-K9, K71-K73)."""

import pytest
from msgspec.structs import replace

from events.sky_farm import RECORD
from events.sky_farm.cards import DECKS, GOALS, TASK_CARDS, season_of
from events.sky_farm.effects import Gain
from events.sky_farm.events import (
    FarmScored,
    MatchDecided,
    PairDealt,
    PhaseBegun,
    PlayerResigned,
    PreviewTurned,
    SeasonScored,
    TasksDiscarded,
    TasksDrawn,
    TasksReshuffled,
    TurnFinished,
)
from events.sky_farm.land import START_GROUND
from events.sky_farm.score import tally
from events.sky_farm.sheet_events import Given
from events.sky_farm.state import Season, unseen_tasks
from events.sky_farm.work import Finish
from services.dice import Seeded
from services.referee import Leave, Refused
from services.sky_farm import REFEREE
from services.sky_farm.commands import Take
from services.sky_farm.ending import finish
from services.sky_farm.play import Play
from services.sky_farm.preparation import prepare
from services.sky_farm.rounds import settle
from services.sky_farm.scoring import count, score_season
from tests import dsl
from tests.services.sky_farm.dsl import GAME, animal, at, farm, filler, stamped, table


@pytest.mark.parametrize("seats", [1, 2, 3, 4, 5, 6])
def test_setup(seats):
    """Part 2."""
    state = dsl.begun(GAME, seats)
    assert [GOALS[goal].season for goal in state.goals] == [1, 2, 3]
    assert len(state.display) == 5
    assert {TASK_CARDS[card].deck for card in state.display} == {"public"}
    assert [TASK_CARDS[card].deck for card in state.preview] == ["season1", "season1"]
    assert len(state.deck) == 9
    for seat in state.seats:
        assert (seat.ground, seat.areas, seat.crops, seat.done) == (START_GROUND, ("pond",), (), ())
        assert [len(side.pair) for side in seat.sides] == [2, 2]


def test_round_one_skips_neighbours_and_preparation():
    """1.2, K3."""
    state = dsl.begun(GAME, 1)
    (ask,) = REFEREE.pending(state)
    events = REFEREE.decide(state, REFEREE.command(state, ask, REFEREE.default(state, ask)), Seeded(0))
    assert [event for event in events if isinstance(event, PhaseBegun)] == [PhaseBegun(1, "play")]
    assert not [event for event in events if isinstance(event, TasksDrawn)]


def played(state, until, seed=0):
    """Go on with what silence says, up to a round or the end; the state and all events."""
    luck, told = Seeded(seed), []
    while not state.over and state.round < until:
        ask = REFEREE.pending(state)[0]
        events = REFEREE.decide(state, REFEREE.command(state, ask, REFEREE.default(state, ask)), luck)
        told += events
        for event in events:
            state = RECORD.evolve(state, event)
    return state, told


def test_twelve_rounds_and_their_season_cards():
    """K8: season 1 serves rounds 2-5, season 2 rounds 6-9, season 3 rounds 10-12; no preview in round 12 (5.3)."""
    _, events = played(dsl.begun(GAME, 2), 99)
    previews = [event.cards for event in events if isinstance(event, PreviewTurned)]
    assert [len(cards) for cards in previews] == [2] * 10 + [0]
    decks = [TASK_CARDS[cards[0]].deck for cards in previews[:-1]]
    assert decks == ["season1"] * 3 + ["season2"] * 4 + ["season3"] * 3
    shown = [card for cards in previews for card in cards]
    assert len(set(shown)) == len(shown)
    assert [event.round for event in events if isinstance(event, PhaseBegun) and event.phase == "play"] == list(
        range(1, 13)
    )
    scored = [event.season for event in events if isinstance(event, SeasonScored)]
    assert scored == [1, 2, 3]


@pytest.mark.parametrize(("number", "season"), [(2, 0), (5, 0), (6, 1), (9, 1), (10, 2), (12, 2)])
def test_seasons_of_rounds(number, season):
    assert season_of(number) == season


def test_preparation():
    """5.1-5.4."""
    state = table(2)
    play = Play(state, Seeded(1))
    prepare(play, 3)
    kinds = [type(event) for event in play.events]
    assert kinds == [TasksDiscarded, TasksDrawn, PreviewTurned]
    assert set(play.state.discard) == set(state.display)
    assert play.state.display[3:] == state.preview
    assert len(play.state.display) == 5


def test_the_task_deck_is_rebuilt_when_a_card_is_needed_and_none_is_left():
    """5.2, K73: cards drawn before stay drawn; season cards come back as public ones."""
    state = replace(
        table(1), deck=("P01",), discard=("P02", "P03", "S101"), display=("P04", "P05", "P06", "S102", "S103")
    )
    play = Play(state, Seeded(1))
    prepare(play, 3)
    drawn = [event for event in play.events if isinstance(event, TasksDrawn)]
    assert [type(event) for event in play.events] == [
        TasksDiscarded,
        TasksDrawn,
        TasksReshuffled,
        TasksDrawn,
        PreviewTurned,
    ]
    assert drawn[0].cards == ("P01",)
    assert set(drawn[1].cards) <= {"P02", "P03", "S101", "P04", "P05", "P06", "S102", "S103"}
    exactly = replace(state, deck=("P01", "P07", "P08"))
    play = Play(exactly, Seeded(1))
    prepare(play, 3)
    assert TasksReshuffled not in [type(event) for event in play.events]


def test_six_season_cards_stay_in_the_box():
    state, _ = played(dsl.begun(GAME, 1), 99)
    assert [len(unseen_tasks(state, season)) for season in range(3)] == [2, 2, 2]
    assert len(DECKS["season1"]) - 2 == 8


GOAL_COUNTS = [
    ("squares_scratched", {"season": Season(squares_scratched=7)}, 7),
    ("crops_planted", {"season": Season(crops_planted=3)}, 3),
    ("fish_caught", {"season": Season(fish_caught=2)}, 2),
    ("cells_drawn", {"season": Season(cells_drawn=18)}, 18),
    ("farm_goods_gained", {"season": Season(gained={"moon_radish": 3, "cloud_egg": 2, "iron": 9})}, 5),
    ("upgrades_completed", {"season": Season(upgrades_completed=2)}, 2),
    ("gifts_given", {"season": Season(gifts_given=4)}, 4),
    ("coins_spent", {"season": Season(coins_spent=11)}, 11),
    ("cargo_pieces_placed", {"season": Season(cargo_pieces_placed=6)}, 6),
    ("badge_slots_filled", {"season": Season(badge_slots_filled=5)}, 5),
    ("animals_on_farm", {"animals": (animal("cloud_hen", "r2c2"), animal("star_ox"))}, 1),
    ("different_resources_gained", {"season": Season(gained={"iron": 2, "badge": 1})}, 2),
]


@pytest.mark.parametrize(("metric", "changes", "n"), GOAL_COUNTS, ids=[each[0] for each in GOAL_COUNTS])
def test_what_goals_count(metric, changes, n):
    """4.2, K7."""
    assert count(farm(**changes), metric) == n
    assert metric in {goal.metric for goal in GOALS.values()}


def test_a_season_is_scored_once_and_its_counts_begin_anew():
    """4.1, K5."""
    own = farm(season=Season(squares_scratched=10))
    state = replace(table(2), goals=("G11", "G21", "G31"), seats=(own, table(2).seats[1]))
    play = Play(state, Seeded(0))
    for number in (2, 5, 7, 9, 11, 12):
        score_season(play, number)
    assert not play.events
    score_season(play, 6)
    assert play.events == [SeasonScored(1, (10, 0), (9, 0))]
    assert play.state.seats[0].season == Season()
    assert play.state.seats[0].season_points == (9,)


def test_the_neighbour_phase_of_round_six_belongs_to_the_first_season():
    """K5: scoring comes after it."""
    _, events = played(dsl.begun(GAME, 2), 7)
    kinds = [(type(event), getattr(event, "round", None)) for event in events]
    kept = kinds.index((PhaseBegun, 6), kinds.index((PhaseBegun, 6)) + 1)
    scored = next(place for place, (kind, _) in enumerate(kinds) if kind is SeasonScored)
    assert events[kept] == PhaseBegun(6, "keep")
    assert kept < scored < events.index(PhaseBegun(6, "play"))


def test_nobody_waits_between_growth_and_the_end_of_the_round():
    """1.3, K71: a seat that has finished is asked nothing; the round ends with the last."""
    game = at(farm(), Finish()).then(TurnFinished(0)).idle()
    assert [ask.seat for ask in REFEREE.pending(game.state)] == [1]
    assert game.farm.stage == "done"


def end(*seats):
    """The match ends now with these seats."""
    play = Play(replace(table(len(seats)), seats=tuple(_seated(seats))), Seeded(0))
    finish(play)
    return play


def _seated(seats):
    for seat, each in enumerate(seats):
        left, right = (replace(side, seat=seat) for side in each.sides)
        yield replace(each, seat=seat, left=left, right=right)


def test_the_total():
    """21.2."""
    own = farm(
        season_points=(9, 0, 4),
        done=("gems/0", "gems/1", "gems", "cellar"),
        stamps=stamped(("sap", "r1c1"), ("copper", "r5c4 r5c5"), ("thank_you_note", "r9c9")),
        noted={"neighbours": 2, "levels": 5, "projects": 6, "fund": 4},
    )
    final = tally(own)
    assert (final.badges, final.stall_a, final.stall_b, final.stall_c) == (9, 2, 0, 0)
    assert final.total == 13 + 9 + 2 + 2 + 5 + 6 + 4
    assert end(own).events[0] == FarmScored(0, final)


@pytest.mark.parametrize(
    ("one", "other", "places", "reason"),
    [
        ({"noted": {"fund": 4}}, {"noted": {"fund": 2}}, (1, 2), "points"),
        ({"done": ("friendship",)}, {"noted": {"projects": 6}}, (1, 2), "badges"),
        ({"stamps": filler([0], "r1c1 r1c2 r1c3 r1c4 r1c7 r1c8 r1c9")}, {}, (1, 2), "cells"),
        ({"noted": {"fund": 2}}, {"noted": {"levels": 2}}, (1, 1), "shared"),
    ],
)
def test_places_and_ties(one, other, places, reason):
    """21.4: points, badge projects, manifest cells, shared."""
    play = end(farm(**one), farm(**other))
    assert play.events[-1] == MatchDecided(places, f"sky_farm.reason.{reason}")
    assert RECORD.outcome(play.state).places == places
    assert [sheet.place for sheet in RECORD.score(play.state)] == list(places)


def test_the_last_round_ends_the_match():
    """21.1: season 3 is scored, no neighbour phase for its gifts (K6)."""
    last = replace(table(1), round=12, phase="play")
    last = replace(last, seats=(replace(last.seats[0], agenda=(), stage="done", season_points=(0, 0)),))
    play = Play(last, Seeded(0))
    settle(play)
    assert [type(event) for event in play.events] == [SeasonScored, FarmScored, MatchDecided]
    assert REFEREE.pending(play.state) == ()


def test_leaving_lets_the_others_go_on():
    game = dsl.Given(GAME, table(3)).leaves(0).then(PlayerResigned(0)).asks_only(1, 2)
    with pytest.raises(Refused, match="not_seated"):
        REFEREE.decide(game.state, Leave(0), Seeded(0))


def test_a_phase_that_waited_only_for_the_seat_that_left_ends():
    state = table(3)
    done = tuple(replace(seat, agenda=(), stage="done") if seat.seat else seat for seat in state.seats)
    game = dsl.Given(GAME, replace(state, seats=done)).leaves(0).then(PhaseBegun(4, "neighbours"))
    game.asks_only(1, 2)


def test_gifts_for_a_seat_that_left_are_discarded():
    """K59 by analogy."""
    game = at(farm(left="N01", right="N27"), Gain("wood"), seats=3, left=(1,)).does("unit", "give:left")
    game.then(Given(0, "left", "N01", "wood", None))


def test_the_last_seat_of_several_wins():
    game = dsl.Given(GAME, table(2)).leaves(1)
    assert game.state.over
    assert game.events[-1] == MatchDecided((1, 2), "sky_farm.reason.alone")
    with pytest.raises(Refused, match="over"):
        REFEREE.decide(game.state, Leave(0), Seeded(0))


def test_who_stayed_longer_ranks_before_who_left_earlier():
    game = dsl.Given(GAME, table(4)).leaves(2).leaves(0).leaves(3)
    assert game.events[-1] == MatchDecided((3, 1, 4, 2), "sky_farm.reason.alone")


def test_a_lone_player_leaves_without_a_result():
    game = dsl.Given(GAME, table(1)).leaves(0)
    assert RECORD.outcome(game.state) is None
    assert REFEREE.pending(game.state) == ()


def test_leaving_in_the_deal():
    """A drawn pair of a seat that left stays out of play."""
    state = dsl.begun(GAME, 3)
    game = dsl.Given(GAME, state).leaves(1).asks_only(0, 2)
    assert RECORD.census(game.state) == RECORD.census(state)


def test_pairs_are_dealt_in_seat_order():
    command = dsl.SetUp(RECORD.options(), (None, None))
    events = REFEREE.decide(RECORD.start, command, Seeded(1))
    dealt = [(event.seat, event.side) for event in events if isinstance(event, PairDealt)]
    assert dealt == [(0, "left"), (0, "right"), (1, "left"), (1, "right")]


def test_stale_and_foreign_answers_are_refused():
    state = table(2)
    ask = REFEREE.pending(state)[0]
    reply = REFEREE.default(state, ask)
    for command, code in (
        (Take(0, "choosecards/r1/999", reply), "stale_prompt"),
        (Take(0, ask.key, dsl.Picked(("P99", "P98"))), "not_an_answer"),
    ):
        with pytest.raises(Refused, match=code):
            REFEREE.decide(state, command, Seeded(0))

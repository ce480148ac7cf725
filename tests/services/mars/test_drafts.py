"""Rules 2 and 12: drafts, research, production."""

import pytest

from events.mars.cards import CARDS
from events.mars.dealings import (
    CardPicked,
    CardsBought,
    CardsChosen,
    DraftBegan,
    PacksPassed,
)
from events.mars.events import GenerationBegan, Produced
from events.mars.state import census
from events.record import fold
from services.dice import Seeded
from services.mars import REFEREE, research
from services.mars.story import Story
from tests.services.mars.table import (
    GAME,
    begun,
    drafting,
    given,
    mars,
    researching,
    stock,
)

# 12: drafts


@pytest.mark.parametrize(("kind", "picks"), [("ten", 9), ("two_packs", 8)])
def test_starting_draft(kind, picks):
    """The last card of a pack is not asked; packs move when all have picked."""
    state = begun(2, starting_draft=kind)
    acting = given(state)
    asked = 0
    while acting.state.phase == "draft":
        if acting.state.seats[0].pack and len(acting.state.seats[1].kept) == 5:
            acting.drawing()
        ask = next(ask for ask in REFEREE.pending(acting.state) if ask.must)
        luck = Seeded(asked)
        events = REFEREE.decide(
            acting.state, REFEREE.command(acting.state, ask, REFEREE.default(acting.state, ask)), luck
        )
        acting.state = fold(GAME.record, acting.state, events)
        asked += 1
    assert asked == 2 * picks
    assert all(len(seat.dealt) == 10 for seat in acting.state.seats)
    acting.asks_only(0, 1).asks(0, "setup")


@pytest.mark.parametrize(("generation", "giver"), [(2, 2), (3, 1)])
def test_even_generations_pass_clockwise(generation, giver):
    state = drafting(generation)
    acting = given(state)
    for seat in (0, 1):
        acting.answers(seat, "draft", state.seats[seat].pack[0]).then(CardPicked(seat, state.seats[seat].pack[0]))
    acting.offers(0, "draft").answers(2, "draft", "pets")
    assert acting.state.seats[0].pack == state.seats[giver].pack[1:]
    assert acting.state.seats[0].kept == ("ants",)
    assert any(isinstance(event, PacksPassed) for event in acting.events)


def test_a_pick_may_be_changed_until_the_last_one_is_in():
    acting = given(drafting(2)).answers(0, "draft", "ants").answers(0, "draft", "fish")
    acting.answers(1, "draft", "mine").answers(2, "draft", "pets")
    assert acting.state.seats[0].kept == ("fish",)


def test_no_draft_where_it_is_switched_off():
    state = mars({}, {}, research_draft=False, first=0)
    acting = given(state).answers(0, "turn", "pass")
    acting.drawing(*sorted(CARDS)[:8]).answers(1, "turn", "pass").asks(0, "research").asks(1, "research")
    assert not any(isinstance(event, DraftBegan) for event in acting.events)


# 2: research and production


def test_production():
    """Energy becomes heat, then everything comes; rating and M€ production together."""
    seat = {"cash": 5, "resources": {"energy": 3, "heat": 1}, "production": {"energy": 2, "heat": 1, "megacredits": -5}}
    acting = (
        given(mars(seat, {"passed": True}, research_draft=False)).drawing(*sorted(CARDS)[:8]).answers(0, "turn", "pass")
    )
    acting.then(Produced(0, 3, {"megacredits": 15, "energy": 2, "heat": 1}))
    holder = acting.state.seats[0].resources
    assert (holder["megacredits"], holder["energy"], holder["heat"]) == (20, 2, 5)


def test_marks_go_and_the_first_player_moves_on():
    state = mars(
        {"played": ("tardigrades",), "used": ("tardigrades",), "rating_rose": True},
        {"passed": True},
        first=0,
        research_draft=False,
    )
    acting = given(state).drawing(*sorted(CARDS)[:8]).answers(0, "turn", "pass").then(GenerationBegan(3, 1))
    seat = acting.state.seats[0]
    assert (seat.used, seat.rating_rose, seat.passed) == ((), False, False)


def test_research_is_sealed_and_takes_effect_together():
    state = researching({}, {})
    acting = given(state).asks_only(0, 1).answers(0, "research", *state.seats[0].dealt[:2])
    acting.then(CardsChosen(0, state.seats[0].dealt[:2])).offers(0, "research")
    assert stock(acting.state, 0, "megacredits") == 100
    acting.answers(1, "research").then(
        CardsBought(0, 2, state.seats[0].dealt[:2], state.seats[0].dealt[2:], {"megacredits": 6})
    )
    assert (stock(acting.state, 0, "megacredits"), acting.state.phase) == (94, "action")


def test_research_by_what_there_is_to_pay():
    given(researching({"cash": 2}, {})).asks_only(1)
    three = given(researching({"cash": 5}, {}))
    three.refuses(0, "research", *three.state.seats[0].dealt[:2])


def test_helion_says_how_much_heat_pays():
    helion = {"corporation": "helion", "cash": 4, "resources": {"heat": 5}}
    state = researching(helion, {})
    acting = given(state).answers(0, "research", *state.seats[0].dealt[:2]).asks_only(0, 1)
    acting.refuses(0, "research", 1).answers(0, "research", 3).asks_only(1).answers(1, "research")
    assert (stock(acting.state, 0, "heat"), stock(acting.state, 0, "megacredits")) == (2, 1)
    # Asked whatever is bought, so that nobody sees it.
    nothing = given(state).answers(0, "research").asks_only(0, 1).answers(0, "research", 0)
    nothing.asks_only(1)


def test_a_short_deck_gives_everybody_equally_many():
    cards = sorted(CARDS)
    state = mars({"played": tuple(cards[:100])}, {"events": tuple(cards[100:201])}, {"discards": tuple(cards[201:206])})
    story = Story(state, Seeded(1))
    research.deal(story, (0, 1, 2), 4, pack=False)
    assert [len(seat.dealt) for seat in story.state.seats] == [2, 2, 2]
    assert census(story.state) == census(state)

"""4.2.1 to 4.2.5: R16 to R19, R26, R27, R32, R39, R57."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from events.train_farm import events as e
from events.train_farm.cards import HIGH_RISK
from events.train_farm.state import Timed
from tests.services.train_farm.dsl import camp, given, guest, kinds, squad, table


def test_a_squad_rolls_moves_and_draws_what_the_hazard_die_says():
    """R18, R57: without a Watchtower the card is read out to all."""
    (
        given(table(camp(0), camp(1)))
        .drawing(3, 5, "ENC-001")
        .answers(0, "turn", "explore")
        .then(
            e.Explored(0),
            e.DieRolled(0, "move", 3),
            e.SquadMoved(0, 3, 3),
            e.DieRolled(0, "hazard", 5),
            e.CardDrawn(0, 0, "encounter", "ENC-001"),
        )
        .asks(0, "face", "a", "b")
        .asks(1, "turn")
    )


@pytest.mark.parametrize(
    ("start", "roll", "hazard", "deck"),
    [
        (0, 6, 5, "encounter"),
        (0, 6, 6, "high_risk"),
        (6, 1, 3, "encounter"),
        (6, 1, 4, "high_risk"),
        (8, 2, 2, "encounter"),
        (8, 2, 3, "high_risk"),
        (12, 1, 1, "encounter"),
        (12, 1, 2, "high_risk"),
    ],
)
def test_the_hazard_grows_with_the_way(start, roll, hazard, deck):
    """R18: spaces 1-6 on 6, 7-9 on 4, 10-12 on 3, 13-18 on 2."""
    card = "ENC-001" if deck == "encounter" else "HRK-001"
    step = (
        given(table(camp(0, squad=squad(start, 5)), camp(1))).drawing(roll, hazard, card).answers(0, "turn", "explore")
    )
    assert e.CardDrawn(0, 0, deck, card) in step.events
    step.asks(0, "face")


def test_a_squad_that_would_pass_the_last_space_stops_there():
    """R18: and may stay there."""
    step = given(table(camp(0, squad=squad(16, 5)), camp(1))).drawing(5, 1, "ENC-001").answers(0, "turn", "explore")
    step.then(e.SquadMoved(0, 5, 18)).asks(0, "face")
    step = given(table(camp(0, squad=squad(18, 5)), camp(1))).drawing(1, 1, "ENC-001").answers(0, "turn", "explore")
    step.then(e.SquadMoved(0, 1, 18)).asks(0, "face")


@pytest.mark.parametrize(
    ("tiles", "changes", "raw", "roll"),
    [
        ((), {}, 1, 1),
        (("workshop",), {}, 6, 7),
        (("workshop*",), {}, 6, 6),
        (("workshop",), {"role": "ROLE-SHAO"}, 6, 7),
        ((), {"role": "ROLE-SHAO"}, 3, 4),
        ((), {"low": 5}, 1, 1),
        ((), {"low": 5}, 4, 3),
        ((), {"low": 4}, 4, 4),
        (("workshop",), {"low": 5}, 6, 6),
        ((), {"timed": (Timed("move", -2, 5, 5),)}, 2, 1),
        ((), {"timed": (Timed("move", 1, 5, 5), Timed("move", 1, 4, 6))}, 3, 5),
        ((), {"timed": (Timed("move", 1, 6, 6),)}, 3, 3),
    ],
)
def test_the_exploration_roll_is_summed_then_held_between_1_and_7(tiles, changes, raw, roll):
    """R27, 4.2.2 of low supply, R35."""
    state = table(camp(0, *tiles, **changes), camp(1))
    step = given(state).drawing(raw, 1, "ENC-001").answers(0, "turn", "explore")
    step.then(e.SquadMoved(0, roll, roll)).asks(0, "face")


def test_after_the_card_the_site_bonus_comes_and_the_squad_goes_home():
    """R50, 4.2.4."""
    step = given(table(camp(0, food=0), camp(1))).drawing(4, 1, "ENC-001").answers(0, "turn", "explore")
    step.answers(0, "face", "a").then(
        e.OptionTaken(0, "ENC-001", "a"),
        e.Gained(0, "food", 2, "card"),
        e.CardResolved(0, 0, "ENC-001"),
        e.Gained(0, "bolts", 1, "site"),
        e.SquadReturned(0),
    ).asks_only(1)
    assert step.state.camps[0].explorations == 1
    assert step.state.discard["encounter"] == ("ENC-001",)


def test_stranded_keeps_the_squad_out_and_takes_next_rounds_action():
    """R16."""
    step = given(table(camp(0), camp(1))).drawing(3, 1, "ENC-003").answers(0, "turn", "explore")
    step.drawing(1).answers(0, "face", "b").then(
        e.Tested(0, 1, 4, False, risky=True), e.Stranded(0, 6), e.ActionBarred(0, 6)
    )
    assert step.state.camps[0].squad == squad(3, 6)
    assert "SquadReturned" not in kinds(step)
    step.asks_only(1)


def test_a_stranded_squad_whose_action_was_kept_explores_on_from_its_space():
    """R16: and still returns at that round's end."""
    state = table(camp(0, squad=squad(3, 5)), camp(1))
    step = given(state).drawing(2, 1, "ENC-001").answers(0, "turn", "explore").then(e.SquadMoved(0, 2, 5))
    step.answers(0, "face", "a")
    assert step.state.camps[0].squad == squad(5, 5)
    assert "SquadReturned" not in kinds(step)
    step.asks_only(1)


def test_a_forward_card_is_bought_for_ten_food_after_card_and_site():
    """R17."""
    step = given(table(camp(0, food=8), camp(1))).drawing(3, 1, "ENC-001").answers(0, "turn", "explore")
    step.answers(0, "face", "a").asks(0, "offer_forward", "yes", "no")
    step.answers(0, "offer_forward", "yes").then(e.Paid(0, food=10), e.ForwardTaken(0, 6)).asks_only(1)
    assert step.state.camps[0].squad == squad(3, 6, forward=True)


def test_without_ten_food_no_forward_card_is_offered():
    """R17: 2 food of the card and 1 of the site make nine."""
    step = given(table(camp(0, food=6), camp(1))).drawing(3, 1, "ENC-001").answers(0, "turn", "explore")
    step.answers(0, "face", "a").then(e.SquadReturned(0)).asks_only(1)


def test_in_the_last_round_no_forward_card_is_offered():
    step = given(table(camp(0, food=50), camp(1), number=20)).drawing(3, 1, "ENC-001").answers(0, "turn", "explore")
    step.answers(0, "face", "a").then(e.SquadReturned(0)).asks_only(1)


def test_a_squad_already_staying_buys_no_second_card():
    """R17: stranded just now."""
    step = given(table(camp(0, food=50), camp(1))).drawing(3, 1, "ENC-024").answers(0, "turn", "explore")
    step.answers(0, "face", "a").then(e.Stranded(0, 6)).asks_only(1)
    assert not step.state.camps[0].squad.forward


def test_a_second_exploration_may_buy_another_stay():
    """R17: nothing limits how often."""
    state = table(camp(0, food=50, squad=squad(5, 5, forward=True)), camp(1))
    step = given(state).drawing(2, 1, "ENC-001").answers(0, "turn", "explore").answers(0, "face", "a")
    step.asks(0, "offer_forward").answers(0, "offer_forward", "yes").then(e.ForwardTaken(0, 6)).asks_only(1)


def test_with_pay_with_card_only_a_card_gives_one_and_it_is_paid():
    """R17."""
    state = table(camp(0, food=20), camp(1), terms={"pay_with_card": True})
    step = given(state).drawing(3, 1, "ENC-003").answers(0, "turn", "explore").drawing(6).answers(0, "face", "b")
    step.asks(0, "pay_forward", "yes", "no").answers(0, "pay_forward", "yes")
    step.then(e.Paid(0, food=10), e.ForwardTaken(0, 6)).asks_only(1)
    poor = table(camp(0, food=9), camp(1), terms={"pay_with_card": True})
    step = given(poor).drawing(3, 1, "ENC-003").answers(0, "turn", "explore").drawing(6).answers(0, "face", "b")
    step.then(e.SquadReturned(0)).asks_only(1)


def test_a_card_gives_a_forward_card_free():
    step = given(table(camp(0), camp(1))).drawing(3, 1, "ENC-003").answers(0, "turn", "explore")
    step.drawing(6).answers(0, "face", "b").then(e.ForwardTaken(0, 6), e.Gained(0, "bolts", 2, "card")).asks_only(1)


def test_lost_contact_takes_the_squad_off_the_map_and_the_site_with_it():
    """R19: gains of the card stand."""
    step = given(table(camp(0), camp(1))).drawing(4, 1, "ENC-006").answers(0, "turn", "explore")
    step.drawing(1).answers(0, "face", "b").then(e.ContactLost(0, 6), e.Lost(0, "people", 2)).asks_only(1)
    assert not any(isinstance(event, e.Gained) for event in step.events)
    assert step.state.camps[0].squad == squad(0, 6, lost=True)


def test_out_of_contact_one_may_build_but_not_explore():
    """R19; what silence would do may be said, so one may pass."""
    step = given(table(camp(0, bolts=1, people=1, squad=squad(0, 5, lost=True)), camp(1)))
    step.asks(0, "turn", "new:garden", "new:dormitory", "pass").refuses(0, "turn", "explore")


def test_squads_come_home_at_the_end_of_their_round():
    """R16, R17, R19, R53.5."""
    out = [squad(3, 5), squad(4, 6), squad(0, 5, lost=True)]
    camps = [camp(seat, acted=True, squad=each) for seat, each in enumerate(out)]
    state = table(*camps, camp(3))
    step = (
        given(state).drawing(1, 1, "ENC-001").answers(3, "turn", "explore").drawing("EVT-048").answers(3, "face", "a")
    )
    assert [c.squad for c in step.state.camps] == [squad(), squad(4, 6), squad(), squad()]
    step.then(e.SquadReturned(0), e.SquadReturned(2), e.RoundBegan(6, 1)).asks_only(0, 1, 2, 3)


def test_the_reroll_of_the_way_follows_its_order():
    """R13, R26: never by default; the second result stands even if worse."""
    state = table(camp(0, "workshop*"), camp(1))
    step = (
        given(state)
        .answers(0, "orders", "reroll_move:most_2")
        .drawing(2, 1, 1, "ENC-001")
        .answers(0, "turn", "explore")
    )
    step.then(e.DieRolled(0, "move", 1, again=True), e.SquadMoved(0, 1, 1)).asks(0, "face")
    assert step.state.camps[0].rerolled
    step = (
        given(state).answers(0, "orders", "reroll_move:most_2").drawing(3, 1, "ENC-001").answers(0, "turn", "explore")
    )
    step.then(e.SquadMoved(0, 3, 3)).asks(0, "face")


def test_with_reactions_asked_the_way_may_be_rolled_again_once():
    """R13, R26."""
    state = table(camp(0, "workshop*"), camp(1), terms={"ask_reactions": True})
    step = given(state).drawing(2).answers(0, "turn", "explore").asks(0, "move_roll", "keep", "again")
    step.drawing(5, 1, "ENC-001").answers(0, "move_roll", "again").asks(0, "face")
    step.drawing(1).answers(0, "face", "b").then(e.Tested(0, 1, 4, False, risky=True)).asks_only(1)


def test_from_the_ruins_two_cards_are_drawn_in_private_and_one_is_kept():
    """R39, R57."""
    state = table(camp(0, region="city_ruins"), camp(1), modules=("locomotive",))
    step = given(state).drawing(3, 1, "ENC-001", "ENC-002").answers(0, "turn", "explore")
    step.then(e.CardPeeked(0, 0, "encounter", "ENC-001"), e.CardPeeked(0, 1, "encounter", "ENC-002"))
    step.asks(0, "keep_one", "card:0", "card:1").answers(0, "keep_one", "card:1")
    step.then(e.CardKept(0, 1), e.CardDiscarded(0, 0, "ENC-001"), e.CardShown(0, 1, "ENC-002"))
    step.asks(0, "face", "a", "b")
    assert step.state.camps[0].high_risk_resolved == 0


def test_the_ruins_and_the_scout_add_up_to_three_cards():
    """R39."""
    state = table(camp(0, region="city_ruins", guests=(guest("VIS-02"),)), camp(1), modules=("locomotive", "visitors"))
    step = given(state).drawing(3, 1, "ENC-001", "ENC-002", "VIS-01").answers(0, "turn", "explore")
    step.asks(0, "keep_one", "card:0", "card:1", "card:2")


def test_an_empty_deck_is_made_of_its_discard_pile():
    """R32."""
    state = table(camp(0), camp(1))
    whole = tuple(HIGH_RISK)
    state = replace(state, down={**state.down, "high_risk": 0}, discard={**state.discard, "high_risk": whole})
    step = given(state).drawing(3, 6, "HRK-004").answers(0, "turn", "explore")
    step.then(e.DeckShuffled("high_risk"), e.CardDrawn(0, 0, "high_risk", "HRK-004")).asks(0, "face")


def test_without_any_card_the_exploration_goes_on():
    """R32: every high-risk card is in other hands."""
    state = table(camp(0), camp(1))
    state = replace(state, down={**state.down, "high_risk": 0})
    step = given(state).drawing(3, 6).answers(0, "turn", "explore")
    step.then(e.DeckEmpty(0, "high_risk"), e.Gained(0, "food", 1, "site"), e.SquadReturned(0)).asks_only(1)

"""4.2.2, 4.2.3, the Watchtower: R26, R28 to R30, R50, R55 to R57."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from events.train_farm import RECORD
from events.train_farm import events as e
from events.train_farm.agenda import Check, Face, Open
from events.train_farm.state import Buried, Timed
from services.dice import Scripted
from services.train_farm.decks import draw
from services.train_farm.story import Story
from tests.services.train_farm.dsl import camp, given, guest, holding, kinds, squad, table


def exploring(state, card, roll=3, hazard=1):
    """Seat 0 has drawn this card on the space of its roll."""
    return given(state).drawing(roll, hazard, card).answers(0, "turn", "explore")


def test_option_b_is_offered_only_if_its_price_can_be_paid():
    """R50: and then a lone safe option is not asked about."""
    exploring(table(camp(0), camp(1)), "ENC-028").asks(0, "face", "a", "b")
    step = exploring(table(camp(0, food=1), camp(1)), "ENC-028")
    step.then(e.OptionTaken(0, "ENC-028", "a"), e.Gained(0, "people", 1, "card")).asks_only(1)


def test_the_price_is_paid_first_and_stays_paid():
    """R50."""
    step = exploring(table(camp(0, food=2), camp(1)), "ENC-028").drawing(3).answers(0, "face", "b")
    step.then(e.OptionTaken(0, "ENC-028", "b"), e.Paid(0, food=2), e.Tested(0, 3, 4, False, risky=True)).asks_only(1)
    assert step.state.camps[0].risky_successes == 0


@pytest.mark.parametrize(("raw", "passed"), [(3, False), (4, True)])
def test_a_test_is_one_die_against_its_target(raw, passed):
    step = exploring(table(camp(0, "workshop", role="ROLE-SHAO"), camp(1)), "ENC-001", roll=1)
    step.drawing(raw).answers(0, "face", "b").then(e.Tested(0, raw, 4, passed, risky=True)).asks_only(1)
    assert step.state.camps[0].risky_successes == passed


def test_modifiers_of_tests_count_and_those_of_the_way_do_not():
    """R50, NOTATION 4."""
    timed = (Timed("explore_test", 1, 5, 5), Timed("move", -1, 5, 5), Timed("explore_test", 5, 6, 6))
    step = exploring(table(camp(0, timed=timed), camp(1)), "ENC-001").drawing(3).answers(0, "face", "b")
    step.then(e.Tested(0, 4, 4, True, risky=True)).asks_only(1)


def test_the_gambler_adds_to_the_die_and_is_held_to_six():
    """NOTATION 4: then modifiers are added."""
    timed = (Timed("explore_test", 1, 5, 5),)
    state = table(camp(0, guests=(guest("VIS-07"),), timed=timed), camp(1), modules=("visitors",))
    step = exploring(state, "ENC-001").drawing(6).answers(0, "face", "b").then(e.Tested(0, 7, 4, True, risky=True))
    step.asks_only(1)
    exploring(state, "ENC-001").drawing(2).answers(0, "face", "b").then(e.Tested(0, 4, 4, True, risky=True))


def test_a_failed_test_is_rerolled_by_order_once():
    """R13, R26: the second result stands."""
    step = exploring(table(camp(0, "workshop*"), camp(1)), "ENC-001").drawing(2, 1).answers(0, "face", "b")
    step.then(e.DieRolled(0, "explore_test", 2), e.DieRolled(0, "explore_test", 1, again=True))
    step.then(e.Tested(0, 1, 4, False, risky=True)).asks_only(1)
    step = exploring(table(camp(0, "workshop*"), camp(1)), "ENC-001").drawing(4).answers(0, "face", "b")
    assert not any(isinstance(event, e.DieRolled) and event.again for event in step.events)


def test_no_test_is_rerolled_where_only_the_way_may_be():
    """R26, `reroll_scope`."""
    state = table(camp(0, "workshop*"), camp(1), terms={"reroll_move_only": True})
    exploring(state, "ENC-001").drawing(2).answers(0, "face", "b").then(e.Tested(0, 2, 4, False, risky=True))


def test_an_order_never_to_reroll_is_kept():
    state = given(table(camp(0, "workshop*"), camp(1))).answers(0, "orders", "reroll_test:never").state
    exploring(state, "ENC-001").drawing(2).answers(0, "face", "b").then(e.Tested(0, 2, 4, False, risky=True))


def test_asked_about_a_failed_test_one_may_keep_it():
    state = table(camp(0, "workshop*"), camp(1), terms={"ask_reactions": True})
    step = given(state).drawing(3).answers(0, "turn", "explore").drawing(1, "ENC-001").answers(0, "move_roll", "keep")
    step.drawing(2).answers(0, "face", "b").asks(0, "attempt", "keep", "again").answers(0, "attempt", "keep")
    step.then(e.Tested(0, 2, 4, False, risky=True)).asks_only(1)


def test_a_card_leads_to_a_high_risk_card_with_its_own_choice():
    """NOTATION 2, R29: read out, resolved now, never declined; high-risk cards count."""
    step = exploring(table(camp(0, "watchtower*"), camp(1)), "ENC-027").drawing(5, "HRK-004").answers(0, "face", "b")
    step.then(e.CardDrawn(0, 1, "high_risk", "HRK-004")).asks(0, "face", "a", "b")
    step.answers(0, "face", "a").then(e.CardResolved(0, 1, "HRK-004"), e.Gained(0, "bolts", 1, "card"))
    assert step.state.camps[0].high_risk_resolved == 1
    step.asks_only(1)


# --- the Watchtower


def test_with_a_tower_a_card_is_looked_at_in_private():
    """R29, R57."""
    step = exploring(table(camp(0, "watchtower"), camp(1)), "ENC-001")
    step.then(e.CardPeeked(0, 0, "encounter", "ENC-001")).asks(0, "face", "a", "b", "decline")
    assert RECORD.view(step.state, 1).hand[0].known == ""
    assert RECORD.view(step.state, 0).hand[0].known == "ENC-001"
    step.answers(0, "face", "a").then(e.CardShown(0, 0, "ENC-001"), e.OptionTaken(0, "ENC-001", "a")).asks_only(1)


def test_declining_costs_the_tower_and_nothing_happens_on_the_space():
    """R29: the exploration counts, a Forward card may still be bought, the card goes hidden to the bottom."""
    step = exploring(table(camp(0, "watchtower", food=10), camp(1)), "ENC-001").answers(0, "face", "decline")
    step.then(e.TowerLost(0), e.CardDeclined(0, 0)).asks(0, "offer_forward", "yes", "no")
    assert "Gained" not in kinds(step)
    assert step.state.bottom == (Buried("encounter", (0,), "ENC-001"),)
    assert step.state.camps[0].explorations == 1
    assert RECORD.view(step.state, 1).bottom[0].card == ""


def test_a_declined_card_is_the_last_of_its_deck():
    """R29: drawn when nothing lies above it, without chance."""
    state = given(table(camp(0), camp(1))).state
    down = {**state.down, "encounter": 0}
    state = replace(state, down=down, bottom=(Buried("encounter", (0,), "ENC-009"),))
    assert draw(Story(state, Scripted()), "encounter") == ("ENC-009", True)
    step = given(state).drawing(1, 1).answers(0, "turn", "explore")
    step.then(e.CardDrawn(0, 0, "encounter", "ENC-009", buried=True))
    assert step.state.bottom == ()


def test_a_full_tower_hands_the_card_over():
    """R30, R56: the receiver chooses, pays and gains; the explorer has the site bonus and goes on at once."""
    step = exploring(table(camp(0, "watchtower*"), camp(1)), "ENC-001")
    step.asks(0, "face", "a", "b", "decline", "hand:1").answers(0, "face", "hand:1")
    step.then(
        e.TowerLost(0), e.CardHanded(0, 0, 1), e.Gained(0, "food", 1, "site"), e.SquadReturned(0), e.CardOpened(1, 0)
    )
    step.asks(1, "face", "a", "b").asks_only(1)
    step.answers(1, "face", "a").then(e.CardShown(1, 0, "ENC-001"), e.Gained(1, "food", 2, "card"))
    step.asks(1, "turn")
    assert step.state.camps[1].explorations == 0
    assert not step.state.camps[1].acted


def test_the_receiver_may_decline_or_hand_it_back():
    """R30: each time losing a tower; it comes back as a handed card."""
    step = exploring(table(camp(0, "watchtower*"), camp(1, "watchtower*")), "ENC-001").answers(0, "face", "hand:1")
    step.asks(1, "face", "a", "b", "decline", "hand:0").answers(1, "face", "hand:0")
    step.asks(0, "face", "a", "b").answers(0, "face", "a").then(e.Gained(0, "food", 2, "card"))
    assert [each.tile("watchtower") for each in step.state.camps] == [None, None]
    assert step.state.camps[0].explorations == 1
    step.asks(1, "turn")


def test_a_card_is_handed_to_one_who_has_acted_or_lost_the_action():
    """R30."""
    state = table(camp(0, "watchtower*"), camp(1, acted=True), camp(2, barred=(5,)), camp(3))
    step = exploring(state, "ENC-001").asks(0, "face", "a", "b", "decline", "hand:1", "hand:2", "hand:3")
    step.answers(0, "face", "hand:2").asks(2, "face", "a", "b").asks_only(2, 3)


def test_the_event_waits_for_the_receiver():
    """R30, R55."""
    step = exploring(table(camp(0, "watchtower*"), camp(1, acted=True)), "ENC-001").answers(0, "face", "hand:1")
    step.asks_only(1)
    assert step.state.phase == "act"
    step.drawing("EVT-048").answers(1, "face", "a").then(e.EventTurnedUp("EVT-048", ()))


def test_squad_effects_on_a_receiver_in_camp():
    """R30: stranded takes the action only; a Forward effect does nothing; lost contact works fully."""
    state = table(camp(0, "watchtower*"), camp(1), camp(2))
    step = exploring(state, "ENC-017").answers(0, "face", "hand:1").answers(1, "face", "a")
    step.then(e.ActionBarred(1, 6))
    assert not any(isinstance(event, e.Stranded) for event in step.events)
    step = exploring(state, "ENC-017").answers(0, "face", "hand:1").drawing(6).answers(1, "face", "b")
    assert "ForwardTaken" not in kinds(step)
    step = exploring(state, "ENC-017").answers(0, "face", "hand:1").drawing(1).answers(1, "face", "b")
    step.then(e.ContactLost(1, 6))
    assert "explore" not in {option.id for option in _turn(step).options}


def _turn(step):
    game = step.game.referee
    ask = next(ask for ask in game.pending(step.state) if ask.key.startswith("turn") and ask.seat == 1)
    return game.choice(step.state, ask)


def test_a_receivers_squad_that_is_out_stays_longer():
    """R30."""
    state = table(camp(0, "watchtower*"), camp(1, squad=squad(7, 5)), camp(2))
    step = exploring(state, "ENC-017").answers(0, "face", "hand:1").answers(1, "face", "a").then(e.Stranded(1, 6))
    assert step.state.camps[1].squad == squad(7, 6)


def test_a_handed_card_has_its_own_reroll():
    """R56: apart from that of the receiver's own exploration."""
    state = table(camp(0, "watchtower*"), camp(1, "workshop*", rerolled=True, acted=True), camp(2))
    step = exploring(state, "ENC-001").answers(0, "face", "hand:1").then(e.CardOpened(1, 0))
    step.drawing(2, 5).answers(1, "face", "b").then(
        e.DieRolled(1, "explore_test", 5, again=True), e.Tested(1, 5, 4, True, risky=True)
    )
    assert step.state.camps[1].risky_successes == 1


def test_own_business_first_then_handed_cards_in_order():
    """R55."""
    front = Face(0, drawn=True)
    state = holding(table(camp(0, agenda=(front,), asked=1, acted=True), camp(1, "watchtower*")), 0, "ENC-002")
    step = given(state).drawing(1, 1, "ENC-001").answers(1, "turn", "explore").answers(1, "face", "hand:0")
    assert step.state.camps[0].agenda == (front, Open(1), Face(1, drawn=True), Check())
    assert step.state.camps[0].asked == 1
    step.answers(0, "face", "a").then(e.CardResolved(0, 0, "ENC-002"), e.CardOpened(0, 1))
    step.asks(0, "face", "a", "b")


def test_a_handed_card_comes_before_ones_turn_which_is_asked_anew():
    """R55: its key is another, for what can be done may have changed."""
    state = table(camp(0, "watchtower*"), camp(1), camp(2))
    before = [ask.key for ask in given(state).game.referee.pending(state) if ask.seat == 1 and ask.must]
    step = exploring(state, "ENC-001").answers(0, "face", "hand:1").answers(1, "face", "a")
    after = [ask.key for ask in step.game.referee.pending(step.state) if ask.seat == 1 and ask.must]
    assert before == ["turn/r5/0"]
    assert after == ["turn/r5/1"]


def test_a_camp_that_falls_with_a_card_in_hand_discards_it():
    """R48, R55."""
    state = table(camp(0, "watchtower*"), camp(1), camp(2))
    step = exploring(state, "ENC-001").answers(0, "face", "hand:1").leaves(1)
    step.then(e.CardDiscarded(1, 0, "ENC-001"), e.CampFell(1, "left/0", resigned=True)).asks_only(2)
    assert step.state.hand == ()


def test_a_fall_in_mid_card_drops_the_rest_of_it():
    """R48: damage before the loss of bolts."""
    step = exploring(table(camp(0, durability=1), camp(1)), "ENC-016").drawing(1).answers(0, "face", "b")
    step.then(e.Damaged(0, 0), e.CardDiscarded(0, 0, "ENC-016"), e.CampFell(0, "card/5/0")).asks_only(1)
    assert "Lost" not in kinds(step)
    assert "SquadReturned" not in kinds(step)


def test_from_the_ruins_with_a_tower_the_kept_card_stays_hidden_until_resolved():
    """R39, R57: the others are shown; it may still be declined."""
    state = table(camp(0, "watchtower", region="city_ruins"), camp(1), modules=("locomotive",))
    step = (
        given(state).drawing(3, 1, "ENC-001", "ENC-002").answers(0, "turn", "explore").answers(0, "keep_one", "card:0")
    )
    step.then(e.CardKept(0, 0), e.CardDiscarded(0, 1, "ENC-002")).asks(0, "face", "a", "b", "decline")
    assert "CardShown" not in kinds(step)
    assert RECORD.view(step.state, 1).hand[0].known == ""
    step.answers(0, "face", "decline").then(e.TowerLost(0), e.CardDeclined(0, 0)).asks_only(1)
    assert RECORD.view(step.state, None).bottom[0].card == ""


def test_a_gift_is_a_checkpoint():
    """R45: the other camp's sixtieth food."""
    full = [f"{kind}*" for kind in ("garden", "workshop", "wall", "dormitory", "infirmary", "watchtower")]
    step = (
        exploring(table(camp(0), camp(1, *full, food=59)), "ENC-007")
        .answers(0, "face", "a")
        .answers(0, "give", "seat:1")
    )
    step.then(e.Gained(1, "food", 1, "gift"), e.MatchDecided((2, 1), (1,), "train_farm.reason.development"))

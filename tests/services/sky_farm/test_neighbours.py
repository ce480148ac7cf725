"""Part 3 and giving: gifts, exchange, deal, tracks (K55-K61, K71-K73, K78)."""

import pytest
from msgspec.structs import replace

from events.sky_farm import RECORD
from events.sky_farm.cards import NEIGHBOUR_CARDS
from events.sky_farm.effects import Gain
from events.sky_farm.events import (
    CardsKept,
    ExchangeNamed,
    GiftTaken,
    NeighboursReshuffled,
    OldCardsDiscarded,
    PairDealt,
    PhaseBegun,
)
from events.sky_farm.sheet_events import Gained, Given, NeighbourStepped
from events.sky_farm.state import neighbour_deck, unseen_tasks
from events.sky_farm.work import Exchange, GiftsIn, Keep
from services.dice import Seeded
from services.sky_farm.neighbours import receiver
from services.sky_farm.play import Play
from services.sky_farm.rounds import begin, draw_pair
from tests import dsl
from tests.services.sky_farm.dsl import GAME, animal, at, farm, penned, table
from tests.services.sky_farm.dsl import Given as Table


@pytest.mark.parametrize(
    ("seats", "seat", "left", "right"), [(1, 0, None, None), (2, 0, 1, 1), (2, 1, 0, 0), (4, 0, 1, 3), (4, 3, 0, 2)]
)
def test_left_is_the_next_seat_clockwise(seats, seat, left, right):
    """K55, K59."""
    state = table(seats)
    assert (receiver(state, seat, "left"), receiver(state, seat, "right")) == (left, right)


def test_a_gift_moves_card_and_track():
    """K56: the unit is gone, the card waits for the next round, the track gives its step now."""
    game = at(farm(left="N01", right="N27"), Gain("wood")).does("unit", "give:left")
    game.then(Given(0, "left", "N01", "wood", 1), NeighbourStepped(0, "left", 1)).asked("coins")
    assert game.farm.left.card == ""
    assert game.state.seats[1].incoming == ("N01",)
    assert game.farm.season.gifts_given == 1


def test_one_gift_a_side_a_round():
    """K56: the side is empty then."""
    game = at(farm(left="N01", right="N27"), Gain("wood", 2)).does("unit", "give:left").does("coins", {"town_fund": 1})
    game.lacks("unit", "give:left")


def test_alone_the_card_is_discarded_and_the_track_moves():
    """K59."""
    game = at(farm(left="N01", right="N27"), Gain("wood"), Exchange(), seats=1).does("unit", "give:left")
    game.then(Given(0, "left", "N01", "wood", None), NeighbourStepped(0, "left", 1))
    assert "N01" in game.state.neighbour_discard


def test_after_step_eight_gifts_go_out_and_the_track_gives_nothing():
    """K78."""
    own = farm(right="N27")
    own = replace(own, left=replace(own.left, card="N01", step=8))
    game = at(own, Gain("wood")).does("unit", "give:left").then(Given(0, "left", "N01", "wood", 1))
    game.never(NeighbourStepped).idle()


def test_gifts_are_taken_in_any_order_one_entry_each():
    """3.1, K57."""
    game = at(farm(gifts=("N01", "N04")), GiftsIn()).asked("giftsin", "N01:0", "N01:1", "N04:0")
    game.refuses(0, "giftsin", "N01:0", "N04:0")
    game.does("giftsin", "N04:0").then(GiftTaken(0, "N04", "wood", 2), Gained(0, "wood", 2)).asked("unit")
    assert "N04" in game.state.neighbour_discard
    assert game.farm.gifts == ("N01",)


def test_a_gift_without_choice_is_taken_at_once():
    at(farm(gifts=("N04",)), GiftsIn()).then(GiftTaken(0, "N04", "wood", 2)).asked("unit")
    at(farm(), GiftsIn()).never(GiftTaken).idle()


def test_a_gift_may_be_given_on():
    """K57."""
    game = at(farm(gifts=("N04",), left="N02", right="N27"), GiftsIn()).does("unit", "give:left")
    game.then(Given(0, "left", "N02", "wood", 1))


def test_old_cards_may_be_named():
    """3.3."""
    game = at(farm(left="N01", right="N27"), Exchange()).asked("exchange", "left", "right")
    game.does("exchange", "right").only(ExchangeNamed(0, ("right",)))
    at(farm(left="", right="N27"), Exchange()).asked("exchange", "right").does("exchange").only(ExchangeNamed(0))
    at(farm(left="", right=""), Exchange()).then(ExchangeNamed(0)).idle()


def test_without_an_old_card_a_waiting_animal_may_be_housed_before_growth():
    """K37: at any time the owner may act; the gift closed the pen."""
    own = farm(ground=penned("r2c2-r3c3"), animals=(animal("cloud_hen"),), left="", right="")
    game = at(own, Exchange()).asked("exchange", "house:cloud_hen-1:r2c2")
    game.does("exchange", "house:cloud_hen-1:r2c2").does("exchange").only(ExchangeNamed(0)).idle()


def neighbour_phase(seats=2, **own):
    """Round 4 begins, all gifts taken."""
    state = replace(table(seats), seats=(farm(**own), *table(seats).seats[1:]))
    state = replace(state, seats=tuple(replace(each, agenda=(), stage="done") for each in state.seats))
    play = Play(state, Seeded(3))
    begin(play, 4, "neighbours")
    return Table(GAME, play.state)


def test_the_deal_waits_for_all():
    """K72: and comes in seat order, left before right."""
    game = neighbour_phase(left="").asks_only(0, 1)
    game.answers(0, "exchange", "right").never(PairDealt).asks_only(1)
    deck = neighbour_deck(game.state)
    game.drawing(*deck[:6])
    game.answers(1, "exchange", "left").then(
        OldCardsDiscarded(0, ("right",)),
        OldCardsDiscarded(1, ("left",)),
        PairDealt(0, "left", deck[:2]),
        PairDealt(0, "right", deck[2:4]),
        PairDealt(1, "left", deck[4:6]),
        PhaseBegun(4, "keep"),
    )
    game.asks_only(0, 1)


def test_one_of_each_pair_is_kept():
    game = neighbour_phase(left="", right="").asks_only(1)
    deck = neighbour_deck(game.state)
    game.drawing(*deck[:4]).answers(1, "exchange").asks_only(0)
    game.refuses(0, "keep", {"left": "1"})
    game.drawing(*_public(game, 3), *_season(game)).answers(0, "keep", {"left": "2", "right": "1"})
    game.then(CardsKept(0, {"left": deck[1], "right": deck[2]}, (deck[0], deck[3])), PhaseBegun(4, "play"))
    assert (game.farm.left.card, game.farm.right.card) == (deck[1], deck[2])
    assert set(game.state.neighbour_discard) >= {deck[0], deck[3]}


def _public(game, n):
    return game.state.deck[:n]


def _season(game):
    return unseen_tasks(game.state, 0)[:2]


def test_a_side_given_from_in_this_phase_stays_empty_until_the_next():
    """K72."""
    game = neighbour_phase(left="N02", right="", incoming=("N04",))
    game.answers(0, "unit", "give:left").answers(0, "coins", {"town_fund": 1})
    game.answers(0, "unit", "sell").answers(0, "coins", {"town_fund": 1})
    deck = neighbour_deck(game.state)
    game.drawing(*deck[:2]).answers(1, "exchange").then(PairDealt(0, "right", deck[:2]))
    assert (game.farm.left.card, game.farm.left.pair, game.farm.left.due) == ("", (), False)


def test_only_the_owner_reads_a_drawn_pair():
    """K61."""
    game = neighbour_phase(left="", right="")
    deck = neighbour_deck(game.state)
    game.drawing(*deck[:4]).answers(1, "exchange")
    assert RECORD.view(game.state, 0).seats[0].left.pair == deck[:2]
    for viewer in (1, None):
        assert RECORD.view(game.state, viewer).seats[0].left.pair == ("", "")
    assert RECORD.view(game.state, "all").seats[0].left.pair == deck[:2]


def test_the_deck_is_rebuilt_only_when_a_card_is_needed_and_none_is_left():
    """3.4, K73: cards drawn before stay drawn, the pile is taken in id order."""
    state = table(1)
    kept = {side.card for side in state.seats[0].sides}
    rest = sorted(NEIGHBOUR_CARDS.keys() - kept)
    play = Play(replace(state, neighbour_discard=tuple(rest[1:])), Seeded(1))
    pair = draw_pair(play)
    assert pair[0] == rest[0]
    assert play.events == [NeighboursReshuffled()]
    assert pair[1] in rest[1:]
    full = Play(replace(state, neighbour_discard=tuple(rest[2:])), Seeded(1))
    assert set(draw_pair(full)) == set(rest[:2])
    assert not full.events


def test_the_reshuffle_needs_two_cards_from_an_empty_deck():
    state = table(1)
    rest = sorted(NEIGHBOUR_CARDS.keys() - {side.card for side in state.seats[0].sides})
    play = Play(replace(state, neighbour_discard=tuple(rest)), Seeded(1))
    assert len(set(draw_pair(play))) == 2


@pytest.mark.parametrize("seats", [1, 2, 3, 4, 5, 6])
def test_thirty_cards_suffice(seats):
    """K58: every seat exchanges both sides in every round."""
    state = dsl.begun(GAME, seats)
    luck = Seeded(seats)
    for _ in range(3000):
        asks = GAME.referee.pending(state)
        if not asks or state.round > 4:
            break
        ask = asks[0]
        choice = GAME.referee.choice(state, ask)
        reply = GAME.referee.default(state, ask)
        if ask.key.startswith("exchange"):
            reply = dsl.reply_of(choice, tuple(option.id for option in choice.options))
        for event in GAME.referee.decide(state, GAME.referee.command(state, ask, reply), luck):
            state = RECORD.evolve(state, event)
    assert state.round == 5


def test_gifts_of_the_last_round_come_next_round():
    """3.1: what is given in round 3 is taken in round 4, what is given in the phase itself in round 5."""
    game = neighbour_phase(incoming=("N04",)).asked("unit")
    assert game.farm.incoming == ()
    assert game.farm.season.gained == {"wood": 2}


def test_all_pairs_are_dealt_before_any_is_kept_at_setup():
    """2.3, K72."""
    state = dsl.begun(GAME, 3)
    assert [ask.key.partition("/")[0] for ask in GAME.referee.pending(state)] == ["keep"] * 3
    pairs = [card for seat in state.seats for side in seat.sides for card in side.pair]
    assert len(set(pairs)) == 12
    assert state.seats[0].agenda == (Keep(),)

"""Part 7: two cards, upper and lower halves, options, the guide card (K9-K13, K74)."""

import pytest
from msgspec.structs import replace

from events.record import fold
from events.sky_farm.cards import TASK_CARDS
from events.sky_farm.effects import Either, Task
from events.sky_farm.events import CardBegun, CardsChosen, LowerHalf, TaskBegun, TurnFinished
from events.sky_farm.sheet_events import CoinsSpent, Gained
from events.sky_farm.sheets import UPGRADES
from events.sky_farm.work import Card, ChooseCards, Finish
from services.dice import Seeded
from services.sky_farm.agenda import run
from services.sky_farm.play import Play, Turn
from services.sky_farm.tasks import metric
from tests.services.sky_farm.dsl import GAME, Given, animal, at, crop, farm, filler, ground, penned, table

DISPLAY = ("P01", "P07", "P12", "S305", "S109")


def test_two_different_cards_of_the_display_in_order():
    """7.1, K10."""
    game = at(farm(), ChooseCards(), display=DISPLAY, preview=("S101", "S102"))
    game.asked("choosecards", *DISPLAY)
    for wrong in (("P01",), ("P01", "P01"), ("P01", "P07", "P12"), ("P01", "S101"), ()):
        game.refuses(0, "choosecards", *wrong)
    game.does("choosecards", "P07", "P01").then(
        CardsChosen(0, ("P07", "P01")), CardBegun(0, "P07"), TaskBegun(0, "farm", 1)
    )


def test_taking_a_card_does_not_remove_it():
    """5.4."""
    game = at(farm(), ChooseCards(), display=DISPLAY).does("choosecards", "P12", "S305")
    assert game.state.display == DISPLAY
    game.asks(1, "choosecards", *DISPLAY)


def test_the_first_card_is_run_to_its_end_before_the_second():
    game = at(farm(), ChooseCards(), display=DISPLAY).does("choosecards", "S109", "P07").then(Gained(0, "wood", 2))
    for _ in range(3):
        game.never(TaskBegun).does("unit", "sell").does("coins", {"town_fund": 1})
    game.then(CardBegun(0, "P07"), TaskBegun(0, "farm", 1))


def test_exactly_one_option():
    """7.3."""
    game = at(farm(), Card("P12")).asked("either", "or1", "or2", "or3").refuses(0, "either", "or1", "or2")
    game.does("either", "or3").asked("coins")


def test_an_option_that_cannot_be_carried_out_may_be_chosen():
    """K13."""
    at(farm(ground=ground(fences="r1c1-r12c12")), Card("P11")).does("either", "or2").then(
        TaskBegun(0, "farm", 1)
    ).idle()


def test_a_bundle_is_gained_in_printed_order():
    """K77: ruby, then the coins."""
    game = at(farm(stamps=filler(range(9))), Card("S307")).does("either", "or1").then(Gained(0, "ruby", 1))
    game.does("unit", "box:observatory/0:1").asked("coins").does("coins", {"town_fund": 2}).then(
        CoinsSpent(0, {"town_fund": 2})
    )


CONDITIONS = {
    "P13": (
        {"ground": ground("r1c1-r2c4"), "crops": (crop("star_berry", "r1c1"), crop("star_berry", "r1c3", 1, 2))},
        {},
    ),
    "S206": (
        {"ground": penned("r2c2-r3c3"), "animals": (animal("cloud_hen", "r2c2"),)},
        {"animals": (animal("cloud_hen"),)},
    ),
    "S207": ({"done": ("axe_1", "bait_1", "cross_rod")}, {"done": ("axe_1", "bait_1", "market_stand")}),
    "S209": ({"areas": ("pond", "lake")}, {}),
    "S303": ({"done": ("gems/0", "angling/1")}, {"done": ("gems/0", "market_stand")}),
    "S306": ({"stamps": filler(range(4))}, {"stamps": filler(range(4), "r1c1")}),
}


def to_the_condition(game):
    """End the upper half by stopping every task."""
    for _ in range(9):
        keys = [ask.key.partition("/")[0] for ask in game.game.referee.pending(game.state) if ask.seat == 0]
        if keys in (["scratching"], ["farming"], ["fishing"]):
            game.does(keys[0], "end")
        elif keys == ["either"]:
            game.does("either", "or1")
        elif keys == ["task"]:
            game.does("task", "farm")
        else:
            break
    return game


@pytest.mark.parametrize("card", CONDITIONS)
def test_the_lower_half_needs_its_condition(card):
    holds, fails = CONDITIONS[card]
    to_the_condition(at(farm(**holds), Card(card))).asked("lower", "yes", "no")
    to_the_condition(at(farm(**fails), Card(card))).then(LowerHalf(0, card, done=False)).idle()


def test_the_lower_half_is_a_right_not_a_duty():
    """K11."""
    game = to_the_condition(at(farm(**CONDITIONS["P13"][0]), Card("P13")))
    game.does("lower", "no").only(LowerHalf(0, "P13", done=False)).idle()
    game = to_the_condition(at(farm(**CONDITIONS["P13"][0]), Card("P13")))
    game.does("lower", "yes").then(LowerHalf(0, "P13", done=True)).asked("coins")


def test_this_card_counts_since_the_card_began():
    """K11."""
    own = farm(card_squares=5, done=("axe_1",))
    game = at(own, Card("S106")).drawing("forest-upper-5").does("scratching", "r1c1").does("scratching", "end")
    game.then(LowerHalf(0, "S106", done=False))
    game = at(own, Card("S106")).drawing("forest-upper-5").does("scratching", "r1c1")
    game.drawing("forest-upper-5").does("scratching", "r1c2").does("scratching", "end").asked("lower")


def test_a_fish_meets_the_fish_market():
    game = at(farm(), Card("S108"), chance=(1, 1)).does("fishing", "r1c1").does("unit", "sell")
    game.does("coins", {"town_fund": 1}).asked("lower")
    at(farm(), Card("S108"), chance=(2, 1)).then(LowerHalf(0, "S108", done=False))


def test_a_rod_meets_the_good_spot():
    at(farm(done=("diagonal_rod",)), Card("S205"), chance=(4, 5)).then(TaskBegun(0, "fish", 2)).does(
        "fishing", "end"
    ).asked("lower")


@pytest.mark.parametrize("card", [card for card in TASK_CARDS.values() if card.condition], ids=lambda card: card.id)
def test_every_condition_can_be_counted(card):
    assert metric(farm(), card.condition.metric) < card.condition.min


def test_upgrades_are_tools_trellises_rods_and_baits():
    assert metric(farm(done=(*UPGRADES, "gems", "gems/0", "cellar")), "upgrades_completed") == 12


@pytest.mark.parametrize("card", TASK_CARDS)
def test_every_card_can_be_run_to_its_end(card):
    """Whatever silence says, no card gets stuck."""
    game = _begun(card)
    for _ in range(200):
        asks = [ask for ask in game.game.referee.pending(game.state) if ask.seat == 0]
        if not asks:
            return
        game = _silent(game, asks[0])
    raise AssertionError("no end")


def _begun(card):
    state = replace(table(), seats=(farm(), *table().seats[1:]))
    turn = Turn(Play(state, Seeded(1)), 0)
    turn.agenda = [Card(card)]
    run(turn)
    turn.rest(1)
    return Given(GAME, turn.play.state)


def _silent(game, ask):
    referee = game.game.referee
    command = referee.command(game.state, ask, referee.default(game.state, ask))
    game.state = fold(game.game.record, game.state, referee.decide(game.state, command, Seeded(ask.key)))
    return game


def test_the_guide_card_turns_by_itself_when_nothing_is_left():
    """K71."""
    at(farm(), Finish()).then(TurnFinished(0)).idle()


def test_any_is_a_choice_of_four():
    at(farm(), Task("any", 2)).asked("task", "chop", "mine", "fish", "farm").does("task", "mine").then(
        TaskBegun(0, "mine", 3)
    )


def test_options_are_data():
    assert TASK_CARDS["P10"].upper == (Either(((Task("chop"),), (Task("mine"),))),)

"""Parts 9 and 10: areas, dice, T, rods, catches, baits (K19-K24, K41-K43)."""

import pytest

from events.sky_farm.effects import Task
from events.sky_farm.events import BarUsed, TaskBegun
from events.sky_farm.sheet_events import FishCaught, FishingRolled, Gained
from tests.services.sky_farm.dsl import at, farm

T = 6


def fish(own=None, task=None, roll=(1, 1), **changes):
    """A fishing task in the pond with this roll (white, black)."""
    return at(own or farm(**changes), task or Task("fish"), chance=roll)


@pytest.mark.parametrize(("done", "plus", "n"), [((), 0, 1), (("bait_1",), 0, 2), (("bait_1", "bait_2"), 1, 4)])
def test_catches(done, plus, n):
    """K24."""
    fish(task=Task("fish", plus), done=done).then(TaskBegun(0, "fish", n))


def test_the_only_area_is_fished_without_asking_and_rolled_once():
    fish(roll=(4, 1)).then(FishingRolled(0, "pond", "4", "1")).asked("fishing", "r1c4", "end")


def test_the_area_is_chosen_before_the_roll():
    """K20."""
    (
        at(farm(areas=("pond", "cave")), Task("fish"))
        .asked("gofishing", "pond", "cave")
        .refuses(0, "gofishing", "river")
        .drawing(3, 1)
        .does("gofishing", "cave")
        .then(FishingRolled(0, "cave", "3", "1"))
        .does("fishing", "r1c3")
        .then(FishCaught(0, "cave", 2, "crystal_crab"), Gained(0, "crystal_crab", 1))
    )


def test_the_base_cell_is_the_only_one_without_a_rod():
    """K23: more catches add nothing."""
    fish(task=Task("fish", 2)).asked("fishing", "r1c1", "skip", "end").refuses(0, "fishing", "r2c2").does(
        "fishing", "r1c1"
    ).then(FishCaught(0, "pond", 0, "moonfin"))


def test_a_blank_base_cell_without_a_rod_catches_nothing():
    """9.4."""
    fish(roll=(2, 1)).only(TaskBegun(0, "fish", 1), FishingRolled(0, "pond", "2", "1")).idle()


def test_a_blank_base_cell_with_a_rod_leaves_the_choice():
    """K22."""
    fish(roll=(2, 1), done=("cross_rod",)).asked("fishing", "r1c1", "r1c3", "r2c2", "end")


def test_a_fish_on_the_base_cell_comes_first():
    """K22."""
    game = fish(roll=(3, 3), done=("cross_rod", "bait_1")).asked("fishing", "r3c3", "skip", "end")
    game.refuses(0, "fishing", "r3c2")
    game.does("fishing", "r3c3").does("unit", "sell").does("coins", {"town_fund": 1})
    game.asked("fishing", "r3c2", "r4c3", "end")


def test_the_first_catch_may_be_declined_and_the_fish_taken_later():
    """K22: declining uses the catch up."""
    (
        fish(roll=(3, 3), done=("cross_rod", "bait_1"))
        .does("fishing", "skip")
        .asked("fishing", "r3c2", "r3c3", "r4c3", "end")
        .does("fishing", "r3c3")
        .then(FishCaught(0, "pond", 12, "moonfin"))
    )


def test_no_cell_twice():
    """9.5."""
    game = fish(roll=(3, 3), task=Task("fish", 1), done=("cross_rod",)).does("fishing", "r3c3")
    game.does("unit", "sell").does("coins", {"town_fund": 1}).lacks("fishing", "r3c3")


def test_the_pattern_is_clipped_at_the_edge():
    """9.3."""
    game = fish(roll=(5, 5), done=("diagonal_rod", "bait_1", "bait_2")).does("fishing", "r5c5")
    game.does("unit", "sell").does("coins", {"town_fund": 1}).asked("fishing", "r4c4", "end")


def test_a_t_is_fixed_once_for_the_whole_task():
    """9.2, K20."""
    (
        fish(roll=(T, 2))
        .asked("fixcrossing", "r2c1", "r2c2", "r2c3", "r2c4", "r2c5")
        .refuses(0, "fixcrossing", "r1c1")
        .does("fixcrossing", "r2c5")
        .asked("fishing", "r2c5", "end")
    )


def test_two_ts_mean_any_cell():
    assert len(fish(roll=(T, T)).offered("fixcrossing")) == 25
    assert len(fish(roll=(4, T)).offered("fixcrossing")) == 5


def test_with_both_rods_one_is_chosen_after_the_roll():
    """K21."""
    (
        fish(roll=(3, 1), done=("cross_rod", "diagonal_rod"))
        .asked("chooserod", "cross_rod", "diagonal_rod")
        .does("chooserod", "diagonal_rod")
        .asked("fishing", "r1c3", "end")
    )


def test_one_rod_needs_no_choice():
    fish(roll=(1, 1), done=("diagonal_rod",)).asked("fishing", "r1c1", "end")


def test_a_rod_finished_while_catching_comes_too_late():
    """K42."""
    own = farm(done=("bait_1",), marks={"cross_rod": (0,)})
    game = at(own, Task("fish"), chance=(1, 1)).does("fishing", "r1c1")
    game.does("unit", "sell").does("coins", {"town_fund": 1}).idle()


def test_a_bar_adds_a_catch_after_the_roll_too():
    """K23, K75."""
    own = farm(done=("cross_rod",), bars={"energy_1": 1})
    game = at(own, Task("fish"), chance=(3, 3)).does("fishing", "r3c3").does("unit", "sell")
    game.does("coins", {"town_fund": 1}).asked("fishing", "end", "energy").does("fishing", "energy")
    game.only(BarUsed(0, "energy_1")).asked("fishing", "r3c2", "r4c3", "end")


def test_a_bar_that_could_not_help_does_not_hold_the_task_open():
    """K75: without a rod the only cell is caught."""
    own = farm(bars={"energy_1": 0})
    game = at(own, Task("fish"), chance=(1, 1)).does("fishing", "r1c1").does("unit", "sell")
    game.does("coins", {"town_fund": 1}).idle()


def test_stopping_declines_what_is_left():
    """7.4."""
    fish(done=("bait_1",)).does("fishing", "end").only().idle()


def test_a_caught_fish_counts_for_season_and_card():
    game = fish().does("fishing", "r1c1")
    assert (game.farm.season.fish_caught, game.farm.card_fish) == (1, 1)

"""Part 16.2, 15.2 and part 20: coins, energy bars, internship, buy-back, hired hands, town fund (K45, K52-K54, K76)."""

import pytest

from events.sky_farm.effects import Coins, Task
from events.sky_farm.events import TaskBegun
from events.sky_farm.sheet_events import (
    AnimalEarned,
    BarBought,
    BoxMarked,
    CoinRowDone,
    CoinsSpent,
    Drawn,
    PointsNoted,
)
from events.sky_farm.sheets import BADGES, COIN_PROJECTS
from services.sky_farm.coins import caps, full_rows
from tests.services.sky_farm.dsl import at, farm

ALL = {name: project.boxes for name, project in COIN_PROJECTS.items()}


def test_coins_may_be_split_and_all_must_go():
    """K76."""
    game = at(farm(), Coins(3)).refuses(0, "coins", {"town_fund": 2}).refuses(0, "coins", {"town_fund": 4})
    game.does("coins", {"cloud_hen": 1, "star_ox": 2}).only(CoinsSpent(0, {"cloud_hen": 1, "star_ox": 2})).idle()
    assert game.farm.coins == {"cloud_hen": 1, "star_ox": 2}
    assert game.farm.season.coins_spent == 3


def test_only_what_finds_no_box_is_lost():
    """16.2."""
    nearly = {**ALL, "town_fund": 18}
    game = at(farm(coins=nearly), Coins(5)).then(CoinsSpent(0, {"town_fund": 2}, 3))
    assert game.farm.season.coins_spent == 2
    at(farm(coins=ALL), Coins(5)).then(CoinsSpent(0, {}, 5))


def test_one_open_project_needs_no_question():
    at(farm(coins={**ALL, "town_fund": 0}), Coins(4)).then(CoinsSpent(0, {"town_fund": 4})).idle()


@pytest.mark.parametrize(("coins", "rows"), [(0, 0), (2, 0), (3, 1), (5, 1), (6, 2), (9, 3)])
def test_rows_fill_in_order(coins, rows):
    """K54."""
    assert full_rows(COIN_PROJECTS["internship"], coins) == rows


def test_the_effect_comes_with_the_last_coin():
    at(farm(), Coins(2)).does("coins", {"internship": 2}).never(CoinRowDone)
    at(farm(coins={"internship": 2}), Coins(1)).does("coins", {"internship": 1}).then(
        CoinRowDone(0, "internship", 0)
    ).asked("task", "chop", "mine", "fish", "farm")


def test_the_internship_is_a_full_task_with_upgrades():
    """K53."""
    own = farm(coins={"internship": 5}, done=("hoe_1", "hoe_2"))
    game = at(own, Coins(1)).does("coins", {"internship": 1}).does("task", "farm").then(TaskBegun(0, "farm", 3))
    game.asked("farming")


def test_a_bar_is_bought_and_may_be_used_in_the_running_task():
    """K75: bars in any order."""
    game = at(farm(coins={"energy_2": 1}), Task("chop")).drawing("forest-upper-6").does("scratching", "r1c1")
    game.does("coins", {"energy_2": 1}).never(BarBought)
    game = at(farm(coins={"energy_2": 2}), Task("chop")).drawing("forest-upper-6").does("scratching", "r1c1")
    game.does("coins", {"energy_2": 1}).then(BarBought(0, "energy_2"))
    assert "energy" in game.offered("scratching")


def test_buy_back_takes_no_more_than_there_are_boxes_to_mark():
    """K52."""
    rows = [f"{badge}/{place}" for badge in BADGES for place in (0, 1)]
    full = {row: tuple(range(len(BADGES[row.split("/")[0]].rows[int(row[-1])]))) for row in rows}
    assert "buyback" not in caps(farm(marks=full))
    one_left = {**full, "angling/1": (0,)}
    assert caps(farm(marks=one_left))["buyback"] == 3
    assert caps(farm(marks=one_left, coins={"buyback": 2}))["buyback"] == 1
    assert caps(farm())["buyback"] == 9


def test_buy_back_marks_a_box():
    game = at(farm(), Coins(3)).does("coins", {"buyback": 3}).then(CoinRowDone(0, "buyback", 0)).asked("fillbadge")
    game.does("fillbadge", "box:gems/0:0").then(BoxMarked(0, "gems/0", 0, "amethyst", free=True, badge=True))


def test_hired_hands_till_or_fence():
    game = at(farm(), Coins(3)).does("coins", {"hired_hands": 3}).asked("either", "or1", "or2")
    game.does("either", "or2").asked("draw").does("draw", "r12c12").then(Drawn(0, "fence", (143,)))


def test_the_town_fund_notes_two_points_a_row():
    game = at(farm(), Coins(10)).does("coins", {"town_fund": 10})
    game.then(CoinRowDone(0, "town_fund", 0), CoinRowDone(0, "town_fund", 1))
    game.then(PointsNoted(0, "fund", 2), PointsNoted(0, "fund", 2))
    assert game.farm.noted == {"fund": 4}


def test_several_rows_pay_out_in_printed_order():
    """K77."""
    own = farm(coins={"cloud_hen": 2, "energy_1": 1, "town_fund": 4})
    game = at(own, Coins(3)).does("coins", {"town_fund": 1, "energy_1": 1, "cloud_hen": 1})
    game.then(AnimalEarned(0, "cloud_hen-1", "cloud_hen"), BarBought(0, "energy_1"), PointsNoted(0, "fund", 2))

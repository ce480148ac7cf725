"""Part 8: chopping and mining (K14-K18, K25, K48, K75)."""

import pytest

from events.sky_farm.effects import Level, Task
from events.sky_farm.events import BarUsed, TaskBegun
from events.sky_farm.grids import BOTTOM, SQUARES, cell_id
from events.sky_farm.sheet_events import (
    AreaOpened,
    CoinsSpent,
    Gained,
    GeodeRolled,
    LevelRaised,
    PointsNoted,
    Scratched,
    Sold,
)
from events.sky_farm.state import Scratch
from events.sky_farm.work import Scratching
from tests.services.sky_farm.dsl import at, farm, scratched

WOOD, WOOD2, SAP, ALIEN, ACTION, ACTION_COIN, UP = (f"forest-upper-{n}" for n in range(1, 8))
ALL = tuple(cell_id(square) for square in SQUARES)


@pytest.mark.parametrize(
    ("done", "plus", "n"), [((), 0, 1), (("axe_1",), 0, 2), (("axe_1", "axe_2"), 2, 5), (("pickaxe_1", "hoe_1"), 0, 1)]
)
def test_a_chop_task_has_an_action_and_one_for_each_axe(done, plus, n):
    at(farm(done=done), Task("chop", plus)).then(TaskBegun(0, "chop", n))


def test_a_pickaxe_serves_the_mine():
    at(farm(done=("pickaxe_1", "axe_1")), Task("mine")).then(TaskBegun(0, "mine", 2))


def test_the_first_square_is_in_the_top_row():
    (
        at(farm(), Task("chop"))
        .asked("scratching", "r1c1", "r1c2", "r1c3", "r1c4", "r1c5", "end")
        .refuses(0, "scratching", "r2c1")
    )


def test_later_squares_share_an_edge_with_a_scratched_one():
    """K14: not a corner, and up and sideways as well."""
    (
        at(farm(forest=scratched("r1c2", "r2c2", "r3c2")), Task("chop"))
        .asked("scratching", "r1c1", "r1c3", "r2c1", "r2c3", "r3c1", "r3c3", "end")
        .refuses(0, "scratching", "r1c4")
    )


def test_a_lower_square_takes_two_actions_of_one_task():
    """K15."""
    down = scratched("r1c2", "r2c2", "r3c2", keep=("forest-lower-3",))
    at(farm(forest=down), Task("chop")).lacks("scratching", "r4c2")
    at(farm(forest=down), Task("chop", 1)).drawing("forest-lower-2").does("scratching", "r4c2").asked("unit")


def test_one_leftover_action_opens_no_lower_square():
    """K15: with only lower squares left one action ends the task."""
    upper = tuple(cell_id(square) for square in SQUARES if square < 15)
    at(farm(forest=scratched(*upper)), Scratching("forest", 1)).idle()


def test_actions_found_may_pay_for_lower_squares():
    """K15, K17."""
    down = scratched("r1c2", "r2c2", "r3c2", keep=(ACTION,))
    game = at(farm(forest=down), Task("chop", 1)).drawing(ACTION).does("scratching", "r1c1").asked("scratching")
    assert "r4c2" in game.offered("scratching")


def test_what_is_found_is_gained_and_handled_at_once():
    (
        at(farm(), Task("chop"))
        .drawing(WOOD2)
        .does("scratching", "r1c3")
        .then(Scratched(0, "forest", 2, WOOD2), Gained(0, "wood", 2))
        .asked("unit")
        .does("unit", "sell")
        .then(Sold(0, "wood", 1))
        .does("coins", {"cloud_hen": 1})
        .asked("unit")
        .does("unit", "sell")
        .does("coins", {"cloud_hen": 1})
        .idle()
    )


def test_a_find_leaves_the_bag():
    every = [WOOD] * 4 + [WOOD2] * 3 + [SAP] * 2 + [ALIEN, ACTION, ACTION, ACTION_COIN, UP]
    squares = [square for square in SQUARES if square < 14]
    known = tuple(Scratch(square, found) for square, found in zip(squares, every, strict=True))
    (
        at(farm(forest=known), Task("chop"))
        .drawing(UP)
        .does("scratching", "r3c5")
        .then(Scratched(0, "forest", 14, UP), LevelRaised(0, "chop", 1), Gained(0, "wood", 2))
    )


def test_actions_and_coins():
    (
        at(farm(), Task("chop"))
        .drawing(ACTION_COIN)
        .does("scratching", "r1c1")
        .asked("coins")
        .does("coins", {"energy_1": 1})
        .only(CoinsSpent(0, {"energy_1": 1}))
        .asked("scratching")
    )


def test_actions_are_not_kept_for_the_next_task():
    """K17."""
    (
        at(farm(), Task("chop"), Task("chop"))
        .drawing(ACTION)
        .does("scratching", "r1c1")
        .does("scratching", "end")
        .then(TaskBegun(0, "chop", 1))
    )


def test_a_level_gives_the_next_step_and_a_full_track_nothing():
    """K18."""
    at(farm(levels={"chop": 4, "mine": 0}), Level("chop")).then(LevelRaised(0, "chop", 5), PointsNoted(0, "levels", 5))
    at(farm(levels={"chop": 5, "mine": 0}), Level("chop")).never(LevelRaised).idle()


def test_a_level_from_a_card_counts_the_same():
    at(farm(), Level("mine")).then(LevelRaised(0, "mine", 1), Gained(0, "copper", 1))


def test_a_geode_is_rolled_after_the_other_effects_of_its_square():
    """K25: mine level 4 gives a geode; the square's own work is done first."""
    own = farm(levels={"chop": 0, "mine": 3})
    (
        at(own, Task("mine"))
        .drawing("mine-upper-9", 1, 1)
        .does("scratching", "r1c1")
        .then(LevelRaised(0, "mine", 4), GeodeRolled(0, "1", "1"), Gained(0, "amethyst", 1))
    )


BOTTOM_IDS = tuple(cell_id(square) for square in BOTTOM)
DOWN = ("r1c2", "r2c2", "r3c2", "r4c2")


@pytest.mark.parametrize(
    ("card", "area", "found"), [("forest", "lake", "forest-lower-5"), ("mine", "cave", "mine-lower-7")]
)
def test_the_whole_bottom_row_opens_an_area(card, area, found):
    """K16."""
    task = Task("chop" if card == "forest" else "mine", 1)
    two = farm(**{card: scratched(*DOWN, *BOTTOM_IDS[:2], card=card, keep=(found,))})
    at(two, task).drawing(found).does("scratching", BOTTOM_IDS[2]).then(AreaOpened(0, area))
    one = farm(**{card: scratched(*DOWN, BOTTOM_IDS[0], card=card, keep=(found,))})
    at(one, task).drawing(found).does("scratching", BOTTOM_IDS[1]).never(AreaOpened)


def test_lake_and_cave_together_open_the_river():
    """8.5, K19."""
    known = scratched(*DOWN, *BOTTOM_IDS[:2], card="mine", keep=("mine-lower-7",))
    (
        at(farm(mine=known, areas=("pond", "lake")), Task("mine", 1))
        .drawing("mine-lower-7")
        .does("scratching", BOTTOM_IDS[2])
        .then(AreaOpened(0, "cave"), AreaOpened(0, "river"))
    )


def test_a_task_may_be_stopped():
    """7.4."""
    at(farm(done=("axe_1",)), Task("chop")).does("scratching", "end").only().idle()


def test_a_card_scratched_out_ends_the_task():
    at(farm(forest=scratched(*ALL)), Task("chop", 3)).idle()


def test_a_bar_gives_one_action_once():
    """K43, K75: also when no action is left."""
    (
        at(farm(bars={"energy_1": 0}), Task("chop"))
        .drawing(ACTION)
        .does("scratching", "r1c1")
        .drawing(UP)
        .does("scratching", "r1c2")
        .does("unit", "sell")
        .does("coins", {"town_fund": 1})
        .does("unit", "sell")
        .does("coins", {"town_fund": 1})
        .asked("scratching", "end", "energy")
        .does("scratching", "energy")
        .only(BarUsed(0, "energy_1"))
        .asked("scratching")
        .lacks("scratching", "energy")
    )


def test_a_bar_used_up_or_not_bought_ends_the_task_at_once():
    """K75."""
    for bars in ({}, {"energy_1": 2}):
        at(farm(bars=bars), Task("chop")).drawing(ACTION).does("scratching", "r1c1").asked("scratching").lacks(
            "scratching", "energy"
        )


def test_the_second_bar_serves_when_the_first_is_used_up():
    (
        at(farm(bars={"energy_1": 2, "energy_3": 1}), Task("chop"))
        .does("scratching", "energy")
        .only(BarUsed(0, "energy_3"))
        .lacks("scratching", "energy")
    )


def test_an_upgrade_finished_in_a_task_helps_from_the_next_on():
    """15.1, K42."""
    (
        at(farm(marks={"axe_1": (0, 1)}), Task("mine"), Task("chop"))
        .drawing("mine-upper-1")
        .does("scratching", "r1c1")
        .does("unit", "box:axe_1:2")
        .then(TaskBegun(0, "chop", 2))
    )

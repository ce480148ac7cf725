"""Part 13: coins for animals, housing, pens, moving (K33-K39, K79)."""

import pytest

from events.sky_farm.effects import Coins, Draw, Task
from events.sky_farm.events import TurnFinished
from events.sky_farm.land import CELL_OF
from events.sky_farm.sheet_events import AnimalEarned, AnimalHoused, AnimalsMoved, CoinRowDone
from events.sky_farm.work import ChooseCards, Finish
from tests.services.sky_farm.dsl import animal, at, crop, farm, ground, penned

PEN = penned("r2c2-r3c3")


def test_a_full_row_gives_one_die_and_the_second_row_another():
    """13.1, K38, K39."""
    game = at(farm(coins={"cloud_hen": 2}), Coins(2)).does("coins", {"cloud_hen": 2})
    game.then(CoinRowDone(0, "cloud_hen", 0), AnimalEarned(0, "cloud_hen-1", "cloud_hen"))
    assert game.farm.coins["cloud_hen"] == 4
    game = at(farm(coins={"cloud_hen": 6}), Coins(1)).does("coins", {"cloud_hen": 1})
    game.then(AnimalEarned(0, "cloud_hen-2", "cloud_hen"))


def test_both_rows_full_take_no_more():
    """K39."""
    at(farm(coins={"cloud_hen": 7}), Coins(1)).refuses(0, "coins", {"cloud_hen": 1})


def test_housing_is_free_and_leaves_the_question():
    """K37."""
    game = at(farm(ground=PEN, animals=(animal("cloud_hen"),)), ChooseCards())
    assert "house:cloud_hen-1:r2c2" in game.offered("choosecards")
    game.does("choosecards", "house:cloud_hen-1:r2c2").only(AnimalHoused(0, "cloud_hen-1", CELL_OF["r2c2"]))
    game.asked("choosecards").lacks("choosecards", "house:cloud_hen-1:r2c2")


def test_an_animal_needs_its_block_in_one_closed_pen():
    """13.2: too small, not closed, taken by a crop."""
    for own in (
        farm(ground=PEN, animals=(animal("moon_goat"),)),
        farm(animals=(animal("cloud_hen"),)),
        farm(
            ground=ground("r2c2-r3c3", start=PEN), crops=(crop("star_berry", "r2c2"),), animals=(animal("cloud_hen"),)
        ),
    ):
        offered = at(own, ChooseCards()).offered("choosecards")
        assert not [option for option in offered if option.startswith("house")]


def test_animals_may_stand_on_tilled_cells_and_share_a_pen():
    """13.3, K35."""
    own = farm(
        ground=ground("r2c2-r3c3", start=penned("r2c2-r3c5")),
        animals=(animal("cloud_hen", "r2c4"), animal("fluff_bunny")),
    )
    game = at(own, ChooseCards())
    offered = [option for option in game.offered("choosecards") if option.startswith("house")]
    assert offered == ["house:fluff_bunny-1:r2c2"]


def test_an_animal_may_move_and_keeps_its_face():
    """K36."""
    own = farm(ground=penned("r2c2-r3c3", "r2c5-r3c6"), animals=(animal("cloud_hen", "r2c2", 2),))
    game = at(own, ChooseCards()).does("choosecards", "move:cloud_hen-1").only(AnimalsMoved(0, {"cloud_hen-1": -1}))
    game.asked("arrange", "set:cloud_hen-1:r2c2", "set:cloud_hen-1:r2c5", "back")
    game.does("arrange", "set:cloud_hen-1:r2c5").only(AnimalsMoved(0, {"cloud_hen-1": CELL_OF["r2c5"]}))
    assert (game.farm.animals[0].face, game.farm.animals[0].at) == (2, CELL_OF["r2c5"])
    game.asked("choosecards")


def test_two_animals_change_places():
    """K36: several may be rearranged together."""
    own = farm(
        ground=penned("r2c2-r3c3", "r2c5-r3c6"),
        animals=(animal("cloud_hen", "r2c2"), animal("fluff_bunny", "r2c5")),
    )
    game = at(own, ChooseCards()).does("choosecards", "move:cloud_hen-1")
    game.asked("arrange", "set:cloud_hen-1:r2c2", "back", "lift:fluff_bunny-1")
    game.does("arrange", "lift:fluff_bunny-1").does("arrange", "set:cloud_hen-1:r2c5")
    game.asked("arrange", "set:fluff_bunny-1:r2c2", "back").does("arrange", "set:fluff_bunny-1:r2c2")
    assert [die.at for die in game.farm.animals] == [CELL_OF["r2c5"], CELL_OF["r2c2"]]
    game.asked("choosecards")


def test_back_puts_all_where_they_stood():
    own = farm(
        ground=penned("r2c2-r3c3", "r2c5-r3c6"),
        animals=(animal("cloud_hen", "r2c2"), animal("fluff_bunny", "r2c5")),
    )
    game = at(own, ChooseCards()).does("choosecards", "move:cloud_hen-1").does("arrange", "lift:fluff_bunny-1")
    game.does("arrange", "set:cloud_hen-1:r2c5").does("arrange", "back")
    assert [die.at for die in game.farm.animals] == [CELL_OF["r2c2"], CELL_OF["r2c5"]]


def test_an_animal_with_nowhere_else_to_go_is_not_offered():
    at(farm(ground=PEN, animals=(animal("cloud_hen", "r2c2"),)), ChooseCards()).lacks("choosecards", "move:cloud_hen-1")


def test_no_fence_is_drawn_onto_an_animal():
    """K34."""
    own = farm(ground=penned("r2c2-r3c4"), animals=(animal("cloud_hen", "r2c2"),))
    at(own, Draw("fence", 4)).refuses(0, "draw", "r2c2").does("draw", "r2c4", "r3c4")


def test_an_animal_earned_in_the_last_step_may_still_be_housed():
    """K37, K71: the guide card waits for its owner."""
    own = farm(ground=PEN, coins={"cloud_hen": 2})
    game = at(own, Coins(1), Finish()).does("coins", {"cloud_hen": 1})
    game.asked("finish", "finish", "house:cloud_hen-1:r2c2")
    game.does("finish", "house:cloud_hen-1:r2c2").asked("finish", "finish")


def test_the_guide_card_waits_where_moving_others_makes_room():
    """K36, K37: a hen in the middle of a pen for two steps aside for another."""
    hens = (animal("cloud_hen", "r2c3"), animal("cloud_hen", number=2))
    game = at(farm(ground=penned("r2c2-r3c5"), animals=hens), Finish()).asked("finish", "finish", "move:cloud_hen-1")
    game.does("finish", "move:cloud_hen-1").does("arrange", "set:cloud_hen-1:r2c2")
    game.does("finish", "house:cloud_hen-2:r2c4").does("finish", "finish").then(TurnFinished(0))


@pytest.mark.parametrize(("pen", "crops"), [("r2c2-r4c4", ()), ("r2c2-r3c5", (crop("moon_radish", "r2c2"),))])
def test_the_guide_card_does_not_wait_where_there_is_no_room_whoever_moves(pen, crops):
    """K35: crops stay where they are."""
    hens = (animal("cloud_hen", "r2c4" if crops else "r2c2"), animal("cloud_hen", number=2))
    at(farm(ground=penned(pen), animals=hens, crops=crops), Finish()).then(TurnFinished(0)).idle()


def test_asides_are_open_in_a_task_too():
    at(farm(ground=PEN, animals=(animal("cloud_hen"),)), Task("chop")).does(
        "scratching", "house:cloud_hen-1:r2c2"
    ).asked("scratching")

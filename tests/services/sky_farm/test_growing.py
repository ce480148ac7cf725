"""Part 6: growth, symbols, order (K65, K66, K70)."""

from events.sky_farm.effects import Advance
from events.sky_farm.sheet_events import CoinsSpent, DieLeft, DieTurned, Gained
from events.sky_farm.work import Grow
from tests.services.sky_farm.dsl import animal, at, crop, farm, ground, penned

TWO = ground("r1c1-r2c4")


def test_number_faces_bring_nothing_and_move_by_themselves():
    own = farm(ground=TWO, crops=(crop("star_berry", "r1c1"), crop("moon_radish", "r1c3", number=2)))
    at(own, Grow()).then(DieTurned(0, "star_berry-1", 2), DieTurned(0, "moon_radish-2", 2)).never(Gained).idle()


def test_housed_animals_grow_and_waiting_ones_do_not():
    """13.4."""
    own = farm(ground=penned("r2c2-r3c3"), animals=(animal("cloud_hen", "r2c2"), animal("fluff_bunny")))
    game = at(own, Grow())
    game.then(DieTurned(0, "cloud_hen-1", 2)).idle()
    assert game.farm.animals[1].face == 1


def test_the_resource_comes_before_the_symbol():
    """6.2, K48."""
    own = farm(ground=TWO, crops=(crop("moon_radish", "r1c1", 2),))
    game = at(own, Grow()).then(DieTurned(0, "moon_radish-1", 3), Gained(0, "moon_radish", 2)).never(DieLeft)
    game.does("unit", "sell").does("coins", {"town_fund": 1}).never(DieLeft)
    game.does("unit", "sell").does("coins", {"town_fund": 1})
    game.only(CoinsSpent(0, {"town_fund": 1}), DieLeft(0, "moon_radish-1")).idle()
    assert game.farm.crops == ()


def test_an_arrow_turns_the_die_back_to_face_1():
    own = farm(ground=TWO, crops=(crop("star_berry", "r1c1", 3),))
    game = at(own, Grow()).does("unit", "sell").does("coins", {"cloud_hen": 2})
    game.then(DieTurned(0, "star_berry-1", 1, reset=True)).idle()
    assert game.farm.crops[0].face == 1


def test_no_symbol_leaves_the_die_on_its_face():
    own = farm(ground=TWO, crops=(crop("cloud_lettuce", "r1c1", 2),))
    game = at(own, Grow()).does("unit", "sell").does("coins", {"town_fund": 1}).never(DieLeft, DieTurned)
    assert game.farm.crops[0].face == 3


def test_the_owner_chooses_the_order_where_something_is_brought():
    own = farm(ground=TWO, crops=(crop("star_berry", "r1c1", 3), crop("moon_radish", "r1c3", 1, 2)))
    (
        at(own, Grow())
        .asked("move", "star_berry-1", "moon_radish-2")
        .does("move", "moon_radish-2")
        .then(DieTurned(0, "moon_radish-2", 2), DieTurned(0, "star_berry-1", 4), Gained(0, "star_berry", 1))
    )


def test_each_die_moves_once():
    own = farm(ground=TWO, crops=(crop("star_berry", "r1c1", 3), crop("moon_radish", "r1c3", 1, 2)))
    game = at(own, Grow()).does("move", "star_berry-1").does("unit", "sell").does("coins", {"cloud_hen": 2}).idle()
    assert [die.face for die in game.farm.crops] == [1, 2]


def test_all_crops_or_all_animals_move_on_once():
    """K70."""
    own = farm(
        ground=ground("r10c1-r11c4", start=penned("r2c2-r3c3")),
        crops=(crop("star_berry", "r10c1"), crop("sky_corn", "r10c3", 1, 2)),
        animals=(animal("cloud_hen", "r2c2"), animal("fluff_bunny")),
    )
    game = at(own, Advance("crops"))
    assert ([die.face for die in game.farm.crops], [die.face for die in game.farm.animals]) == ([2, 2], [1, 1])
    game = at(own, Advance("animals"))
    assert ([die.face for die in game.farm.crops], [die.face for die in game.farm.animals]) == ([1, 1], [2, 1])


def test_nothing_to_grow():
    at(farm(), Grow()).never(DieTurned).idle()

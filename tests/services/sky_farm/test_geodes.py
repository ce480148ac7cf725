"""Part 11: geodes (K20, K74)."""

from events.sky_farm.effects import Geode
from events.sky_farm.sheet_events import Gained, GeodeRead, GeodeRolled
from tests.services.sky_farm.dsl import at, farm


def test_the_dice_are_read_and_the_resource_handled_at_once():
    (
        at(farm(), Geode(1), chance=(2, 1))
        .then(GeodeRolled(0, "2", "1"), GeodeRead(0, 1, "fossil"), Gained(0, "fossil", 1))
        .asked("unit")
    )


def test_a_t_may_be_any_number():
    (
        at(farm(), Geode(1), chance=(6, 3))
        .asked("readgeode", "r3c1", "r3c2", "r3c3", "r3c4", "r3c5")
        .refuses(0, "readgeode", "r1c1")
        .does("readgeode", "r3c3")
        .then(GeodeRead(0, 12, "star_opal"), Gained(0, "star_opal", 1))
    )


def test_rods_do_not_apply():
    at(farm(done=("cross_rod", "diagonal_rod")), Geode(1), chance=(1, 1)).then(GeodeRead(0, 0, "amethyst"))


def test_each_of_several_is_a_step_of_its_own():
    game = at(farm(), Geode(2), chance=(1, 1)).asked("unit").does("unit", "sell")
    game.drawing(5, 5).does("coins", {"town_fund": 2}).then(GeodeRolled(0, "5", "5"), GeodeRead(0, 24, "star_opal"))

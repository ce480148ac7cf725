"""Part 12: planting, watering, tilling, trellises (K26-K32, K69)."""

import pytest

from events.sky_farm.effects import Task, Trellis, Water
from events.sky_farm.events import BarUsed, TaskBegun
from events.sky_farm.land import CELL_OF
from events.sky_farm.sheet_events import CoinsSpent, DieLeft, DieTurned, Drawn, Gained, Planted, TrellisDrawn, Watered
from tests.services.sky_farm.dsl import animal, area, at, crop, farm, ground, penned

FARM = Task("farm")


@pytest.mark.parametrize(("done", "plus", "n"), [((), 0, 1), (("hoe_1",), 0, 2), (("hoe_1", "hoe_2"), 2, 5)])
def test_actions(done, plus, n):
    at(farm(done=done), Task("farm", plus)).then(TaskBegun(0, "farm", n))


def test_planting_puts_a_die_on_face_1_on_a_tilled_block():
    (
        at(farm(ground=ground("r3c2-r4c5")), FARM)
        .asked("farming", "plant", "till", "end")
        .does("farming", "plant")
        .refuses(0, "plant", "moon_radish", "0", "r2c2")
        .refuses(0, "plant", "sky_corn", "0", "r3c2")
        .does("plant", "moon_radish", "0", "r3c3")
        .only(Planted(0, "moon_radish-1", "moon_radish", CELL_OF["r3c3"]))
        .idle()
    )


@pytest.mark.parametrize(("side", "kinds"), [(2, 3), (3, 5), (4, 7)])
def test_sizes(side, kinds):
    """Small 2x2, medium 3x3, large 4x4; those that need a trellis are not among them."""
    own = farm(ground=ground(f"r1c1-r{side}c{side}"))
    game = at(own, FARM).does("farming", "plant")
    assert len({spot[0] for spot in game.spots("plant")}) == kinds


def test_a_block_with_a_crop_an_animal_or_a_fence_is_not_free():
    own = farm(ground=ground("r1c1-r2c4"), crops=(crop("star_berry", "r1c1"),))
    spots = at(own, FARM).does("farming", "plant").spots("plant")
    assert {spot[2] for spot in spots} == {"r1c3"}
    pen = penned("r2c2-r3c3")
    own = farm(ground=ground("r2c2-r3c3", start=pen), animals=(animal("cloud_hen", "r2c2"),))
    at(own, FARM).lacks("farming", "plant")


def test_a_field_may_lie_in_a_pen():
    """K26."""
    own = farm(ground=ground("r2c2-r3c3", start=penned("r2c2-r3c3")))
    at(own, FARM).does("farming", "plant").does("plant", "cloud_lettuce", "0", "r2c2")


def test_watering_moves_the_chosen_die_and_those_beside_it():
    """K27: the one at the corner stays."""
    crops = (
        crop("star_berry", "r1c1", number=1),
        crop("star_berry", "r1c3", number=2),
        crop("star_berry", "r3c3", number=3),
    )
    (
        at(farm(ground=ground("r1c1-r4c4"), crops=crops), FARM)
        .does("farming", "water:star_berry-1")
        .only(
            Watered(0, "star_berry-1", ("star_berry-2",)),
            DieTurned(0, "star_berry-1", 2),
            DieTurned(0, "star_berry-2", 2),
        )
        .idle()
    )


def test_a_fence_between_separates():
    """K27."""
    crops = (crop("star_berry", "r1c1", number=1), crop("star_berry", "r1c4", number=2))
    own = farm(ground=ground("r1c1-r2c2 r1c4-r2c5", "r1c3-r2c3"), crops=crops)
    at(own, FARM).does("farming", "water:star_berry-1").then(Watered(0, "star_berry-1"))


def test_the_chosen_die_goes_first_and_the_neighbours_were_fixed_before():
    """K27: it leaves with its X, and the neighbour moves all the same."""
    crops = (crop("moon_radish", "r1c1", 2), crop("star_berry", "r1c3", number=2))
    (
        at(farm(ground=ground("r1c1-r2c4"), crops=crops), FARM)
        .does("farming", "water:moon_radish-1")
        .then(DieTurned(0, "moon_radish-1", 3), Gained(0, "moon_radish", 2))
        .does("unit", "sell")
        .does("coins", {"town_fund": 1})
        .does("unit", "sell")
        .does("coins", {"town_fund": 1})
        .only(CoinsSpent(0, {"town_fund": 1}), DieLeft(0, "moon_radish-1"), DieTurned(0, "star_berry-2", 2))
    )


def test_several_neighbours_move_in_the_owners_order():
    crops = (
        crop("star_berry", "r1c1", number=1),
        crop("star_berry", "r1c3", 3, number=2),
        crop("star_berry", "r3c1", 3, number=3),
    )
    (
        at(farm(ground=ground("r1c1-r4c4"), crops=crops), FARM)
        .does("farming", "water:star_berry-1")
        .asked("move", "star_berry-2", "star_berry-3")
        .does("move", "star_berry-3")
        .then(DieTurned(0, "star_berry-3", 4), Gained(0, "star_berry", 1))
    )


def test_watering_leaves_animals_alone():
    own = farm(
        ground=ground("r2c2-r3c5", start=penned("r2c2-r3c5")),
        crops=(crop("star_berry", "r2c2"),),
        animals=(animal("cloud_hen", "r2c4"),),
    )
    at(own, FARM).does("farming", "water:star_berry-1").then(Watered(0, "star_berry-1")).never(Gained)


def test_tilling_takes_up_to_six_blank_cells_anywhere():
    """K28, K69."""
    own = farm(ground=ground("r1c1", "r1c2"), crops=())
    (
        at(own, FARM)
        .does("farming", "till")
        .refuses(0, "draw", "r1c1")
        .refuses(0, "draw", "r1c2")
        .refuses(0, "draw", *(f"r2c{n}" for n in range(1, 8)))
        .does("draw", "r2c1", "r9c9", "r12c12")
        .only(Drawn(0, "till", tuple(sorted(area("r2c1 r9c9 r12c12")))))
    )


def test_tilling_nothing_is_allowed_and_draws_nothing():
    at(farm(), FARM).does("farming", "till").does("draw").only().idle()


def test_a_trellis_cell_may_be_tilled():
    """K28."""
    at(farm(ground=ground(), trellises=(0,)), FARM).does("farming", "till").does("draw", "r1c1")


def test_a_trellis_takes_a_block_without_fence_or_trellis():
    """K31: tilled or not, under a crop or an animal too."""
    own = farm(ground=ground("r1c1-r2c2", "r5c5"), crops=(crop("star_berry", "r1c1"),), trellises=(CELL_OF["r11c11"],))
    game = at(own, Trellis()).asked("trellis")
    spots = {spot[1] for spot in game.spots("trellis")}
    assert "r1c1" in spots
    assert not spots & {"r4c4", "r4c5", "r5c4", "r5c5", "r10c10", "r11c11"}
    game.does("trellis", "trellis", "0", "r1c1").only(TrellisDrawn(0, 0))


def test_a_trellis_without_room_is_lost():
    """K31."""
    every_other = " ".join(f"r{row}c1-r{row}c12" for row in range(1, 13, 2))
    at(farm(ground=ground(fences=every_other)), Trellis()).never(TrellisDrawn).idle()


def test_trellis_crops():
    """12.5: vine bean exactly on it, nebula grape on a 3x3 that contains it, and all cells tilled."""
    own = farm(ground=ground("r1c1-r3c3"), trellises=(CELL_OF["r1c2"],))
    spots = at(own, FARM).does("farming", "plant").spots("plant")
    assert {spot[2] for spot in spots if spot[0] == "vine_bean"} == {"r1c2"}
    assert {spot[2] for spot in spots if spot[0] == "nebula_grape"} == {"r1c1"}
    half = farm(ground=ground("r1c1-r3c2"), trellises=(CELL_OF["r1c2"],))
    spots = at(half, FARM).does("farming", "plant").spots("plant")
    assert not {spot for spot in spots if spot[0] in ("vine_bean", "nebula_grape")}


def test_other_crops_may_stand_on_a_trellis():
    """K32."""
    own = farm(ground=ground("r1c1-r2c2"), trellises=(0,))
    at(own, FARM).does("farming", "plant").does("plant", "star_berry", "0", "r1c1")


def test_a_bar_in_a_farm_task():
    own = farm(bars={"energy_2": 0})
    game = at(own, FARM).does("farming", "till").does("draw").asked("farming", "end", "energy")
    game.does("farming", "energy").only(BarUsed(0, "energy_2")).lacks("farming", "energy")


def test_nothing_to_do_ends_the_task():
    all_fences = farm(ground=ground(fences="r1c1-r12c12"), bars={"energy_1": 0})
    at(all_fences, FARM).only(TaskBegun(0, "farm", 1)).idle()


def test_a_watering_from_a_card_may_be_declined():
    """7.4."""
    own = farm(ground=ground("r1c1-r2c2"), crops=(crop("star_berry", "r1c1"),))
    at(own, Water()).asked("water", "water:star_berry-1", "none").does("water", "none").only().idle()
    at(farm(), Water()).idle()

"""Parts 15, 17 and 18: upgrades, special projects, badge projects, free boxes (K41, K48-K52)."""

import pytest
from msgspec.structs import replace

from events.sky_farm.effects import FillBadge, FillTools, Gain, NeighbourStep
from events.sky_farm.events import TaskBegun
from events.sky_farm.sheet_events import (
    AbilityGained,
    AreaOpened,
    BadgeDone,
    BadgeRowDone,
    BoxMarked,
    DieTurned,
    FishingRolled,
    Gained,
    GeodeRolled,
    NeighbourStepped,
    PointsNoted,
    ProjectDone,
    UpgradeDone,
)
from events.sky_farm.sheets import BADGES, ROWS, SPECIALS, UPGRADES
from services.sky_farm.boxes import open_for
from tests.services.sky_farm.dsl import at, crop, farm, filler, ground

GAVE = {"left": "N27", "right": "N27"}


def finish(row, own=None, chance=()):
    """The last box of a row is marked with its resource; the other boxes were marked before."""
    slots = ROWS[row].slots
    own = own or farm(**GAVE)
    own = farm_with(own, row, tuple(range(len(slots) - 1)))
    game = at(own, Gain(slots[-1]))
    if any(ask.seat == 0 and ask.key.startswith("unit") for ask in game.game.referee.pending(game.state)):
        option = next(o for o in game.offered("unit") if o.startswith(f"box:{row}:"))
        game.drawing(*chance).does("unit", option)
    return game


def farm_with(own, row, marked):
    return replace(own, marks={**own.marks, row: marked})


@pytest.mark.parametrize("upgrade", UPGRADES)
def test_every_upgrade_can_be_finished(upgrade):
    needed = UPGRADES[upgrade].requires
    game = finish(upgrade, farm(done=(needed,) if needed else (), **GAVE))
    game.then(UpgradeDone(0, upgrade))
    assert upgrade in game.farm.done
    assert game.farm.season.upgrades_completed == 1
    if UPGRADES[upgrade].trellis:
        game.asked("trellis")
    else:
        game.idle()


@pytest.mark.parametrize("upgrade", [u.id for u in UPGRADES.values() if u.requires])
def test_level_two_is_closed_until_level_one_is_done(upgrade):
    """K41."""
    icon = UPGRADES[upgrade].slots[0]
    offered = at(farm(**GAVE), Gain(icon)).offered("unit")
    assert not [option for option in offered if option.startswith(f"box:{upgrade}:")]


def test_rods_may_come_in_any_order():
    at(farm(), Gain("copper")).does("unit", "box:diagonal_rod:1")
    at(farm(), Gain("iron")).does("unit", "box:cross_rod:1")


def test_a_finished_row_takes_no_more():
    at(farm(done=("axe_1",)), Gain("wood")).lacks("unit", "box:axe_1:0")


REWARDS = {
    "greenhouse": (DieTurned(0, "sky_corn-1", 2),),
    "observatory": (PointsNoted(0, "projects", 8),),
    "market_stand": (AbilityGained(0, "sale_plus_1"),),
    "farm_kitchen": (PointsNoted(0, "projects", 5),),
    "cellar": (PointsNoted(0, "projects", 6),),
    "harvest_fair": (PointsNoted(0, "projects", 4), Gained(0, "badge", 1)),
    "guest_house": (NeighbourStepped(0, "left", 1),),
}


@pytest.mark.parametrize("row", [row.id for row in ROWS.values() if row.kind == "special"])
def test_any_full_row_finishes_a_special_project(row):
    """17.1: every row of every project, with its reward; the other rows are closed then."""
    project = ROWS[row].owner
    own = farm(ground=ground("r1c1-r3c3"), crops=(crop("sky_corn", "r1c1"),), **GAVE)
    chance = (1, 1) if project == "geology_lab" else ()
    game = finish(row, own, chance).then(ProjectDone(0, project), *REWARDS.get(project, ()))
    for other, slots in enumerate(SPECIALS[project].rows):
        closed = [each for each, _ in _open(game.farm, slots[0])]
        assert f"{project}/{other}" not in closed


def _open(own, icon):
    return [(row.id, slot) for row, slot in open_for(own, icon)]


def test_the_river_dock_opens_the_river_and_gives_a_fishing_task():
    game = finish("river_dock/0", chance=())
    game.then(ProjectDone(0, "river_dock"), AreaOpened(0, "river"), TaskBegun(0, "fish", 1)).asked("gofishing")
    game.drawing(1, 1).does("gofishing", "river").then(FishingRolled(0, "river", "1", "1"))


def test_the_geology_lab_rolls_two_geodes():
    finish("geology_lab/0", chance=(1, 1)).then(ProjectDone(0, "geology_lab"), GeodeRolled(0, "1", "1")).asked("unit")


def test_the_toolshed_marks_two_boxes_free():
    game = finish("toolshed/1").asked("filltools")
    game.refuses(0, "filltools", "box:axe_2:0")
    game.does("filltools", "box:cross_rod:0").then(BoxMarked(0, "cross_rod", 0, "wood", free=True))
    game.does("filltools", "box:cross_rod:1").then(UpgradeDone(0, "cross_rod")).idle()


def test_free_boxes_mark_what_there_is():
    """K41: a level I finished by the first opens level II for the second."""
    every = tuple(name for name in UPGRADES if name not in ("axe_1", "axe_2"))
    own = farm(done=every, marks={"axe_1": (0, 1)})
    at(own, FillTools(2)).then(UpgradeDone(0, "axe_1")).asked("filltools", "box:axe_2:0", "box:axe_2:1", "box:axe_2:2")
    one = farm(done=(*every, "axe_1"), marks={"axe_2": (0, 1)})
    at(one, FillTools(2)).then(BoxMarked(0, "axe_2", 2, "alien_wood", free=True), UpgradeDone(0, "axe_2")).idle()
    at(farm(done=tuple(UPGRADES)), FillTools(2)).never(BoxMarked).idle()


def test_the_guest_house_moves_both_tracks_and_no_card():
    """K78."""
    game = at(farm(left="N27", right="N27"), NeighbourStep())
    game.then(NeighbourStepped(0, "right", 1), NeighbourStepped(0, "left", 1)).asked("coins")
    game.does("coins", {"town_fund": 1}).asked("coins").does("coins", {"town_fund": 1}).idle()
    assert (game.farm.left.card, game.farm.right.card, game.farm.season.gifts_given) == ("N27", "N27", 0)
    assert (game.farm.left.step, game.farm.right.step) == (1, 1)


@pytest.mark.parametrize("row", [row.id for row in ROWS.values() if row.kind == "badge"])
def test_a_full_row_of_a_badge_project_gives_its_arrow(row):
    """18.1, K50: forestry's first row gives coins."""
    badge, place = ROWS[row].owner, ROWS[row].place
    game = finish(row, farm(stamps=filler(range(6)), **GAVE)).then(BadgeRowDone(0, badge, place)).never(BadgeDone)
    if row == "forestry/0":
        game.asked("coins")
    else:
        game.then(Gained(0, "badge", 1)).asked("stampit")
    other = f"{badge}/{1 - place}"
    both = finish(row, farm(done=(other,), **GAVE)).then(BadgeRowDone(0, badge, place), BadgeDone(0, badge))
    assert badge in both.farm.done
    assert BADGES[badge].points in (6, 7, 8, 9)


def test_badge_boxes_count_for_the_season():
    game = at(farm(), Gain("wood")).does("unit", "box:forestry/0:0")
    assert game.farm.season.badge_slots_filled == 1


def test_buying_back_marks_any_empty_badge_box():
    """K52: it may finish a row and gives its reward."""
    own = farm(marks={"smelting/0": (0,)})
    game = at(own, FillBadge(1)).asked("fillbadge")
    game.does("fillbadge", "box:smelting/0:1").then(BoxMarked(0, "smelting/0", 1, "iron", free=True, badge=True))
    game.then(BadgeRowDone(0, "smelting", 0), Gained(0, "badge", 1))


def test_every_badge_box_marked_leaves_nothing_to_buy_back():
    rows = tuple(f"{badge}/{place}" for badge in BADGES for place in (0, 1))
    at(farm(done=rows), FillBadge(1)).never(BoxMarked).idle()

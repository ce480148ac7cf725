"""K48: what a bonus brings is handled at once or waits for the end of the step; queues nest, older entries wait."""

import msgspec

from events import codec
from events.sky_farm.effects import Gain, Geode, Task
from events.sky_farm.events import TaskBegun
from events.sky_farm.sheet_events import (
    BadgeRowDone,
    DieLeft,
    DieTurned,
    Gained,
    GeodeRolled,
    LevelRaised,
    ProjectDone,
    RowFilled,
    Scratched,
)
from events.sky_farm.work import Grow, Scratching, StampIt, StepEnd, Unit
from tests.services.sky_farm.dsl import at, crop, farm, filler, ground, scratched

LAST = "r1c9"


def test_a_resource_from_a_bonus_is_handled_before_anything_else():
    """The badge of a full row comes before the second unit."""
    own = farm(marks={"smelting/0": (0,)})
    game = at(own, Gain("iron", 2)).does("unit", "box:smelting/0:1")
    game.then(BadgeRowDone(0, "smelting", 0), Gained(0, "badge", 1)).asked("stampit")
    assert game.farm.agenda == (StampIt("badge"), Unit("iron"))


def test_a_bonus_task_waits_for_the_end_of_the_step():
    """A row filled by the first of two units: the second comes first, then the task, then the next square."""
    known = scratched("r1c1", "r2c1", "r3c1", keep=("forest-lower-2",))
    game = at(farm(stamps=filler([1], "r2c9"), forest=known), Scratching("forest", 4))
    game.drawing("forest-lower-2").does("scratching", "r4c1").then(Gained(0, "sap", 2))
    game.does("unit", "stamp").does("stampit", "sap", "0", "r2c9").then(RowFilled(0, 1)).never(TaskBegun).asked("unit")
    game.does("unit", "sell").never(TaskBegun).does("coins", {"town_fund": 1}).then(TaskBegun(0, "farm", 1))
    game.asked("farming").does("farming", "end").asked("scratching")
    assert game.farm.agenda == (Scratching("forest", 2),)


def test_the_interrupted_task_goes_on_with_its_actions():
    own = farm(stamps=filler([1], "r2c9"), done=("axe_1",))
    game = at(own, Task("chop")).drawing("forest-upper-3").does("scratching", "r1c1")
    game.does("unit", "stamp").does("stampit", "sap", "0", "r2c9").then(TaskBegun(0, "farm", 1))
    game.does("farming", "end").asked("scratching")
    assert game.farm.agenda[0] == Scratching("forest", 1)


def test_harvest_and_symbol_are_never_torn_apart():
    """6.2, K48: a row filled by the harvest gives its task after the die has left."""
    own = farm(ground=ground("r1c1-r2c4"), crops=(crop("moon_radish", "r1c1", 2),), stamps=filler([1], "r2c8 r2c9"))
    game = at(own, Grow()).does("unit", "stamp").does("stampit", "moon_radish", "0", "r2c8").then(RowFilled(0, 1))
    game.never(DieLeft, TaskBegun).does("unit", "sell").does("coins", {"town_fund": 1})
    game.then(DieLeft(0, "moon_radish-1"), TaskBegun(0, "farm", 1))


def test_a_watering_triggered_in_growth_may_move_a_die_again():
    """K66."""
    own = farm(
        ground=ground("r1c1-r2c4"),
        crops=(crop("star_berry", "r1c3", 1, 2), crop("moon_radish", "r1c1", 2)),
        stamps=filler([1], "r2c8 r2c9"),
    )
    game = at(own, Grow()).does("move", "moon_radish-1").does("unit", "stamp")
    game.does("stampit", "moon_radish", "0", "r2c8").does("unit", "sell").does("coins", {"town_fund": 1})
    game.asked("farming").does("farming", "water:star_berry-2").then(DieTurned(0, "star_berry-2", 2))
    assert game.farm.crops[0].face == 3


def test_queues_nest_and_older_entries_wait():
    """Two rows at once; a row filled inside the first bonus task gives its task inside it, before the second."""
    own = farm(
        stamps=(*filler([2, 3], "r3c1 r4c1"), *filler([1], "r2c5")),
        forest=scratched("r1c1", "r2c1", keep=("forest-upper-3",)),
        done=("axe_1",),
    )
    game = at(own, Gain("copper")).does("unit", "stamp").does("stampit", "copper", "1", "r3c1")
    game.then(RowFilled(0, 2), RowFilled(0, 3), TaskBegun(0, "chop", 2))
    game.drawing("forest-upper-3").does("scratching", "r1c2").does("unit", "stamp")
    game.does("stampit", "sap", "0", "r2c5").then(RowFilled(0, 1), TaskBegun(0, "farm", 1))
    game.does("farming", "end").asked("scratching").does("scratching", "end").then(TaskBegun(0, "mine", 1))


def test_several_bonuses_run_in_the_order_they_arose():
    own = farm(marks={"geology_lab/0": (0,)}, stamps=filler([0], LAST))
    game = at(own, Gain("bone"), StepEnd()).drawing(1, 1).does("unit", "box:geology_lab/0:1")
    game.then(ProjectDone(0, "geology_lab"), GeodeRolled(0, "1", "1")).never(TaskBegun)


def test_a_level_inside_a_square_is_at_once_and_its_geode_waits():
    own = farm(levels={"chop": 0, "mine": 3})
    game = at(own, Scratching("mine", 1)).drawing("mine-upper-9", 1, 1).does("scratching", "r1c1")
    game.then(Scratched(0, "mine", 0, "mine-upper-9"), LevelRaised(0, "mine", 4), GeodeRolled(0, "1", "1"))


def test_each_geode_of_a_card_is_a_step():
    game = at(farm(stamps=filler([1], "r2c9")), Geode(2), StepEnd(), chance=(1, 1)).asked("unit")
    assert game.farm.agenda.count(StepEnd()) == 3


def test_a_stop_anywhere_goes_on_from_the_state_alone():
    """The agenda is all there is: bytes and back, and the same question stands."""
    own = farm(stamps=filler([1], "r2c9"), done=("axe_1",))
    game = at(own, Task("chop")).drawing("forest-upper-3").does("scratching", "r1c1")
    again = msgspec.msgpack.decode(msgspec.msgpack.encode(game.state), type=type(game.state))
    assert codec.state_hash(again) == codec.state_hash(game.state)
    assert again == game.state

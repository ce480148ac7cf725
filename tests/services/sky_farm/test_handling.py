"""Part 16.1: each unit in exactly one way; parts 14 and 19: maintenance and the manifest."""

import pytest

from events.choices import Picked, Shared
from events.sky_farm.effects import Draw, Gain, Task
from events.sky_farm.events import TaskBegun
from events.sky_farm.sheet_events import (
    BoxMarked,
    CoinsSpent,
    Converted,
    Drawn,
    Forfeited,
    Gained,
    Given,
    RowFilled,
    Sold,
    Stamped,
)
from events.sky_farm.sheets import CONVERSIONS
from tests.services.sky_farm.dsl import animal, area, at, farm, filler, ground, penned, stamped

EMPTY = {"left": "N09", "right": "N09"}


def test_one_unit_at_a_time():
    game = at(farm(), Gain("wood", 2)).then(Gained(0, "wood", 2)).asked("unit")
    game.does("unit", "sell").does("coins", {"town_fund": 1}).asked("unit")
    assert game.farm.season.gained == {"wood": 2}


def test_the_legal_uses_of_copper():
    own = farm(left="N07", right="N08")
    assert at(own, Gain("copper")).offered("unit") == (
        "box:hoe_1:2",
        "box:diagonal_rod:1",
        "box:greenhouse/1:1",
        "box:geology_lab/1:1",
        "box:smelting/0:0",
        "convert",
        "stamp",
        "give:left",
        "give:right",
        "sell",
    )


def test_a_resource_without_cargo_item_is_not_stamped():
    """19.3."""
    at(farm(), Gain("wood")).lacks("unit", "stamp").refuses(0, "unit", "stamp")


def test_nobody_wants_and_nothing_takes_it_leaves_the_sale():
    """A unit with one use is used without asking."""
    own = farm(stamps=filler(range(9)), **EMPTY)
    at(own, Gain("nebula_ray")).then(Gained(0, "nebula_ray", 1), Sold(0, "nebula_ray", 4)).asked("coins")


def test_only_what_cannot_be_used_is_forfeited():
    """K44: a badge that fits nowhere."""
    at(farm(stamps=filler(range(9))), Gain("badge")).then(Forfeited(0, "badge")).idle()
    at(farm(stamps=filler(range(6))), Gain("badge")).asked("stampit")


def test_a_badge_is_not_sold_and_not_given():
    """K51."""
    at(farm(), Gain("badge")).never(Sold).asked("stampit")


def test_the_market_stand_adds_a_coin_to_each_sale():
    own = farm(abilities=("sale_plus_1",))
    at(own, Gain("gold")).does("unit", "sell").only(Sold(0, "gold", 4))


def test_a_box_takes_its_icon_once():
    game = at(farm(), Gain("wood")).does("unit", "box:axe_1:0").only(BoxMarked(0, "axe_1", 0, "wood"))
    at(game.farm, Gain("wood")).lacks("unit", "box:axe_1:0").does("unit", "box:axe_1:1")


@pytest.mark.parametrize(("pay", "word", "n"), [(c.pay, c.ground, c.n) for c in CONVERSIONS.values()])
def test_maintenance(pay, word, n):
    """14.1."""
    game = at(farm(ground=ground()), Gain(pay)).does("unit", "convert").only(Converted(0, pay)).asked("draw")
    cells = tuple(f"r{1 + k // 12}c{1 + k % 12}" for k in range(n + 1))
    game.refuses(0, "draw", *cells).does("draw", *cells[:-1])
    game.then(Drawn(0, "till" if word == "till" else "fence", area(" ".join(cells[:-1]))))


def test_gold_may_mix_fences_and_tilled_cells():
    """K67."""
    game = at(farm(ground=ground()), Gain("gold")).does("unit", "convert").does("draw", "r1c1", "r1c2")
    game.then(Drawn(0, "fence", area("r1c1-r1c2"))).asked("draw")
    game.refuses(0, "draw", *(f"r2c{n}" for n in range(1, 10))).does("draw", *(f"r2c{n}" for n in range(1, 9)))
    game.only(Drawn(0, "till", area("r2c1-r2c8"))).idle()


def test_marks_go_on_blank_unoccupied_cells_and_fences_not_on_trellises():
    """K28, K29, K40."""
    own = farm(
        ground=ground("r1c1", start=penned("r5c5-r6c6")),
        trellises=(area("r10c1")[0],),
        animals=(animal("cloud_hen", "r5c5"),),
    )
    game = at(own, Draw("fence", 4))
    for cell in ("r1c1", "r4c4", "r5c5", "r10c1", "r11c2"):
        game.refuses(0, "draw", cell)
    at(own, Draw("till", 4)).refuses(0, "draw", "r4c4").refuses(0, "draw", "r5c5").does("draw", "r10c1")


def test_no_room_no_maintenance():
    own = farm(ground=ground("r1c1-r12c12"))
    at(own, Gain("wood")).lacks("unit", "convert")


def test_stamping_turns_and_mirrors():
    """19.1."""
    game = at(farm(), Gain("fossil")).does("unit", "stamp").asked("stampit")
    assert len(game.spots("stampit")) == 448
    game.does("stampit", "fossil", "m1", "r1c1")
    assert len(game.farm.stamps[0].cells) == 4


def test_a_piece_may_not_touch_its_own_kind_and_colour():
    """19.2, K46: corners do not touch, other colours do not matter."""
    own = farm(stamps=stamped(("copper", "r1c1 r1c2")))
    game = at(own, Gain("iron")).does("unit", "stamp")
    game.refuses(0, "stampit", "iron", "0", "r2c1").refuses(0, "stampit", "iron", "0", "r1c3")
    game.does("stampit", "iron", "0", "r2c3").only(Stamped(0, "iron", (11, 12, 13)))
    at(own, Gain("gold")).does("unit", "stamp").does("stampit", "gold", "0", "r2c1")


def test_a_piece_may_lie_across_stalls():
    at(farm(), Gain("iron")).does("unit", "stamp").does("stampit", "iron", "0", "r5c2")


@pytest.mark.parametrize(("row", "task"), [(0, "fish"), (1, "farm"), (2, "chop"), (3, "mine"), (8, "mine")])
def test_a_full_row_gives_its_task(row, task):
    """19.4."""
    own = farm(stamps=filler([row], f"r{row + 1}c9"), done=("hoe_1", "axe_1"), areas=("pond", "lake"))
    game = at(own, Gain("sap")).does("unit", "stamp").does("stampit", "sap", "0", f"r{row + 1}c9")
    game.then(RowFilled(0, row), TaskBegun(0, task, 2 if task in ("farm", "chop") else 1))


def test_the_middle_row_gives_any_task():
    own = farm(stamps=filler([4], "r5c1"))
    game = at(own, Gain("sap")).does("unit", "stamp").does("stampit", "sap", "0", "r5c1").asked("task")
    game.does("task", "farm").then(TaskBegun(0, "farm", 1))


def test_two_rows_at_once_run_top_to_bottom():
    """K77."""
    own = farm(stamps=filler([1, 2], "r2c1 r3c1"))
    game = at(own, Gain("copper")).does("unit", "stamp").does("stampit", "copper", "1", "r2c1")
    game.then(RowFilled(0, 1), RowFilled(0, 2), TaskBegun(0, "farm", 1))
    game.does("farming", "end").then(TaskBegun(0, "chop", 1))


def test_a_row_counts_once():
    own = farm(stamps=filler([0]), full_rows=(0,))
    at(own, Gain("sap")).does("unit", "stamp").does("stampit", "sap", "0", "r5c5").never(RowFilled)


def test_giving_needs_a_wanted_unit_and_a_card_lying_there():
    """K56."""
    at(farm(left="N01", right="N03"), Gain("wood")).does("unit", "give:right").then(Given(0, "right", "N03", "wood", 1))
    at(farm(left="", right="N09"), Gain("wood")).lacks("unit", "give:left").lacks("unit", "give:right")


def test_several_units_in_one_message():
    game = at(farm(), Gain("wood", 3))
    game.answers(
        0, "unit", "sell", then=(Shared({"town_fund": 1}), Picked(("box:axe_1:0",)), Picked(("box:forestry/0:0",)))
    )
    game.then(
        Sold(0, "wood", 1), BoxMarked(0, "axe_1", 0, "wood"), BoxMarked(0, "forestry/0", 0, "wood", badge=True)
    ).idle()


def test_coins_not_mentioned_go_where_silence_puts_them():
    game = at(farm(), Gain("wood", 2)).answers(0, "unit", "sell", then=(Picked(("box:axe_1:0",)),))
    game.then(Sold(0, "wood", 1), CoinsSpent(0, {"energy_1": 1}), BoxMarked(0, "axe_1", 0, "wood")).idle()


def test_replies_after_chance_are_left_unused():
    game = at(farm(), Gain("wood"), Task("chop"), chance=()).answers(
        0, "unit", "box:axe_1:0", then=(Picked(("end",)), Picked(("sell",)))
    )
    assert game.unused == 1

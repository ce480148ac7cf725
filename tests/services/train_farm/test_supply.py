"""4.1, 5.3: R7 to R11, R25, R41, R43, R53 - phase one and the storage cap."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from events.train_farm import events as e
from events.train_farm.state import Timed
from services.dice import Scripted
from services.train_farm.rounds import cap
from services.train_farm.story import Story
from services.train_farm.supply import supply
from tests.services.train_farm.dsl import camp, guest, table


def supplied(camp_, **changes):
    """The events of phase one of seat 0, and its camp after them."""
    story = Story(table(camp_, camp(1), **changes), Scripted())
    supply(story, 0)
    return story.events, story.state.camps[0]


@pytest.mark.parametrize(
    ("tiles", "bolts", "food", "people"),
    [
        (("garden",), 0, 1, 0),
        (("garden*",), 0, 2, 0),
        (("workshop",), 1, 0, 0),
        (("workshop*",), 3, 0, 0),
        (("dormitory",), 0, 0, 1),
        (("dormitory*",), 0, 0, 2),
        (("wall", "infirmary", "watchtower*"), 0, 0, 0),
        (("garden", "workshop*", "dormitory*"), 3, 1, 2),
    ],
)
def test_each_face_yields_what_is_printed_on_it(tiles, bolts, food, people):
    """4.1.1, R25: the full face replaces the base one."""
    (event,), _ = supplied(camp(0, *tiles))
    assert (event.bolts, event.food, event.people, event.eaten) == (bolts, food, people, 0)


def test_role_region_visitors_and_yields_add_up():
    """R53, R35, R40."""
    state = camp(
        0, "garden", role="ROLE-LUO", region="wilderness", guests=(guest("VIS-05"),), timed=(Timed("food", 1, 5, 6),)
    )
    (event,), after = supplied(state, modules=("locomotive", "roles", "visitors"))
    assert (event.food, event.eaten) == (1 + 1 + 1 + 2 + 1, 1)
    assert after.food == 5 + 6 - 1


def test_output_is_never_below_nothing():
    """NOTATION 2."""
    (event,), _ = supplied(camp(0, "garden", timed=(Timed("food", -2, 5, 5),)))
    assert event.food == 0


def test_yields_count_in_their_rounds_only():
    assert supplied(camp(0, timed=(Timed("bolts", 2, 6, 8),)))[0][0].bolts == 0
    assert supplied(camp(0, timed=(Timed("bolts", 2, 4, 5),)))[0][0].bolts == 2


def test_upkeep_is_forced_and_may_leave_a_debt():
    """R9, R10, R41."""
    state = camp(0, region="mountain_tunnel", food=0, timed=(Timed("upkeep", 1, 5, 5),))
    (event,), after = supplied(state, modules=("locomotive",), terms={"base_upkeep": 1})
    assert (event.eaten, after.food) == (3, -3)
    (event,), after = supplied(state, modules=("locomotive",), terms={"base_upkeep": 1, "food_debt": False})
    assert (event.eaten, after.food) == (0, 0)


def test_nobody_eats_by_default():
    """R10."""
    assert supplied(camp(0, food=0))[1].food == 0


@pytest.mark.parametrize(
    ("tiles", "changes", "short"),
    [
        ((), {}, True),  # (i) no output at all
        (("workshop",), {}, False),
        (("workshop",), {"food": 0}, True),  # (iii) no food in stock
        (("garden",), {"food": 0}, False),
        (("workshop",), {"timed": (Timed("upkeep", 1, 5, 5),)}, True),  # (ii) output below consumption
        (("garden",), {"timed": (Timed("upkeep", 1, 5, 5),)}, False),
        (("garden",), {"timed": (Timed("upkeep", 2, 5, 5),)}, True),
        (("garden",), {"food": -1}, True),
    ],
)
def test_a_round_is_short_by_any_of_three(tiles, changes, short):
    """R11."""
    (event,), after = supplied(camp(0, *tiles, **changes))
    assert (event.short, event.low, after.short) == (short, False, short)


def test_two_short_rounds_in_a_row_make_the_next_one_low():
    """R11: judged anew each round."""
    (event,), after = supplied(camp(0, short=True))
    assert (event.low, after.low) == (True, 6)
    (event,), after = supplied(camp(0, "workshop", short=True, low=5))
    assert (event.low, after.low, after.short) == (False, 5, False)


def test_visitors_are_fed_in_order_of_arrival_and_one_unfed_leaves_without_debt():
    """R43."""
    state = camp(0, food=1, guests=(guest("VIS-01"), guest("VIS-03")))
    events, after = supplied(state, modules=("visitors",))
    assert events == [e.Supplied(0, 1, 0, 0, 1, short=True, low=False), e.VisitorLeft(0, "VIS-03", "unfed")]
    assert ([g.card for g in after.guests], after.food) == (["VIS-01"], 0)
    events, after = supplied(replace(state, food=-1), modules=("visitors",))
    assert [type(event).__name__ for event in events] == ["Supplied", "VisitorLeft", "VisitorLeft"]
    assert after.food == -1


# --- the cap


def capped(camp_, **terms):
    story = Story(table(camp_, camp(1), terms=terms), Scripted())
    cap(story, 0)
    return story.events


@pytest.mark.parametrize(
    ("tiles", "food", "people", "over"),
    [
        ((), 5, 5, None),
        ((), 6, 5, (1, 0)),
        (("wall-", "garden"), 7, 8, (0, 1)),
        (("garden", "wall"), 99, 7, (92, 0)),
        ((), -3, 0, None),
    ],
)
def test_food_and_people_are_capped_by_the_level(tiles, food, people, over):
    """5.3, R7: a spent Wall counts; bolts have no cap; a debt is not touched."""
    events = capped(camp(0, *tiles, food=food, people=people, bolts=99))
    assert events == ([] if over is None else [e.Capped(0, *over)])


def test_feng_stores_two_more_of_each():
    """R7."""
    assert capped(camp(0, role="ROLE-FENG", food=8, people=8)) == [e.Capped(0, 1, 1)]


def test_as_intake_the_cap_limits_what_a_round_adds():
    """R8, `reserve_rule`."""
    assert capped(camp(0, food=40, people=9, start_food=30, start_people=5), intake=True) == [e.Capped(0, 5, 0)]
    assert capped(camp(0, food=8, people=4, start_food=-4, start_people=0), intake=True) == [e.Capped(0, 3, 0)]

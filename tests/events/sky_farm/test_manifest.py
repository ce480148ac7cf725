"""The manifest: the worked sequence, counts of places, and a slow search for what is legal."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from events.sky_farm.land import cells_of
from events.sky_farm.manifest import (
    BY_SPOT,
    PLACINGS,
    ROWS,
    SIDE,
    STALL_MASKS,
    WHOLE,
    Stamp,
    filled,
    fits,
    full_rows,
    placings,
    turned,
    turns,
    why_not,
)
from events.sky_farm.resources import RESOURCES, SHAPES
from events.sky_farm.score import stalls
from tests.facts.sky_farm import oracle

REASONS = {
    "ok": "",
    "no cargo item": "no_item",
    "wrong shape": "shape",
    "outside": "outside",
    "occupied": "occupied",
    "touches same kind and colour": "touches",
}


def stamp(resource, cells):
    return Stamp(resource, tuple(sorted(row * SIDE + col for row, col in cells)))


def worked():
    stamps = ()
    for step in oracle.VECTORS["cargo_sequence"]["steps"]:
        reason = why_not(stamps, step["resource"], [tuple(cell) for cell in step["cells"]])
        yield step, reason, stamps
        if not reason:
            stamps = (*stamps, stamp(step["resource"], step["cells"]))
    yield None, "", stamps


def test_the_worked_sequence():
    for step, reason, stamps in worked():
        if step is not None:
            assert reason == REASONS[step["result"]], step["note"]
            legal = {cells_of(placing.mask) for placing in placings(stamps, step["resource"])}
            assert (stamp(step["resource"], step["cells"]).cells in legal) is (reason == "")


def test_the_worked_scores():
    after, arbitrary = oracle.VECTORS["stall_scores"]
    *_, (_, _, stamps) = worked()
    assert filled(stamps).bit_count() == after["filled"]
    assert dict(zip("ABC", stalls(stamps), strict=True)) == after["scores"]
    cells = tuple(stamp(resource, [(row, col)]) for row, col, resource in arbitrary["cells"])
    assert filled(cells).bit_count() == arbitrary["filled"]
    assert dict(zip("ABC", stalls(cells), strict=True)) == arbitrary["scores"]


def test_variety_is_capped():
    """21.3: at most 20 in stall A."""
    many = list(RESOURCES)[3:30]
    cells = tuple(stamp(many[k], [(k // 3, k % 3)]) for k in range(27))
    assert stalls(cells)[0] == 20


COUNTS = {
    "I1": (1, 81),
    "I2": (2, 144),
    "I3": (2, 126),
    "L3": (4, 256),
    "I4": (2, 108),
    "O4": (1, 64),
    "T4": (4, 224),
    "S4": (4, 224),
    "L4": (8, 448),
    "P5": (8, 448),
    "X5": (1, 49),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_counts_of_turns_and_places(shape):
    assert (len(turns(shape)), len(PLACINGS[shape])) == COUNTS[shape]
    assert {turned(shape, turn) for turn in turns(shape)} == oracle.looks(shape)
    masks = [placing.mask for placing in PLACINGS[shape]]
    assert len(set(masks)) == len(masks) == len(BY_SPOT[shape])
    assert {mask.bit_count() for mask in masks} == {len(SHAPES[shape])}


def test_stalls_and_rows_part_the_manifest():
    assert sum(STALL_MASKS.values()) == sum(ROWS) == WHOLE
    assert {mask.bit_count() for mask in STALL_MASKS.values()} == {27}


@st.composite
def lying(draw):
    """Legally stamped manifests."""
    stamps = ()
    for resource in draw(st.lists(st.sampled_from([r for r, each in RESOURCES.items() if each.shape]), max_size=9)):
        places = placings(stamps, resource)
        if places:
            stamps = (*stamps, Stamp(resource, cells_of(draw(st.sampled_from(places)).mask)))
    return stamps


@settings(max_examples=30, deadline=None)
@given(lying(), st.sampled_from(list(RESOURCES)))
def test_legal_places_are_those_of_a_slow_search(stamps, resource):
    cells = {divmod(cell, SIDE): each.resource for each in stamps for cell in each.cells}
    ours = {tuple(divmod(cell, SIDE) for cell in cells_of(each.mask)) for each in placings(stamps, resource)}
    assert ours == oracle.placements(resource, cells)
    assert fits(stamps, resource) is bool(ours)
    assert all(why_not(stamps, resource, place) == "" for place in list(ours)[:5])


@settings(max_examples=40, deadline=None)
@given(lying())
def test_no_two_of_a_type_touch_and_none_overlap(stamps):
    assert filled(stamps).bit_count() == sum(len(each.cells) for each in stamps)
    for one in stamps:
        for other in stamps:
            if one is not other and RESOURCES[one.resource].type == RESOURCES[other.resource].type:
                for a in one.cells:
                    for b in other.cells:
                        assert abs(a // SIDE - b // SIDE) + abs(a % SIDE - b % SIDE) != 1


def test_a_row_is_full_whatever_lies_there():
    """K47."""
    row = tuple(stamp(resource, [(4, col)]) for col, resource in enumerate(list(RESOURCES)[3:12]))
    assert full_rows(row) == (4,)
    assert full_rows(row[:-1]) == ()

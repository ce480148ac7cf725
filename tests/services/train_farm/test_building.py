"""4.2.6 to 4.2.8, 5.1, 5.5: R5, R20, R21, R23 to R25, R51, R52, R58."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from events.choices import Picked
from events.train_farm import events as e
from events.train_farm.modules import MENU, MODULES
from events.train_farm.state import Saving, Squad, Tile
from tests.services.train_farm.dsl import camp, given, guest, table

ALL_FULL = tuple(f"{kind}*" for kind in MENU)


@pytest.mark.parametrize("kind", MENU)
def test_every_module_is_built_and_upgraded_at_its_price(kind):
    """5.6."""
    base, full = MODULES[kind].base.cost, MODULES[kind].full.cost
    step = given(table(camp(0), camp(1))).answers(0, "turn", f"new:{kind}")
    step.then(e.Built(0, kind, base.bolts, base.people, action=True)).asks_only(1)
    assert (step.state.camps[0].bolts, step.state.camps[0].people) == (9 - base.bolts, 5 - base.people)
    step = given(table(camp(0, kind), camp(1))).answers(0, "turn", f"upgrade:{kind}")
    step.then(e.Upgraded(0, kind, full.bolts, full.people, action=True)).asks_only(1)
    assert step.state.camps[0].tiles[0].face == "full"


def test_what_cannot_be_paid_is_not_offered():
    """R58."""
    step = given(table(camp(0, bolts=1, people=1), camp(1)))
    step.asks(0, "turn", "explore", "new:garden", "new:dormitory").refuses(0, "turn", "new:wall")
    step = given(table(camp(0, bolts=2, people=0), camp(1))).asks(0, "turn", "explore", "new:wall", "new:watchtower")


def test_one_of_each_kind_and_no_more():
    """R5."""
    step = given(table(camp(0, "garden", "wall*"), camp(1))).refuses(0, "turn", "new:garden")
    step.refuses(0, "turn", "upgrade:wall").refuses(0, "turn", "new:wall").asks(0, "turn")


def test_a_build_yields_first_in_the_next_round():
    """R25."""
    step = given(table(camp(0), camp(1, acted=True))).drawing("EVT-048").answers(0, "turn", "new:workshop")
    step.then(
        e.Built(0, "workshop", 2, 1, action=True), e.RoundBegan(6, 1), e.Supplied(0, 1, 0, 0, 0, short=False, low=False)
    )


def test_building_excludes_exploring():
    """4.2.6."""
    step = given(table(camp(0), camp(1))).answers(0, "turn", "new:garden").asks_only(1)
    assert step.state.camps[0].acted


def test_one_who_lost_the_action_does_nothing():
    """R51."""
    given(table(camp(0, barred=(5,)), camp(1))).asks_only(1)


def test_one_with_nothing_left_to_do_passes_without_being_asked():
    """R51: out of contact, no build affordable, no module to dismantle."""
    given(table(camp(0, bolts=0, squad=Squad(0, 5, lost=True)), camp(1))).drawing("EVT-048").answers(
        1, "turn", "new:garden"
    ).then(e.Passed(0), e.EventTurnedUp("EVT-048", ()))


# --- the Wall


def test_a_wall_raises_the_cap_and_not_durability():
    """R20."""
    step = given(table(camp(0), camp(1))).answers(0, "turn", "new:wall")
    assert step.state.camps[0].durability == 3
    step.asks_only(1)


def test_with_wall_lifts_durability_the_difference_is_added():
    """R20."""
    state = table(camp(0), camp(1), terms={"wall_lifts_durability": True})
    given(state).answers(0, "turn", "new:wall").then(e.DurabilityCapped(0, 4)).asks_only(1)
    state = table(camp(0, "wall", durability=2), camp(1), terms={"wall_lifts_durability": True})
    given(state).answers(0, "turn", "upgrade:wall").then(e.DurabilityCapped(0, 4)).asks_only(1)


def test_a_spent_wall_counts_for_the_level_and_is_set_up_again_at_the_base_price():
    """R21: it can be neither upgraded nor dismantled."""
    step = (
        given(table(camp(0, "wall-"), camp(1))).refuses(0, "turn", "upgrade:wall").refuses(0, "turn", "dismantle:wall")
    )
    step.answers(0, "turn", "renew:wall").then(e.Paid(0, bolts=2), e.WallRenewed(0, 2, 0, action=True)).asks_only(1)
    assert step.state.camps[0].tile("wall") == Tile("wall", paid=2)


def test_upgrading_again_gives_a_new_use():
    """R23."""
    used = Tile("wall", "base", used=0, paid=4)
    step = given(table(_with(used), camp(1))).answers(0, "turn", "upgrade:wall")
    assert step.state.camps[0].tile("wall") == Tile("wall", "full", used=0, paid=6)


def _with(*tiles):
    return replace(camp(0), tiles=tiles)


# --- dismantling


@pytest.mark.parametrize(
    ("laid", "paid", "back"), [(5, 3, 3), (4, 3, 2), (3, 3, 1), (1, 5, 1), (1, 0, 1), (5, 0, 1), (2, 5, 2)]
)
def test_the_refund_falls_with_every_round_to_one(laid, paid, back):
    """R24."""
    state = table(_with(Tile("workshop", "full", laid, paid)), camp(1))
    step = given(state).answers(0, "turn", "dismantle:workshop").then(e.Dismantled(0, "workshop", back, action=False))
    step.asks(0, "turn")
    assert step.state.camps[0].tiles == ()


def test_dismantling_is_free_and_once_a_round_and_the_place_is_free_at_once():
    """R24."""
    step = given(table(camp(0, "garden", "wall"), camp(1))).answers(0, "turn", "dismantle:garden")
    step.refuses(0, "turn", "dismantle:wall").answers(0, "turn", "new:garden").asks_only(1)
    assert not step.state.camps[1].dismantled


def test_dismantling_a_wall_brings_durability_down_to_the_cap():
    """R20, R24."""
    step = given(table(camp(0, "wall", durability=4), camp(1))).answers(0, "turn", "dismantle:wall")
    step.then(e.DurabilityCapped(0, 3)).asks(0, "turn")


def test_as_an_action_dismantling_ends_the_turn():
    """R24, `dismantle`."""
    state = table(camp(0, "garden"), camp(1), terms={"dismantle_action": True})
    given(state).answers(0, "turn", "dismantle:garden").then(e.Dismantled(0, "garden", 1, action=True)).asks_only(1)


def test_a_refund_may_pay_for_the_build_of_the_same_command():
    """R58: the aside first, then what it pays for."""
    state = table(_with(Tile("workshop", laid=5, paid=2)), camp(1))
    poor = replace(state, camps=(replace(state.camps[0], bolts=0, people=0), state.camps[1]))
    step = given(poor).refuses(0, "turn", "new:wall")
    step.answers(0, "turn", "dismantle:workshop", then=(Picked(("new:wall",)),)).asks_only(1)
    assert (step.unused, step.state.camps[0].bolts) == (0, 0)


# --- discounts and free builds


def test_the_oldest_discount_that_lowers_the_price_is_used():
    """R58: a use is gone only when it lowered a price; a visitor's adds."""
    savings = (Saving(0, 1, 1, 9), Saving(2, 0, 2, 9))
    state = table(camp(0, savings=savings, guests=(guest("VIS-06"),)), camp(1), modules=("visitors",))
    step = given(state).answers(0, "turn", "new:wall").then(e.SavingUsed(0, 1), e.Built(0, "wall", 0, 0, action=True))
    assert step.state.camps[0].savings == (Saving(0, 1, 1, 9), Saving(2, 0, 1, 9))
    step = (
        given(state)
        .answers(0, "turn", "new:workshop")
        .then(e.SavingUsed(0, 0), e.Built(0, "workshop", 1, 0, action=True))
    )
    assert step.state.camps[0].savings == (Saving(2, 0, 2, 9),)


def test_a_discount_ends_with_its_round():
    """NOTATION 2."""
    given(table(camp(0, bolts=0, savings=(Saving(2, 0, 1, 4),)), camp(1))).refuses(0, "turn", "new:wall")
    given(table(camp(0, bolts=0, savings=(Saving(2, 0, 1, 5),)), camp(1))).answers(0, "turn", "new:wall").asks_only(1)


def test_a_free_build_costs_nothing_and_is_not_the_action():
    """R52: also a spent Wall set up again."""
    step = (
        given(table(camp(0, "garden", "wall-", bolts=0), camp(1)))
        .drawing(3, 6, "HRK-026")
        .answers(0, "turn", "explore")
    )
    step.drawing(5).answers(0, "face", "b")
    step.asks(
        0,
        "free_building",
        "build:garden",
        "build:workshop",
        "build:wall",
        "build:dormitory",
        "build:infirmary",
        "build:watchtower",
    )
    step.answers(0, "free_building", "build:wall").then(e.WallRenewed(0, 0, 0, action=False), e.ForwardTaken(0, 6))
    step.asks_only(1)


def test_a_free_upgrade_needs_something_to_upgrade():
    """R52: if nothing can be built the choice does not exist."""
    step = given(table(camp(0), camp(1))).drawing(3, 6, "HRK-013").answers(0, "turn", "explore")
    step.drawing(5).answers(0, "face", "b").then(e.Gained(0, "bolts", 1, "card")).asks_only(1)
    step = given(table(camp(0, "wall", "garden*"), camp(1))).drawing(3, 6, "HRK-013").answers(0, "turn", "explore")
    step.drawing(5).answers(0, "face", "b").then(e.Upgraded(0, "wall", 0, 0, action=False)).asks_only(1)


def test_a_finished_camp_has_nothing_to_build():
    """R38: and without the locomotive it explores."""
    step = given(table(camp(0, *ALL_FULL), camp(1)))
    assert [option.id for option in _options(step)] == ["explore"]
    step.asks(0, "turn")


def _options(step):
    ask = next(ask for ask in step.game.referee.pending(step.state) if ask.seat == 0)
    return step.game.referee.choice(step.state, ask).regular

"""6.1: R37 to R41."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from events.train_farm import events as e
from events.train_farm.modules import MENU
from events.train_farm.rails import neighbours
from events.train_farm.state import Saving, Tile
from tests.services.train_farm.dsl import camp, given, kinds, table

FULL = tuple(f"{kind}*" for kind in MENU)
LOCO = ("locomotive",)


def options(step, seat=0):
    ask = next(ask for ask in step.game.referee.pending(step.state) if ask.seat == seat)
    return {option.id for option in step.game.referee.choice(step.state, ask).options}


def test_the_regions_form_a_ring_or_a_line():
    """R37."""
    assert set(neighbours("wilderness", line=False)) == {"city_ruins", "abandoned_station"}
    assert set(neighbours("city_ruins", line=False)) == {"mountain_tunnel", "wilderness"}
    assert set(neighbours("city_ruins", line=True)) == {"wilderness"}
    assert set(neighbours("mountain_tunnel", line=True)) == {"abandoned_station"}


def test_a_move_comes_with_a_build_and_its_price_is_added():
    """R38: garden 1+1, move 3+1."""
    step = given(table(camp(0, bolts=4, people=2), camp(1), modules=LOCO))
    assert {"new:garden/then:city_ruins", "new:garden/then:abandoned_station"} <= options(step)
    assert "new:workshop/then:city_ruins" not in options(step)
    step.answers(0, "turn", "new:garden/then:city_ruins").then(
        e.Built(0, "garden", 1, 1, action=True), e.CampMoved(0, "city_ruins", 3, 1, action=False)
    ).asks_only(1)
    assert (step.state.camps[0].bolts, step.state.camps[0].people) == (0, 0)


def test_the_station_pays_on_every_arrival_and_may_pay_for_the_build():
    """R38, R58: only this order can be paid."""
    step = given(table(camp(0, bolts=4, people=2), camp(1), modules=LOCO))
    assert "new:workshop/first:abandoned_station" in options(step)
    assert "new:workshop/then:abandoned_station" not in options(step)
    step.answers(0, "turn", "new:workshop/first:abandoned_station").then(
        e.Paid(0, 3, 0, 1),
        e.CampMoved(0, "abandoned_station", 3, 1, action=False),
        e.Gained(0, "bolts", 1, "station"),
        e.Built(0, "workshop", 2, 1, action=True),
    ).asks_only(1)
    assert step.state.camps[0].bolts == 0


def test_a_move_alone_needs_a_finished_camp():
    """R38."""
    assert not any(option.startswith("move:") for option in options(given(table(camp(0), camp(1), modules=LOCO))))
    step = given(table(camp(0, *FULL), camp(1), modules=LOCO))
    assert {"move:city_ruins", "move:abandoned_station"} <= options(step)
    step.answers(0, "turn", "move:abandoned_station").then(e.CampMoved(0, "abandoned_station", 3, 1, action=True))
    step.asks_only(1)


def test_lambert_pays_two_bolts_and_nobody_else_less():
    """R38: discounts on builds do not apply."""
    state = table(camp(0, *FULL, role="ROLE-LAMB", bolts=2, people=0), camp(1), modules=("locomotive", "roles"))
    given(state).answers(0, "turn", "move:city_ruins").then(e.CampMoved(0, "city_ruins", 2, 0, action=True)).asks_only(
        1
    )
    state = table(camp(0, *FULL, bolts=2, savings=(Saving(2, 0, 1, 9),)), camp(1), modules=LOCO)
    assert "move:city_ruins" not in options(given(state))


def test_cao_s_bolt_may_pay_for_the_move():
    """R58: upgrade of the Wall 2, one back, then the move."""
    state = table(camp(0, "wall", role="ROLE-CAO", bolts=4, people=1), camp(1), modules=("locomotive", "roles"))
    step = given(state).answers(0, "turn", "upgrade:wall/then:city_ruins")
    step.then(
        e.Upgraded(0, "wall", 2, 0, action=True),
        e.Gained(0, "bolts", 1, "crane"),
        e.CampMoved(0, "city_ruins", 3, 1, action=False),
    )
    assert step.state.camps[0].bolts == 0


def test_the_tunnel_doubles_the_walls_cap():
    """R41: +2 and +6."""
    from events.train_farm.camp import durability_cap

    assert durability_cap(camp(0, "wall", region="mountain_tunnel")) == 5
    assert durability_cap(camp(0, "wall*", region="mountain_tunnel")) == 9
    assert durability_cap(camp(0, "wall-", region="mountain_tunnel")) == 3
    assert durability_cap(camp(0, "wall*")) == 6


def test_leaving_the_tunnel_after_one_cancel_spends_the_wall():
    """R41, R20: the cap falls with it."""
    home = replace(camp(0, region="mountain_tunnel", durability=5), tiles=(Tile("wall", used=1),))
    step = given(table(home, camp(1), modules=LOCO)).answers(0, "turn", "new:garden/then:city_ruins")
    step.then(e.CampMoved(0, "city_ruins", 3, 1, action=False), e.WallSpent(0), e.DurabilityCapped(0, 3)).asks_only(1)


def test_leaving_the_tunnel_with_an_unused_wall_brings_the_cap_down():
    home = camp(0, "wall*", region="mountain_tunnel", durability=9)
    step = given(table(home, camp(1), modules=LOCO)).answers(0, "turn", "new:garden/then:city_ruins")
    step.then(e.DurabilityCapped(0, 6))
    assert "WallSpent" not in kinds(step)


def test_where_the_order_matters_both_are_offered():
    """R38, R41: upgrading before leaving the Tunnel saves the Wall."""
    home = replace(camp(0, region="mountain_tunnel"), tiles=(Tile("wall", used=1),))
    step = given(table(home, camp(1), modules=LOCO))
    assert {"upgrade:wall/then:city_ruins", "renew:wall/first:city_ruins"} <= options(step)
    assert "new:garden/first:city_ruins" not in options(step)
    step.answers(0, "turn", "upgrade:wall/then:city_ruins")
    assert step.state.camps[0].tile("wall").face == "full"
    step = given(table(home, camp(1), modules=LOCO)).refuses(0, "turn", "upgrade:wall/first:mountain_tunnel")


@pytest.mark.parametrize(("lost", "how"), [(False, "renew"), (True, "new")])
def test_a_wall_that_leaving_spends_is_set_up_again_not_upgraded(lost, how):
    """R21, R38, R41: what is built after the move is what can be built then."""
    home = replace(camp(0, "watchtower", region="mountain_tunnel"), tiles=(Tile("wall", used=1),))
    step = given(table(home, camp(1), modules=LOCO, terms={"spent_wall_lost": lost}))
    assert "upgrade:wall/first:city_ruins" not in options(step)
    step.answers(0, "turn", f"{how}:wall/first:city_ruins").then(e.CampMoved(0, "city_ruins", 3, 1, action=False))
    assert step.state.camps[0].tile("wall") == Tile("wall", laid=5 if lost else 1, paid=2)


def test_without_the_locomotive_no_camp_is_anywhere():
    """R40."""
    assert not any("/" in option for option in options(given(table(camp(0), camp(1)))))

"""5.4: R13, R19 to R23, R28, R48 - what stops an effect, in which order, and what it costs."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from events.train_farm import events as e
from events.train_farm.agenda import Guard
from events.train_farm.orders import Order
from events.train_farm.state import Tile
from tests.services.train_farm.dsl import camp, given, guest, kinds, squad, table


def suffering(state, *frames):
    """Seat 0 with these effects before it, set going by seat 1's build."""
    hit = replace(state, camps=(replace(state.camps[0], agenda=frames, asked=1, acted=True), *state.camps[1:]))
    return given(hit).answers(1, "turn", "new:garden")


def hurt(camp_, *frames, **changes):
    return suffering(table(camp_, camp(1), camp(2), **changes), *frames)


def damage(n=1):
    return Guard("damage", n)


def test_without_a_wall_durability_falls():
    step = hurt(camp(0), damage()).then(e.Hit(0), e.Damaged(0, 2)).asks_only(2)
    assert step.state.camps[0].standing


def test_at_nothing_the_camp_falls_and_the_rest_is_dropped():
    """R48."""
    state = camp(0, durability=1, guests=(guest("VIS-01"),), role="ROLE-FENG")
    step = hurt(state, damage(3), Guard("lose_people", 2), modules=("visitors", "roles"))
    step.then(e.Damaged(0, 0), e.VisitorLeft(0, "VIS-01", "fell"), e.CampFell(0, "card/5/0")).asks_only(2)
    assert kinds(step).count("Damaged") == 1
    assert "Lost" not in kinds(step)
    fallen = step.state.camps[0]
    assert (fallen.standing, fallen.role, fallen.bolts, fallen.guests) == (False, "", 0, ())
    assert step.state.discard["encounter"] == ("VIS-01",)


def test_damage_three_on_a_full_wall_at_durability_three():
    """R22: absorbed, cancelled, then durability 2."""
    step = hurt(camp(0, "wall*"), damage(3))
    step.then(
        e.Hit(0), e.WallDemoted(0), e.Hit(0), e.Warded(0, "wall", "damage"), e.WallSpent(0), e.Hit(0), e.Damaged(0, 2)
    )
    step.asks_only(2)
    assert step.state.camps[0].tile("wall").face == "spent"


def test_a_full_wall_that_suffers_costs_a_point_before_the_cap_falls():
    """R22, `full_wall_hit`."""
    step = hurt(camp(0, "wall*", durability=6), damage(), terms={"full_wall_suffers": True})
    step.then(e.Damaged(0, 5), e.WallDemoted(0), e.DurabilityCapped(0, 4)).asks_only(2)


def test_the_cap_that_falls_takes_durability_with_it():
    """R20."""
    hurt(camp(0, "wall*", durability=6), damage()).then(e.WallDemoted(0), e.DurabilityCapped(0, 4)).asks_only(2)
    step = hurt(camp(0, "wall", durability=4), damage())
    step.then(e.Hit(0), e.Damaged(0, 3)).asks_only(2)
    assert step.state.camps[0].tile("wall").face == "base", "smart: cancelling would bring no more"


@pytest.mark.parametrize(
    ("form", "durability", "cancelled"),
    [
        ("smart", 3, True),
        ("smart", 4, False),
        ("always", 4, True),
        ("never", 3, False),
        ("never", 1, False),
    ],
)
def test_orders_of_the_base_wall(form, durability, cancelled):
    """R13."""
    step = hurt(camp(0, "wall", durability=durability, orders=(Order("wall", form),)), damage())
    assert ("Warded" in kinds(step)) == cancelled
    assert ("Damaged" in kinds(step)) != cancelled


def test_a_smart_wall_in_the_tunnel_uses_its_first_cancel_freely():
    """R13, R41."""
    state = camp(0, "wall", durability=5, region="mountain_tunnel")
    step = hurt(state, damage(), modules=("locomotive",)).then(e.Warded(0, "wall", "damage")).asks_only(2)
    assert step.state.camps[0].tile("wall") == Tile("wall", used=1)


def test_a_spent_wall_may_be_lost():
    """R21, `spent_wall`."""
    step = hurt(camp(0, "wall"), damage(), terms={"spent_wall_lost": True}).then(e.WallSpent(0, lost=True)).asks_only(2)
    assert step.state.camps[0].tiles == ()


def test_the_old_sapper_comes_before_the_wall():
    """R13: visitor, Wall."""
    step = hurt(camp(0, "wall*", guests=(guest("VIS-04"),)), damage(2), modules=("visitors",))
    step.then(e.Warded(0, "visitor", "damage", "VIS-04"), e.WallDemoted(0)).asks_only(2)


def test_a_full_wall_prevents_lost_contact_or_a_lost_action_once():
    """R23: using it does not demote the Wall."""
    step = hurt(camp(0, "wall*"), Guard("lose_action", 1), Guard("lost_contact", 1))
    step.then(e.Warded(0, "full_wall", "lose_action"), e.ContactLost(0, 6)).asks_only(2)
    assert step.state.camps[0].tile("wall") == Tile("wall", "full", used=1)


@pytest.mark.parametrize(
    ("form", "against", "stopped"),
    [
        ("lost_contact", "lost_contact", True),
        ("lost_contact", "lose_action", False),
        ("lose_action", "lose_action", True),
        ("lose_action", "lost_contact", False),
        ("never", "lose_action", False),
    ],
)
def test_orders_of_the_full_wall(form, against, stopped):
    step = hurt(camp(0, "wall*", orders=(Order("full_wall", form),)), Guard(against, 1))
    assert ("Warded" in kinds(step)) == stopped


def test_in_the_tunnel_a_full_wall_prevents_twice():
    """R41."""
    state = camp(0, "wall*", region="mountain_tunnel")
    step = hurt(state, Guard("lose_action", 1), Guard("lost_contact", 1), modules=("locomotive",))
    assert kinds(step).count("Warded") == 2


def test_the_radio_girl_comes_first_then_the_wall_then_the_infirmary():
    """R13."""
    state = camp(0, "wall*", "infirmary*", guests=(guest("VIS-08"),))
    step = hurt(state, Guard("lose_action", 1), modules=("visitors",))
    step.then(e.Warded(0, "visitor", "lose_action", "VIS-08"))
    step = hurt(camp(0, "infirmary*"), Guard("lose_action", 1), Guard("lose_action", 1))
    step.then(e.Warded(0, "full_infirmary", "lose_action"), e.ActionBarred(0, 6)).asks_only(2)
    assert step.state.camps[0].action_warded == 1


def test_an_effect_already_imposed_spends_no_protection():
    """R19, NOTATION 2."""
    step = hurt(camp(0, "wall*", barred=(6,)), Guard("lose_action", 1))
    assert "Warded" not in kinds(step)
    step = hurt(camp(0, "wall*", squad=squad(0, 6, lost=True)), Guard("lost_contact", 1))
    assert "Warded" not in kinds(step)
    step = hurt(camp(0, squad=squad(0, 5, lost=True)), Guard("lost_contact", 1)).then(e.ContactLost(0, 6))
    step.asks_only(2)


def test_in_the_last_round_no_action_is_left_to_lose():
    """R31: void, and no ward is spent."""
    step = hurt(camp(0, "wall*"), Guard("lose_action", 1), number=20)
    assert {"Warded", "ActionBarred"}.isdisjoint(kinds(step))


@pytest.mark.parametrize(
    ("people", "n", "form", "ignored"),
    [
        (5, 2, "", True),
        (5, 1, "", False),
        (1, 3, "", False),
        (1, 3, "least_1", True),
        (5, 3, "never", False),
        (5, 5, "least_5", True),
        (4, 5, "least_5", False),
    ],
)
def test_the_infirmary_ignores_a_loss_of_people_by_order(people, n, form, ignored):
    """R13, R28: by what would really be lost; the whole effect."""
    orders = (Order("infirmary", form),) if form else ()
    step = hurt(camp(0, "infirmary", people=people, orders=orders), Guard("lose_people", n))
    assert ("Warded" in kinds(step)) == ignored
    assert step.state.camps[0].people == (people if ignored else max(0, people - n))


def test_the_infirmary_serves_twice_a_game_whatever_happens_to_it():
    """R28."""
    step = hurt(camp(0, "infirmary", people_warded=1), Guard("lose_people", 2), Guard("lose_people", 2))
    step.then(e.Warded(0, "infirmary", "lose_people"), e.Lost(0, "people", 2)).asks_only(2)
    step = hurt(camp(0, "infirmary*"), Guard("lose_people", 4))
    step.then(e.Lost(0, "people", 4)).asks_only(2)


def test_a_camp_without_people_spends_no_use():
    """R28."""
    step = hurt(camp(0, "infirmary", people=0), Guard("lose_people", 4))
    assert {"Warded", "Lost"}.isdisjoint(kinds(step))


def test_the_herb_woman_comes_before_infirmary_and_role():
    """R13, R43."""
    state = camp(0, "infirmary", role="ROLE-HART", guests=(guest("VIS-03", used=1),))
    step = hurt(state, *[Guard("lose_people", 2)] * 4, modules=("visitors", "roles"))
    step.then(
        e.Warded(0, "visitor", "lose_people", "VIS-03"),
        e.Warded(0, "infirmary", "lose_people"),
        e.Warded(0, "infirmary", "lose_people"),
        e.Warded(0, "role", "lose_people"),
    ).asks_only(2)


def test_an_order_never_to_use_a_visitor_is_kept():
    step = hurt(camp(0, guests=(guest("VIS-04"),), orders=(Order("VIS-04", "never"),)), damage(), modules=("visitors",))
    step.then(e.Damaged(0, 2)).asks_only(2)


def test_asked_each_time_the_player_says_what_to_use():
    """R13, `reactions`: and the absorbing Wall is no choice."""
    ask = {"ask_reactions": True}
    step = hurt(camp(0, "wall", guests=(guest("VIS-04"),)), damage(2), terms=ask, modules=("visitors",))
    step.asks(0, "guard", "VIS-04", "wall", "suffer").answers(0, "guard", "suffer").then(e.Damaged(0, 2))
    step.asks(0, "guard", "VIS-04", "wall", "suffer").answers(0, "guard", "wall").then(e.Warded(0, "wall", "damage"))
    step.then(e.WallSpent(0)).asks_only(2)
    hurt(camp(0, "wall*"), damage(), terms=ask).then(e.WallDemoted(0)).asks_only(2)
    hurt(camp(0, "wall*"), Guard("lost_contact", 1), terms=ask).asks(0, "guard", "full_wall", "suffer")


def test_silence_to_a_question_of_protection_is_the_default_order():
    """NOTATION 5."""
    step = hurt(camp(0, "wall"), damage(), terms={"ask_reactions": True}).is_silent(0, "guard")
    step.then(e.Warded(0, "wall", "damage")).asks_only(2)

"""Section 3: R3, R4, R6, R33, R54; the options."""

from __future__ import annotations

import pytest

from events.train_farm import RECORD
from events.train_farm import events as e
from events.train_farm.options import EXTRA_MODULES, Options, terms
from events.train_farm.start import PRESETS
from services.dice import Seeded
from services.referee import Refused, SetUp
from services.train_farm.decide import decide
from tests.facts.train_farm import oracle
from tests.services.train_farm.dsl import begun, given

ALL = frozenset(EXTRA_MODULES)
SET = ("workshop", "wall", "dormitory")


def test_options_are_those_of_the_component_file():
    """Part III: the same ids, values and defaults."""
    import typing

    hints = typing.get_type_hints(Options)
    typed = {option["id"]: option for option in oracle.fact("options")["options"]}
    assert list(typed) == list(Options.__struct_fields__)
    for name, option in typed.items():
        ours = getattr(Options(), name)
        assert (sorted(ours) if name == "modules" else ours) == option["default"], name
        if name in ("modules", "rounds"):
            continue
        values = [False, True] if hints[name] is bool else list(typing.get_args(hints[name]))
        assert sorted(map(str, values)) == sorted(map(str, option["values"])), name


def test_a_match_with_the_locomotive_lasts_forty_rounds_and_may_not_be_shorter():
    """R3."""
    assert terms(Options()).rounds == 20
    assert terms(Options(rounds="40")).rounds == 40
    assert terms(Options(modules=frozenset({"locomotive"}))).rounds == 40
    with pytest.raises(Refused) as refused:
        decide(RECORD.start, SetUp(Options(rounds="20", modules=frozenset({"locomotive"})), (None, None)), Seeded(1))
    assert refused.value.code == "bad_options"


@pytest.mark.parametrize("seats", [2, 5, 8])
def test_every_camp_starts_alike(seats):
    """3.1, 3.5, R6."""
    state = begun(seats)
    assert {(c.bolts, c.food, c.people, c.durability) for c in state.camps} == {(2, 3, 2, 3)}
    assert RECORD.census(state) == {"encounter": 54, "high_risk": 26, "event": 49, "camps": seats, "doubles": 0}
    assert RECORD.census(begun(seats, modules=ALL))["encounter"] == 64


def test_sets_are_chosen_side_by_side_and_shown_when_all_are_in():
    """R4, R54."""
    step = (
        given(begun(2))
        .asks_only(0, 1)
        .asks(0, "set", "garden", "workshop", "wall", "dormitory", "infirmary", "watchtower")
    )
    step.answers(0, "set", *SET).then(e.SetSealed(0, SET)).asks_only(1)
    assert RECORD.view(step.state, 1).camps[0].kinds == ()
    assert step.state.camps[0].tiles == ()
    step.refuses(1, "set", "garden", "wall").answers(1, "set", *SET)
    step.then(e.SetLaid(0, SET), e.SetLaid(1, SET), e.RoundBegan(1, 0), e.ActionsOpened()).asks_only(0, 1)


def test_a_set_may_be_changed_while_others_choose():
    step = given(begun(2)).answers(0, "set", *SET).offers(0, "set").answers(0, "set", "garden", "wall", "dormitory")
    step.answers(1, "set", *SET).then(e.SetLaid(0, ("garden", "wall", "dormitory"))).asks_only(0, 1)


def test_starting_modules_yield_from_round_one_and_a_wall_leaves_durability_at_three():
    """R6."""
    step = given(begun(2)).answers(0, "set", *SET).answers(1, "set", "garden", "wall", "infirmary")
    step.then(e.Supplied(0, 1, 0, 1, 0, short=False, low=False), e.Supplied(1, 0, 1, 0, 0, short=False, low=False))
    assert [c.durability for c in step.state.camps] == [3, 3]


def test_a_preset_is_one_of_six():
    """R4."""
    step = given(begun(2, start_set="preset")).asks(0, "set", *PRESETS).answers(0, "set", "SET-FORGE")
    step.answers(1, "set", "SET-FORGE").then(
        e.SetLaid(0, PRESETS["SET-FORGE"].kinds), e.SetLaid(1, PRESETS["SET-FORGE"].kinds)
    )
    step.asks_only(0, 1)


def test_random_sets_are_not_asked_for():
    """R4."""
    state = begun(3, start_set="random")
    assert state.round == 1
    assert [len({tile.kind for tile in c.tiles}) for c in state.camps] == [3, 3, 3]


@pytest.mark.parametrize("seat", range(8))
def test_silence_takes_the_preset_of_its_seat(seat):
    """NOTATION 5."""
    step = given(begun(8)).is_silent(seat, "set")
    step.then(e.SetSealed(seat, _in_menu(tuple(PRESETS.values())[seat % 6].kinds)))


def _in_menu(kinds):
    from events.train_farm.modules import MENU

    return tuple(kind for kind in MENU if kind in kinds)


def test_tasks_and_roles_are_dealt_after_the_sets():
    """R54: nobody knows them when choosing."""
    step = given(begun(2, modules=frozenset({"tasks", "roles"})))
    assert step.state.open_tasks == ()
    roles = ["ROLE-HART", "ROLE-FENG", "ROLE-SHAO", "ROLE-ASJI", "ROLE-LUO", "ROLE-CAO"]
    step.answers(0, "set", *SET).drawing("TSK-01", "TSK-05", "TSK-14", *roles).answers(1, "set", *SET)
    step.then(e.TasksTurnedUp(("TSK-01", "TSK-05", "TSK-14")), e.RoleDealt(0, "ROLE-HART"), e.RoleDealt(1, "ROLE-FENG"))
    step.asks_only(0, 1)


def test_roles_are_dealt_from_as_many_decks_as_needed():
    """R33: without the locomotive Lambert is left out, so the seventh seat has a role of a second deck."""
    state = begun(8, modules=frozenset({"roles"}), start_set="random")
    dealt = [c.role for c in state.camps]
    assert len(set(dealt[:6])) == 6
    assert "ROLE-LAMB" not in dealt
    state = begun(8, modules=frozenset({"roles", "locomotive"}), start_set="random")
    assert len({c.role for c in state.camps[:7]}) == 7


def test_the_locomotive_starts_in_the_wilderness():
    """6.1.1."""
    assert {c.region for c in begun(3, modules=frozenset({"locomotive"})).camps} == {"wilderness"}
    assert {c.region for c in begun(3).camps} == {""}


def test_one_who_leaves_before_choosing_is_waited_for_no_more():
    step = given(begun(3)).answers(0, "set", *SET).answers(1, "set", *SET).leaves(2)
    step.then(e.CampFell(2, "left/0", resigned=True), e.SetLaid(0, SET), e.RoundBegan(1, 0)).asks_only(0, 1)

"""What each viewer sees: twins, boards, pictures; and that own events commute."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest
from msgspec.structs import replace

from events import registry, texts
from events.texts import LANGUAGES, MISSING, render, speaker
from events.train_farm import RECORD
from events.train_farm import events as e
from events.train_farm.imagine import imagine
from events.train_farm.state import Buried, Held, unseen
from services.dice import Seeded
from services.pictures import png
from tests.services.train_farm.dsl import begun, camp, given, guest, holding, squad, table

registry.load()
texts.add_catalogue("train_farm", RECORD.texts)
MODULES = ("locomotive", "roles", "tasks", "visitors", "observers")


def busy():
    """A table with something of everything."""
    camps = (
        camp(
            0,
            "wall*",
            "garden",
            "watchtower",
            role="ROLE-ASJI",
            guests=(guest("VIS-01"),),
            squad=squad(7, 6, forward=True),
        ),
        camp(1, "wall-", "workshop*", food=-2, durability=1, barred=(5, 6), low=6, region="city_ruins"),
        camp(2, durability=3, squad=squad(0, 6, lost=True), region="mountain_tunnel"),
    )
    state = table(*camps, modules=MODULES, open_tasks=("TSK-01", "TSK-02", "TSK-03"))
    state = holding(holding(state, 0, "ENC-007", hidden=True), 1, "HRK-003")
    down = {**state.down, "encounter": state.down["encounter"] - 1}
    return replace(state, down=down, bottom=(Buried("encounter", (2,), "ENC-050"),))


@pytest.mark.parametrize("viewer", [0, 1, 2, None])
def test_a_twin_looks_the_same_and_holds_all_cards_once(viewer):
    state = busy()
    view = RECORD.view(state, viewer)
    seen = set()
    for number in range(20):
        twin = imagine(view, viewer, Seeded(number))
        assert RECORD.view(twin, viewer) == view
        assert RECORD.census(twin) == RECORD.census(state)
        assert len(unseen(twin, "encounter")) == twin.down["encounter"]
        seen.add((twin.hand[0].card, twin.bottom[0].card))
    hidden = {0: (False, True), 2: (True, False)}.get(viewer, (True, True))
    assert (len({card for card, _ in seen}) > 1, len({card for _, card in seen}) > 1) == hidden


def test_a_twin_knows_no_more_when_the_view_forgot_to_blank():
    """Whatever stands in a hidden place is dealt anew."""
    state = busy()
    twins = {imagine(state, 1, Seeded(number)).hand[0].card for number in range(20)}
    assert len(twins) > 1


def test_sealed_sets_and_plans_are_imagined():
    state = given(begun(2)).answers(0, "set", "workshop", "wall", "dormitory").state
    twins = {imagine(RECORD.view(state, 1), 1, Seeded(number)).camps[0].kinds for number in range(20)}
    assert len(twins) > 5
    assert {len(kinds) for kinds in twins} == {3}
    step = given(table(camp(0), camp(1, acted=True))).drawing("EVT-025").answers(0, "turn", "new:garden")
    state = step.answers(1, "event", "0").state
    assert {imagine(RECORD.view(state, 0), 0, Seeded(number)).camps[1].plan for number in range(20)} == {"0", "1"}
    orders = {imagine(RECORD.view(state, 0), 0, Seeded(number)).camps[1].orders for number in range(40)}
    assert len(orders) > 10


def test_a_reader_of_a_held_card_reads_it_and_no_other():
    held = Held(0, 1, "encounter", (0, 1), "ENC-001")
    assert RECORD.view(held, 0).known == RECORD.view(held, 1).known == "ENC-001"
    assert RECORD.view(held, 2).known == RECORD.view(held, None).known == ""
    assert RECORD.view(Held(0, 1, "encounter", (), "", "ENC-001"), None).known == "ENC-001"


@pytest.mark.parametrize("language", LANGUAGES)
def test_boards_have_words(language):
    lines = [render(line, language) for line in RECORD.board(busy())]
    assert all(lines)
    assert MISSING not in "\n".join(lines)
    assert len(lines) > 15


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", [2, 8])
def test_pictures_are_well_formed_and_have_ink(language, seats):
    state = busy() if seats == 2 else table(*(camp(seat) for seat in range(8)), event="EVT-004")
    svg = RECORD.draw(state, speaker(language))
    root = ET.fromstring(svg)
    assert root.attrib["width"] == "800"
    assert MISSING not in svg
    assert "style=" not in svg
    assert len(png(svg)) > 20_000


def test_everything_an_option_can_be_about_is_in_the_picture():
    state = busy()
    svg = RECORD.draw(RECORD.view(state, 0), speaker("en"))
    for about in (
        "squad:0",
        "squad:1",
        "squad:2",
        "tile:0-wall",
        "tile:2-watchtower",
        "region:city_ruins",
        "region:mountain_tunnel",
        "slot:0",
        "slot:1",
        "camp:0",
        "camp:2",
        "visitor:VIS-01",
    ):
        assert f'data-about="{about}"' in svg, about


def test_a_hidden_card_is_not_drawn_for_others():
    svg = RECORD.draw(RECORD.view(busy(), 1), speaker("en"))
    assert "Rider with No Load" not in svg
    assert "Rider with No Load" in RECORD.draw(RECORD.view(busy(), 0), speaker("en"))


def test_texts_in_pictures_are_not_smaller_than_ten():
    import re

    sizes = [float(size) for size in re.findall(r'font-size="([0-9.]+)"', RECORD.draw(busy(), speaker("en")))]
    assert min(sizes) >= 10


OWN = (
    e.Built(0, "garden", 1, 1, action=True),
    e.Paid(0, 1, 0, 1),
    e.Gained(0, "food", 2, "card"),
    e.OrderSet(0, "wall", "never"),
    e.SetSealed(0, ("garden", "wall", "dormitory")),
    e.PlanSealed(0, "1"),
    e.ActionBarred(0, 6),
    e.WallDemoted(0),
    e.Passed(0),
    e.TaskDone(0, "TSK-01"),
    e.SavingGained(0, 1, 0, 1, 9),
    e.Asked(0, 3, ()),
)


@pytest.mark.parametrize("event", OWN, ids=lambda each: type(each).__name__)
def test_own_events_of_different_seats_commute(event):
    assert event.own
    state, other = busy(), replace(event, seat=1)
    one = RECORD.evolve(RECORD.evolve(state, event), other)
    assert one == RECORD.evolve(RECORD.evolve(state, other), event)


def test_what_touches_the_table_is_not_own():
    shared = {
        e.CardDrawn,
        e.CardPeeked,
        e.CardDeclined,
        e.CardHanded,
        e.CardResolved,
        e.CardDiscarded,
        e.RaceWon,
        e.TurnCame,
    }
    shared |= {e.RoundBegan, e.EventTurnedUp, e.EventDone, e.RoundClosing, e.MatchDecided, e.CampFell, e.VisitorLeft}
    assert not any(kind.own for kind in shared)


def test_what_shows_something_says_so():
    showing = {
        e.CardDrawn,
        e.CardPeeked,
        e.CardShown,
        e.CardDiscarded,
        e.DieRolled,
        e.EventTurnedUp,
        e.PlanShown,
        e.SetLaid,
    }
    assert all(kind.reveals for kind in (*showing, e.RoundClosing, e.AidRolled, e.RoleDealt, e.TasksTurnedUp))
    assert not e.CardResolved.reveals

"""The golden records of Train Farm: verified, the same when played anew, and between them everything comes up."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from events import codec, records
from events.match import fold
from events.table.events import TableEvent
from events.train_farm import events as e
from events.train_farm.cards import ENCOUNTERS, EVENTS, HIGH_RISK, VISITORS
from services.verify import verify
from tests.records.train_farm import matches
from tests.records.train_farm.bless import FOLDER, lines

NAMES = matches.names()


@cache
def stored(name: str) -> tuple[str, ...]:
    """The lines of a record."""
    return tuple((FOLDER / f"{name}.jsonl").read_text(encoding="utf-8").splitlines())


def happened(*names: str) -> Iterator[Any]:
    """The game's events of these records, or of all."""
    for name in names or NAMES:
        _, raws = records.read(stored(name))
        for _, _, raw in raws:
            for event in codec.from_builtins(raw).events:
                if not isinstance(event, TableEvent):
                    yield event


@pytest.mark.parametrize("name", NAMES)
def test_verified_and_the_same_when_played_anew(name):
    checked = verify(list(stored(name)))
    assert checked.findings == ()
    assert checked.good
    assert list(stored(name)) == lines(matches.played(name))


def test_nothing_stands_here_that_is_not_made():
    assert {path.stem for path in FOLDER.glob("*.jsonl")} == set(NAMES)


ENDS = {
    "2-destroyed": "destroyed",
    "2-survival": "survival",
    "3-ranked": "survival",
    "2-development": "development",
    "3-last-camp": "last_camp",
}


@pytest.mark.parametrize("name", ENDS)
def test_each_way_to_end(name):
    _, raws = records.read(stored(name))
    game = fold(codec.builtins_bytes(raw) for _, _, raw in raws).game
    assert game.reason == f"train_farm.reason.{ENDS[name]}"
    assert bool(game.winners) == (ENDS[name] != "destroyed")


def test_every_card_comes_up():
    seen = {event.card for event in happened() if getattr(event, "card", "")}
    assert {*ENCOUNTERS, *HIGH_RISK, *EVENTS, *VISITORS} <= seen


def test_every_event_comes_up():
    """But for an empty deck: all high-risk cards would have to be in hands at once."""
    assert set(e.EVENTS) - {type(event) for event in happened()} == {e.DeckEmpty}


def test_every_protection_comes_up():
    used = {(event.by, event.card) for event in happened() if isinstance(event, e.Warded)}
    assert used == {
        ("wall", ""),
        ("full_wall", ""),
        ("infirmary", ""),
        ("full_infirmary", ""),
        ("role", ""),
        ("visitor", "VIS-03"),
        ("visitor", "VIS-04"),
        ("visitor", "VIS-08"),
    }
    stopped = {event.against for event in happened() if isinstance(event, e.Warded)}
    assert stopped == {"damage", "lose_people", "lost_contact", "lose_action"}
    kinds = {type(event) for event in happened()}
    assert {e.WallDemoted, e.WallSpent, e.CardDeclined, e.CardHanded} <= kinds
    assert any(isinstance(event, e.DieRolled) and event.again for event in happened())


@pytest.mark.parametrize(
    ("name", "kinds"),
    [
        ("3-locomotive", {e.CampMoved}),
        ("3-roles", {e.RoleDealt}),
        ("3-tasks", {e.TasksTurnedUp, e.TaskDone, e.RaceWon}),
        ("3-visitors", {e.VisitorJoined, e.VisitorLeft}),
        ("4-observers", {e.AidRolled, e.AidSettled}),
    ],
)
def test_each_module_comes_up(name, kinds):
    assert kinds <= {type(event) for event in happened(name)}

"""Golden records of Sky Farm: verified whole, every component shown, chance and rulings as they were.

Verifying decides every command again with the chance recomputed, so a changed rule shows here.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from events import codec, records
from events.commands import Undo
from events.match import fold
from events.table.events import Left, TakenBack
from services.verify import verify
from tests.records.sky_farm import matches
from tests.records.sky_farm.cover import ALL, shown

FOLDER = Path(__file__).parent
PATHS = [FOLDER / f"{name}.jsonl" for name in matches.names()]


@cache
def commits(path: Path) -> tuple[Any, ...]:
    _, raws = records.read(path.read_text(encoding="utf-8").splitlines())
    return tuple(codec.from_builtins(raw) for _, _, raw in raws)


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_verified(path):
    checked = verify(path.read_text(encoding="utf-8").splitlines())
    assert checked.findings == ()
    assert checked.good


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_folds_to_its_header(path):
    header, raws = records.read(path.read_text(encoding="utf-8").splitlines())
    match = fold(codec.builtins_bytes(raw) for _, _, raw in raws)
    assert records.header(match, list(commits(path))) == header
    assert header.game == "sky_farm"
    assert len(header.seats) == int(path.stem[0])


def test_every_card_die_project_goal_and_fish_is_shown():
    found = set()
    for path in PATHS:
        for commit in commits(path):
            found |= shown(commit.events)
    assert sorted(ALL - found) == []


def test_one_to_six_players():
    assert sorted(plan.seats for plan in matches.PLANS.values()) == [1, 2, 3, 4, 5, 6]


def test_seats_take_back_fall_silent_and_leave():
    every = [commit for path in PATHS for commit in commits(path)]
    assert any(isinstance(commit.command, Undo) for commit in every)
    assert any(isinstance(event, TakenBack) for commit in every for event in commit.events)
    assert any(commit.cause == "lapse:default" for commit in every)
    assert any(isinstance(event, Left) for commit in every for event in commit.events)


def test_nothing_stands_here_that_is_not_made():
    assert set(PATHS) == set(FOLDER.glob("*.jsonl"))

"""Random play: repeatable, through all tables, in several processes, and its door in the terminal."""

import json
import os
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from deploy.cli import fuzz as door
from services import registry
from services.fuzz import BadOptions, given, play_one, playing, run, tables
from services.fuzz.tables import spreads, turn_by_turn
from services.laws import Violation
from services.verify import verify

GAUNTLET = registry.game("gauntlet")


def test_every_value_of_every_option_and_every_player_count_has_its_turn():
    found = tables(GAUNTLET)
    assert {table.seats for table in found} == {2, 3, 4}
    for name, values in spreads(GAUNTLET.record.options).items():
        met = [table.options[name] for table in found]
        for value in values:
            if name != "colours" or "red" in value:
                assert value in met
    first = [turn_by_turn(found, seed) for seed in range(12)]
    assert {table.seats for table in first} == {2, 3, 4}
    assert len({str(table.options) for table in first}) > 8


def test_tables_are_narrowed():
    fixed = given(GAUNTLET, ["silver=2", "observer=false", "colours=red+blue"])
    assert fixed == {"silver": 2, "observer": False, "colours": ["red", "blue"]}
    found = tables(GAUNTLET, [3], fixed)
    assert [(table.seats, table.options["rounds"]) for table in sorted(found, key=str)] == [(3, 2), (3, 3)]


@pytest.mark.parametrize(
    ("texts", "saying"),
    [
        (["silver=9"], "silver"),
        (["silver"], "name=value"),
        (["gold=1"], "it has: rounds"),
        (["observer=maybe"], "False"),
    ],
)
def test_options_that_are_none(texts, saying):
    with pytest.raises(BadOptions, match=saying):
        given(GAUNTLET, texts)


def test_tables_that_cannot_be():
    with pytest.raises(BadOptions, match="not 7"):
        tables(GAUNTLET, [7])
    with pytest.raises(BadOptions, match="refuses every table"):
        tables(GAUNTLET, (), {"colours": ["blue"]})


def test_a_seed_is_a_match():
    one, other = play_one("gauntlet", 11), play_one("gauntlet", 11)
    assert one.match == other.match
    assert one.match.head != play_one("gauntlet", 12).match.head


def test_processes_change_nothing():
    alone, together = (run("gauntlet", 10, 3, laws="cheap", jobs=jobs) for jobs in (1, 2))
    assert (alone.commits, alone.events, alone.questions) == (together.commits, together.events, together.questions)
    assert together.violations == []


HEADS = "from services.fuzz import play_one; print([play_one(g, 5, 'cheap').match.head for g in {games}])"


def test_nothing_depends_on_the_order_of_sets_in_memory():
    games = list(registry.load())
    found = {
        subprocess.run(
            [sys.executable, "-c", HEADS.format(games=games)],
            env={**os.environ, "PYTHONHASHSEED": seed},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(found) == 1


@pytest.fixture
def lost(monkeypatch):
    """A game that ends nowhere."""
    monkeypatch.setattr(playing, "LIMIT", 20)


def test_a_broken_law_names_seed_and_commit_and_leaves_a_record(lost, tmp_path):
    report = run("gauntlet", 2, 8, jobs=1, out=tmp_path)
    assert [(broken.law, broken.seed, broken.commit) for broken in report.violations] == [
        ("termination", 8, 21),
        ("termination", 9, 21),
    ]
    for broken in report.violations:
        found = verify(Path(broken.record).read_text().splitlines())
        assert found.good
        assert found.commits == 20


def last_line(capsys) -> tuple[dict, str]:
    captured = capsys.readouterr()
    return json.loads(captured.out.splitlines()[-1]), captured.err


def test_the_command_prints_one_document_on_stdout(capsys, tmp_path):
    assert door.fuzz("gauntlet", matches=3, seed=4, jobs=1, json=True, out=tmp_path) == 0
    document, err = last_line(capsys)
    assert document.keys() == {"game", "matches", "commits", "events", "questions", "seconds", "violations"}
    assert (document["game"], document["matches"], document["violations"]) == ("gauntlet", 3, [])
    assert "3 matches" in err
    assert list(tmp_path.iterdir()) == []


def test_the_command_fails_when_a_law_is_broken(lost, capsys, tmp_path):
    assert door.fuzz("gauntlet", matches=1, seed=4, jobs=1, json=True, out=tmp_path) == 1
    document, err = last_line(capsys)
    (broken,) = document["violations"]
    assert msgspec.convert(broken, Violation).law == "termination"
    assert "seed 4, commit 21" in err
    assert Path(broken["record"]).is_file()


@pytest.mark.parametrize(
    ("flags", "saying"),
    [
        ({"game": "chess"}, "turnpost fuzz: There is no game chess. There are: planet"),
        ({"game": "gauntlet", "players": "9"}, "gauntlet is played by 2, 3, 4, not by 9."),
        (
            {"game": "gauntlet", "options": ("gold=1",)},
            "no option gold. There are (one of a|b, any of a+b): rounds=2|3 ",
        ),
        ({"game": "gauntlet", "players": "two"}, "--players"),
        ({"game": "gauntlet", "options": ("silver=9",)}, "silver cannot be 9. It can be: 0|1|2|3|4"),
    ],
)
def test_the_command_says_what_is_wrong(flags, saying, capsys):
    assert door.fuzz(matches=1, jobs=1, **flags) == 2
    captured = capsys.readouterr()
    assert saying in " ".join(captured.err.split())
    assert captured.out == ""


def test_the_test_game_is_there_in_a_checkout_without_being_asked_for(tmp_path):
    env = {name: value for name, value in os.environ.items() if name != "TURNPOST_EXTRA_GAMES"}
    command = [str(Path(sys.executable).with_name("turnpost")), "fuzz", "gauntlet", "--matches", "1", "--json"]
    done = subprocess.run(command, env=env, capture_output=True, text=True, cwd=tmp_path, check=False)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout.splitlines()[-1])["game"] == "gauntlet"

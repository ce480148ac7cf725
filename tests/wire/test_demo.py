"""The demo: whole matches over HTTP, the same again with the same seed, and records that verify."""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from deploy.cli import demo as command
from deploy.cli.record import record
from deploy.demo import Demo, Plan, demo
from events import records
from services.verify import verify


def plan(out: Path, **changes: Any) -> Plan:
    return Plan(
        **{"game": "planet", "matches": 2, "players": 2, "seed": "5", "robots": "random", "out": out, **changes}
    )


def environment() -> dict[str, str]:
    """The program from this checkout, whatever the working folder."""
    return {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}


def moves(done: Demo) -> list[list[tuple[Any, ...]]]:
    """What happened in each match, without times and hashes of times."""
    found = []
    for played in done.matches:
        _, raws = records.read(Path(played.record).read_text().splitlines())
        found.append([(raw["n"], raw["command"], raw["events"], raw["waits"], raw["luck"]) for _, _, raw in raws])
    return found


async def test_a_demo_repeats_move_by_move(tmp_path: Path) -> None:
    told: dict[str, int] = {}
    first = await demo(plan(tmp_path / "a"), lambda match, n, over: told.update({match: n}))
    again = await demo(plan(tmp_path / "b"))
    assert moves(first) == moves(again)
    assert told == {played.id: played.commits for played in first.matches}
    other = await demo(plan(tmp_path / "c", seed="6", matches=1))
    assert moves(other)[0] != moves(first)[0]


def test_no_two_kinds_of_match_have_one_id(tmp_path: Path) -> None:
    kinds: tuple[dict[str, Any], ...] = ({}, {"game": "mars"}, {"players": 3}, {"robots": "greedy"}, {"seed": "6"})
    assert len({plan(tmp_path, **kind).chance for kind in kinds}) == len(kinds)


async def test_greedy_robots_play_to_the_end(tmp_path: Path) -> None:
    done = await demo(plan(tmp_path, robots="greedy", matches=1, players=3))
    (played,) = done.matches
    assert min(seat.place for seat in played.result if seat.place) == 1
    assert played.events == sum(len(events) for _, _, events, _, _ in moves(done)[0])
    assert {row["name"] for row in done.leaderboard} == {seat.player for seat in played.result}
    assert [line["n"] for line in done.shown[0].lines][-1] == played.commits


def test_the_document_is_all_of_stdout_and_its_records_verify(tmp_path: Path) -> None:
    words = ["demo", "--matches", "1", "--players", "2", "--seed", "5", "--robots", "random", "--json", "--out", "here"]
    run = [sys.executable, "-c", "from deploy.cli import main; main()", *words]
    told = subprocess.run(run, cwd=tmp_path, capture_output=True, text=True, timeout=60, env=environment())
    assert told.returncode == 0, told.stderr
    (line,) = told.stdout.splitlines()
    document = json.loads(line)
    assert "Leaderboard" in told.stderr
    (match,) = document["matches"]
    assert set(match) == {"id", "game", "commits", "events", "seconds", "result", "record"}
    assert set(document["leaderboard"][0]) >= {"player", "matches", "wins", "average", "rating", "sigma"}
    path = Path(match["record"])
    assert path.parent == tmp_path / "here"
    lines = path.read_text().splitlines()
    assert verify(lines).good
    dice = Random(1)
    for number in dice.sample(range(len(lines)), 6):
        at = dice.choice([found.start() for found in re.finditer("[0-9]", lines[number])])
        digit = "1" if lines[number][at] != "1" else "2"
        changed = [*lines[:number], f"{lines[number][:at]}{digit}{lines[number][at + 1 :]}", *lines[number + 1 :]]
        assert not verify(changed).good, (number + 1, at)


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        ({"game": "nothing"}, "There is no game nothing. There are: planet, "),
        ({"players": 9}, "planet is played by 2, 3, 4, not by 9."),
        ({"players": 0, "lang": "zh-Hans"}, "planet的人数为 2, 3, 4，不能是 0。"),
        ({"out": Path("/dev/null/records")}, "/dev/null/records: Not a directory"),
    ],
)
def test_what_cannot_be_played_is_said(flags: dict[str, Any], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert command.demo(**flags) == 2
    assert capsys.readouterr().err.startswith(f"turnpost demo: {said}")


@pytest.mark.parametrize("named", [False, True])
def test_records_go_into_the_data_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *, named: bool
) -> None:
    """The one of --data, else that of TURNPOST_DATA; and what is shown is in one language."""
    plans: list[Plan] = []

    def played(plan: Plan, _: Any) -> Demo:
        plans.append(plan)
        row = {"player": "p", "name": "Ada", "matches": 1, "wins": 1, "average": 3.0, "rating": 25.0, "sigma": None}
        return Demo((), [row], ())

    monkeypatch.setattr("deploy.logs.configure", lambda *_: None)
    monkeypatch.setattr(command, "_played", played)
    monkeypatch.setenv("TURNPOST_DATA", str(tmp_path / "data"))
    assert command.demo(matches=1, lang="zh-Hans", data=tmp_path / "named" if named else None) == 0
    assert [plan.out for plan in plans] == [tmp_path / ("named" if named else "data") / "records"]
    told = capsys.readouterr().out
    assert "排行榜" in told
    for heading in ("matches", "wins", "average", "rating", "sigma", "player"):
        assert heading not in told


def test_the_commands_read_records(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    done = asyncio.run(demo(plan(tmp_path, matches=1)))
    capsys.readouterr()
    path = done.matches[0].record
    for words in (["verify", path], ["show", path, "--lang", "zh-Hant"]):
        with pytest.raises(SystemExit) as ended:
            record(words)
        assert ended.value.code == 0
    captured = capsys.readouterr()
    told = captured.out
    assert captured.err == ""
    assert told.startswith(f"OK {path}: planet {done.matches[0].id}")
    with pytest.raises(SystemExit) as ended:
        record(["show", path, "--as", "seat:7"])
    assert ended.value.code == 1
    assert "no seat 7" in capsys.readouterr().err
    spoilt = tmp_path / "spoilt.jsonl"
    spoilt.write_text(Path(path).read_text().replace('"face":1', '"face":2', 1))
    with pytest.raises(SystemExit) as ended:
        record(["verify", path, str(spoilt), str(tmp_path / "none.jsonl")])
    assert ended.value.code == 1
    told = capsys.readouterr().out
    assert [line.split()[0] for line in told.splitlines()] == ["OK", "WRONG", "UNREADABLE"]
    assert told.splitlines()[-1] == f"UNREADABLE {tmp_path / 'none.jsonl'}: there is no such file"
    with pytest.raises(SystemExit) as ended:
        record(["show", str(spoilt)])
    assert ended.value.code == 1
    unverified = f"turnpost: {spoilt} does not verify; `turnpost record verify` says why\n"
    assert capsys.readouterr().err == f"turnpost: {spoilt} cannot be told any further\n{unverified}"
    spoilt.write_text(Path(path).read_text().replace('"at":"2', '"at":"3', 1))
    with pytest.raises(SystemExit) as ended:
        record(["show", str(spoilt)])
    captured = capsys.readouterr()
    assert (ended.value.code, len(captured.out.splitlines()) > done.matches[0].commits) == (0, True)
    assert captured.err == unverified
    with pytest.raises(SystemExit) as ended:
        record(["show", str(tmp_path / "none.jsonl")])
    assert ended.value.code == f"turnpost: {tmp_path / 'none.jsonl'}: there is no such file"

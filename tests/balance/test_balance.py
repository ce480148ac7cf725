"""The figures of whole matches: the same every time, adding up, beside the facts' own; wrong tables are told so."""

from __future__ import annotations

import json
import os

import msgspec
import pytest

from services import registry
from services.robots import ROBOTS
from tests.balance import sky_farm, train_farm
from tests.balance.__main__ import _bars, main
from tests.balance.figures import Column, Figures, Measure, ours, share, table, tenths, theirs
from tests.balance.playing import measured, play, run

TRAIN, SKY = train_farm.KIND, sky_farm.KIND
ROWS = [(kind, row) for kind, of in ((TRAIN, train_farm), (SKY, sky_farm)) for row in json.loads(of.FACTS.read_text())]


def test_processes_change_nothing():
    alone, together = (list(run(TRAIN, 2, "even", {}, range(3, 7), jobs)) for jobs in (1, 2))
    assert alone == together
    assert alone[1] == measured(TRAIN, 2, "even", {}, 4)
    assert alone[0] != alone[1]


@pytest.mark.parametrize("robot", TRAIN.robots)
def test_camps_add_up(robot):
    options = {"modules": ["roles", "tasks", "visitors", "observers"], "rounds": "40"}
    match = play(TRAIN, 3, robot, options, 1)
    state, found = match.match.game, train_farm.figures(match).shares
    fallen = sum(not camp.standing for camp in state.camps)
    assert found["destroyed"] == (fallen, 3)
    assert sum(found[f"fell_{name}"][0] for name in train_farm.DEATHS) == fallen
    assert found["survived"][0] in (0, 3 - fallen)
    assert found["all_destroyed"] == (fallen == 3, 1)
    assert found["rounds"][0] == state.round <= 40
    assert found["explore"][0] == sum(camp.explorations for camp in state.camps)
    assert sum(found[name][0] for name in ("explore", "build", "idle")) == found["idle"][1] <= 3 * state.round
    assert min(found[name][0] for name in ("explore", "build", "idle")) >= 0
    assert found["absorbed"][0] + found["cancelled"][0] <= found["hits"][0]
    assert found["race_won"][0] == (state.race_won is not None)


def test_farms_add_up():
    match = play(SKY, 1, "greedy", {}, 1)
    state, found = match.match.game, sky_farm.figures(match)
    assert found.values["total"] == [farm.final.total for farm in state.seats]
    assert found.shares["total"] == (sum(found.values["total"]), 1)
    assert sum(found.shares[name][0] for name in sky_farm.POINTS) == found.shares["total"][0]
    assert found.shares["squares"][0] == sum(len(farm.forest) + len(farm.mine) for farm in state.seats)
    assert found.shares["stamped"][0] == sum(len(farm.stamps) for farm in state.seats)
    assert found.shares["crops"][0] == sum(farm.planted for farm in state.seats)
    assert 0 < found.shares["cells"][0] <= 81


def test_observers_use_their_die():
    match = play(TRAIN, 4, "random", {"modules": ["observers"]}, 2)
    assert any(type(event).__name__ == "AidRolled" for commit in match.commits for event in commit.events)


@pytest.mark.parametrize(("kind", "row"), ROWS)
def test_rows_of_the_facts_are_figures_of_ours(kind, row):
    known = {measure.name for measure in kind.measures} | {"total_sd"}
    record = registry.game(kind.game).record
    assert row["figures"].keys() <= known
    assert row["robot"] in kind.robots
    assert set(row["seats"]) <= set(record.seats)
    options = row.get("options", {})
    msgspec.convert(options, record.options)
    assert row["title"] in [column.title for column in kind.beside(row["seats"][0], row["robot"], options)]


def test_the_facts_stand_beside_the_table_they_are_of():
    assert [column.figures["rounds"] for column in TRAIN.beside(8, "random", {"rounds": "20"})] == [14.6, 13.8]
    assert TRAIN.beside(8, "random", {"rounds": "40"}) == []
    assert TRAIN.beside(8, "random", {}) == TRAIN.beside(8, "even", {})
    assert [column.title for column in SKY.beside(6, "greedy", {})] == ["balanced"]
    assert len(SKY.beside(3, "greedy", {})) == 6


def test_shares_spreads_and_tables():
    played = [Figures({"won": (1, 2)}, {"n": [3, 1]}), Figures({"won": (2, 2), "rest": (0, 0)}, {"n": [2]})]
    mean, error = share(played, "won") or (0, 0)
    assert (mean, error) == (0.75, 0.25)
    assert share(played, "rest") is None
    assert share(played, "none") is None
    assert tenths(range(100)) == (10, 50, 90)
    assert [ours(played, Measure("n", "", kind)) for kind in ("tenths", "deviation")] == ["1 / 2 / 3", "1.0"]
    assert ours(played[:1], Measure("won", "")) == "50.0 %"
    column = Column("theirs", {"won": 70, "n": [1, 2, 3], "n_sd": 0.9})
    assert [theirs(column, Measure("n", "", kind)) for kind in ("tenths", "deviation")] == ["1 / 2 / 3", "0.9"]
    shown = table(played, (Measure("won", "games won"), Measure("rest", "nobody knows")), [column])
    assert shown.splitlines() == [
        "|           | here          | theirs |",
        "|-----------|---------------|--------|",
        "| games won | 75.0 ± 50.0 % | 70 %   |",
    ]


def test_the_command_prints_the_table_and_the_bar(capsys):
    ended = main(["train_farm", "--matches", "25", "--jobs", "1"])
    out, err = capsys.readouterr()
    assert "train_farm: 25 matches (seeds 1 to 25), 4 seats, all random; default options" in out
    assert "| BALANCE.md | second interpreter |" in out
    assert "| 51 %       |" in next(line for line in out.splitlines() if "actions: explore" in line)
    lost = next(line for line in out.splitlines() if line.startswith("| camps destroyed")).split("|")[2]
    assert float(lost.partition("±")[0]) > 85
    assert f"random play loses 90 to 99 % of camps: {'DOES NOT HOLD' if ended else 'holds'}" in out
    assert "train_farm" in err


def test_a_bar_that_does_not_hold_is_an_error(capsys):
    assert _bars(TRAIN, 4, "greedy", [Figures({"destroyed": (2, 4)})]) == 1
    assert (
        "greedy keeps 60 % of camps or more, so loses at most 40 %: DOES NOT HOLD (50.0 %)" in capsys.readouterr().out
    )
    assert _bars(TRAIN, 2, "greedy", [Figures({"destroyed": (2, 2)})]) == 0


@pytest.mark.parametrize(
    ("flags", "saying"),
    [
        (["planet"], "invalid choice: 'planet' (choose from"),
        ([], "required: game"),
        (["train_farm", "--seats", "9"], "train_farm is played by 2, 3, 4, 5, 6, 7, 8, not 9"),
        (["train_farm", "--matches", "0"], "0 is less than 1"),
        (["train_farm", "--matches", "few"], "invalid"),
        (["train_farm", "--options", "rounds=30"], "rounds cannot be '30'; it can be"),
        (["train_farm", "--options", "cards=30"], "is no option of train_farm"),
        (["train_farm", "--options", "rounds=20", "modules=locomotive"], "train_farm refuses this table"),
        (["sky_farm", "--robots", "steady"], "steady does not play sky_farm; there are: random, greedy"),
        (["sky_farm", "--robots", "wise"], "invalid choice: 'wise'"),
    ],
)
def test_a_wrong_table_is_told_so(flags, saying, capsys):
    with pytest.raises(SystemExit) as ended:
        main([*flags, "--jobs", "1"])
    assert ended.value.code == 2
    out, err = capsys.readouterr()
    assert (out, saying in err) == ("", True)


@pytest.mark.strain
@pytest.mark.skipif(not os.environ.get("TURNPOST_STRAIN"), reason="the long edition: make strain")
@pytest.mark.parametrize("robot", ROBOTS)
def test_the_bars_over_five_hundred_matches(robot):
    assert main(["train_farm", "--robots", robot]) == 0

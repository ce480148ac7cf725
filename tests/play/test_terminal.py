"""`turnpost play` as somebody at a terminal meets it: as a process, by pipe and by pseudo-terminal."""

from __future__ import annotations

import asyncio
import os
import pty
import re
import select
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from deploy.embedded import EmbeddedServer, stop_with_parent
from deploy.hotseat import saved
from deploy.hotseat.screen import question
from deploy.hotseat.wanted import Cannot, wanted
from events.choices import Choice, Field, Form, Lay, Option, Pick, accepts
from events.log import Log, connect
from events.match import Match, fold
from events.texts import Text, parity, render, speaker
from events.typed import parse

TURNPOST = (sys.executable, "-m", "deploy")
ROOT = Path(__file__).parents[2]


def environment(**more: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("TURNPOST_", "LC_", "LANG"))}
    return {**kept, "TURNPOST_EXTRA_GAMES": "tests.laws.gauntlet", "PYTHONPATH": str(ROOT), **more}


def play(folder: Path, lines: list[str], *words: str, seconds: float = 90, **more: str) -> tuple[int, str]:
    """Play with these lines written at once; the return code and everything that was shown."""
    done = subprocess.run(
        [*TURNPOST, "play", *words, "--data", str(folder)],
        input="\n".join(lines) + "\n",
        capture_output=True,
        text=True,
        timeout=seconds,
        env=environment(**more),
        check=False,
    )
    assert "Traceback" not in done.stderr, done.stderr
    assert "⟦" not in done.stdout
    return done.returncode, done.stdout + done.stderr


def match_of(folder: Path, name: str) -> Match:
    """The match as the log in the folder has it."""

    async def read() -> Match:
        async with EmbeddedServer(folder / "redis") as server:
            client = connect(server.url)
            match = fold(await (await Log.open(client)).read_match(name))
            await client.aclose()
            return match

    return asyncio.run(read())


def named(shown: str) -> str:
    found = re.search(r"\b[a-z2-7]{13}\b", shown)
    assert found is not None, shown
    return found[0]


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("gauntlet", ("--robots", "2")),
        ("planet", ("--robots", "2,3", "--players", "3", "--options", "beginner=true", "first=0", "--level", "random")),
    ],
)
def test_a_whole_match(tmp_path: Path, game: str, words: tuple[str, ...]) -> None:
    code, shown = play(tmp_path, ["default"] * 200, game, *words, "--seed", "3", "--names", "Ada")
    assert code == 0
    assert "Ada>" in shown
    match = match_of(tmp_path, named(shown))
    assert match.table.status == "ended"
    assert match.table.rules == f"{game}/1"
    assert "won" in shown.splitlines()[-1] or "win" in shown.splitlines()[-1], shown[-300:]
    assert saved.everything(tmp_path / "play") == []


def test_the_same_seed_plays_the_same(tmp_path: Path) -> None:
    games = [play(tmp_path / name, ["default"] * 6, "planet", "--robots", "2", "--seed", "9")[1] for name in "ab"]
    stories = [game.rpartition("Go on with: ") for game in games]
    assert stories[0][0] == stories[1][0]
    assert [story[2].strip() for story in stories] == [
        f"turnpost play --match {named(game)} --data {tmp_path / name}" for game, name in zip(games, "ab", strict=True)
    ]


def test_putting_away_and_going_on(tmp_path: Path) -> None:
    """Two people at one keyboard: each presses Enter first; typed answers, undo with consent, words of command."""
    lines = ["", "help", "1 0 f0", "", "undo", "", "/1 yes", "", "board", "score", "history", "nonsense", "quit"]
    code, shown = play(tmp_path, lines, "planet", "--options", "first=0", "--seed", "1", "--names", "Ada,Bo")
    assert code == 0
    name = named(shown)
    for said in ("Ada, it is your turn", "Bo, it is your turn", "took back move", f"--match {name}", "Score"):
        assert said in shown, said
    begun = match_of(tmp_path, name)
    assert (begun.table.status, len(begun.table.struck)) == ("running", 1)
    code, again = play(tmp_path, ["", "1 0 f5"], "--match", name, "--lang", "zh-Hant")
    assert code == 0
    assert "輪到你了" in again
    assert match_of(tmp_path, name).n == begun.n + 1
    code, again = play(tmp_path, ["x", "1", "", "quit"])
    assert "Go on: Planet" in again
    code, again = play(tmp_path, ["", "leave", "no", "leave", "yes"], "--match", name)
    assert code == 0
    assert match_of(tmp_path, name).table.status == "ended"


@pytest.mark.parametrize(
    ("lang", "said"), [("zh_CN.UTF-8", "轮到你"), ("zh_TW.UTF-8", "輪到你"), ("de_DE.UTF-8", "your turn")]
)
def test_the_language_of_the_terminal(tmp_path: Path, lang: str, said: str) -> None:
    code, shown = play(tmp_path, [], "planet", LANG=lang, PYTHONUTF8="1")
    assert code == 0
    assert said in shown


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ({"game": "chess"}, "no game chess"),
        ({"players": 7}, "2, 3, 4"),
        ({"robots": "3", "players": 2}, "no seat 3 for a robot: the match has 2 seats, counted from 1; --players"),
        ({"robots": "2", "players": 1, "game": "mars"}, "the match has one seat"),
        ({"robots": "9"}, "no seat 9 for a robot: the match has 4 seats"),
        ({"robots": "0"}, "no seat 0"),
        ({"robots": "x"}, "no seat x"),
        ({"robots": "1,2", "players": 2}, "at least one"),
        ({"robots": "1,2,3,4"}, "at least one"),
        ({"robots": "1,1"}, "Seat 1 is given to a robot twice"),
        ({"names": "A,B,C"}, "3 names"),
        ({"names": f"Ada,{'x' * 500}"}, f"not: {'x' * 40}…"),
        ({"names": "Ada,B\x1bo"}, "not: B?o"),
        ({"options": ("beginner",)}, "name=value, not beginner. planet has"),
        ({"options": ("foo=1",)}, "no option foo. There are"),
        ({"options": ("foo=1",)}, "\n  first=0|1|2|3|random\n  beginner=false|true\n"),
        ({"game": "train_farm", "options": ("foo=1",)}, "modules=locomotive+observers+roles+tasks+visitors"),
        ({"options": ("first=9",)}, "first cannot be 9. It can be: 0|1|2|3|random"),
        ({"game": "train_farm", "options": ("modules=tasks+tea",)}, "modules cannot be tasks+tea"),
    ],
)
def test_what_cannot_be_wanted(words: dict[str, Any], said: str) -> None:
    given: dict[str, Any] = {"game": "planet", "players": None, "names": None, "robots": None, "options": (), **words}
    with pytest.raises(Cannot) as caught:
        wanted(**given, kind="random", lang="en", seed=None)
    assert said in render(caught.value.text)


def test_options_of_a_kind_are_read_as_they_are_meant() -> None:
    texts = ("modules=tasks+roles", "base_upkeep=1", "food_debt=false", "rounds=20")
    found = wanted("train_farm", None, None, None, "random", "en", texts, None)
    assert found.options == {"modules": ["tasks", "roles"], "base_upkeep": 1, "food_debt": False, "rounds": "20"}
    assert wanted("train_farm", None, None, None, "random", "en", ("modules=",), None).options == {"modules": []}


def test_what_is_wanted() -> None:
    found = wanted("planet", 4, "Ada,,Cem", "2, 4", "random", "zh-Hans", ("mystery=true", "first=2"), None)
    assert found.names == ("Ada", "玩家2", "Cem", "玩家4")
    assert found.robots == (1, 3)
    assert found.options == {"mystery": True, "first": "2"}


@pytest.mark.parametrize(
    ("game", "robots", "seats"),
    [
        ("mars", None, 1),
        ("mars", "2", 2),
        ("sky_farm", "2", 2),
        ("mars", "1", 2),
        ("mars", "2,4", 4),
        ("planet", "2", 2),
    ],
)
def test_there_are_as_many_seats_as_robots_and_a_person_need(game: str, robots: str | None, seats: int) -> None:
    found = wanted(game, None, None, robots, "random", "en", (), None)
    assert found.players == seats
    assert len(found.robots) < seats


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("planet", "--options", "first=3"), 2, "turnpost play:"),
        (("chess",), 2, "turnpost play: There is no game chess"),
        (("--match", "aaaaaaaaaaaaa"), 1, "No match"),
    ],
)
def test_what_cannot_be_played(tmp_path: Path, words: tuple[str, ...], code: int, said: str) -> None:
    ended, shown = play(tmp_path, ["quit"], *words)
    assert ended == code
    assert said in shown


def test_a_data_folder_that_cannot_be(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    code, shown = play(tmp_path / "file" / "var", ["quit"], "planet")
    assert code == 1
    assert f"turnpost: {tmp_path / 'file'}" in shown


def test_at_a_real_terminal(tmp_path: Path) -> None:
    """Colours, the screen cleared between players, Ctrl-C puts the match away."""
    master, slave = pty.openpty()
    ends = stop_with_parent()

    def before() -> None:
        os.close(master)
        if ends is not None:
            ends()

    process = subprocess.Popen(
        [*TURNPOST, "play", "planet", "--data", str(tmp_path), "--options", "first=0"],
        stdin=slave,
        stdout=slave,
        stderr=slave,
        env=environment(TERM="xterm"),
        start_new_session=True,
        preexec_fn=before,
    )
    os.close(slave)
    seen = ""

    def until(text: str, seconds: float = 30) -> None:
        nonlocal seen
        end = time.monotonic() + seconds
        while text not in seen:
            assert time.monotonic() < end, seen
            if select.select([master], [], [], 0.2)[0]:
                seen += os.read(master, 65536).decode(errors="replace")

    try:
        until("Player 1, it is your turn")
        os.write(master, b"\n")
        until("Player 1>")
        assert "\x1b[2J" in seen
        os.write(master, b"2 1 f3\n")
        until("Player 2, it is your turn")
        seen = ""
        os.write(master, b"\n")
        until("Player 2>")
        assert "objective not shown" in seen
        process.send_signal(2)
        assert process.wait(20) == 0
        assert "Traceback" not in seen
    finally:
        process.kill()
        process.wait()
        os.close(master)
    (kept,) = saved.everything(tmp_path / "play")
    assert match_of(tmp_path, kept.match).n > 4


ASK = Text("play.begin", {"game": "?"})
TWO = tuple(Option(name, Text("play.begin", {"game": name})) for name in ("alpha", "beta"))
PICKS: list[tuple[Choice, list[str]]] = [
    (Pick(ASK, TWO), []),
    (Pick(ASK, TWO, 0, 1), ["To choose nothing, write none."]),
    (Pick(ASK, TWO, 2, 2), ["Choose 2: write their numbers with spaces between."]),
    (Pick(ASK, TWO, 2, 2, ordered=True), ["Choose 2 in order: write their numbers with spaces between."]),
    (
        Pick(ASK, TWO, 0, 2),
        ["Choose 0 to 2: write their numbers with spaces between.", "To choose nothing, write none."],
    ),
    (Pick(ASK, TWO, 1, 2, ordered=True), ["Choose 1 to 2 in order: write their numbers with spaces between."]),
    (
        Form(ASK, (Field("a", Pick(ASK, TWO)), Field("b", Pick(ASK, TWO)))),
        ["Write 2 answers, separated by commas, for example: 1, 1"],
    ),
    (
        Lay(ASK, TWO, ("0", "1"), (("beta", "1", "f10"), ("alpha", "0", "f2"))),
        ["Turns: 0 1", "Places: f2 f10", "Write number, turn and place, for example: 2 1 f10"],
    ),
    (
        Lay(ASK, TWO, ("0",), (("alpha", "0", "r1c2"),)),
        ["Places: r1c2", "Write number and place, for example: 1 r1c2"],
    ),
]


@pytest.mark.parametrize(("choice", "said"), PICKS)
def test_a_question_says_how_it_is_answered(choice: Choice, said: list[str]) -> None:
    footer = [line.strip() for line in question(choice, speaker("en")) if "New: " not in line]
    assert footer == said
    example = next((line.rpartition(": ")[2] for line in footer if "for example" in line), None)
    if example is not None:
        assert accepts(choice, parse(choice, example, speaker("en")))


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", ("write number, turn and place, for example: 1 0 f0", "write the answer; help tells more")),
        ("zh-Hans", ("写出编号、旋转和位置，例如：1 0 f0", "写下回答；输入 help")),
        ("zh-Hant", ("寫出編號、旋轉和位置，例如：1 0 f0", "寫下回答；輸入 help")),
    ],
)
def test_what_is_asked_and_what_is_wrong_use_the_same_words(tmp_path: Path, lang: str, said: tuple[str, str]) -> None:
    options = ("--robots", "2", "--options", "first=0", "--seed", "1", "--lang", lang)
    _, shown = play(tmp_path, ["1 0 f99", "quit"], "planet", *options)
    lines = [line.lower() for line in shown.splitlines()]
    how, more = said
    assert sum(how in line for line in lines) == 2  # below the question, and against the answer that does not fit
    assert sum(more in line for line in lines) == 1


def test_what_cannot_be_taken_back_is_said_once(tmp_path: Path) -> None:
    _, shown = play(tmp_path, ["undo", "quit"], "planet", "--robots", "2", "--options", "first=0", "--seed", "1")
    assert shown.count("You have made no move that could be taken back.") == 1
    assert "The others are asked" not in shown


def test_alone_there_is_nobody_to_ask(tmp_path: Path) -> None:
    _, shown = play(tmp_path, ["default", "undo", "quit"], "sky_farm", "--seed", "1")
    assert "the others" not in shown.lower()
    assert shown.count("took back move") == 1


def test_the_menu_answers_what_it_does_not_know(tmp_path: Path) -> None:
    code, shown = play(tmp_path, ["99", "chess", "quit", "1"])
    assert code == 0
    assert shown.count("Write a number from 1 to 5, or the name of a game to begin: ") == 2
    assert "The match is" not in shown


def test_what_may_be_answered_besides_is_written_out_once(tmp_path: Path) -> None:
    _, shown = play(tmp_path, ["default", "board", "quit"], "train_farm", "--robots", "2", "--seed", "1")
    first, second, board = shown.split("Standing orders: ")[1:]
    assert ("16  when" in first, "16  when" in second, "16  when" in board) == (True, False, True)
    assert "board shows it again" in first


@pytest.mark.parametrize(("game", "said"), [("mars", "The match is cancelled."), ("planet", "Robot 2 won.")])
def test_the_last_line_says_who_won(tmp_path: Path, game: str, said: str) -> None:
    _, shown = play(
        tmp_path, ["leave", "yes"], game, "--players", "2", "--robots", "2", "--names", "Ada,Robot 2", "--seed", "1"
    )
    assert shown.splitlines()[-1] == said
    assert ("1. Robot 2" in shown) == ("Robot 2 won" in said)


def test_the_words_are_there_in_every_language() -> None:
    assert parity("play") == []

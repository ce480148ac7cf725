"""What the log tells of an exception: its kind and where it was, not what it says."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import structlog

from deploy import logs
from events import faults
from tests.deploy.command import ROOT, turnpost

HIDDEN = "comet"


def made_up(name: str, file: str, source: str) -> dict[str, Any]:
    """A module of the program that is not there."""
    module: dict[str, Any] = {"__name__": name, "json": json}
    exec(compile(source, str(ROOT / file), "exec"), module)
    return module


def game(source: str) -> Callable[[], None]:
    """Code of a game that holds a hidden card and falls over it."""
    module = made_up(
        "services.mars.made_up", "services/mars/made_up.py", f"def play():\n    card = {HIDDEN!r}\n{source}"
    )
    found: Callable[[], None] = module["play"]
    return found


FALLS = {
    "    raise ValueError(f'no {card}')": ("ValueError", "services/mars/made_up.py:3"),
    "    {}[card]": ("KeyError", "services/mars/made_up.py:3"),
    "    json.loads(card)": ("JSONDecodeError", "services/mars/made_up.py:3"),
    "    raise RuntimeError(card) from KeyError(card)": ("RuntimeError", "services/mars/made_up.py:3"),
    "    raise ExceptionGroup(card, [KeyError(card)])": ("ExceptionGroup", "services/mars/made_up.py:3"),
}


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture(params=[io.StringIO, Terminal])
def written(request: pytest.FixtureRequest) -> Iterator[io.StringIO]:
    root, file = logging.getLogger(), request.param()
    handlers, level = root.handlers[:], root.level
    logs.configure(file=file)
    yield file
    structlog.reset_defaults()
    root.handlers[:], root.level = handlers, level


@pytest.mark.parametrize("source", FALLS)
def test_a_game_that_falls_tells_nothing_hidden(written: io.StringIO, source: str) -> None:
    kind, place = FALLS[source]
    try:
        game(source)()
    except Exception as error:
        structlog.get_logger("a").exception("command_failed", match="m", commit=7)
        structlog.get_logger("a").error("request_failed", exc_info=error)
        logging.getLogger("a").log(logging.ERROR, "it was never retrieved: %r, %s", error, error, exc_info=error)
    told = written.getvalue()
    assert HIDDEN not in told
    assert told.count(f"{kind}: ") >= 3
    if not written.isatty():
        lines = [json.loads(line) for line in told.splitlines()]
        assert [line["place"] for line in lines] == [place] * 3
        assert (lines[0]["match"], lines[0]["commit"]) == ("m", 7)
        assert lines[2]["event"].startswith(f"it was never retrieved: {kind}")


def test_a_trail_tells_the_lines_it_passed_and_what_is_behind() -> None:
    assert faults.place(ValueError(HIDDEN)) == ""
    try:
        game("    raise RuntimeError(card) from KeyError(card)")()
    except RuntimeError as error:
        first, second = faults.trail(error).splitlines()
    assert first.startswith("RuntimeError: services/mars/made_up.py:3 < tests/deploy/test_logs.py:")
    assert second == "KeyError"


def test_what_the_system_says_is_told() -> None:
    for wrong in (Path("/nowhere").read_bytes, lambda: __import__("no_such_module")):
        try:
            wrong()
        except (OSError, ImportError) as error:
            assert faults.trail(error).startswith(f"{type(error).__name__} ({error}): ")


async def test_a_process_that_crashes_tells_it_in_one_line(tmp_path: Path) -> None:
    code, _, said = await turnpost("worker", data=tmp_path, extra_games="tests.deploy.crashing")
    assert code == 1
    told = json.loads(said.splitlines()[-1])
    assert (told["event"], told["exception"].partition(":")[0]) == ("crashed", "LookupError")
    assert "services/registry.py" in told["exception"] or "events/registry.py" in told["exception"]
    assert HIDDEN not in said

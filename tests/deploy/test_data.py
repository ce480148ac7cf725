"""Every command that reaches a deployment takes `--data`, alike."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from deploy.cli import app
from deploy.embedded import EmbeddedServer
from events.log import Log
from tests.deploy.command import turnpost
from tests.wire.filling import append, played

REACHING = (
    "up", "web", "worker", "project", "notices", "play", "doctor", "parked list", "parked retry", "why-waiting m",
    "log m", "record export m", "record import f", "rebuild sheets", "backup f", "restore f",
)  # fmt: skip


@pytest.mark.parametrize("words", REACHING)
def test_it_is_taken_and_explained(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    _, bound, _ = app.parse_args(f"{words} --data elsewhere", exit_on_error=False, print_error=False)
    assert bound.arguments["data"] == Path("elsewhere")
    with pytest.raises(SystemExit):
        app(f"{words.removesuffix(' m').removesuffix(' f').removesuffix(' sheets')} --help")
    told = capsys.readouterr().out
    assert "TURNPOST_DATA, else ./var." in " ".join(told.replace("│", " ").split())


async def test_it_leads_to_the_deployment(server: EmbeddedServer, log: Log, tmp_path: Path) -> None:
    running = played()[-1]
    await append(log, [running])
    where = ("--data", str(tmp_path / "data"))
    for words in (("log", running.id), ("record", "export", running.id), ("why-waiting", running.id)):
        code, told, said = await turnpost(*words, *where)
        assert (code, said) == (0, "")
        assert told
    code, told, _ = await turnpost("parked", "list", "--json", *where, data=tmp_path / "nothing")
    assert (code, json.loads(told)) == (0, {"parked": []})
    code, _, said = await turnpost("doctor", "--data", str(tmp_path / "nothing"), data=tmp_path / "data")
    assert (code, f"no server runs over {tmp_path / 'nothing'}" in said) == (1, True)

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
    record = tmp_path / "some.jsonl"
    record.write_text('{"record": 1}\n')
    code, _, said = await turnpost("record", "import", str(record), *where)
    assert (code, said.startswith(f"turnpost record import: {record}: line 1")) == (1, True), said


READING = (
    "log m", "record export m", "record import f", "doctor", "parked list", "parked retry all", "why-waiting m",
    "rebuild sheets", "backup b",
)  # fmt: skip


@pytest.mark.parametrize("words", READING)
def test_nothing_is_made_where_no_deployment_is(
    words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("deploy.logs.configure", lambda *_: None)
    monkeypatch.delenv("TURNPOST_REDIS_URL", raising=False)
    monkeypatch.chdir(tmp_path)
    Path("f").write_text("{}\n")
    for given in ("--data nothing", ""):
        monkeypatch.setenv("TURNPOST_DATA", "nowhere" if given else "nothing")
        with pytest.raises(SystemExit) as ended:
            app(f"{words} {given}")
        name = " ".join(word for word in words.split() if len(word) > 1 and word not in ("all", "sheets"))
        assert str(ended.value).startswith(f"turnpost {name}: no deployment is in the folder nothing; ")
    assert [path.name for path in tmp_path.iterdir()] == ["f"]
    assert capsys.readouterr().out == ""


async def test_a_server_that_holds_no_deployment(server: EmbeddedServer, tmp_path: Path) -> None:
    for words in (("doctor",), ("log", "m")):
        code, told, said = await turnpost(*words, data=server.folder.parent)
        assert (code, told) == (1, "")
        assert f"no deployment is in the folder {server.folder.parent};" in said


async def test_a_command_that_starts_the_server_prints_nothing_of_it(
    server: EmbeddedServer, log: Log, tmp_path: Path
) -> None:
    running = played()[-1]
    await append(log, [running])
    await server.stop()
    code, told, said = await turnpost("log", running.id, "--json", data=tmp_path / "data")
    assert (code, said) == (0, "")
    assert [json.loads(line)["n"] for line in told.splitlines()] == list(range(1, running.match.n + 1))
    code, _, said = await turnpost("doctor", data=tmp_path / "data")
    assert (code, f"no server runs over {tmp_path / 'data'}" in said) == (1, True)

"""What `turnpost doctor` and `turnpost why-waiting` find."""

from __future__ import annotations

import json
import os
from pathlib import Path

from deploy.cli.why import lines
from deploy.embedded import EmbeddedServer
from events.log import Log
from services.aggregate.intake import make_broker
from services.aggregate.worker import Worker
from services.notices.channels import Channels, make
from services.notices.outbox import Change, Outbox
from services.notices.rows import Row
from services.notices.why import why_waiting
from tests.deploy.command import turnpost
from tests.records.table import InProcess
from tests.wire.filling import append, catch_up, played


async def doctor(data: Path) -> tuple[int, dict[str, str], dict]:  # type: ignore[type-arg]
    code, told, said = await turnpost("doctor", "--json", data=data)
    assert told, said
    health = json.loads(told.splitlines()[-1])
    return code, {one["what"]: one["detail"] for one in health["findings"]}, health


async def test_a_deployment_that_is_well(server: EmbeddedServer, log: Log, tmp_path: Path) -> None:
    await append(log, played())
    await catch_up(log)
    for partition in range(log.partitions):
        await log.client.delete(f"{{p{partition:02d}}}:owner")
    async with Worker(log, make_broker(server.url), name="w") as worker:
        await worker.ready()
        code, findings, health = await doctor(tmp_path / "data")
        assert (code, findings) == (0, {})
        assert set(health["lag"]) == {"inbox", "sheets", "timelines", "leaderboards", "ratings", "notices"}
        assert set(health["lag"].values()) == {0}
        assert {one["owner"] for one in health["partitions"]} == {"w"}
        assert sum(one["position"] for one in health["partitions"]) == sum(len(one.blobs) for one in played())
        assert health["versions"]["turnpost"]
        assert health["server"]["version"]
        code, told, _ = await turnpost("doctor", data=tmp_path / "data")
        assert code == 0
        assert told.endswith("All is well.\n")


async def test_each_thing_that_is_wrong_has_a_name(server: EmbeddedServer, log: Log, tmp_path: Path) -> None:
    client = log.client
    await client.config_set("appendfsync", "everysec")
    await client.xadd("{p01}:parked", {"p": b"x"})
    await client.rpush("{p02}:rm:sheets:v1:skipped", "7 m 1 ValueError")
    row = Row(
        match="m", seat=0, turn=1, player="p", channel="c", kind="telegram", state="queued", wants="1.0",
        asked=1, at=1, due=1,
    )  # fmt: skip
    assert await Outbox(log).put("m", Change(row.key, b"", row))
    await append(log, played())
    used = (await client.info("memory"))["used_memory"]
    await client.config_set("maxmemory", used + 100_000)
    code, findings, health = await doctor(tmp_path / "data")
    assert code == 1
    assert {"unsafe", "parked", "skipped", "outbox", "memory"} <= set(findings)
    assert "appendfsync is everysec" in findings["unsafe"]
    assert health["outbox"] == {"in_work": 1, "overdue": 1, "queued": 1}
    for number in range(log.partitions):
        await client.delete(f"{{p{number:02d}}}:owner")
    _, findings, _ = await doctor(tmp_path / "data")
    assert findings["unserved"] == "no worker serves partition 0, 1, 2, 3, 4, 5, 6, 7"
    assert set(findings) <= set(_runbook_alarms())


def _runbook_alarms() -> list[str]:
    text = (Path(__file__).parents[2] / "deploy" / "runbook.md").read_text(encoding="utf-8")
    return [line.split("`")[1] for line in text.splitlines() if line.startswith("| `")]


async def test_no_server_is_one_line(tmp_path: Path) -> None:
    for words in (("doctor",), ("why-waiting", "abc")):
        code, _, said = await turnpost(*words, data=tmp_path)
        assert code == 1
        assert "Traceback" not in said


async def test_why_a_match_waits(server: EmbeddedServer, log: Log, tmp_path: Path) -> None:
    running = played()[-1]
    await append(log, [running])
    wait = running.musts[0]
    player = running.players[wait.seat]
    code, told, _ = await turnpost("why-waiting", running.id, data=tmp_path / "data")
    assert code == 0
    assert f"seat {wait.seat}, {player}: must answer {wait.id} ({wait.key}), asked by commit 16 at " in told
    assert "not told: the outbox knows nothing of this turn" in told

    channels, outbox = Channels(log.client), Outbox(log)
    hook = await channels.add(player, make("webhook", "https://hooks.example.org/secret/path"))
    chat = await channels.add(player, make("telegram", "123456789"))
    base = {
        "match": running.id, "seat": wait.seat, "turn": wait.since, "player": player, "wants": wait.id,
        "asked": 1, "at": 2,
    }  # fmt: skip
    other = running.players[wait.seat - 1]
    for row in (
        Row(
            **{**base, "turn": 1, "wants": "", "seat": wait.seat - 1, "player": other},
            channel="",
            kind="",
            state="dead",
            due=None,
            reason="no_channel",
        ),
        Row(**base, channel=hook.id, kind="webhook", state="queued", due=2**41, reason="slow_down", tries=2),
        Row(**base, channel=chat.id, kind="telegram", state="unsure", due=None, reason="interrupted", shown=wait.id),
        Row(**{**base, "turn": 1, "wants": ""}, channel="", kind="", state="dead", due=None, reason="no_channel"),
    ):
        assert await outbox.put(running.id, Change(row.key, b"", row))
    why = await why_waiting(log, running.id)
    assert why is not None
    asked = next(one for one in why.asked if one.seat == wait.seat)
    assert {(row.kind, row.to, row.state, row.reason) for row in asked.told} == {
        ("webhook", "hooks.example.org", "queued", "slow_down"),
        ("telegram", "...789", "unsure", "interrupted"),
    }
    assert {(row.seat, row.player, row.state, row.reason) for row in why.earlier} == {
        (wait.seat, player, "dead", "no_channel"), (wait.seat - 1, other, "dead", "no_channel"),
    }  # fmt: skip
    code, told, _ = await turnpost("why-waiting", running.id, data=tmp_path / "data")
    assert "telegram ...789: unsure" in told
    assert "it may have arrived, and is not sent twice." in told
    assert "2 tries, next at" in told
    assert "No channel is registered" in told
    over = told.splitlines()[told.splitlines().index("turns that are over:") + 1 :]
    assert sorted(line.split(", turn 1, ")[0].strip() for line in over) == sorted(
        f"seat {seat}, {running.players[seat]}" for seat in (wait.seat, wait.seat - 1)
    )
    assert "secret" not in told
    code, told, _ = await turnpost("why-waiting", running.id, "--json", data=tmp_path / "data")
    assert json.loads(told.splitlines()[-1])["n"] == running.match.n
    code, _, said = await turnpost("why-waiting", "nomatch", data=tmp_path / "data")
    assert (code, "there is no match" in said) == (1, True)
    assert os.environ.get("TURNPOST_REDIS_URL") is None


async def test_a_question_and_the_turn_it_is_in_have_times_of_their_own(log: Log) -> None:
    turn = InProcess("planet", 2, "first").begin()
    while (wait := turn.musts[0]).id.startswith(f"{wait.since}."):
        turn.move()
    await append(log, [turn])
    why = await why_waiting(log, turn.id)
    assert why is not None
    (line,) = [line for line in lines(why, {turn.players[wait.seat]: "Ada"}) if line.startswith("seat")]
    began, asked = turn.commits[wait.since - 1], turn.commits[-1]
    assert line == (
        f"seat {wait.seat}, Ada: must answer {wait.id} ({wait.key}), asked by commit {asked.n} at {asked.at}, "
        f"on turn since commit {began.n} at {began.at}"
    )

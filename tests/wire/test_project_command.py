"""`turnpost project` and `turnpost rebuild` as processes."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path

from deploy.embedded import EmbeddedServer, stop_with_parent
from events.log import Log
from projections.kinds import Versions
from projections.rebuild import check
from tests.wire.filling import append, caught_up, played

ROOT = Path(__file__).parents[2]


async def turnpost(server: EmbeddedServer, *words: str) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        "from deploy.cli import main; main()",
        *words,
        cwd=ROOT,
        env={**os.environ, "TURNPOST_REDIS_URL": server.url},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        preexec_fn=stop_with_parent(),
    )


async def test_it_projects_until_told_and_goes_on_after_a_kill(server: EmbeddedServer, log: Log) -> None:
    first = await turnpost(server, "project")
    await append(log, played(), last=15)
    await caught_up(log)
    first.kill()
    await first.communicate()
    await append(log, played(), first=16)
    second = await turnpost(server, "project")
    await caught_up(log)
    second.send_signal(signal.SIGTERM)
    _, said = await asyncio.wait_for(second.communicate(), 10)
    assert (second.returncode, b"Traceback" in said) == (0, False), said.decode()
    assert await check(log) == {}
    rebuilt = await turnpost(server, "rebuild", "leaderboards")
    told, said = await asyncio.wait_for(rebuilt.communicate(), 20)
    assert rebuilt.returncode == 0, said.decode()
    assert b"0 differ; now read" in told
    assert (await Versions(log.client).read())["leaderboards"] == (2, None)
    assert await check(log) == {}


async def test_there_is_nothing_of_that_name(server: EmbeddedServer) -> None:
    wrong = await turnpost(server, "rebuild", "everything")
    _, said = await wrong.communicate()
    assert wrong.returncode == 2
    known = b"inbox, sheets, timelines, leaderboards, ratings"
    assert said == b"turnpost rebuild: there is no read model 'everything', only " + known + b"\n"


async def test_the_name_is_needed_and_help_lists_the_names(server: EmbeddedServer) -> None:
    wrong = await turnpost(server, "rebuild")
    _, said = await wrong.communicate()
    assert wrong.returncode
    assert b'Command "rebuild" parameter --name requires an argument' in said
    told, _ = await (await turnpost(server, "rebuild", "--help")).communicate()
    assert b"rebuild [OPTIONS] NAME" in told
    assert b"inbox, sheets, timelines" in told

"""Killed at every point between a commit and the note that its prompt arrived: never two, none unaccounted for."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from deploy.embedded import EmbeddedServer, stop_with_parent
from tests.services.notices.fake_telegram import TOKEN
from tests.services.notices.office import Office
from tests.services.notices.process import POINTS, Orders

ROOT = Path(__file__).parents[3]
KILLS = 6


async def start(office: Office, server: EmbeddedServer, point: str) -> asyncio.subprocess.Process:
    orders = Orders(server.url, office.chat.url, str(office.receiver.ca), point)
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "tests.services.notices.process",
        msgspec.json.encode(orders).decode(),
        cwd=ROOT,
        stdout=asyncio.subprocess.PIPE,
        preexec_fn=stop_with_parent(),
    )
    assert process.stdout is not None
    assert await asyncio.wait_for(process.stdout.readline(), 30) == b"ready\n"
    partition = office.log.partition_of(office.game.id)
    await office.until(lambda: office.outbox.checkpoint(partition))
    return process


async def killed_once(office: Office, server: EmbeddedServer, point: str) -> None:
    """A worker that dies at the point while it tells the first turn; then one that lives."""
    process = await start(office, server, point)

    async def shoot(method: str, told: dict[str, Any]) -> None:
        if process.returncode is None:
            os.kill(process.pid, signal.SIGKILL)
            await process.wait()

    if point == "arriving":
        office.chat.before = office.receiver.before = shoot
    elif point == "answering":
        office.chat.after = office.receiver.after = shoot
    await office.begin()
    assert await asyncio.wait_for(process.wait(), 20) == -signal.SIGKILL
    await office.start()
    await office.hurry(lambda row: row.state == "sending")  # half a minute has passed
    await office.settled()


@pytest.mark.parametrize("point", [*POINTS, "arriving", "answering"])
async def test_a_chat_message_comes_at_most_once_and_every_row_says_how_it_stands(
    office: Office, server: EmbeddedServer, point: str
) -> None:
    for seat in range(2):
        await office.telegram(seat, "text")
    await killed_once(office, server, point)
    (row,) = await office.latest()
    lost = point in ("marked", "called", "arriving", "answering")
    assert (row.state, row.reason) == (("unsure", "interrupted") if lost else ("sent", ""))
    # "arriving": the call was on its way when its sender died, so it did arrive
    assert len(office.chat.messages) == (0 if point == "marked" else 1)
    # Whatever happened, the next question or the next turn is told.
    before = len(office.chat.messages)
    while {(wait.seat, wait.since) for wait in office.game.musts} == {(row.seat, row.turn)}:
        await office.move()
    await office.settled()
    assert len(office.chat.messages) > before
    assert {one.state for one in await office.rows()} <= {"sent", "edited", "withdrawn"}


@pytest.mark.parametrize("point", [*POINTS, "arriving", "answering"])
async def test_a_webhook_is_called_until_certain_under_one_id(
    office: Office, server: EmbeddedServer, point: str
) -> None:
    first = office.game
    seat = 0
    await office.webhook(seat)
    while not first.match.waits:
        first.begin()
    while seat not in {wait.seat for wait in first.musts}:
        first.move()
    # What was played so far is in one commit batch with the turn of the seat that has the channel.
    process = await start(office, server, point)

    async def shoot(method: str, told: dict[str, Any]) -> None:
        if process.returncode is None:
            os.kill(process.pid, signal.SIGKILL)
            await process.wait()

    if point == "arriving":
        office.receiver.before = shoot
    elif point == "answering":
        office.receiver.after = shoot
    await office.write()
    assert await asyncio.wait_for(process.wait(), 20) == -signal.SIGKILL
    await office.start()
    await office.hurry(lambda row: row.state == "sending")
    await office.settled()
    rows = [row for row in await office.latest() if row.channel]
    assert [row.state for row in rows] == ["sent"]
    asked = {ident for ident, told in office.receiver.came if told["data"]["prompt"] == rows[0].shown}
    assert len(asked) == 1  # perhaps twice on the wire, once for whoever minds the id
    assert len(office.receiver.came) <= 2


async def test_the_command_killed_again_and_again_tells_each_prompt_at_most_once(
    office: Office, server: EmbeddedServer
) -> None:
    for seat in range(2):
        await office.telegram(seat, "text")
    environment = {
        **os.environ,
        "TURNPOST_REDIS_URL": server.url,
        "TURNPOST_NOTICE_DELAY": "0",
        "TURNPOST_TELEGRAM_TOKEN": TOKEN,
        "TURNPOST_TELEGRAM_URL": office.chat.url,
        "TURNPOST_PUBLIC_URL": "https://play.example.org",
    }
    dice = random.Random(5)
    office.game.begin()
    for _ in range(KILLS):
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "deploy",
            "notices",
            cwd=ROOT,
            env=environment,
            stderr=asyncio.subprocess.PIPE,
            preexec_fn=stop_with_parent(),
        )
        assert process.stderr is not None
        async with asyncio.timeout(60):
            while b"notices_ready" not in await process.stderr.readline():
                pass
            calls = len(office.chat.calls)
            while len(office.chat.calls) == calls:
                await office.move()
                for _ in range(50):
                    await asyncio.sleep(0.05 if len(office.chat.calls) == calls else 0)
        await asyncio.sleep(dice.random() * 0.2)
        process.kill()
        await process.wait()
    await office.start()
    await office.hurry(lambda row: row.state == "sending")
    await office.settled(60)
    rows = await office.rows()
    texts = [(fields["chat_id"], fields["text"].splitlines()[-1], fields["text"]) for fields in office.chat.sends()]
    assert len(texts) == len(set(texts))
    told = [row for row in rows if row.message]
    maybe = [row for row in rows if row.reason == "interrupted"]
    assert len(told) <= len(office.chat.messages) <= len(told) + len(maybe)
    assert {row.state for row in rows} <= {"sent", "edited", "unsure", "withdrawn"}
    assert all(row.reason in ("", "answered", "interrupted") for row in rows)

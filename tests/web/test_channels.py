"""Channels over HTTP, and the whole way of a prompt: registered, told, answered by its link, withdrawn."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import httpx
import pytest

from deploy import door
from deploy.embedded import EmbeddedServer
from deploy.notices import senders, worker
from deploy.settings import Settings
from events.typed import spell
from services.web.site import Site
from tests.services.notices.fake_telegram import TOKEN, FakeTelegram, telegram
from tests.web.playing import Player, Table

CHANNELS = "/players/me/channels"


@asynccontextmanager
async def telling(site: Site, url: str, chat: FakeTelegram) -> AsyncIterator[None]:
    """The notices of a deployment."""
    settings = Settings(public_url=url, notice_delay=0, telegram_token=TOKEN, telegram_url=chat.url)
    async with senders(settings) as platforms:
        running = asyncio.create_task(worker(site.log, settings, platforms).run())
        await asyncio.sleep(0.3)
        try:
            yield
        finally:
            while not running.done():
                running.cancel()
                await asyncio.wait([running], timeout=1)


async def put(player: Player, **body: str) -> httpx.Response:
    return await player.http.post(CHANNELS, json=body, headers=player.headers)


async def test_registered_listed_once_and_removed(table: Table) -> None:
    player = await table.player()
    made = await put(player, kind="webhook", to="https://Hooks.example.org:443/me")
    assert made.status_code == 201, made.text
    assert made.json()["to"] == "https://hooks.example.org/me"
    assert made.json()["secret"].startswith("whsec_")
    again = await put(player, kind="webhook", to="https://hooks.example.org/me")
    assert (again.json()["id"], again.json()["secret"]) == (made.json()["id"], made.json()["secret"])
    await put(player, kind="telegram", to="7001", board="text")
    listed = (await player.get(CHANNELS)).json()
    assert sorted((one["kind"], one["dead"]) for one in listed) == [("telegram", None), ("webhook", None)]
    assert all("secret" not in one for one in listed)
    other = await table.player("Bo")
    assert (await other.get(CHANNELS)).json() == []
    own = f"{CHANNELS}/{made.json()['id']}"
    told = await table.http.delete(own, headers=other.headers)
    assert (told.status_code, told.json()["code"]) == (404, "no_such_channel")
    assert len((await player.get(CHANNELS)).json()) == 2
    assert [(await table.http.delete(own, headers=player.headers)).status_code for _ in range(2)] == [200, 404]
    assert [one["kind"] for one in (await player.get(CHANNELS)).json()] == ["telegram"]


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ({"kind": "webhook", "to": "http://hooks.example.org/"}, "https"),
        ({"kind": "webhook", "to": "nonsense"}, "address"),
        ({"kind": "webhook", "to": "https://10.0.0.1/"}, "public"),
        ({"kind": "webhook", "to": "https://[::1]:9000/"}, "public"),
        ({"kind": "webhook", "to": "https://169.254.169.254/latest"}, "public"),
        ({"kind": "webhook", "to": "https://localhost/"}, "public"),
        ({"kind": "telegram", "to": "-100500"}, "private"),
        ({"kind": "pigeon", "to": "x"}, "kind"),
        ({"kind": "webhook"}, "to"),
    ],
)
async def test_what_is_no_channel_is_told_in_words(table: Table, body: dict[str, str], why: str) -> None:
    player = await table.player()
    told = await put(player, **body)
    assert (told.status_code, told.json()["code"]) == (422, "bad_body")
    assert why in told.json()["text"]
    assert (await table.http.get(CHANNELS)).status_code == 401
    assert (await table.http.post(CHANNELS, json=body)).status_code == 401


async def test_what_this_deployment_cannot_use_is_refused_and_shown_dead(table: Table, server: EmbeddedServer) -> None:
    player = await table.player()
    assert (await put(player, kind="telegram", to="7001")).status_code == 201
    opened = Settings(webhook_networks="10.0.0.0/8")
    async with door.site(table.site.log, server.url, opened) as other:
        listening, stop = door.listen("127.0.0.1", 0), asyncio.Event()
        serving = asyncio.create_task(door.serve(other, listening, stop))
        try:
            async with httpx.AsyncClient(base_url=door.address(listening), trust_env=False) as http:
                elsewhere = Player(http, player.id, player.token)
                told = await put(elsewhere, kind="telegram", to="7002")
                assert (told.status_code, told.json()["code"]) == (422, "bad_body")
                assert "does not send" in told.json()["text"]
                listed = (await elsewhere.get(CHANNELS)).json()
                assert [one["dead"]["key"] for one in listed] == ["notices.reason.not_configured"]
                assert (await put(elsewhere, kind="webhook", to="https://10.1.2.3/")).status_code == 201
                assert (await put(elsewhere, kind="webhook", to="https://192.168.1.1/")).status_code == 422
        finally:
            stop.set()
            await serving


async def test_nobody_has_more_than_a_few(table: Table) -> None:
    player = await table.player()
    for number in range(8):
        assert (await put(player, kind="webhook", to=f"https://hooks.example.org/{number}")).status_code == 201
    told = await put(player, kind="webhook", to="https://hooks.example.org/more")
    assert (told.status_code, "8" in told.json()["text"]) == (422, True)


async def test_told_answered_by_the_link_and_withdrawn(table: Table, site: Site, url: str) -> None:
    async with telegram(7001, 7002) as chat:
        await table.open("planet")
        for player, to in zip(table.players, ("7001", "7002"), strict=True):
            await put(player, kind="telegram", to=to, board="text")
        async with telling(site, url, chat):
            await table.start()
            (seat,) = await table.waiting()
            async with asyncio.timeout(45):
                while not chat.messages:
                    await asyncio.sleep(0.05)
            (message,) = chat.messages
            assert message.text is not None
            found = re.search(r"http://127\.0\.0\.1\S+", message.text)
            assert found is not None
            page = await table.http.get(found[0])
            assert page.status_code == 200
            prompt = next(one for one in await table.prompts(seat) if one["must"])
            assert prompt["choice"]["ask"]["text"] in message.text
            fields = {"do": "answer", "prompt": prompt["id"], "key": "k", "typed": spell(table.reply(prompt))}
            sent = await table.http.post(
                found[0], data=fields, headers={"Origin": url, "Sec-Fetch-Site": "same-origin"}
            )
            assert sent.status_code == 303, sent.text
            while seat in await table.waiting():
                await table.answer(seat, next(one for one in await table.prompts(seat) if one["must"]))
            async with asyncio.timeout(45):
                while "decided" not in (message.text or ""):
                    await asyncio.sleep(0.05)
            rows = (await table.players[seat].get(f"{table.path}/notices")).json()
            assert [(row["state"], row["reason"]) for row in rows] == [("withdrawn", None)]
            assert (await table.players[1 - seat].get(f"{table.path}/notices")).json() != rows


async def test_one_who_registers_late_is_told_what_stands(table: Table, site: Site, url: str) -> None:
    async with telegram(7001) as chat, telling(site, url, chat):
        await table.open("planet")
        await table.start()
        (seat,) = await table.waiting()
        player = table.players[seat]
        async with asyncio.timeout(45):
            while not (rows := (await player.get(f"{table.path}/notices")).json()):
                await asyncio.sleep(0.05)
        assert (rows[0]["state"], rows[0]["channel"]) == ("dead", None)
        assert rows[0]["reason"]["text"] == "No channel is registered for this player."
        async with asyncio.timeout(45):
            while not (await player.get("/inbox")).json():
                await asyncio.sleep(0.05)
        await put(player, kind="telegram", to="7001")
        async with asyncio.timeout(45):
            while not chat.messages:
                await asyncio.sleep(0.05)
        assert chat.messages[0].photo is not None

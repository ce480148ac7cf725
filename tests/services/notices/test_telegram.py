"""Telegram as it refuses: limits, 429, blocks, what cannot be edited; and texts that always fit."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
import pytest
from msgspec.structs import replace

from services.notices.channels import Channel, make
from services.notices.letter import Item, Letter, fit, units
from services.notices.outbox import Buckets
from services.notices.sending import Arrived, Later, Never, Unsure, Verdict
from services.notices.telegram import Telegram
from services.pictures import png
from tests.services.notices.fake_telegram import TOKEN, Cut, FakeTelegram, Refuse
from tests.services.notices.office import Office

CHAT = make("telegram", "7001")
TEXT = make("telegram", "7001", "text")
LETTER = Letter(
    what="asked",
    match="m",
    game="planet",
    seat=0,
    prompt="8.0",
    n=8,
    due=None,
    title="Planet with Bo",
    digest=tuple(f"Something happened, number {n}. 🦀" for n in range(40)),
    question="Where?",
    options=tuple(Item(str(n), f"o{n}", f"Option number {n} 🌍") for n in range(1, 400)),
    more="... and more on the page",
    board=tuple(f"face {n}: a forest" for n in range(12)),
    link="https://play.example.org/matches/m/page?t=p0.x",
    link_text="Answer here:",
)
CLOSED = replace(LETTER, what="closed", digest=(), options=(), board=(), question="Decided.")


async def draw() -> bytes:
    return png(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 30"><rect width="9" height="9"/></svg>', width=400
    )


async def bot(fake: FakeTelegram, channel: Channel, letter: Letter, message: str = "", token: str = TOKEN) -> Verdict:
    async with httpx.AsyncClient(trust_env=False, timeout=10) as client:
        return await Telegram(client, token, fake.url).deliver(channel, letter, message, "mark", draw)


async def test_a_picture_is_sent_edited_and_closed_and_nothing_is_too_long(chat: FakeTelegram) -> None:
    first = await bot(chat, CHAT, LETTER)
    assert isinstance(first, Arrived)
    (message,) = chat.messages
    assert message.caption is not None
    assert message.caption.startswith("Planet with Bo")
    assert "... and more on the page" in message.caption
    assert message.caption.endswith(LETTER.link)
    assert await bot(chat, CHAT, LETTER, first.message) == first  # not modified is success
    assert await bot(chat, CHAT, replace(LETTER, question="Which?"), first.message) == first
    assert "Which?" in (message.caption or "")
    assert await bot(chat, CHAT, CLOSED, first.message) == first
    assert "Decided." in (message.caption or "")
    assert message.markup == ""


async def test_text_with_the_board(chat: FakeTelegram) -> None:
    short = replace(LETTER, options=LETTER.options[:5])
    first = await bot(chat, TEXT, short)
    (message,) = chat.messages
    assert isinstance(first, Arrived)
    assert "face 11: a forest" in (message.text or "")
    assert "5. Option number 5" in (message.text or "")
    assert await bot(chat, TEXT, CLOSED, first.message) == first


async def test_a_picture_that_cannot_be_drawn_becomes_text(chat: FakeTelegram) -> None:
    async def broken() -> bytes:
        raise ValueError("no picture")

    async with httpx.AsyncClient(trust_env=False) as client:
        told = await Telegram(client, TOKEN, chat.url).deliver(CHAT, LETTER, "", "mark", broken)
    assert isinstance(told, Arrived)
    assert told.message.startswith("text:")


async def test_the_link_is_a_button_only_where_the_platform_takes_it(chat: FakeTelegram) -> None:
    local = replace(LETTER, link="http://localhost:8080/matches/m/page?t=x")
    assert isinstance(await bot(chat, TEXT, local), Arrived)
    assert chat.messages[-1].markup == ""
    assert local.link in (chat.messages[-1].text or "")


@pytest.mark.parametrize("limit", [40, 80, 200, 1024, 4096])
def test_whatever_the_limit_title_and_link_come_first(limit: int) -> None:
    for letter in (LETTER, CLOSED, replace(LETTER, question="?" * 5000), replace(LETTER, title="🌍" * 3000)):
        text = fit(letter, limit, board=True)
        assert units(text) <= limit
        if limit >= 200:
            assert text.endswith(letter.link)


@pytest.mark.parametrize(
    ("code", "said", "first", "edit"),
    [
        (403, "Forbidden: bot was blocked by the user", Never("blocked", channel=True), Never("blocked", channel=True)),
        (400, "Bad Request: chat not found", Never("no_such_chat", channel=True), Never("no_such_chat", channel=True)),
        (400, "Bad Request: message to edit not found", Never("bad_request"), Never("message_gone")),
        (400, "Bad Request: something else", Never("bad_request"), Never("bad_request")),
        (401, "Unauthorized", Later("bot_refused"), Later("bot_refused")),
        (500, "Internal Server Error", Unsure("no_answer"), Later("status")),
    ],
)
async def test_what_a_refusal_means(chat: FakeTelegram, code: int, said: str, first: Verdict, edit: Verdict) -> None:
    async def refuse(method: str, fields: dict[str, Any]) -> None:
        raise Refuse(code, said)

    chat.before = refuse
    assert await bot(chat, TEXT, LETTER) == first
    assert await bot(chat, TEXT, LETTER, "text:1") == edit


async def test_retry_after_is_obeyed_and_a_wrong_token_kills_nothing(chat: FakeTelegram) -> None:
    chat.pace = 30
    assert isinstance(await bot(chat, TEXT, LETTER), Arrived)
    assert await bot(chat, TEXT, LETTER) == Later("slow_down", 1.0, hold=True)
    assert await bot(chat, TEXT, LETTER, token="1:wrong") == Later("bot_refused")


async def test_a_cut_connection_is_unsure_a_refused_one_is_not(chat: FakeTelegram) -> None:
    async def cut(method: str, fields: dict[str, Any]) -> None:
        raise Cut

    chat.after = cut
    assert await bot(chat, TEXT, LETTER) == Unsure("no_answer")
    assert await bot(chat, TEXT, CLOSED, "text:101") == Later("unreachable")
    async with httpx.AsyncClient(trust_env=False) as client:
        nobody = Telegram(client, TOKEN, "http://127.0.0.1:9")
        assert await nobody.deliver(TEXT, LETTER, "", "mark", draw) == Later("unreachable")


async def test_buckets_let_one_a_second_through(office: Office) -> None:
    buckets = Buckets(office.log)
    limits = [("all", 30.0, 30), ("chat", 1.0, 1)]
    assert await buckets.spend(limits) == 0
    wait = await buckets.spend(limits)
    assert 800 < wait <= 1000
    assert await buckets.spend([("all", 30.0, 30), ("other", 1.0, 1)]) == 0
    await asyncio.sleep(wait / 1000)
    assert await buckets.spend(limits) == 0
    from services.notices.planner import now_ms

    await buckets.hold("other", 40.0, 1.0, 1, now_ms())
    assert 38_000 < await buckets.spend([("other", 1.0, 1)]) <= 40_000
    burst = [await buckets.spend([("few", 5.0, 10)]) for _ in range(12)]
    assert burst[:10] == [0] * 10
    assert all(burst[10:])


async def test_a_429_on_the_way_is_waited_for_and_told_once(office: Office) -> None:
    for seat in range(2):
        await office.telegram(seat, "text")
    office.chat.pace = 1.5  # slower than our own bucket, so some calls are refused
    await office.start()
    await office.begin()
    for _ in range(4):
        await office.until(lambda: _shown(office))
        await office.move()
    await office.settled(60)
    rows = await office.rows()
    assert len(office.chat.messages) == len([row for row in rows if row.message])
    assert {row.state for row in rows} <= {"sent", "edited", "withdrawn"}


async def _shown(office: Office) -> bool:
    return all(row.state in ("sent", "edited", "dead") for row in await office.latest())

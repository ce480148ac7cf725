"""Bad input of any kind: a clear problem with a stable code in the reader's language, nothing changed, no traceback."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
import msgspec
import pytest
import structlog

from events.texts import Text, render
from services.web import shapes
from services.web.bodies import DEEPEST, MOST_BYTES, depth
from services.web.problems import STATUS
from services.web.rates import COMMANDS, Rates
from services.web.site import Site
from tests.web.playing import Table

DEEP = b'{"game":' + b"[" * (DEEPEST + 1) + b"]" * (DEEPEST + 1) + b"}"
BODIES: list[tuple[bytes, int, str]] = [
    (b"{", 400, "bad_json"),
    (b"not json", 400, "bad_json"),
    (b'{"game":"\xff\xfe"}', 400, "bad_json"),
    (b'{"game":"\\ud800"}', 400, "bad_json"),
    (b"\x00", 400, "bad_json"),
    (b"\xef\xbb\xbf{}", 400, "bad_json"),
    (b'{"game":"planet"} trailing', 400, "bad_json"),
    (b"", 422, "bad_body"),
    (b"null", 422, "bad_body"),
    (b"[]", 422, "bad_body"),
    (b'"planet"', 422, "bad_body"),
    (b'{"game":7}', 422, "bad_body"),
    (b'{"game":"planet","seats":"2"}', 422, "bad_body"),
    (b'{"game":"planet","seats":2.5}', 422, "bad_body"),
    (b'{"game":"planet","seats":1e999}', 422, "bad_body"),
    (b'{"game":"planet","seats":99999999999999999999999999}', 422, "bad_body"),
    (b'{"game":"planet","what":1}', 422, "bad_body"),
    (b'{"game":"planet","options":[]}', 422, "bad_body"),
    (b'{"game":"planet","options":{"first":-99999999999999999999999999}}', 422, "bad_body"),
    (DEEP, 422, "too_deep"),
    (b"[" * 60_000, 422, "too_deep"),
    (b'{"game":"' + b"x" * MOST_BYTES + b'"}', 413, "too_big"),
]


def is_problem(told: httpx.Response, status: int, code: str) -> shapes.Problem:
    """The answer, which must be a problem of this kind and show nothing of the inside."""
    assert told.status_code == status, told.text
    found = msgspec.json.decode(told.content, type=shapes.Problem)
    assert found.code == code
    assert found.text
    for word in ("Traceback", ".py", "⟦"):
        assert word not in told.text
    return found


@pytest.mark.parametrize(("body", "status", "code"), BODIES)
async def test_bodies(table: Table, body: bytes, status: int, code: str) -> None:
    ada = await table.player()
    headers = {**ada.headers, "Idempotency-Key": "k"}
    is_problem(await table.http.post("/matches", content=body, headers=headers), status, code)


async def test_answers_that_cannot_be_read(table: Table) -> None:
    """Whatever is sent as a command, the match stays as it is and the door answers."""
    await table.open()
    await table.start()
    before = (await table.http.get(table.path)).content
    ada, path = table.players[0], f"{table.path}/commands"
    for body in (
        {"do": "answer"},
        {"do": "answer", "prompt": 4, "reply": {"kind": "picked", "ids": []}},
        {"do": "answer", "prompt": "4.0", "reply": {"kind": "shouted"}},
        {"do": "answer", "prompt": "4.0", "reply": {"kind": "picked", "ids": "ab"}},
        {"do": "answer", "prompt": "4.0", "reply": {"kind": "picked", "ids": [], "more": 1}},
        {"do": "answer", "prompt": "4.0", "reply": {"kind": "counted", "number": True}},
        {"do": "answer", "prompt": "4.0", "reply": {"kind": "picked"}, "then": {}},
        {"do": "vote", "on": "1"},
        {"do": "undo", "all": True},
        {"undo": "do"},
        {"do": None},
    ):
        is_problem(await ada.send(path, body), 422, "bad_body")
    for do in ("open", "join", "start", "default", "order", "", "🎲"):
        told = await ada.send(path, {"do": do})
        assert (told.status_code, told.json()["code"]) == (409, "unknown_command"), told.text
    for reply in (
        {"kind": "typed", "text": "\x00\x1b[2J"},
        {"kind": "typed", "text": "9" * 50_000},
        {"kind": "typed", "text": "1", "lang": "xx"},
        {"kind": "picked", "ids": ["x" * 30_000]},
        {"kind": "shared", "amounts": {"": -1}},
        {"kind": "counted", "number": -(2**62)},
    ):
        told = await ada.send(path, {"do": "answer", "prompt": (await table.prompts(0))[0]["id"], "reply": reply})
        assert told.status_code in (409, 422), told.text
        assert len(told.content) < 2000
    assert (await table.http.get(table.path)).content == before


async def test_a_body_that_does_not_end(url: str) -> None:
    """A body without a length is cut off at the limit, however much is sent."""

    async def endless() -> Any:
        for _ in range(1000):
            yield b"[" + b" " * 8191

    async with httpx.AsyncClient(base_url=url, trust_env=False) as http:
        is_problem(await http.post("/players", content=endless()), 413, "too_big")
        big = b" " * 5_000_000
        is_problem(await http.post("/players", content=big), 413, "too_big")
        assert (await http.get("/healthz")).status_code == 200


async def test_who_hangs_up_in_mid_body(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[int] = []
    counted = asyncio.Event()

    def answered(_method: str, _route: str, status: int, _seconds: float) -> None:
        told.append(status)
        counted.set()

    monkeypatch.setattr("services.web.metrics.answered", answered)
    address = httpx.URL(url)
    with structlog.testing.capture_logs() as written:
        _, writer = await asyncio.open_connection(address.host, address.port)
        writer.write(b"POST /players HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{")
        await writer.drain()
        await asyncio.sleep(0.1)
        writer.close()
        async with asyncio.timeout(10):
            await counted.wait()
    assert told == [400]
    assert "request_failed" not in {line["event"] for line in written}


async def test_keys(table: Table) -> None:
    ada = await table.player()
    for key in ("", "x" * 65, "two words", None):
        headers = {**ada.headers, **({} if key is None else {"Idempotency-Key": key})}
        is_problem(await table.http.post("/matches", json={"game": "planet"}, headers=headers), 400, "bad_key")
    told = await ada.send("/matches", {"game": "gauntlet"}, "x" * 64)
    assert told.status_code == 200


async def test_who_sends(table: Table) -> None:
    body = {"game": "planet"}
    for token in ("", "Bearer", "Basic abc", "Bearer tp_" + "A" * 43, "Bearer " + "x" * 5000, "Bearer é"):
        headers = {b"Authorization": token.encode(), b"Idempotency-Key": b"k"}
        told = await table.http.post("/matches", json=body, headers=headers)
        is_problem(told, 401, "bad_token")
        assert told.headers["www-authenticate"] == "Bearer"
    ada = await table.player()
    cookie = {"Cookie": f"turnpost={ada.token}", "Idempotency-Key": "k"}
    is_problem(await table.http.post("/matches", json=body, headers=cookie), 401, "bad_token")
    for name in ("", "   ", "x" * 41, "a\x00b", "\u202egnp", "a\nb\x1b"):
        is_problem(await table.http.post("/players", json={"name": name}), 422, "bad_name")
    told = set()
    for language in ("en", "zh-Hans", "zh-Hant"):
        for name, kind in (("x" * 41, "problem.bad_name"), ("a\x1bb", "unprintable_name")):
            answer = await table.http.post("/players", json={"name": name}, headers={"Accept-Language": language})
            text = is_problem(answer, 422, "bad_name").text
            assert text == render(Text(f"web.{kind}"), language)
            told.add(text)
            shown = await table.http.post(
                "/session",
                params={"lang": language},
                data={"do": "new", "name": name},
                headers={"Accept": "text/html"},
            )
            assert (shown.status_code, text in shown.text) == (422, True)
    assert len(told) == 6
    is_problem(await table.http.post("/players", json={"name": "Ada", "lang": "tlh"}), 422, "bad_body")
    for name in ("é", "阿达", "<b>Ada</b>", "x" * 40, " Ada  Lovelace "):
        assert (await table.http.post("/players", json={"name": name})).status_code == 201


async def test_addresses(table: Table) -> None:
    ada = await table.player()
    for path in (
        "/nothing",
        "/openapi-unused",
        "/openapi-unused/swagger",
        "/openapi-unused/openapi.json",
        "/matches/UPPER/page",
        "/matches/abc",
        "/matches/" + "a" * 13,
        "/matches/%00%ff",
        "/../etc",
    ):
        told = await table.http.get(path)
        assert told.status_code == 404, path
        is_problem(told, 404, told.json()["code"])
    is_problem(await table.http.get("/leaderboards/chess"), 404, "no_such_game")
    is_problem(await table.http.delete("/matches"), 405, "bad_method")
    is_problem(await table.http.put("/players"), 405, "bad_method")
    is_problem(await ada.send("/matches/" + "a" * 13 + "/join", {}), 404, "no_such_match")
    is_problem(await ada.send("/matches/x/commands", {"do": "undo"}), 404, "no_such_match")
    is_problem(await table.http.get("/inbox"), 401, "bad_token")


async def test_head_is_get_without_a_body(table: Table) -> None:
    await table.open("planet")
    await table.start()
    ada = table.players[0].headers
    own = [f"{table.path}{kind}" for kind in ("", "/page", "/prompts", "/timeline", "/picture.svg", "/picture.png")]
    for path in ("/", "/games", "/healthz", "/style.css", "/inbox", "/metrics", "/nothing", "/players", *own):
        for headers in ({}, ada):
            got = await table.http.get(path, headers=headers)
            told = await table.http.head(path, headers=headers)
            assert (told.status_code, told.content) == (got.status_code, b""), path
            for name in ("content-type", "etag", "vary", "content-security-policy", "cache-control"):
                assert told.headers.get(name) == got.headers.get(name), path
            if path not in ("/", "/metrics", f"{table.path}/page"):  # which hold something else each time
                assert told.headers["content-length"] == str(len(got.content)), path
    assert (await table.http.head("/players")).status_code == 405
    async with asyncio.timeout(5):
        live = await table.http.head(f"{table.path}/live")
        assert (live.status_code, live.headers["content-type"]) == (200, "text/event-stream; charset=utf-8")
        while table.site.streams.open:
            await asyncio.sleep(0.01)


async def test_problems_are_told_in_the_readers_language(table: Table) -> None:
    told = {}
    for language, asked in (("en", "en"), ("zh-Hans", "zh-CN,en;q=0.5"), ("zh-Hant", "zh-TW"), ("en", "fr")):
        answer = await table.http.get("/matches/abc", headers={"Accept-Language": asked})
        told[asked] = is_problem(answer, 404, "no_such_match").text
        assert answer.headers["content-language"] == language
        assert "Accept-Language" in answer.headers["vary"]
    assert len(set(told.values())) == 3
    page = await table.http.get("/matches/abc/page?lang=zh-Hant", headers={"Accept": "text/html"})
    assert (page.status_code, page.headers["content-type"]) == (404, "text/html; charset=utf-8")
    assert '<html lang="zh-Hant">' in page.text


async def test_the_log_is_gone(url: str, site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    async def gone(*_: object) -> None:
        raise ConnectionError("the inside of it")

    monkeypatch.setattr(type(site.log), "read_match", gone)
    async with httpx.AsyncClient(base_url=url, trust_env=False) as http:
        told = await http.get("/matches/" + "a" * 13)
        assert "inside" not in told.text
        assert told.headers["retry-after"] == "1"
        is_problem(told, 503, "busy")


async def test_our_fault(url: str, site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(*_: object) -> None:
        raise ZeroDivisionError("the inside of it")

    monkeypatch.setattr(type(site.log), "read_match", broken)
    async with httpx.AsyncClient(base_url=url, trust_env=False) as http:
        told = await http.get("/matches/" + "a" * 13)
        assert "inside" not in told.text
        is_problem(told, 500, "our_fault")


async def test_too_fast(url: str, site: Site) -> None:
    async with Table(url, site) as table:
        ada = await table.player()
        rates = Rates(clock=lambda: 0.0)
        for _ in range(round(COMMANDS[1])):
            rates.spend(f"commands:{ada.id}", COMMANDS)
        site.rates._buckets.update(rates._buckets)
        site.rates._clock = lambda: 0.0  # type: ignore[method-assign]
        is_problem(await ada.send("/matches", {"game": "planet"}), 429, "too_fast")
    await asyncio.sleep(0)


async def test_a_full_stream_is_answered_429(url: str, site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    async def full(*_: object) -> bool:
        return True

    async with Table(url, site) as table:
        ada = await table.player()
        monkeypatch.setattr(site.gateway, "_is_full", full)
        told = await ada.send("/matches", {"game": "planet"})
        is_problem(told, 429, "busy")
        assert told.headers["retry-after"] == "1"


def test_depth() -> None:
    assert depth(b"") == 0
    assert depth(b'{"a":[1,{"b":[]}]}') == 4
    assert depth(rb'"[[[[ \" [[["') == 0
    assert depth(b'["\\\\", ["[["]]') == 2
    assert depth(b'"never closed [[[') == 0


def test_every_problem_has_a_text_and_a_status() -> None:
    from events.texts import catalogue, parity

    assert parity("web") == []
    assert {f"web.problem.{code}" for code in STATUS} == {
        key for key in catalogue("web", "en") if key.startswith("web.problem.")
    }

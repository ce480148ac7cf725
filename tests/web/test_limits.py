"""What one player, one address or one connection may do at the door, and that the door stays open for the others."""

from __future__ import annotations

import asyncio
import socket
from urllib.parse import urlsplit

import httpx
import msgspec
import pytest
from msgspec.structs import force_setattr, replace

from deploy import connections, door
from deploy.settings import Settings, SettingsError, read_settings
from services.web import accounts, shapes
from services.web import bodies as read
from services.web.bodies import MOST_VALUES, extent
from services.web.guard import SAFE
from services.web.problems import Problem
from services.web.rates import Limits, Rate, Rates, counted, read_rate
from services.web.site import Site
from tests.web.playing import Player, Table
from tests.web.test_malformed import is_problem

NONE = Rate(0.001, 1)


async def said(url: str, data: bytes, *, seconds: float = 5, then: bytes = b"") -> bytes:
    """All that the door sends on a connection, until it closes it."""
    where = urlsplit(url)
    reader, writer = await asyncio.open_connection(where.hostname, where.port)
    try:
        writer.write(data)
        await writer.drain()
        async with asyncio.timeout(seconds):
            found = await reader.read(65_536) if then else b""
            if then:
                writer.write(then)
            return found + await reader.read()
    except ConnectionResetError:
        return b""
    finally:
        writer.close()


def code_of(answer: bytes) -> tuple[int, str]:
    head, _, body = answer.partition(b"\r\n\r\n")
    assert b"content-type: application/json" in head.lower(), answer
    return int(head.split(b" ")[1]), msgspec.json.decode(body, type=shapes.Problem).code


BROKEN: list[tuple[bytes, int, str]] = [
    (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 400, "bad_http"),
    (b"GET\r\n\r\n", 400, "bad_http"),
    (b"GET / HTTP/9.9\r\n\r\n", 400, "bad_http"),
    (b"BREW / HTTP/1.1\r\n\r\n", 400, "bad_http"),
    (b"CONNECT other:443 HTTP/1.1\r\nHost: x\r\n\r\n", 400, "bad_http"),
    (b"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n", 400, "bad_http"),
    (b"POST /players HTTP/1.1\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n", 400, "bad_http"),
    (b"GET / HTTP/1.1\r\nBad Name: x\r\n\r\n", 400, "bad_http"),
    (b"GET /" + b"x" * 9000 + b" HTTP/1.1\r\nHost: x\r\n\r\n", 414, "too_big"),
    (b"GET / HTTP/1.1\r\n" + b"X-A: b\r\n" * 200 + b"\r\n", 431, "too_many"),
    (b"GET / HTTP/1.1\r\nX-A: " + b"b" * 40_000 + b"\r\n\r\n", 431, "too_big"),
    (b"GET / HTTP/1.1\r\nX-A: " + b"b" * 400_000, 431, "too_big"),
]


@pytest.mark.parametrize(("data", "status", "code"), BROKEN)
async def test_heads_that_are_no_heads(url: str, data: bytes, status: int, code: str) -> None:
    answer = await said(url, data)
    assert answer == b"" or code_of(answer) == (status, code)  # "": the system resets what was not read
    async with httpx.AsyncClient(base_url=url, trust_env=False) as http:
        assert (await http.get("/healthz")).status_code == 200


async def test_slow_heads_and_bodies_are_let_go(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "HEAD_SECONDS", 0.3)
    monkeypatch.setattr(read, "SLOWEST", 0.3)
    assert await said(url, b"") == b""
    assert code_of(await said(url, b"GET / HTTP/1.1\r\nX-A: b")) == (408, "too_slow")
    slow = b"POST /players HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\nConnection: close\r\n\r\n{"
    assert code_of(await said(url, slow)) == (408, "too_slow")
    after = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
    assert (await said(url, after, then=b"\r\n")).startswith(b"HTTP/1.1 200")  # empty lines do not keep it open


async def test_whoever_takes_nothing_is_let_go(table: Table, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Hundreds of answers are asked for and not one is read: the connection ends, not the door."""
    monkeypatch.setattr(connections, "STALLED_SECONDS", 0.3)
    await table.open("planet")
    await table.start()
    where = urlsplit(url)
    sock = socket.socket()
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    sock.setblocking(False)
    loop = asyncio.get_running_loop()
    await loop.sock_connect(sock, (where.hostname, where.port))
    asking = f"GET {table.path}/picture.svg HTTP/1.1\r\nHost: x\r\n\r\n".encode()
    try:
        async with asyncio.timeout(15):
            with pytest.raises((ConnectionResetError, BrokenPipeError)):
                while True:
                    await loop.sock_sendall(sock, asking)
                    await asyncio.sleep(0.005)
    finally:
        sock.close()
    assert (await table.http.get("/healthz")).status_code == 200


async def test_headers_on_every_answer(table: Table, site: Site) -> None:
    for path in ("/", "/healthz", "/nothing", "/matches/x", "/metrics", "/asyncapi", "/schema"):
        told = await table.http.get(path)
        for name, value in SAFE:
            assert told.headers[name.decode()] == value.decode(), path
        assert "cache-control" in told.headers
        assert "server" not in told.headers
        assert "strict-transport-security" not in told.headers


async def test_rates_by_address_and_token(table: Table, site: Site) -> None:
    ada = await table.player()
    cases: list[tuple[Limits, str, Player | None]] = [
        (Limits(requests=NONE), "/games", None),
        (Limits(reading=NONE), "/inbox", ada),
    ]
    for limits, path, who in cases:
        force_setattr(site, "limits", limits)
        site.rates._buckets.clear()
        headers = who.headers if who else {}
        assert (await table.http.get(path, headers=headers)).status_code == 200
        told = await table.http.get(path, headers=headers)
        is_problem(told, 429, "too_fast")
        assert int(told.headers["retry-after"]) > 1
        assert told.headers["x-frame-options"] == "DENY"
        assert (await table.http.get("/healthz")).status_code == 200
    force_setattr(site, "limits", Limits(failures=NONE))
    wrong = {"Authorization": "Bearer tp_" + "x" * 43}
    is_problem(await table.http.get("/inbox", headers=wrong), 401, "bad_token")
    is_problem(await table.http.get("/inbox", headers=wrong), 429, "too_fast")
    assert (await ada.get("/inbox")).status_code == 200  # a right token is never held up by wrong ones


async def test_live_streams_are_bounded_and_cost_little(table: Table, site: Site) -> None:
    await table.open()
    await table.start()
    force_setattr(site, "limits", Limits(streams_each=40))
    path = f"{table.path}/live"
    limits = httpx.Limits(max_connections=200)
    async with httpx.AsyncClient(base_url=str(table.http.base_url), trust_env=False, timeout=20, limits=limits) as http:
        open_ones = [await http.send(http.build_request("GET", path), stream=True) for _ in range(40)]
        assert {told.status_code for told in open_ones} == {200}
        for told in open_ones:
            await anext(told.aiter_bytes())
        assert site.streams.open == 40
        is_problem(await http.get(path), 429, "too_many")
        assert await table.play(2) == 2
        for told in open_ones:
            await told.aclose()
        async with asyncio.timeout(5):
            while site.streams.open:
                await asyncio.sleep(0.02)
        force_setattr(site, "limits", Limits(streams=0))
        is_problem(await http.get(path), 503, "busy")


async def test_tokens_are_renewed_and_revoked(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    await table.open()
    old = table.players[0]
    link = (await old.get(f"{table.path}/links")).json()["look"]
    made = await table.http.post("/tokens", json={}, headers=old.headers)
    assert (made.status_code, made.json()["id"]) == (201, old.id)
    new = Player(table.http, old.id, made.json()["token"])
    for player in (old, new):
        assert (await player.get("/inbox")).status_code == 200
    token = link.rpartition("=")[2]
    assert (await table.http.get(f"{table.path}?t={token}")).json()["as"] == "seat:0"
    revoked = await table.http.delete("/tokens?which=others", headers=new.headers)
    assert (revoked.status_code, revoked.json()) == (200, {"revoked": 1})
    is_problem(await old.get("/inbox"), 401, "bad_token")
    is_problem(await table.http.get(f"{table.path}?t={token}"), 401, "bad_token")
    again = (await new.get(f"{table.path}/links")).json()["look"].rpartition("=")[2]
    assert (await table.http.get(f"{table.path}?t={again}")).json()["as"] == "seat:0"
    assert (await table.players[1].get("/inbox")).status_code == 200
    is_problem(await table.http.delete("/tokens", headers=new.headers), 400, "bad_query")
    assert (await table.http.delete("/tokens?which=this", headers=new.headers)).json() == {"revoked": 1}
    is_problem(await new.get("/inbox"), 401, "bad_token")
    bo = table.players[1]
    monkeypatch.setattr(accounts, "MOST_TOKENS", 2)
    assert (await table.http.post("/tokens", json={}, headers=bo.headers)).status_code == 201
    is_problem(await table.http.post("/tokens", json={}, headers=bo.headers), 422, "too_many")
    is_problem(await table.http.post("/tokens", json={}), 401, "bad_token")


async def test_another_door_notices_within_a_second(table: Table, site: Site) -> None:
    ada = await table.player()
    other = accounts.Accounts(site.log.client)
    assert await other.by_token(ada.token) is not None
    await site.accounts.revoke(ada.id, ada.token)
    await asyncio.sleep(accounts.FRESH + 0.05)
    assert await other.by_token(ada.token) is None


async def test_tokens_on_the_pages(table: Table) -> None:
    ada = await table.player()
    http, cookie = table.http, {"Cookie": f"turnpost={ada.token}"}
    assert 'value="renew"' in (await http.get("/", headers=cookie)).text
    foreign = {**cookie, "Sec-Fetch-Site": "cross-site"}
    is_problem(await http.post("/session", data={"do": "renew"}, headers=foreign), 403, "not_yours")
    page = await http.post("/session", data={"do": "renew"}, headers=cookie)
    assert page.status_code == 200
    token = page.cookies["turnpost"]
    assert token in page.text
    assert token != ada.token
    assert 'value="others"' in page.text
    http.cookies.clear()
    told = await http.post("/session", data={"do": "others"}, headers={"Cookie": f"turnpost={token}"})
    assert told.status_code == 303
    is_problem(await ada.get("/inbox"), 401, "bad_token")
    assert (await Player(http, ada.id, token).get("/inbox")).status_code == 200
    http.cookies.clear()
    is_problem(await http.post("/session", data={"do": "renew"}), 401, "bad_token")


async def test_only_hashes_of_tokens_are_stored(table: Table, site: Site) -> None:
    ada = await table.player()
    await table.http.post("/tokens", json={}, headers=ada.headers)
    stored = b""
    async for key in site.log.client.scan_iter(match="*"):
        stored += key + await site.log.client.dump(key)
    assert ada.id.encode() in stored
    assert ada.token.encode() not in stored
    assert ada.token.removeprefix("tp_").encode() not in stored


async def test_as_many_values_as_may_be(table: Table) -> None:
    ada = await table.player()
    headers = {**ada.headers, "Idempotency-Key": "k"}
    for body in (b"[" + b"1," * MOST_VALUES + b"1]", b"[" + b"{}," * MOST_VALUES + b"{}]"):
        is_problem(await table.http.post("/matches", content=body, headers=headers), 422, "too_many")
    for kind in (
        "text/plain",
        "application/xml",
        "multipart/form-data; boundary=x",
        "application/json; charset=utf-16",
        "",
    ):
        told = await table.http.post("/matches", content=b"<a/>", headers={**headers, "Content-Type": kind})
        is_problem(told, 400, "bad_json")
    told = await table.http.post("/players", content='{"name": "阿达"}'.encode("utf-16"))
    is_problem(told, 400, "bad_json")
    assert extent(b'[1,{"a":"[,,["},[]]') == (2, 5)


async def test_addresses_behind_a_proxy(site: Site) -> None:
    """Only a named proxy is believed when it says who asks."""
    force_setattr(site, "limits", Limits(requests=NONE))
    for proxies, expected in (("127.0.0.1", [200, 200, 429]), ("", [200, 429, 429])):
        site.rates._buckets.clear()
        listening, stop = door.listen("127.0.0.1", 0), asyncio.Event()
        serving = asyncio.create_task(door.serve(site, listening, stop, Settings(proxies=proxies)))
        async with httpx.AsyncClient(base_url=door.address(listening), trust_env=False) as http:
            names = ("10.0.0.1", "10.0.0.2", "10.0.0.2")
            told = [await http.get("/games", headers={"X-Forwarded-For": name}) for name in names]
        assert [one.status_code for one in told] == expected
        stop.set()
        await serving
        site.closing.clear()


async def test_more_connections_than_there_may_be(site: Site) -> None:
    listening, stop = door.listen("127.0.0.1", 0), asyncio.Event()
    serving = asyncio.create_task(door.serve(site, listening, stop, Settings(connections=3)))
    url = door.address(listening)
    asking = b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
    held = [await asyncio.open_connection(*url.removeprefix("http://").split(":")) for _ in range(3)]
    await asyncio.sleep(0.1)
    assert code_of(await said(url, b"")) == (503, "busy")
    held.pop()[1].close()
    await asyncio.sleep(0.1)
    assert (await said(url, asking)).startswith(b"HTTP/1.1 200")
    for _, writer in held:
        writer.close()
    stop.set()
    await serving


def test_rates() -> None:
    now = [0.0]
    rates = Rates(clock=lambda: now[0])
    for _ in range(4):
        rates.spend("a", Rate(2, 4))
    rates.spend("b", Rate(2, 4))
    with pytest.raises(Problem, match="too_fast"):
        rates.spend("a", Rate(2, 4))
    now[0] = 0.5
    rates.spend("a", Rate(2, 4))
    with pytest.raises(Problem, match="too_fast"):
        rates.spend("a", Rate(2, 4))
    now[0] = 100
    for _ in range(4):
        rates.spend("a", Rate(2, 4))
    with pytest.raises(Problem, match="too_fast"):
        rates.check("a", Rate(2, 4))
    assert counted("2001:db8:1:2:3::4") == counted("2001:db8:1:2::9") == "2001:db8:1:2::/64"
    assert counted("::ffff:10.0.0.1") == counted("10.0.0.1") == "10.0.0.1"


def test_limits_are_settings() -> None:
    settings = read_settings({"TURNPOST_COMMAND_RATE": "1.5:3", "TURNPOST_STREAMS_EACH": "7"})
    assert read_rate(settings.command_rate) == Rate(1.5, 3)
    assert settings.streams_each == 7
    with pytest.raises(SettingsError, match="TURNPOST_READ_RATE"):
        read_settings({"TURNPOST_READ_RATE": "fast"})
    standard, limits = Settings(), Limits()
    assert read_rate(standard.command_rate) == limits.commands
    assert read_rate(standard.player_rate) == limits.players
    assert read_rate(standard.read_rate) == limits.reading
    assert read_rate(standard.request_rate) == limits.requests
    assert read_rate(standard.failure_rate) == limits.failures
    assert (standard.streams, standard.streams_each) == (limits.streams, limits.streams_each)
    assert replace(limits, streams=1).streams == 1

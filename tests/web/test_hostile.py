"""Whatever is sent, the answer is one of ours and nothing has changed.

The long edition, by `make strain`, sends 100,000 bodies and prints what came back.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
import os
import time
from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
import schemathesis
import structlog
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from litestar.types import ASGIApp
from msgspec.structs import force_setattr, replace

from events.log import answer
from events.texts import has
from services.web.app import create_app
from services.web.guard import guard
from services.web.openapi import describe
from services.web.problems import STATUS
from services.web.rates import Limits, Rate
from services.web.site import Site
from tests.web.hostile import Foe, Sent
from tests.web.playing import Player, Table

LONG = bool(os.environ.get("TURNPOST_STRAIN"))
BODIES = 100_000
FEW = 1_000
AT_ONCE = 48
PATIENCE = 50.0
FREELY = Rate(1e6, 1e9)
_keys = itertools.count(1)
_code = msgspec.json.Decoder(dict[str, Any])


@pytest.fixture(autouse=True)
def quietly() -> Iterator[None]:
    """Nothing is logged of what goes as it should."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    yield
    structlog.reset_defaults()


async def ask(app: ASGIApp, method: str, path: str, body: bytes, headers: dict[str, str]) -> tuple[int, bytes]:
    """What the door answers, without a connection in between."""
    status, parts, sent = 0, [], False
    path, _, query = path.partition("?")
    scope: dict[str, Any] = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "headers": [(name.lower().encode(), value.encode()) for name, value in headers.items()],
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 80),
    }

    async def receive() -> Any:
        nonlocal sent
        if sent:
            await asyncio.sleep(3600)
        sent = True
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: Any) -> None:
        nonlocal status
        if message["type"] == "http.response.start":
            status = message["status"]
        else:
            parts.append(message.get("body", b""))

    await app(scope, receive, send)  # type: ignore[arg-type]
    return status, b"".join(parts)


def headers_of(sent: Sent, who: dict[str, Player]) -> dict[str, str]:
    token = who[sent.who].token
    if sent.form:
        return {"content-type": "application/x-www-form-urlencoded", "cookie": f"turnpost={token}"}
    return {
        "content-type": "application/json",
        "authorization": f"Bearer {token}",
        "idempotency-key": f"f{next(_keys)}",
    }


def judge(sent: Sent, status: int, body: bytes) -> str:
    """The code of the answer, which must be a problem or a refusal of ours, and must tell nothing of the inside."""
    assert 400 <= status < 500, (sent, status, body[:300])
    assert b"Traceback" not in body, (sent, body[:300])
    assert len(body) < 20_000, sent
    if body.startswith(b"<!doctype html>"):
        assert sent.form, (sent, body[:300])
        return f"{status} page"
    found = _code.decode(body)
    assert found["text"], found
    if status == 409:
        assert found["text"]["key"].endswith(f".refused.{found['code']}"), (sent, found)
        assert has(found["text"]["key"]), (sent, found)
    else:
        assert STATUS[found["code"]] == status, (sent, status, found)
    return f"{status} {found['code']}"


async def standing(site: Site, table: Table) -> Any:
    """All that must not change."""
    kept = [await site.log.position(partition) for partition in range(site.log.partitions)]
    keys = Counter[bytes]()
    async for key in site.log.client.scan_iter(match="{acct}:*", count=1000):
        keys[key.split(b":")[1]] += 1
    parked = [await answer(site.log.client.xlen(f"{{p{number:02d}}}:parked")) for number in range(site.log.partitions)]
    seen = [(await player.get(f"{table.path}{part}")).content for player in table.players for part in ("", "/prompts")]
    return kept, keys, parked, seen


async def attack(site: Site, table: Table, bodies: int, seed: int) -> Counter[str]:
    await table.open("planet")
    await table.start()
    site = replace(site, limits=limitless(), patience=PATIENCE)
    app = guard(create_app(site), site)
    who = {"player": table.players[0], "outsider": await table.player("Eve")}
    before = await standing(site, table)
    foe, left, codes = Foe(seed, table.match), iter(range(bodies)), Counter[str]()

    async def sending() -> None:
        for _ in left:
            sent = foe.sent()
            async with asyncio.timeout(60):
                status, body = await ask(app, "POST", sent.path, sent.body, headers_of(sent, who))
            codes[judge(sent, status, body)] += 1

    async with asyncio.TaskGroup() as tasks:
        for _ in range(AT_ONCE):
            tasks.create_task(sending())
    assert await standing(site, table) == before
    return codes


async def test_hostile_bodies(site: Site, table: Table) -> None:
    codes = await attack(site, table, FEW, 1)
    assert codes.total() == FEW
    assert len(codes) > 8, codes


@pytest.mark.strain
@pytest.mark.skipif(not LONG, reason="the long edition")
async def test_a_hundred_thousand_hostile_bodies(site: Site, table: Table) -> None:
    began = time.perf_counter()
    codes = await attack(site, table, BODIES, 2)
    seconds = time.perf_counter() - began
    print(f"\n{codes.total()} hostile bodies in {seconds:.0f} s, nothing changed; answers:")
    for code, count in codes.most_common():
        print(f"  {count:7} {code}")
    assert codes.total() == BODIES


async def test_the_api_keeps_to_its_document(site: Site, table: Table) -> None:
    """Requests made up from the document: each answer is one that it names, in the shape that it gives."""
    checked = await made_up(site, table, 4)
    assert checked.total() > 60
    assert {told.split()[0] for told in checked} >= {"200", "400", "404", "422"}, checked


@pytest.mark.strain
@pytest.mark.skipif(not LONG, reason="the long edition")
async def test_the_api_keeps_to_its_document_for_long(site: Site, table: Table) -> None:
    checked = await made_up(site, table, 100)
    print(f"\n{checked.total()} requests made up from the document, each answered as it says")
    assert checked.total() > 1500


async def made_up(site: Site, table: Table, examples: int) -> Counter[str]:
    """Send so many requests to each operation; what was answered, by status and operation."""
    await table.open("gauntlet")
    await table.start()
    force_setattr(site, "limits", limitless())
    document = schemathesis.openapi.from_dict(msgspec.json.decode(describe(create_app(site))))
    loop, app, ada = asyncio.get_running_loop(), guard(create_app(site), site), table.players[0]
    checked = Counter[str]()

    def all_operations() -> list[Any]:
        return [found.ok() for found in document.get_all_operations()]

    def one(operation: Any) -> None:
        @settings(
            max_examples=examples,
            deadline=None,
            database=None,
            derandomize=True,
            suppress_health_check=list(HealthCheck),
            phases=[Phase.generate],
        )
        @given(case=operation.as_strategy(), real=st.booleans())
        def check(case: Any, real: bool) -> None:
            if real and "match" in (case.path_parameters or {}) and case.method == "GET":
                case.path_parameters["match"] = table.match
            path = case.formatted_path
            query = "&".join(f"{key}={value}" for key, value in (case.query or {}).items())
            body = msgspec.json.encode(case.body) if isinstance(case.body, (dict, list, str, int)) else b""
            headers = {"authorization": f"Bearer {ada.token}", "idempotency-key": f"s{next(_keys)}"}
            told = asyncio.run_coroutine_threadsafe(
                ask(app, case.method, f"{path}?{query}".encode(errors="replace").decode(), body, headers), loop
            ).result(30)
            checked[keeps(operation, *told)] += 1

        check()

    for operation in await asyncio.to_thread(all_operations):
        if operation.path.endswith("/live") or operation.method.upper() == "DELETE":
            continue
        await asyncio.to_thread(one, operation)
    return checked


def limitless() -> Limits:
    """Nobody is too fast."""
    return Limits(commands=FREELY, players=FREELY, reading=FREELY, requests=FREELY, failures=FREELY)


def keeps(operation: Any, status: int, body: bytes) -> str:
    """The status of an answer that is in the document, with a body of the shape it has there."""
    assert status < 500, (operation.path, status, body[:300])
    responses = operation.definition.raw["responses"]
    told = responses.get(str(status), responses["default"])
    media = next(iter(told["content"]))
    if "json" in media and not media.endswith("jsonl"):
        found = msgspec.json.decode(body)
        if str(status) not in responses:
            assert found["code"] in STATUS, (operation.path, status, found)
    return f"{status} {operation.method.upper()} {operation.path}"

"""A player's side of the HTTP door: commands with idempotency keys, prompts, live updates. For robots and tests.

Commands are sent again under the same key until their outcome is known, so a lost answer does no harm.
"""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, cast

import httpx
import msgspec
from msgspec import Struct

from events.choices import Choice, Reply
from events.commit import Wait

PATIENCE = 60.0
PAUSE = 0.1
TIMEOUT = httpx.Timeout(20.0)
TRANSIENT = frozenset({429, 502, 503, 504})


class Declined(Exception):
    """The door says no: the HTTP status and the body with its stable code."""

    def __init__(self, status: int, body: dict[str, Any]) -> None:
        super().__init__(f"{status} {body.get('code', '')}: {body.get('text', body)}")
        self.status = status
        self.code = str(body.get("code", ""))


class Prompt(Wait, frozen=True, kw_only=True, forbid_unknown_fields=False):
    """A wait with its question, as a seat gets it; `default` is what silence says, `answered` what the seat said
    before and may still change. Fields that a newer door adds are passed over."""

    choice: Choice
    default: Reply | None = None
    answered: Reply | None = None


class News(Struct, frozen=True):
    """A commit as told by live updates."""

    n: int
    waits: tuple[Wait, ...]


_prompts = msgspec.json.Decoder(tuple[Prompt, ...])
_news = msgspec.json.Decoder(News)


class Client:
    """One player at the door of a deployment; without a token, anybody. `pre` makes the keys of commands its own."""

    def __init__(self, url: str, token: str = "", *, language: str = "en", pre: str = "k") -> None:
        headers = {"Accept-Language": language}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        self._http = httpx.AsyncClient(base_url=url, headers=headers, timeout=TIMEOUT, trust_env=False)
        self._keys = (f"{pre}-{number}" for number in itertools.count(1))

    async def __aenter__(self) -> Client:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._http.aclose()

    async def get(self, path: str, **query: str | int) -> Any:
        """What stands at a path. Raises Declined."""
        return (await self._send("GET", path, params=query)).json()

    async def post(self, path: str, body: Any) -> Any:
        """Send something that is no command, once. Raises Declined."""
        return (await self._send("POST", path, content=msgspec.json.encode(body), once=True)).json()

    async def command(self, path: str, body: Any, key: str | None = None) -> dict[str, Any]:
        """Send a command until its outcome is known, and give the outcome. Raises Declined, also when refused."""
        headers = {"Idempotency-Key": key or next(self._keys)}
        end = asyncio.get_running_loop().time() + PATIENCE
        while True:
            sent = await self._send("POST", path, content=msgspec.json.encode(body), headers=headers)
            if sent.status_code != httpx.codes.ACCEPTED:
                return cast("dict[str, Any]", sent.json())
            if asyncio.get_running_loop().time() > end:
                raise TimeoutError(f"{path} was not decided in {PATIENCE:.0f} s")
            await asyncio.sleep(PAUSE)

    async def prompts(self, match: str) -> tuple[Prompt, ...]:
        """What this player is asked in a match."""
        return _prompts.decode((await self._send("GET", f"/matches/{match}/prompts")).content)

    async def live(self, match: str, viewpoint: str, after: int = 0) -> AsyncIterator[News]:
        """The commits of a match from number `after` on as they come, until it is over; lost connections are mended."""
        while True:
            try:
                async with self._stream(match, viewpoint, after) as lines:
                    async for line in lines:
                        if line.startswith("data:"):
                            news = _news.decode(line.removeprefix("data:").strip())
                            after = news.n
                            yield news
            except httpx.TransportError:
                await asyncio.sleep(PAUSE)
            else:
                return

    @asynccontextmanager
    async def _stream(self, match: str, viewpoint: str, after: int) -> AsyncIterator[AsyncIterator[str]]:
        headers = {"Last-Event-ID": str(after), "Accept": "text/event-stream"}
        path = f"/matches/{match}/live"
        timeout = httpx.Timeout(20.0, read=60.0)
        async with self._http.stream("GET", path, params={"as": viewpoint}, headers=headers, timeout=timeout) as told:
            if told.status_code >= httpx.codes.BAD_REQUEST:
                await told.aread()
                raise Declined(told.status_code, _body(told))
            yield told.aiter_lines()

    async def _send(self, method: str, path: str, *, once: bool = False, **rest: Any) -> httpx.Response:
        end = asyncio.get_running_loop().time() + PATIENCE
        while True:
            try:
                told = await self._http.request(method, path, **rest)
            except httpx.TransportError:
                if once or asyncio.get_running_loop().time() > end:
                    raise
            else:
                if told.status_code < httpx.codes.BAD_REQUEST:
                    return told
                if told.status_code not in TRANSIENT or asyncio.get_running_loop().time() > end:
                    raise Declined(told.status_code, _body(told))
            await asyncio.sleep(PAUSE)


def _body(told: httpx.Response) -> dict[str, Any]:
    try:
        body = told.json()
    except ValueError:
        return {"text": told.text[:200]}
    return body if isinstance(body, dict) else {"text": str(body)[:200]}

"""Bodies of requests: read up to a limit, checked for depth and count before they are decoded, decoded strictly."""

import asyncio
import re
from functools import cache
from typing import Any, Final
from urllib.parse import parse_qsl

import msgspec
import structlog
from litestar.exceptions import InternalServerException

from services.web.asking import Request
from services.web.problems import Problem

MOST_BYTES: Final = 64 * 1024
DEEPEST: Final = 20
MOST_VALUES: Final = 4000
MOST_FIELDS: Final = 1000
SLOWEST: Final = 20.0
"""Seconds in which a whole body must come."""

logger = structlog.get_logger(__name__)

_MARKS: Final = re.compile(rb'"(?:[^"\\]|\\.)*+"?|[\[{\]},]', re.DOTALL)


async def read(request: Request) -> bytes:
    """The whole body; Problem(too_big) as soon as it passes the limit, Problem(too_slow) when it does not come."""
    told = request.headers.get("content-length", "0")
    if not (told.isascii() and told.isdigit()) or int(told) > MOST_BYTES:
        raise Problem("too_big", most=MOST_BYTES)
    try:
        async with asyncio.timeout(SLOWEST):
            return await _all(request)
    except TimeoutError:
        raise Problem("too_slow") from None
    except InternalServerException as error:
        if "disconnected" not in str(error.detail):
            raise
        logger.debug("hung_up")
        raise Problem("bad_http") from None  # nobody is there to read it; it is counted


async def _all(request: Request) -> bytes:
    parts: list[bytes] = []
    size = 0
    async for part in request.stream():
        size += len(part)
        if size > MOST_BYTES:
            raise Problem("too_big", most=MOST_BYTES)
        parts.append(part)
    return b"".join(parts)


def extent(body: bytes) -> tuple[int, int]:
    """How deep lists and objects are nested in JSON, and about how many values stand in it; not counting what stands
    in strings."""
    now = deepest = values = 0
    for mark in _MARKS.finditer(body):
        sign = mark[0]
        if sign in (b"[", b"{"):
            now += 1
            values += 1
            deepest = max(deepest, now)
        elif sign in (b"]", b"}"):
            now -= 1
        elif sign == b",":
            values += 1
    return deepest, values


def depth(body: bytes) -> int:
    """How deep lists and objects are nested in JSON; what stands in strings does not count."""
    return extent(body)[0]


@cache
def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)


async def read_body(request: Request) -> bytes:
    """The body of a request that sends JSON. Problems: too_big, too_slow, too_deep, too_many."""
    body = await read(request)
    deepest, values = extent(body)
    if deepest > DEEPEST:
        raise Problem("too_deep", most=DEEPEST)
    if values > MOST_VALUES:
        raise Problem("too_many", most=MOST_VALUES)
    return body


def decode(body: bytes, kind: Any) -> Any:
    """JSON as this type; nothing at all is an empty object. Problems: bad_json (not JSON), bad_body (another shape,
    or numbers that do not fit into 64 bits, which no stream could carry)."""
    try:
        found = _decoder(kind).decode(body or b"{}")
        msgspec.msgpack.encode(found)
    except (msgspec.ValidationError, OverflowError) as error:
        raise Problem("bad_body", why=str(error)[:200]) from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Problem("bad_json", why=str(error)[:200]) from error
    return found


async def read_form(request: Request) -> dict[str, list[str]]:
    """A form sent by a browser, its fields by name."""
    body = await read(request)
    try:
        pairs = parse_qsl(body.decode(), keep_blank_values=True, max_num_fields=MOST_FIELDS, errors="strict")
    except ValueError as error:
        raise Problem("bad_body", why=str(error)[:200]) from error
    found: dict[str, list[str]] = {}
    for name, value in pairs:
        found.setdefault(name, []).append(value)
    return found

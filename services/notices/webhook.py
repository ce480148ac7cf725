"""Prompts to players' own https addresses, signed in the Standard Webhooks way.

Header `webhook-id` is the same however often a letter is sent, so it is sent until the address says 2xx. The name is
resolved here, looked at, and called at that very address; TLS still checks the certificate against the name.
Redirects are not followed.
"""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Sequence
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Final
from urllib.parse import urlsplit, urlunsplit

import httpx
import msgspec
from standardwebhooks import Webhook

from services.notices.addresses import Network, Refused, Resolve, Unresolved, lookup, resolve
from services.notices.channels import Channel
from services.notices.letter import Letter, builtins
from services.notices.sending import SECONDS, Arrived, Draw, Later, Never, Verdict

HOST: Final = (5.0, 10)
"""Calls a second for each host, and how many at once."""
LONGEST_WAIT: Final = 24 * 3600.0
TYPES: Final = {"asked": "prompt.asked", "closed": "prompt.closed", "disabled": "channel.disabled"}

_DEAD: Final = {403: "forbidden", 404: "not_found", 410: "gone"}


class Webhooks:
    """Calls webhooks. An async context manager. `allowed`: networks that may be called although not public."""

    def __init__(
        self, *, allowed: Sequence[Network] = (), verify: ssl.SSLContext | bool = True, ask: Resolve = lookup
    ) -> None:
        self._allowed = allowed
        self._ask = ask
        self._client = httpx.AsyncClient(
            verify=verify,
            follow_redirects=False,
            trust_env=False,
            timeout=SECONDS,
            # Connections are found again by address, and one address may serve many names: none is used twice.
            limits=httpx.Limits(max_connections=64, max_keepalive_connections=0),
        )

    async def __aenter__(self) -> Webhooks:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._client.aclose()

    def limits(self, channel: Channel) -> tuple[tuple[str, float, int], ...]:
        """A few calls a second for each host."""
        return ((f"webhook:{urlsplit(channel.to).hostname}", *HOST),)

    async def deliver(self, channel: Channel, letter: Letter, message: str, mark: str, draw: Draw) -> Verdict:  # noqa: ARG002
        """Call it. What it shows later is told by further calls; there is nothing to edit."""
        kind = "prompt.changed" if letter.what == "asked" and message else TYPES[letter.what]
        now = datetime.now(UTC)
        body = msgspec.json.encode({"type": kind, "timestamp": now.isoformat(), "data": builtins(letter)})
        try:
            async with asyncio.timeout(SECONDS):
                told = await self._call(channel, mark, now, body)
        except Refused:
            return Never("refused_address", channel=True)
        except Unresolved:
            return Later("unresolved")
        except (httpx.HTTPError, httpx.InvalidURL, ssl.SSLError, OSError, TimeoutError):
            return Later("unreachable")
        return read(told, mark, now)

    async def _call(self, channel: Channel, mark: str, now: datetime, body: bytes) -> httpx.Response:
        parts = urlsplit(channel.to)
        host = parts.hostname or ""
        address = await resolve(host, parts.port or 443, self._ask, self._allowed)
        place = f"[{address}]" if ":" in address else address
        netloc = place if parts.port is None else f"{place}:{parts.port}"
        request = self._client.build_request(
            "POST",
            urlunsplit(("https", netloc, parts.path, parts.query, "")),
            content=body,
            headers={
                "Host": parts.netloc,
                "Content-Type": "application/json",
                "User-Agent": "Turnpost",
                "webhook-id": mark,
                "webhook-timestamp": str(int(now.timestamp())),
                "webhook-signature": Webhook(channel.secret).sign(mark, now, body.decode()),
            },
            extensions={"sni_hostname": host},
        )
        told = await self._client.send(request, stream=True)  # the body of the answer is nobody's business
        await told.aclose()
        return told


def read(told: httpx.Response, mark: str, now: datetime) -> Verdict:
    """What an answer means."""
    code = told.status_code
    if told.is_success:
        return Arrived(mark)
    if code in _DEAD:
        return Never(_DEAD[code], channel=True)
    if told.has_redirect_location or 300 <= code < 400:
        return Later("redirected")
    if code in (httpx.codes.TOO_MANY_REQUESTS, httpx.codes.SERVICE_UNAVAILABLE):
        return Later("slow_down", _retry_after(told.headers.get("retry-after", ""), now), hold=True)
    return Later("status")


def _retry_after(text: str, now: datetime) -> float | None:
    """Seconds or a date, as HTTP has it; None where it is neither."""
    text = text.strip()
    if text.isascii() and text.isdigit() and len(text) < 10:
        return min(float(text), LONGEST_WAIT)
    try:
        at = parsedate_to_datetime(text)
        return max(0.0, min((at - now).total_seconds(), LONGEST_WAIT))
    except (ValueError, TypeError):
        return None

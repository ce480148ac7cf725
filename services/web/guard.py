"""Around every request: limits by address, safe headers, a span, a line of context in the log, and what is measured.

Stands outside of the routing, so that whatever is answered passes here, also to an address where nothing is. HEAD is
answered as GET would be, without the body.
"""

import time
from typing import Final, cast

import structlog
from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPResponseBodyEvent, HTTPResponseStartEvent, Message, Receive, Scope, Send
from structlog.contextvars import bind_contextvars, clear_contextvars

from events.traces import span
from services.web import metrics
from services.web.problems import Problem, body_of
from services.web.rates import counted
from services.web.site import Site
from services.web.speech import JSON

POLICY: Final = (
    b"default-src 'none'; img-src 'self'; style-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
)
SAFE: Final = (
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
    (b"content-security-policy", POLICY),
)
HTTPS_ONLY: Final = (b"strict-transport-security", b"max-age=31536000")
VARY: Final = b"Accept-Language, Authorization, Cookie"
_NOTHING: Final[HTTPResponseBodyEvent] = {"type": "http.response.body", "body": b"", "more_body": False}
UNLIMITED: Final = frozenset({"/healthz", "/readyz", "/metrics"})

logger = structlog.get_logger(__name__)


def guard(app: ASGIApp, site: Site) -> ASGIApp:
    """The door, guarded."""
    safe = (*SAFE, HTTPS_ONLY) if site.secure else SAFE

    async def guarded(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await app(scope, receive, send)
            return
        begun = time.perf_counter()
        status, method = 0, str(scope["method"])
        bare = method == "HEAD"
        if bare:
            scope = cast("Scope", {**scope, "method": "GET"})
        clear_contextvars()
        bind_contextvars(method=method)

        async def send_safely(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers: list[tuple[bytes, bytes]] = list(message.get("headers", ()))
                headers += [*safe, (b"vary", VARY)]
                if not any(name.lower() == b"cache-control" for name, _ in headers):
                    headers.append((b"cache-control", b"no-store"))
                message["headers"] = headers
                await send(message)
                if bare:
                    await send(_NOTHING)
            elif not bare:
                await send(message)

        with span("request", kind="server", parent="", http_request_method=method) as at:
            try:
                if scope["path"] not in UNLIMITED:
                    client = scope.get("client")
                    site.rates.spend(f"requests:{counted(client[0] if client else '')}", site.limits.requests)
                await app(scope, receive, send_safely)
            except Problem as problem:
                await _refuse(problem, send_safely)
            finally:
                route = str(scope.get("path_template") or "")
                at.note(http_route=route, http_response_status_code=status)
                metrics.answered(method, route, status, time.perf_counter() - begun)

    return guarded


async def _refuse(problem: Problem, send: Send) -> None:
    """Answer without knowing who asks for what."""
    body = body_of(problem, "en")
    headers = [(b"content-type", JSON.encode()), (b"content-length", b"%d" % len(body))]
    headers += [(name.encode(), value.encode()) for name, value in problem.headers.items()]
    start: HTTPResponseStartEvent = {"type": "http.response.start", "status": problem.status, "headers": headers}
    await send(start)
    await send({"type": "http.response.body", "body": body, "more_body": False})

"""An HTTP connection with limits: how long its head may be and take, how slowly an answer may be taken, how many.

The door's own parser knows no such limits. Whatever breaks one is told so in the door's one shape, and let go.
"""

from __future__ import annotations

import asyncio
from asyncio.events import TimerHandle
from http import HTTPStatus
from typing import Any, Final

import httptools
from uvicorn.config import Config
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.server import ServerState

from services.web.problems import Problem, body_of

MOST_HEAD: Final = 32 * 1024
MOST_URL: Final = 8 * 1024
MOST_HEADERS: Final = 100
HEAD_SECONDS: Final = 10.0
STALLED_SECONDS: Final = 30.0


class Connection(HttpToolsProtocol):
    """One connection. `limit_concurrency` of the configuration is how many there may be."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._most, self.limit_concurrency = self.limit_concurrency, None
        self._in_head = True
        self._head = self._raw = self._fields = 0
        self._problem = Problem("bad_http")
        self._status = HTTPStatus.BAD_REQUEST
        self._late: TimerHandle | None = None
        self._stalled: TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody has come."""
        super().connection_made(transport)
        if self._most is not None and len(self.connections) > self._most:
            self._refuse(HTTPStatus.SERVICE_UNAVAILABLE, Problem("busy"))
        else:
            self._await_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """They have gone."""
        self._forget()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Something was sent."""
        if self.transport.is_closing():
            return
        super().data_received(data)
        if self.transport.is_closing():
            return
        if self._in_head:
            self._raw += len(data)
            if self._raw > MOST_HEAD:
                self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, Problem("too_big", most=MOST_HEAD))
                return
        if self._in_head or self.cycle.response_complete:
            self._await_head()

    def on_message_begin(self) -> None:
        """A request begins."""
        super().on_message_begin()
        self._in_head = True
        self._head = self._raw = self._fields = 0

    def on_url(self, url: bytes) -> None:
        """A part of the address."""
        super().on_url(url)
        if len(self.url) > MOST_URL:
            self._break(HTTPStatus.REQUEST_URI_TOO_LONG, Problem("too_big", most=MOST_URL))

    def on_header(self, name: bytes, value: bytes) -> None:
        """A header."""
        super().on_header(name, value)
        self._fields += 1
        self._head += len(name) + len(value)
        if self._fields > MOST_HEADERS:
            self._break(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, Problem("too_many", most=MOST_HEADERS))
        if self._head > MOST_HEAD:
            self._break(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, Problem("too_big", most=MOST_HEAD))

    def on_headers_complete(self) -> None:
        """The head has come."""
        super().on_headers_complete()
        self._in_head = False
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def pause_writing(self) -> None:
        """The answer is taken slower than it is made."""
        super().pause_writing()
        if self._stalled is None:
            self._stalled = self.loop.call_later(STALLED_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        """It was taken."""
        super().resume_writing()
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002
        """What came is no request, or too much of one."""
        self._refuse(self._status, self._problem)

    def _await_head(self) -> None:
        if self._late is None:
            self._late = self.loop.call_later(HEAD_SECONDS, self._too_late)

    def _too_late(self) -> None:
        self._late = None
        if self.transport.is_closing():
            return
        if self._raw:
            self._refuse(HTTPStatus.REQUEST_TIMEOUT, Problem("too_slow"))
        else:
            self.transport.close()

    def _break(self, status: HTTPStatus, problem: Problem) -> None:
        """Stop the parser, which then has the problem told."""
        self._status, self._problem = status, problem
        raise httptools.HttpParserError(problem.code)

    def _refuse(self, status: HTTPStatus, problem: Problem) -> None:
        body = body_of(problem, "en")
        head = (
            f"HTTP/1.1 {status.value} {status.phrase}\r\ncontent-type: application/json\r\n"
            f"content-length: {len(body)}\r\ncache-control: no-store\r\nx-content-type-options: nosniff\r\n"
            "connection: close\r\n\r\n"
        )
        self.transport.write(head.encode() + body)
        self.transport.close()

    def _forget(self) -> None:
        for timer in (self._late, self._stalled):
            if timer is not None:
                timer.cancel()
        self._late = self._stalled = None

"""A receiver of webhooks over TLS for the name `hooks.test`: it checks signatures, and answers as it is told."""

from __future__ import annotations

import json
import ssl
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import trustme
from standardwebhooks import Webhook

from tests.services.notices.fake_telegram import Hook, _nothing, serving

NAME = "hooks.test"


@dataclass
class FakeHooks:
    """`came` holds what was received: id, type and data, also what was not answered with 2xx."""

    port: int = 0
    secret: str = ""
    statuses: list[int | tuple[int, dict[str, str]]] = field(default_factory=list)
    """What is answered next; 204 when none is left."""
    came: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    hosts: list[str] = field(default_factory=list)
    before: Hook = _nothing
    after: Hook = _nothing
    trust: ssl.SSLContext = field(default_factory=ssl.create_default_context)
    ca: Path = Path()

    @property
    def url(self) -> str:
        return f"https://{NAME}:{self.port}/turnpost?who=me"

    @property
    def once(self) -> dict[str, dict[str, Any]]:
        """What was received, by id: what a receiver that minds the id does once."""
        return dict(self.came)

    async def resolve(self, host: str, port: int) -> Sequence[str]:
        """Where the name leads, for tests."""
        assert host == NAME
        return ["127.0.0.1"]


@asynccontextmanager
async def hooks(folder: Path) -> AsyncIterator[FakeHooks]:
    """The receiver at a loopback port."""
    fake = FakeHooks()
    authority = trustme.CA()
    certificate = authority.issue_cert(NAME)
    fake.ca = folder / "ca.pem"
    authority.cert_pem.write_to_path(str(fake.ca))
    certificate.private_key_pem.write_to_path(str(folder / "key.pem"))
    with (folder / "chain.pem").open("wb") as file:
        file.write(b"".join(part.bytes() for part in certificate.cert_chain_pems))
    authority.configure_trust(fake.trust)

    async def app(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            return
        body, more = b"", True
        while more:
            part = await receive()
            body, more = body + part.get("body", b""), part.get("more_body", False)
        headers = {name.decode(): value.decode() for name, value in scope["headers"]}
        told = Webhook(fake.secret).verify(body, headers) if fake.secret else json.loads(body)
        await fake.before(told["type"], told)
        fake.hosts.append(headers["host"])
        fake.came.append((headers["webhook-id"], told))
        await fake.after(told["type"], told)
        answer = fake.statuses.pop(0) if fake.statuses else 204
        status, more_headers = answer if isinstance(answer, tuple) else (answer, {})
        raw = [(name.encode(), value.encode()) for name, value in more_headers.items()]
        await send({"type": "http.response.start", "status": status, "headers": raw})
        await send({"type": "http.response.body", "body": b""})

    tls = {"ssl_certfile": str(folder / "chain.pem"), "ssl_keyfile": str(folder / "key.pem")}
    async with serving(app, **tls) as url:
        fake.port = int(url.rpartition(":")[2])
        yield fake

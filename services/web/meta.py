"""Whether the door lives and can do its work."""

from litestar import Response, get

from events.log import answer
from services.web import shapes
from services.web.asking import Request
from services.web.handlers import site_of
from services.web.problems import Problem
from services.web.speech import JSON, plain_json


@get("/healthz", opt={"gives": shapes.Health, "open": True})
async def healthz() -> Response[bytes]:
    """The door runs."""
    return Response(plain_json({"status": "ok"}), media_type=JSON)


@get("/readyz", opt={"gives": shapes.Health, "open": True})
async def readyz(request: Request) -> Response[bytes]:
    """The door reaches the log and is not shutting down."""
    site = site_of(request)
    if site.closing.is_set():
        raise Problem("busy")
    await answer(site.log.client.ping())
    return Response(plain_json({"status": "ok"}), media_type=JSON)

"""The description of the command stream, as an AsyncAPI document."""

from functools import cache

from litestar import Response, get

from services.aggregate.intake import Delivered, make_broker, subscribe
from services.aggregate.intake import asyncapi as document
from services.web.asking import Request
from services.web.handlers import site_of
from services.web.speech import JSON, plain_json


@get("/asyncapi", include_in_schema=False, sync_to_thread=True)
def asyncapi(request: Request) -> Response[bytes]:
    """How commands come in."""
    return Response(describe(site_of(request).log.partitions), media_type=JSON)


@cache
def describe(partitions: int) -> bytes:
    """The document of a broker that is never connected, so that it names no server of this deployment."""
    broker = make_broker("redis://localhost:6379")
    for partition in range(partitions):
        subscribe(broker, partition, _nobody)
    return plain_json(document(broker, "1"))


async def _nobody(_: list[Delivered]) -> None:
    """Nothing is delivered."""

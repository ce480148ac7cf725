"""The API's description: paths from the framework, bodies from the structs they are decoded into."""

from collections.abc import Iterable
from functools import cache
from typing import Any, Final

import msgspec
from litestar import Litestar, Response, get
from litestar.handlers import HTTPRouteHandler

from services.web import shapes
from services.web.asking import Request
from services.web.problems import STATUS
from services.web.speech import JSON, plain_json

QUERY: Final = {
    "as": "The viewpoint: seat, seat:N, watch or all (after the end). By default the best the reader may have.",
    "n": "The position after this commit instead of the present one.",
    "t": "The token of a link, which carries a viewpoint.",
    "after": "Only what follows this commit.",
    "last": "Only the last so many.",
    "which": "this or others.",
    "mine": "Always the own ones; there is no list of other people's.",
}
_REF: Final = "#/components/schemas/{name}"


@get("/schema", include_in_schema=False, opt={"open": True})
async def schema(request: Request) -> Response[bytes]:
    """This API as an OpenAPI document."""
    return Response(describe(request.app), media_type=JSON)


@cache
def describe(app: Litestar) -> bytes:
    """The OpenAPI document of an app, as JSON."""
    document: dict[str, Any] = app.openapi_schema.to_schema()
    kinds = list(_kinds(app))
    built, components = msgspec.json.schema_components(kinds, ref_template=_REF)
    schemas = dict(zip(map(repr, kinds), built, strict=True))
    for route in app.routes:
        for handler in getattr(route, "route_handlers", ()):
            if not isinstance(handler, HTTPRouteHandler) or "gives" not in handler.opt:
                continue
            path = document["paths"][route.path_format]
            for method in handler.http_methods & {"GET", "POST", "DELETE"}:
                _describe(path[method.lower()], handler, schemas)
    document["components"] = {
        **document.get("components", {}),
        "schemas": components,
        "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
    }
    return plain_json(document)


def _kinds(app: Litestar) -> Iterable[Any]:
    found: dict[str, Any] = {repr(shapes.Problem): shapes.Problem}
    for route in app.routes:
        for handler in getattr(route, "route_handlers", ()):
            for kind in (handler.opt.get("reads"), *_gives(handler.opt).values()):
                if kind is not None:
                    found[repr(kind)] = kind
    return found.values()


def _gives(opt: dict[str, Any]) -> dict[int, Any]:
    gives = opt.get("gives")
    return gives if isinstance(gives, dict) else {} if gives is None else {200: gives}


def _describe(operation: dict[str, Any], handler: HTTPRouteHandler, schemas: dict[str, Any]) -> None:
    opt = handler.opt
    media = opt.get("media", "text/event-stream" if opt.get("stream") else JSON)
    operation["responses"] = {
        str(status): {"description": str(status), "content": {media: {"schema": schemas[repr(kind)]}}}
        for status, kind in sorted(_gives(opt).items())
    }
    problem = {JSON: {"schema": schemas[repr(shapes.Problem)]}}
    codes = ", ".join(sorted(STATUS))
    operation["responses"]["default"] = {"description": f"A problem; `code` is one of {codes}", "content": problem}
    if "reads" in opt:
        content = {JSON: {"schema": schemas[repr(opt["reads"])]}}
        operation["requestBody"] = {"required": True, "content": content}
    parameters = operation.setdefault("parameters", [])
    for name in opt.get("query", ()):
        kind = "integer" if name in ("n", "after", "last") else "string"
        about = {"name": name, "in": "query", "description": QUERY[name], "schema": {"type": kind}}
        parameters.append(about)
    if opt.get("key"):
        text = "1 to 64 printable ASCII characters, new for each command; the same again gives the first answer."
        key = {"type": "string", "minLength": 1, "maxLength": 64}
        parameters.append(
            {"name": "Idempotency-Key", "in": "header", "required": True, "description": text, "schema": key}
        )
    if not opt.get("open"):
        operation["security"] = [{"token": []}, {}] if handler.http_methods == {"GET"} else [{"token": []}]

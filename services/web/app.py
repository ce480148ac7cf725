"""The HTTP door put together: routes, headers, and one shape for everything that goes wrong."""

from typing import Final

from litestar import Litestar, Response
from litestar.openapi import OpenAPIConfig
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from services.web import live, media, meta, openapi, players, position, reading, records, tables
from services.web.asking import Request
from services.web.bodies import MOST_BYTES
from services.web.pages import answering, frame, home, match
from services.web.problems import answer, reshape
from services.web.site import Site
from services.web.speech import language_of, say_in

HANDLERS: Final = (
    meta.healthz,
    meta.readyz,
    openapi.schema,
    players.create,
    players.list_games,
    players.inbox,
    players.list_matches,
    players.leaderboard,
    tables.open_match,
    tables.join,
    tables.start,
    tables.command,
    tables.outcome_of,
    position.position,
    position.asked,
    position.sheet,
    reading.chronicle,
    records.record,
    live.live,
    media.picture_svg,
    media.picture_png,
    media.make_links,
    frame.style,
    frame.icon,
    home.home,
    home.session,
    home.open_table,
    match.match_page,
    answering.act,
)

SAFE: Final = (
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
    (
        b"content-security-policy",
        b"default-src 'none'; img-src 'self'; style-src 'self'; form-action 'self'; frame-ancestors 'none'",
    ),
)
VARY: Final = b"Accept-Language, Authorization, Cookie"


def create_app(site: Site) -> Litestar:
    """The door as an ASGI application."""
    app = Litestar(
        route_handlers=HANDLERS,
        exception_handlers={Exception: _problem},
        openapi_config=OpenAPIConfig(title="Turnpost", version="1", render_plugins=(), path="/openapi-unused"),
        middleware=[_headers],
        request_max_body_size=MOST_BYTES * 2,  # the own limit comes first
        debug=False,
        logging_config=None,
    )
    app.state.site = site
    return app


def _headers(app: ASGIApp) -> ASGIApp:
    """Every answer carries the headers that keep browsers safe; nothing is stored on the way unless it says so."""

    async def with_headers(scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers: list[tuple[bytes, bytes]] = list(message.get("headers", ()))
                headers += [*SAFE, (b"vary", VARY)]
                if not any(name.lower() == b"cache-control" for name, _ in headers):
                    headers.append((b"cache-control", b"no-store"))
                message["headers"] = headers
            await send(message)

        await app(scope, receive, send_with_headers)

    return with_headers


def _problem(request: Request, error: Exception) -> Response[bytes]:
    problem = reshape(error)
    if "text/html" in request.headers.get("accept", ""):
        language = language_of(request)
        return frame.problem_page(request, problem, language, say_in(language))
    return answer(request, problem)

"""The HTTP door put together: routes, and one shape for everything that goes wrong."""

from typing import Any, Final

from litestar import Litestar, Response, Router
from litestar.connection import ASGIConnection
from litestar.exceptions import NotFoundException
from litestar.handlers import BaseRouteHandler
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from services.web import (
    asyncapi,
    channels,
    live,
    media,
    meta,
    metrics,
    openapi,
    players,
    position,
    reading,
    records,
    tables,
    tokens,
)
from services.web.asking import Request
from services.web.bodies import MOST_BYTES
from services.web.pages import answering, frame, home, match
from services.web.problems import answer, reshape
from services.web.site import Site
from services.web.speech import language_of, say_in

HANDLERS: Final = (
    meta.healthz,
    meta.readyz,
    metrics.metrics,
    asyncapi.asyncapi,
    openapi.schema,
    players.create,
    tokens.add_token,
    tokens.revoke,
    players.list_games,
    players.inbox,
    players.list_matches,
    players.leaderboard,
    channels.register,
    channels.channels,
    channels.unregister,
    channels.notices,
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


def create_app(site: Site) -> Litestar:
    """The door as an ASGI application, to be put behind `guard`."""
    app = Litestar(
        route_handlers=HANDLERS,
        exception_handlers={Exception: _problem},
        openapi_config=OpenAPIConfig(
            title="Turnpost",
            version="1",
            render_plugins=(JsonRenderPlugin(),),  # none at all would be the pages that load from elsewhere
            openapi_router=Router("/openapi-unused", route_handlers=(), include_in_schema=False, guards=(_nowhere,)),
        ),
        request_max_body_size=MOST_BYTES * 2,  # the own limit comes first
        debug=False,
        logging_config=None,
    )
    app.state.site = site
    return app


def _nowhere(_connection: ASGIConnection[Any, Any, Any, Any], _handler: BaseRouteHandler) -> None:
    """The framework's own pages of the API are not there; the document is at /schema."""
    raise NotFoundException


def _problem(request: Request, error: Exception) -> Response[bytes]:
    problem = reshape(error)
    if "text/html" in request.headers.get("accept", ""):
        language = language_of(request)
        return frame.problem_page(request, problem, language, say_in(language))
    return answer(request, problem)

"""Pictures of a position and links to its page."""

import hashlib
from collections.abc import Callable

from litestar import Response, get
from litestar.params import FromPath

from services.pictures import Which, svg
from services.web import links, shapes
from services.web.asking import Request
from services.web.handlers import match_id, site_of, told
from services.web.pages.frame import address
from services.web.position import seen
from services.web.problems import Problem
from services.web.viewpoint import Seen, look

SVG = "image/svg+xml"
PNG = "image/png"


@get("/matches/{match:str}/picture.svg", opt={"gives": str, "media": SVG, "query": ("as", "n", "t")})
async def picture_svg(request: Request, match: FromPath[str]) -> Response[bytes]:
    """The position as SVG."""
    which, draw = _which(await seen(request, match))
    return _unchanged(request, which) or _sent(which, site_of(request).pictures.svg(which, draw), SVG)


@get("/matches/{match:str}/picture.png", opt={"gives": str, "media": PNG, "query": ("as", "n", "t")})
async def picture_png(request: Request, match: FromPath[str]) -> Response[bytes]:
    """The position as PNG, 1000 pixels wide."""
    which, draw = _which(await seen(request, match))
    return _unchanged(request, which) or _sent(which, await site_of(request).pictures.png(which, draw), PNG)


@get("/matches/{match:str}/links", opt={"gives": shapes.Links})
async def make_links(request: Request, match: FromPath[str]) -> Response[bytes]:
    """Addresses of the page for the own seat. Whoever has one may use it, until the seat changes hands."""
    site = site_of(request)
    found = await look(request, site, match_id(match), "seat")
    if found.player is None or found.seat is None or found.match.table.players[found.seat] != found.player.id:
        raise Problem("bad_token")
    seal = await site.accounts.seal(found.player.id)
    made = {
        kind: address(
            f"/matches/{found.match.id}/page", t=links.make(seal, kind, found.match.id, found.seat, found.player.id)
        )
        for kind in ("look", "play")
    }
    return told(made, request, Cache_Control="no-store")


def _which(found: Seen) -> tuple[Which, Callable[[], str]]:
    which = Which(found.match.id, found.match.n, found.viewer, found.language, found.names)
    return which, lambda: svg(found.match, found.viewer, found.say)


def _tag(which: Which) -> str:
    return f'"{hashlib.blake2b(repr(which).encode(), digest_size=12).hexdigest()}"'


def _unchanged(request: Request, which: Which) -> Response[bytes] | None:
    if request.headers.get("if-none-match") != _tag(which):
        return None
    return Response(b"", status_code=304, headers={"ETag": _tag(which)}, media_type=PNG)


def _sent(which: Which, data: bytes, media: str) -> Response[bytes]:
    headers = {"ETag": _tag(which), "Cache-Control": "private, no-cache", "Content-Language": which.language}
    return Response(data, media_type=media, headers=headers)

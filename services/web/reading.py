"""What the readers tell: the chronicle of a match for a viewpoint. They are given a moment to catch up."""

import asyncio
from typing import Any, Final

from litestar import Response, get
from litestar.params import FromPath

from projections.queries import Timeline
from services.web import shapes
from services.web.asking import Request
from services.web.handlers import site_of, told, whole_number
from services.web.position import seen
from services.web.site import Site
from services.web.speech import in_a_row
from services.web.viewpoint import Seen

CATCH_UP: Final = 0.5
PAUSE: Final = 0.02


async def timeline(site: Site, found: Seen, *, after: int = 0, last: int | None = None) -> Timeline:
    """The lines up to the position shown, of what the readers have read; empty where they know nothing yet."""
    end = asyncio.get_running_loop().time() + CATCH_UP
    if last is not None:
        after = max(after, found.match.n - last)
    while True:
        told = await site.readers.timeline(found.match.id, found.viewer, after=after)
        if (told is not None and told.n >= found.match.n) or asyncio.get_running_loop().time() > end:
            break
        await asyncio.sleep(PAUSE)
    table = found.match.table
    if told is None:
        return Timeline(found.match.id, table.game, 0, table.status, table.players, ())
    lines = tuple(line for line in told.lines if line.n <= found.match.n)
    return Timeline(told.match, told.game, told.n, told.status, told.players, lines)


async def own_commit_read(site: Site, player: str) -> None:
    """Give the readers a moment to come to what the player has just done, so that their lists show it."""
    latest = site.gateway.latest(player)
    if latest is None:
        return
    match, n = latest
    end = asyncio.get_running_loop().time() + CATCH_UP
    while True:
        if await site.readers.reached(player, match) >= n or asyncio.get_running_loop().time() > end:
            return
        await asyncio.sleep(PAUSE)


@get("/matches/{match:str}/timeline", opt={"gives": shapes.Timeline, "query": ("as", "n", "t", "after", "last")})
async def chronicle(request: Request, match: FromPath[str]) -> Response[bytes]:
    """A line a commit with the running totals; `after` a number, or only the `last` so many."""
    found = await seen(request, match)
    after = whole_number("after", request.query_params.get("after")) or 0
    last = whole_number("last", request.query_params.get("last"))
    read = await timeline(site_of(request), found, after=after, last=last)
    lines: list[dict[str, Any]] = [
        {
            "n": line.n,
            "at": line.at,
            "seat": line.seat,
            "cause": line.cause,
            "text": in_a_row(line.texts, found.say, found.language),
            "lines": line.texts,
            "totals": line.totals,
            "struck": line.struck,
        }
        for line in read.lines
    ]
    return told({"lines": lines}, request, found.say)

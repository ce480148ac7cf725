"""Live updates: a stream of server-sent events, one a commit, as the viewpoint may see it.

The event's id is the commit's number, so a browser that comes back with Last-Event-ID misses nothing: what came
since is read from the log. The stream ends when the match does, and when the door shuts down.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any, Final

from litestar import MediaType, Response, get
from litestar.params import FromPath
from litestar.response import Stream

from events.commit import AnyCommit
from events.table.events import TakenBack
from projections.timelines import always
from services.web import shapes
from services.web.asking import Request
from services.web.handlers import site_of, whole_number
from services.web.position import seen
from services.web.problems import Problem
from services.web.rates import address_of
from services.web.site import Site
from services.web.speech import to_json
from services.web.viewpoint import Seen, look

SILENCE: Final = 15.0
"""Seconds after which a comment is sent, so that nobody on the way takes the stream for dead."""

HEADERS: Final = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


@get("/matches/{match:str}/live", opt={"gives": shapes.LiveCommit, "query": ("as", "t", "after"), "stream": True})
async def live(request: Request, match: FromPath[str]) -> Response[Any]:
    """Commits as they come. `Last-Event-ID`, or `?after=`, is the number of the last commit already known.

    204 when the match is over and everything is known: there is nothing to come back for.
    """
    site = site_of(request)
    site.streams.check(address_of(request), site.limits)
    found = await seen(request, match)
    known = whole_number("after", request.headers.get("last-event-id") or request.query_params.get("after"))
    if found.over and known is not None and known >= found.last:
        return Response(b"", status_code=204, media_type=MediaType.TEXT)
    start = found.last if known is None else min(known, found.last)
    return Stream(_events(site, request, found, start), media_type="text/event-stream", headers=HEADERS)


async def _events(site: Site, request: Request, found: Seen, after: int) -> AsyncIterator[bytes]:
    yield b"retry: 1000\n\n"
    wanted = "seat" if found.seat is not None and found.viewer == found.seat else found.name
    with site.streams.hold(address_of(request)), site.follower.match(found.match.id) as news:
        while not site.closing.is_set():
            news.clear()
            commits = await site.matches.commits(found.match.id, after)
            if commits:
                try:  # seats change hands before the start, and the names with them
                    found = await look(request, site, found.match.id, wanted)
                except Problem:
                    return
            for commit in commits:
                after = commit.n
                yield _event(found, commit)
            if found.over:
                return
            if not await _either(news, site.closing):
                yield b": still here\n\n"


def _event(found: Seen, commit: AnyCommit) -> bytes:
    data = {
        "n": commit.n,
        "lines": always(found.match, commit, found.viewer),
        "waits": commit.waits,
        "struck": [n for event in commit.events if isinstance(event, TakenBack) for n in event.commits],
    }
    return b"event: commit\nid: %d\ndata: %s\n\n" % (commit.n, to_json(data, found.say))


async def _either(news: asyncio.Event, closing: asyncio.Event) -> bool:
    """Wait for news or for the end; False when neither came for a while."""
    tasks = [asyncio.ensure_future(event.wait()) for event in (news, closing)]
    try:
        done, _ = await asyncio.wait(tasks, timeout=SILENCE, return_when=asyncio.FIRST_COMPLETED)
        return bool(done)
    finally:
        for task in tasks:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

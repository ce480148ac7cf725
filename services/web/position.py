"""What a viewer may know of a match: position, prompts, score sheet, chronicle, record."""

from typing import Any

from litestar import Response, get
from litestar.params import FromPath

from events.commit import Wait
from events.texts import Text
from services.table.decide import ask_of, choice, default, given
from services.table.undo import undoable
from services.web import shapes
from services.web.asking import Request
from services.web.handlers import match_id, site_of, told, whole_number
from services.web.site import Site
from services.web.viewpoint import Seen, look


async def seen(request: Request, match: str) -> Seen:
    """The match as this request asks for it: path, `?as=`, `?n=`, `?t=` and who sends it."""
    wanted, n = request.query_params.get("as"), whole_number("n", request.query_params.get("n"))
    return await look(request, site_of(request), match_id(match), wanted or None, n)


def prompts(site: Site, found: Seen) -> list[dict[str, Any]]:
    """What the viewer is asked now, each wait with its question and what silence says."""
    return [prompt(site, found, wait) for wait in found.own_waits]


def prompt(site: Site, found: Seen, wait: Wait) -> dict[str, Any]:
    """One wait with its question, what silence says, and how it was answered where that may still be changed."""
    ask = ask_of(wait)
    before = given(site.games, found.match, ask)
    question = {
        "choice": choice(site.games, found.match, ask),
        "default": default(site.games, found.match, ask),
        "answered": None if before is None else before.reply,
    }
    return {**{name: getattr(wait, name) for name in wait.__struct_fields__}, **question}


def undo(found: Seen) -> dict[str, Any]:
    """Which of the viewer's commits they may take back alone, and why no more."""
    if found.seat is None or found.viewer != found.seat or found.match.n != found.last:
        return {"commits": (), "stops": None}
    able = undoable(found.match, found.seat)
    return {"commits": able.commits, "stops": able.stops}


def seats(found: Seen) -> list[dict[str, Any]]:
    """Who sits where."""
    return [
        {"seat": number, "player": seat.player, "name": found.names[number] if seat.player else "", "state": seat.state}
        for number, seat in enumerate(found.match.table.seats)
    ]


def board(found: Seen) -> tuple[Text, ...]:
    """The position as lines of text; none before the start."""
    view = found.view
    return () if view is None else found.match.record.board(view)


@get("/matches/{match:str}", opt={"gives": shapes.Position, "query": ("as", "n", "t")})
async def position(request: Request, match: FromPath[str]) -> Response[bytes]:
    """The position for a viewpoint, now or after an earlier commit."""
    found = await seen(request, match)
    table = found.match.table
    body = {
        "match": found.match.id,
        "game": table.game,
        "n": found.match.n,
        "last": found.last,
        "as": found.name,
        "rules": table.rules,
        "options": table.options,
        "status": table.status,
        "seats": seats(found),
        "view": found.view,
        "board": board(found),
        "waits": found.match.waits,
        "undo": undo(found),
    }
    return told(body, request, found.say)


@get("/matches/{match:str}/prompts", opt={"gives": tuple[shapes.Prompt, ...], "query": ("as", "t")})
async def asked(request: Request, match: FromPath[str]) -> Response[bytes]:
    """What the viewer's seat is asked now, with all options, what silence says, and an answer that may be changed."""
    found = await seen(request, match)
    return told(prompts(site_of(request), found), request, found.say)


@get("/matches/{match:str}/sheet", opt={"gives": tuple[shapes.Score, ...], "query": ("as", "n", "t")})
async def sheet(request: Request, match: FromPath[str]) -> Response[bytes]:
    """Every seat's score as the viewer may see it, line by line."""
    found = await seen(request, match)
    return told(scores(found), request, found.say)


def scores(found: Seen) -> tuple[Any, ...]:
    """The score sheets of a position; none before the start."""
    view = found.view
    return () if view is None else found.match.record.score(view)

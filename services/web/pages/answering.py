"""Forms sent from the page of a match: an answer, taking back, joining, starting, leaving.

Each form holds an idempotency key, so sending it twice counts once. Only forms of our own pages are taken.
"""

from typing import Final

from litestar import Response, post
from litestar.params import FromPath

from events.commands import Answer, Command, Join, Leave, Propose, Start, Undo
from events.texts import Text
from services.aggregate.envelope import Queued, Rejected
from services.referee import Refused, read_reply
from services.table.decide import ask_of, choice, given
from services.table.life import join
from services.web.asking import Request
from services.web.bodies import read_form
from services.web.handlers import idempotency_key, match_id, site_of
from services.web.pages import question
from services.web.pages.doorway import from_here, new_player, signed_in
from services.web.pages.frame import address, page, word
from services.web.pages.markup import tag
from services.web.pages.match import show
from services.web.pages.misfit import misfit
from services.web.pages.tokens import new_token
from services.web.position import seen
from services.web.problems import Problem
from services.web.site import Site
from services.web.viewpoint import Seen

KEPT: Final = ("as", "t", "lang")


@post("/matches/{match:str}/page", include_in_schema=False)
async def act(request: Request, match: FromPath[str]) -> Response[bytes]:
    """Do what the form says and show the page again: at once if it was accepted, with the reason if not."""
    from_here(request)
    site = site_of(request)
    fields = await read_form(request)
    found = await seen(request, match_id(match))
    key = idempotency_key(question.one(fields, "key"))
    do = question.one(fields, "do")
    if do == "join" and found.player is None:
        return await _come_in(request, site, found, fields, key)
    player = _sender(found, do)
    site.rates.spend(f"commands:{player}", site.limits.commands)
    command = _command(site, found, fields)
    if command is None:
        return await show(request, found, Text("table.refused.stale_prompt"), 409)
    there = Response(b"", status_code=303, headers={"Location": _here(request, found)}, media_type="text/html")
    if _said(site, found, command):
        return there
    why = _misfit(site, found, command)
    if why is not None:
        return await show(request, found, why, 409, fields)
    outcome = await site.gateway.send(found.match.id, player, key, command, patience=site.patience)
    match outcome:
        case Rejected(code="busy"):
            raise Problem("busy")
        case Rejected():
            return await show(request, await seen(request, found.match.id), outcome.text, 409, fields)
        case Queued():
            return await show(request, found, Text("web.page.queued"), 202)
        case _:
            return there


async def _come_in(request: Request, site: Site, found: Seen, fields: question.Fields, key: str) -> Response[bytes]:
    """Somebody who is no player yet sits down: they become one and see their token, unless they could not sit down."""
    command = Join(question.one(fields, "code"))
    try:
        join(found.match.record, found.match, "", command)
    except Refused as refused:
        return await show(request, found, refused.text, 409, fields)
    player, token = await new_player(request, site, question.one(fields, "name"), found.language)
    site.rates.spend(f"commands:{player.id}", site.limits.commands)
    outcome = await site.gateway.send(found.match.id, player.id, key, command, patience=site.patience)
    said, status = None, 200
    match outcome:
        case Rejected():  # somebody else was faster, say; they are a player now, and that is not to be lost
            said, status = outcome.text, 409
        case Queued():
            said, status = Text("web.page.queued"), 202
        case _:
            pass
    body = [
        None if said is None else tag("p", found.say(said), class_="notice bad", role="alert"),
        new_token(request, found.say, player, token, onward=_here(request, found)),
    ]
    title = word(found.say, "token")
    return signed_in(site, page(request, found.language, found.say, title, body, status=status), token)


def _here(request: Request, found: Seen) -> str:
    """The match's page for the same viewpoint, in the same language."""
    return address(f"/matches/{found.match.id}/page", **{name: request.query_params.get(name) for name in KEPT})


def _misfit(site: Site, found: Seen, command: Command) -> Text | None:
    """Why it cannot be an answer, as far as the question alone tells."""
    wait = found.match.wait(command.prompt) if isinstance(command, Answer) else None
    if wait is None or not isinstance(command, Answer):
        return None
    return misfit(choice(site.games, found.match, ask_of(wait)), command.reply)


def _said(site: Site, found: Seen, command: Command) -> bool:
    """Whether it is an answer that stands already and leads to nothing else: no commit is made for it."""
    if not isinstance(command, Answer) or command.then:
        return False
    wait = found.match.wait(command.prompt)
    before = None if wait is None else given(site.games, found.match, ask_of(wait))
    if wait is None or before is None or before.leads_on:
        return False
    return read_reply(choice(site.games, found.match, ask_of(wait)), command.reply) == before.reply


def _sender(found: Seen, do: str) -> str:
    """The player the form speaks for."""
    if found.plays and found.seat is not None:
        return found.match.table.players[found.seat]
    if found.player is not None and do in ("join", "start", "leave"):
        return found.player.id
    raise Problem("not_yours" if found.player or found.seat is not None else "bad_token")


def _command(site: Site, found: Seen, fields: question.Fields) -> Command | None:
    """The command in a form; None for the answer to a question that is not asked any more."""
    match question.one(fields, "do"):
        case "answer":
            prompt = question.one(fields, "prompt")
            wait = found.match.wait(prompt)
            if wait is None or wait.seat != found.seat:
                return None
            reply, then = question.read(choice(site.games, found.match, ask_of(wait)), fields, found.language)
            return Answer(prompt, reply, then)
        case "undo":
            return Undo()
        case "leave":
            return Leave()
        case "propose":
            return Propose(question.one(fields, "what"))
        case "join":
            return Join(question.one(fields, "code"))
        case "start":
            return Start()
        case _:
            raise Problem("bad_body", why="do")

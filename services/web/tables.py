"""Commands over HTTP: open, join, start, and whatever a player does in a match. Each has an idempotency key.

The answer is what the command came to: 200 accepted, 409 refused, 202 when it takes long. Sending the same again
under the same key gives the same answer.
"""

from typing import Any, Final

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath
from structlog.contextvars import bind_contextvars

from events.commands import Command, Join, Open, PlayerCommand, Start
from events.log import answer as read_answer
from events.log import tag
from events.texts import Text
from services.aggregate.envelope import Accepted, Outcome, Queued, Rejected
from services.web import shapes
from services.web.accounts import Player
from services.web.asking import Request
from services.web.bodies import decode, read_body
from services.web.handlers import idempotency_key, match_id, site_of, told
from services.web.problems import Full, Problem
from services.web.site import Site
from services.web.speech import language_of, say_in
from services.web.viewpoint import player_of

OUTCOMES: Final = {200: shapes.Accepted, 202: shapes.Queued, 409: shapes.Refused}
LOOKED_AT: Final = 2000
KNOWN: Final = frozenset({"answer", "undo", "leave", "propose", "vote"})


class _Doing(msgspec.Struct):
    do: str


@post("/matches", opt={"reads": shapes.NewMatch, "gives": {**OUTCOMES, 200: shapes.Opened}, "key": True})
async def open_match(request: Request) -> Response[bytes]:
    """Open a table. The answer holds the match's id and the invitation code."""
    site, player, key = await sender(request)
    body = decode(await read_body(request), shapes.NewMatch)
    command = Open(body.game, body.options, body.seats, body.invite)
    match, outcome = await site.gateway.open(player.id, key, command, patience=site.patience)
    more: dict[str, Any] = {}
    if isinstance(outcome, Accepted):
        more = {"match": match, "code": (await site.matches.now(match)).table.code}
    elif isinstance(outcome, Queued):
        more = {"match": match}
    return await answer(request, site, match, key, outcome, more)


@post("/matches/{match:str}/join", opt={"reads": shapes.NewSeat, "gives": OUTCOMES, "key": True})
async def join(request: Request, match: FromPath[str]) -> Response[bytes]:
    """Take a seat: the one asked for, or the first free one."""
    site, player, key = await sender(request)
    body = decode(await read_body(request), shapes.NewSeat)
    command = Join(body.code, body.seat, body.options, body.entropy)
    return await send(request, site, match_id(match), player, key, command)


@post("/matches/{match:str}/start", opt={"reads": shapes.Nothing, "gives": OUTCOMES, "key": True})
async def start(request: Request, match: FromPath[str]) -> Response[bytes]:
    """Begin to play; the host's to say, once all seats are taken."""
    site, player, key = await sender(request)
    decode(await read_body(request), shapes.Nothing)
    return await send(request, site, match_id(match), player, key, Start())


@post("/matches/{match:str}/commands", opt={"reads": PlayerCommand, "gives": OUTCOMES, "key": True})
async def command(request: Request, match: FromPath[str]) -> Response[bytes]:
    """Answer a prompt, take back, leave, propose, vote."""
    site, player, key = await sender(request)
    body = await read_body(request)
    if decode(body, _Doing).do not in KNOWN:
        unknown = Rejected("unknown_command", Text("table.refused.unknown_command"))
        return await answer(request, site, match_id(match), key, unknown)
    given: Command = decode(body, PlayerCommand)
    return await send(request, site, match_id(match), player, key, given)


@get("/matches/{match:str}/commands/{key:str}", opt={"gives": OUTCOMES})
async def outcome_of(request: Request, match: FromPath[str], key: FromPath[str]) -> Response[bytes]:
    """What an earlier command came to. 202 while it is not decided, 404 if it is not known (any more: a refusal is
    forgotten after 64 newer ones)."""
    site = site_of(request)
    player = await player_of(request, site)
    match, key = match_id(match), idempotency_key(key)
    outcome: Outcome | None = await site.gateway.outcome(match, player.id, key)
    if outcome is None:
        if not await _waits(site, match, player.id, key):
            raise Problem("no_such_command")
        outcome = Queued()
    return await answer(request, site, match, key, outcome)


async def _waits(site: Site, match: str, player: str, key: str) -> bool:
    """Whether a command stands in the stream undecided; decided ones are taken out of it.

    Told from the bytes of the entries: at worst another command of this player in this match is taken for it.
    """
    stream = f"{tag(site.log.partition_of(match))}:commands"
    entries: list[tuple[bytes, dict[bytes, bytes]]] = await read_answer(site.log.client.xrange(stream, count=LOOKED_AT))
    marks = [part.encode() for part in (match, player, key)]
    return any(all(mark in data for mark in marks) for _, fields in entries for data in fields.values())


async def sender(request: Request) -> tuple[Site, Player, str]:
    """Who sends a command to which site under what key. Problems: bad_token, bad_key, too_fast."""
    site = site_of(request)
    player = await player_of(request, site)
    key = idempotency_key(request.headers.get("idempotency-key"))
    site.rates.spend(f"commands:{player.id}", site.limits.commands)
    bind_contextvars(command=f"{player.id}:{key}")
    return site, player, key


async def send(request: Request, site: Site, match: str, player: Player, key: str, command: Command) -> Response[bytes]:
    """Send a command to a match there is, and answer with its outcome."""
    bind_contextvars(match=match)
    if not site.matches.known(match):
        await site.matches.now(match)
    outcome = await site.gateway.send(match, player.id, key, command, patience=site.patience)
    return await answer(request, site, match, key, outcome)


async def answer(
    request: Request, site: Site, match: str, key: str, outcome: Outcome, more: dict[str, Any] | None = None
) -> Response[bytes]:
    """The outcome of a command as the answer to a request."""
    match outcome:
        case Accepted():
            body = {"status": "accepted", "commit": outcome.commit, "unused": outcome.unused, **(more or {})}
            return told(body, request, Cache_Control="no-store")
        case Queued():
            at = f"/matches/{match}/commands/{key}"
            body = {"status": "queued", "at": at, **(more or {})}
            return told(body, request, status=202, Location=at, Cache_Control="no-store")
        case Rejected(code="busy"):
            raise Full
        case Rejected(code="no_such_match"):
            raise Problem("no_such_match")
        case Rejected():
            body = {"status": "refused", "code": outcome.code, "text": outcome.text}
            say = say_in(language_of(request), await _names(site, match, outcome.text))
            status = 500 if outcome.code == "our_fault" else 409
            return told(body, request, say, status=status, Cache_Control="no-store")


async def _names(site: Site, match: str, text: Text) -> tuple[str, ...]:
    """The players' names, where the text has arguments that could be a player."""
    if not text.args or not site.matches.known(match):
        return ()
    return await site.accounts.names((await site.matches.now(match)).table.players)

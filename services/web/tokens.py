"""A player's tokens: one more, this one no more, all others no more.

A token is renewed in two steps, so that a lost answer locks nobody out: make one, keep it, then revoke the others
with it.
"""

from typing import Any

from litestar import Response, delete, post

from services.web import shapes
from services.web.accounts import MOST_TOKENS, Player, TooManyTokens
from services.web.asking import Request
from services.web.bodies import decode, read_body
from services.web.handlers import site_of, told
from services.web.problems import Problem
from services.web.rates import address_of
from services.web.site import Site
from services.web.viewpoint import bearer, player_of


@post("/tokens", opt={"reads": shapes.Nothing, "gives": {201: shapes.MadePlayer}})
async def add_token(request: Request) -> Response[bytes]:
    """One more token of the player, shown this once; those there are stay good."""
    site = site_of(request)
    player = await player_of(request, site)
    decode(await read_body(request), shapes.Nothing)
    body = {"id": player.id, "token": await another(request, site, player)}
    return told(body, request, status=201, Cache_Control="no-store")


@delete("/tokens", status_code=200, opt={"gives": shapes.Revoked, "query": ("which",)})
async def revoke(request: Request) -> Response[bytes]:
    """Make tokens worthless: `which=this`, the one the request is sent with, or `which=others`, all but that one and
    all links to the player's seats. Whoever revokes their only token cannot come back."""
    site = site_of(request)
    player, token = await player_of(request, site), bearer(request)
    assert token is not None
    body: dict[str, Any]
    match request.query_params.get("which"):
        case "this":
            await site.accounts.revoke(player.id, token)
            body = {"revoked": 1}
        case "others":
            body = {"revoked": await site.accounts.revoke_others(player.id, token)}
        case _:
            raise Problem("bad_query", why="which")
    return told(body, request, Cache_Control="no-store")


async def another(request: Request, site: Site, player: Player) -> str:
    """One more token. Problems: too_fast, too_many."""
    site.rates.spend(f"players:{address_of(request)}", site.limits.players)
    try:
        return await site.accounts.add_token(player.id)
    except TooManyTokens as error:
        raise Problem("too_many", most=MOST_TOKENS) from error

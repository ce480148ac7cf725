"""Players, the games there are, and what the readers know of a player: inbox, matches, leaderboards."""

from typing import Any

from litestar import Response, get, post
from litestar.params import FromPath

from services.web import games, shapes
from services.web.accounts import BadName, called
from services.web.asking import Request
from services.web.bodies import decode, read_body
from services.web.handlers import site_of, told
from services.web.problems import Misnamed, Problem
from services.web.rates import address_of
from services.web.reading import own_commit_read
from services.web.viewpoint import player_of

MOST_LISTED = 1000


@post("/players", opt={"reads": shapes.NewPlayer, "gives": {201: shapes.MadePlayer}, "open": True})
async def create(request: Request) -> Response[bytes]:
    """A new player. The token is shown this once; whoever has it is the player."""
    site = site_of(request)
    site.rates.spend(f"players:{address_of(request)}", site.limits.players)
    body = decode(await read_body(request), shapes.NewPlayer)
    try:
        player, token = await site.accounts.create(body.name, body.lang)
    except BadName as error:
        raise Misnamed(error) from error
    return told({"id": player.id, "token": token}, request, status=201, Cache_Control="no-store")


@get("/games", opt={"gives": tuple[shapes.Game, ...], "open": True})
async def list_games(request: Request) -> Response[bytes]:
    """The games that can be played, with player counts and options."""
    return told([games.shape(game.record) for game in site_of(request).games.values()], request)


@get("/inbox", opt={"gives": tuple[shapes.Asked, ...]})
async def inbox(request: Request) -> Response[bytes]:
    """Where the player is waited for; first what the match cannot go on without."""
    site = site_of(request)
    player = await player_of(request, site)
    await own_commit_read(site, player.id)
    return told(await site.readers.inbox(player.id), request)


@get("/matches", opt={"gives": tuple[shapes.Listed, ...], "query": ("mine",)})
async def list_matches(request: Request) -> Response[bytes]:
    """The player's matches, the latest first."""
    site = site_of(request)
    player = await player_of(request, site)
    await own_commit_read(site, player.id)
    return told(await listed(request, player.id), request)


async def listed(request: Request, player: str) -> list[dict[str, Any]]:
    """A player's matches, with the names of those who sit there."""
    site = site_of(request)
    found = []
    for one in await site.readers.matches(player):
        names = await site.accounts.names([seat.player for seat in one.seats])
        seats = [
            {"seat": seat.seat, "player": seat.player, "name": called(seat.player, name), "state": seat.state}
            for seat, name in zip(one.seats, names, strict=True)
        ]
        found.append({**{name: getattr(one, name) for name in one.__struct_fields__}, "seats": seats})
    return found


@get("/leaderboards/{game:str}", opt={"gives": tuple[shapes.Ranked, ...], "open": True})
async def leaderboard(request: Request, game: FromPath[str]) -> Response[bytes]:
    """Players by rating, of one game or of `all`."""
    site = site_of(request)
    if game != "all" and game not in site.games:
        raise Problem("no_such_game")
    ranked = await site.readers.leaderboard(game)
    names = await site.accounts.names([one.player for one in ranked])
    body = [
        {**{f: getattr(one, f) for f in one.__struct_fields__}, "name": called(one.player, name)}
        for one, name in zip(ranked, names, strict=True)
    ]
    return told(body, request)

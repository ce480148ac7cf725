"""Who looks at a match, and as whom. The one place that decides what a request may see.

A reader is known by a bearer token, by the cookie of the pages, or by a link's token (`?t=`). Anybody may watch.
A seat's viewpoint is for the player who has (or had, and left) the seat; everything is open once a match is over.
"""

from typing import Any, Literal, NamedTuple

from structlog.contextvars import bind_contextvars

from events.commit import Wait
from events.hidden import Viewer
from events.match import Match
from events.texts import Say
from services.web import links
from services.web.accounts import Player
from services.web.asking import Request
from services.web.problems import Problem
from services.web.rates import address_of
from services.web.site import Site
from services.web.speech import language_of, say_in

COOKIE = "turnpost"


class Seen(NamedTuple):
    """A match as one reader sees it."""

    match: Match
    viewer: Viewer
    seat: int | None
    """The reader's own seat (by token or link), also when the viewpoint is another."""
    plays: bool
    """Whether this reader may answer for the seat."""
    player: Player | None
    language: str
    names: tuple[str, ...]
    say: Say
    last: int
    """The number of the match's last commit; `match` may be an earlier one."""
    status: str
    """Of the match as it stands now."""

    @property
    def over(self) -> bool:
        """Whether the match is over by now."""
        return self.status in ("ended", "void")

    @property
    def name(self) -> str:
        """The viewpoint by its name on the wire: "seat:1", "watch" or "all"."""
        match self.viewer:
            case None:
                return "watch"
            case "all":
                return "all"
            case seat:
                return f"seat:{seat}"

    @property
    def view(self) -> Any:
        """The game's state for this viewpoint; None before the start."""
        return self.match.view(self.viewer)

    @property
    def own_waits(self) -> tuple[Wait, ...]:
        """What the reader is asked, if the viewpoint is their seat and the match is shown as it stands now."""
        if self.viewer != self.seat or self.seat is None or self.match.n != self.last:
            return ()
        return tuple(wait for wait in self.match.waits if wait.seat == self.seat)


def bearer(request: Request) -> str | None:
    """The token of the Authorization header; Problem(bad_token) if the header is there and holds none."""
    header = request.headers.get("authorization")
    if header is None:
        return None
    scheme, _, token = header.partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise Problem("bad_token")
    return token.strip()


async def player_of(request: Request, site: Site) -> Player:
    """The player whose bearer token this is; Problem(bad_token). For whatever acts: a cookie is not enough."""
    token = bearer(request)
    if not token:
        raise Problem("bad_token")
    return await known(request, site, token)


async def known(request: Request, site: Site, token: str) -> Player:
    """The player whose token this is. Problems: bad_token; too_fast, for wrong tokens and for too many requests."""
    player = await site.accounts.by_token(token)
    if player is None:
        site.rates.spend(f"failures:{address_of(request)}", site.limits.failures)
        raise Problem("bad_token")
    site.rates.spend(f"reading:{player.id}", site.limits.reading)
    bind_contextvars(player=player.id)
    return player


async def reader_of(request: Request, site: Site) -> Player | None:
    """The player who reads, by bearer token or cookie; None for nobody known. A wrong bearer token is a problem."""
    token = bearer(request)
    if token is not None:
        return await known(request, site, token)
    cookie = request.cookies.get(COOKIE)
    return await site.accounts.by_token(cookie) if cookie else None


async def look(request: Request, site: Site, match_id: str, wanted: str | None, n: int | None = None) -> Seen:
    """The match as this reader may see it. `wanted`: seat, seat:N, watch or all; None for the best they may have.

    Problems: no_such_match, no_such_commit, bad_token, not_yours, not_over, bad_query.
    """
    reader = await reader_of(request, site)
    last = await site.matches.now(match_id)
    shown = last if n is None else await site.matches.at(match_id, n)
    seat, kind = _seat_of(last, reader), "play"
    token = request.query_params.get("t")
    if token:
        link = links.read(token)
        if link is None or not await _holds(site, link, last):
            site.rates.spend(f"failures:{address_of(request)}", site.limits.failures)
            raise Problem("bad_token")
        seat, kind = link.seat, link.kind
    bind_contextvars(match=match_id, seat=seat, commit=shown.n)
    over = last.table.status in ("ended", "void")
    viewer = _viewer(wanted, seat, over, len(last.table.seats), known=reader is not None)
    language = language_of(request)
    names = await site.accounts.names(last.table.players)
    plays = seat is not None and kind == "play" and last.table.seats[seat].state == "in"
    return Seen(shown, viewer, seat, plays, reader, language, names, say_in(language, names), last.n, last.table.status)


def _seat_of(match: Match, reader: Player | None) -> int | None:
    """The seat a player has, or had when they left."""
    if reader is None:
        return None
    held = [seat for seat, player in enumerate(match.table.players) if player == reader.id]
    return held[0] if held else None


async def _holds(site: Site, link: links.Link, match: Match) -> bool:
    players = match.table.players
    if link.seat >= len(players) or not players[link.seat]:
        return False
    return links.holds(await site.accounts.seal(players[link.seat]), link, match.id, players[link.seat])


def _viewer(wanted: str | None, seat: int | None, over: bool, seats: int, *, known: bool) -> Viewer:
    kind, colon, number = (wanted or "").partition(":")
    asked: int | Literal["own"] = "own"
    if colon:
        if not (number.isdigit() and number.isascii() and len(number) <= 2 and int(number) < seats):
            raise Problem("bad_query", why="as")
        asked = int(number)
    match kind:
        case "":
            return seat
        case "watch" if not colon:
            return None
        case "all" if not colon:
            if not over:
                raise Problem("not_over")
            return "all"
        case "seat":
            if asked == "own" and seat is not None:
                return seat
            if asked != "own" and (asked == seat or over):
                return asked
            raise Problem("not_yours" if known or seat is not None else "bad_token")
        case _:
            raise Problem("bad_query", why="as")

"""Coming in by browser: the cookie that says who reads, new players, and refusing forms of other sites."""

from urllib.parse import urlsplit

from litestar import Response
from litestar.datastructures import Cookie

from services.web.accounts import BadName, Player
from services.web.asking import Request
from services.web.problems import Misnamed, Problem
from services.web.rates import address_of
from services.web.site import Site
from services.web.viewpoint import COOKIE

YEAR = 365 * 24 * 3600


def signed_in(site: Site, answer: Response[bytes], token: str) -> Response[bytes]:
    """The answer with the cookie that says who reads; no token signs out."""
    answer.set_cookie(
        Cookie(
            key=COOKIE,
            value=token,
            path="/",
            max_age=YEAR if token else 0,
            httponly=True,
            samesite="lax",
            secure=site.secure,
        )
    )
    return answer


def from_here(request: Request) -> None:
    """Problem(not_yours) for a form of another site."""
    told = request.headers.get("sec-fetch-site")
    origin = request.headers.get("origin")
    foreign = told not in (None, "same-origin", "none")
    if foreign or (origin not in (None, "null") and urlsplit(origin).netloc != request.headers.get("host")):
        raise Problem("not_yours")


async def new_player(request: Request, site: Site, name: str, language: str) -> tuple[Player, str]:
    """A player for somebody who has none yet, and the token. Problems: bad_name, too_fast."""
    site.rates.spend(f"players:{address_of(request)}", site.limits.players)
    try:
        return await site.accounts.create(name, language)
    except BadName as error:
        raise Misnamed(error) from error

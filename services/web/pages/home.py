"""The first page: what this is, how to begin, the running matches of whoever is signed in."""

from litestar import Response, get, post

from events.commands import Join
from events.texts import Say, Text
from services.aggregate.envelope import Accepted, Rejected, match_id
from services.web import games
from services.web.accounts import Player
from services.web.asking import Request
from services.web.bodies import read_form
from services.web.handlers import idempotency_key, site_of
from services.web.pages import opening, question
from services.web.pages.doorway import from_here, new_player, signed_in
from services.web.pages.frame import address, page, word
from services.web.pages.markup import Child, Html, tag
from services.web.pages.tokens import new_token, renewing
from services.web.players import listed
from services.web.problems import Problem
from services.web.reading import own_commit_read
from services.web.site import Site
from services.web.speech import language_of, say_in
from services.web.tokens import another
from services.web.viewpoint import COOKIE, known, reader_of


@get("/", include_in_schema=False)
async def home(request: Request) -> Response[bytes]:
    """The first page."""
    language = language_of(request)
    say = say_in(language)
    player = await reader_of(request, site_of(request))
    if player is None:
        body: Child = [_about(say), tag("div", _begin(request, say), _come_back(request, say), class_="columns even")]
    else:
        body = await _signed_in_page(request, say, player)
    return page(request, language, say, word(say, "home"), body)


@post("/session", include_in_schema=False)
async def session(request: Request) -> Response[bytes]:
    """Sign in with a name (a new player) or a token, or sign out."""
    from_here(request)
    site, language = site_of(request), language_of(request)
    say = say_in(language)
    fields = await read_form(request)
    match question.one(fields, "do"):
        case "new":
            player, token = await new_player(request, site, question.one(fields, "name"), language)
            return signed_in(
                site, page(request, language, say, word(say, "home"), new_token(request, say, player, token)), token
            )
        case "renew":
            player = await _signed_in(request, site)
            token = await another(request, site, player)
            body = new_token(request, say, player, token, renewed=True)
            return signed_in(site, page(request, language, say, word(say, "token"), body), token)
        case "others":
            player = await _signed_in(request, site)
            await site.accounts.revoke_others(player.id, request.cookies[COOKIE])
            return _to("/", request)
        case "in":
            token = question.one(fields, "token")
            await known(request, site, token)
            return signed_in(site, _to("/", request), token)
        case "out":
            return signed_in(site, _to("/", request), "")
        case _:
            raise Problem("bad_body", why="do")


async def _signed_in(request: Request, site: Site) -> Player:
    """The player of the pages' cookie. Problem(bad_token)."""
    return await known(request, site, request.cookies.get(COOKIE, ""))


@post("/open", include_in_schema=False)
async def open_table(request: Request) -> Response[bytes]:
    """Open a table, sit down and go to its page."""
    from_here(request)
    site = site_of(request)
    player = await reader_of(request, site)
    if player is None:
        raise Problem("bad_token")
    fields = await read_form(request)
    key = idempotency_key(question.one(fields, "key"))
    site.rates.spend(f"commands:{player.id}", site.limits.commands)
    match, command = match_id(player.id, key), opening.read(site, fields)
    if isinstance(command, Text):
        return await _not_opened(request, player, fields, command)
    outcome = await site.gateway.send(match, player.id, key, command, patience=site.patience)
    if isinstance(outcome, Accepted):
        outcome = await site.gateway.send(match, player.id, f"{key[:60]}.sit", Join(), patience=site.patience)
    if isinstance(outcome, Rejected):
        return await _not_opened(request, player, fields, outcome.text)
    return _to(f"/matches/{match}/page", request)


async def _not_opened(request: Request, player: Player, fields: question.Fields, why: Text) -> Response[bytes]:
    """The first page again with the reason, and the form as it was sent."""
    language = language_of(request)
    say = say_in(language)
    body = await _signed_in_page(request, say, player, why, fields)
    return page(request, language, say, word(say, "home"), body, status=409, shown_at="/")


def _to(path: str, request: Request) -> Response[bytes]:
    where = address(path, lang=request.query_params.get("lang"))
    return Response(b"", status_code=303, headers={"Location": where}, media_type="text/html")


def _form(request: Request, path: str, *children: Child, **hidden: str) -> Html:
    return tag(
        "form",
        [tag("input", type="hidden", name=name, value=value) for name, value in hidden.items()],
        children,
        method="post",
        action=address(path, lang=request.query_params.get("lang")),
    )


def _about(say: Say) -> Html:
    return tag(
        "section",
        tag("h1", word(say, "welcome")),
        tag("p", word(say, "about"), class_="lead"),
        tag("p", word(say, "about_more")),
        class_="hero",
    )


def _begin(request: Request, say: Say) -> Html:
    name = tag("input", id="name", name="name", required=True, maxlength=40, autocomplete="nickname")
    form = _form(
        request,
        "/session",
        tag("p", tag("label", word(say, "your_name"), for_="name"), name),
        tag("button", word(say, "begin"), type="submit"),
        do="new",
    )
    return tag(
        "section", tag("h2", word(say, "begin")), tag("p", word(say, "begin_how"), class_="hint"), form, class_="card"
    )


def _come_back(request: Request, say: Say) -> Html:
    token = tag("input", id="token", name="token", type="password", required=True, autocomplete="current-password")
    form = _form(
        request,
        "/session",
        tag("p", tag("label", word(say, "your_token"), for_="token"), token),
        tag("button", word(say, "sign_in"), type="submit", class_="quiet"),
        do="in",
    )
    return tag(
        "section",
        tag("h2", word(say, "come_back")),
        tag("p", word(say, "come_back_how"), class_="hint"),
        form,
        class_="card",
    )


def _greeting(request: Request, say: Say, player: Player) -> Html:
    out = _form(request, "/session", tag("button", word(say, "sign_out"), type="submit", class_="quiet"), do="out")
    return tag("div", tag("h1", word(say, "hello", name=player.name)), out, class_="heading across")


async def _signed_in_page(
    request: Request, say: Say, player: Player, said: Text | None = None, entered: question.Fields | None = None
) -> list[Child]:
    """The first page of somebody signed in; `said`: why no table was opened, `entered`: what the form for it held."""
    new = tag("section", tag("h2", word(say, "new_match")), opening.form(request, say, entered), class_="card")
    overview = tag("div", await _matches(request, say, player), new, class_="columns")
    return [
        _greeting(request, say, player),
        None if said is None else tag("p", say(said), class_="notice bad", role="alert"),
        tag("div", overview, renewing(request, say), class_="stack"),
    ]


async def _matches(request: Request, say: Say, player: Player) -> Html:
    """The player's matches, those that wait for the player first."""
    site = site_of(request)
    await own_commit_read(site, player.id)
    waiting = {one.match for one in await site.readers.inbox(player.id) if one.must}
    rows = []
    found = [one for one in await listed(request, player.id) if one["status"] != "void"]
    for one in sorted(found, key=lambda one: (one["match"] not in waiting, one["status"] == "ended")):
        names = [seat["name"] or word(say, "free") for seat in one["seats"]]
        mark = "your_turn" if one["match"] in waiting else f"status_{one['status']}"
        kind = "turn" if one["match"] in waiting else one["status"]
        where = address(f"/matches/{one['match']}/page", lang=request.query_params.get("lang"))
        link = tag("a", say(games.title(one["game"])), href=where)
        moved = word(say, "moved", n=one["n"], at=one["at"][:10])
        rows.append(
            tag(
                "li",
                tag("div", link, " ", tag("small", moved, class_="when")),
                tag("div", " · ".join(names), class_="who"),
                tag("span", word(say, mark), class_=f"status {kind}"),
            )
        )
    body = tag("ul", rows, class_="matches") if rows else tag("p", word(say, "no_matches"), class_="hint")
    return tag("section", tag("h2", word(say, "your_matches")), body, class_="card")

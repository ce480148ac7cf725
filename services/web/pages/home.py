"""The first page: what this is, how to begin, the running matches of whoever is signed in."""

import secrets
from typing import Any

from litestar import Response, get, post

from events.commands import Join, Open
from events.texts import Say
from services.aggregate.envelope import Accepted, Rejected, match_id
from services.web import games
from services.web.accounts import Player
from services.web.asking import Request
from services.web.bodies import read_form
from services.web.handlers import idempotency_key, site_of
from services.web.pages import question
from services.web.pages.doorway import from_here, new_player, signed_in
from services.web.pages.frame import address, page, word
from services.web.pages.markup import Child, Html, tag
from services.web.pages.tokens import new_token, renewing
from services.web.players import listed
from services.web.problems import Problem
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
        body = [
            _greeting(request, say, player),
            tag("div", await _overview(request, say, player), renewing(request, say), class_="stack"),
        ]
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
    outcome = await site.gateway.send(
        match_id(player.id, key), player.id, key, _opening(site, fields), patience=site.patience
    )
    match = match_id(player.id, key)
    if isinstance(outcome, Accepted):
        outcome = await site.gateway.send(match, player.id, f"{key[:60]}.sit", Join(), patience=site.patience)
    if isinstance(outcome, Rejected):
        language = language_of(request)
        say = say_in(language)
        notice = tag("p", say(outcome.text), class_="notice bad", role="alert")
        body = [notice, await _overview(request, say, player)]
        return page(request, language, say, word(say, "home"), body, status=409)
    return _to(f"/matches/{match}/page", request)


def _opening(site: Site, fields: question.Fields) -> Open:
    """The command in the form; a number of seats stands in the name of the game it is for."""
    name, _, seats = question.one(fields, "game").partition("/")
    game = site.games.get(name)
    if game is None or not (seats.isdigit() and len(seats) <= 2):
        raise Problem("no_such_game")
    options: dict[str, Any] = {}
    for shape in games.options(game.record, game.record.options):
        given = fields.get(f"{name}:{shape.id}", [])
        if shape.values == (False, True):
            options[shape.id] = bool(given)
        elif shape.many:
            options[shape.id] = list(given)
        elif given and shape.values:
            options[shape.id] = next((value for value in shape.values if _text(value) == given[0]), given[0])
    return Open(name, options, int(seats))


def _text(value: str | int | bool) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


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


async def _overview(request: Request, say: Say, player: Player) -> Html:
    return tag("div", await _matches(request, say, player), _new_match(request, say), class_="columns")


async def _matches(request: Request, say: Say, player: Player) -> Html:
    """The player's matches, those that wait for the player first."""
    site = site_of(request)
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


def _new_match(request: Request, say: Say) -> Html:
    choices = []
    options = []
    for name, game in site_of(request).games.items():
        record = game.record
        title = say(games.title(name))
        for seats in record.seats:
            text = word(say, "game_for", game=title, seats=seats)
            choices.append(tag("option", text, value=f"{name}/{seats}"))
        fields = [_option(say, name, shape) for shape in games.options(record, record.options) if shape.values]
        if fields:
            options.append(tag("details", tag("summary", word(say, "options_of", game=title)), fields))
    form = _form(
        request,
        "/open",
        tag("p", tag("label", word(say, "game"), for_="game"), tag("select", choices, id="game", name="game")),
        options,
        tag("button", word(say, "open"), type="submit"),
        key=secrets.token_urlsafe(12),
    )
    return tag("section", tag("h2", word(say, "new_match")), form, class_="card")


def _option(say: Say, game: str, shape: games.OptionShape) -> Html:
    """One option of a game: a switch, some of several, or one of several."""
    name = f"{game}:{shape.id}"
    values = shape.values or ()
    if shape.many or values == (False, True):
        shown = (
            [(True, say(shape.text))] if not shape.many else [(value, _called(say, game, value)) for value in values]
        )
        boxes = [
            tag(
                "label",
                tag("input", type="checkbox", name=name, value=_text(value), checked=_is_default(shape, value)),
                " ",
                text,
                class_="switch",
            )
            for value, text in shown
        ]
        return tag("div", tag("p", say(shape.text)) if shape.many else None, boxes)
    choices = [
        tag("option", _called(say, game, value), value=_text(value), selected=value == shape.default)
        for value in values
    ]
    return tag("p", tag("label", say(shape.text), for_=name), tag("select", choices, id=name, name=name))


def _called(say: Say, game: str, value: str | int | bool) -> str:
    return say(games.value_text(game, value))


def _is_default(shape: games.OptionShape, value: str | int | bool) -> bool:
    return value in shape.default if shape.many else bool(shape.default)

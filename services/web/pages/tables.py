"""The page of a match before its start: who sits there, the invitation, joining and starting."""

import secrets

from services.web.asking import Request
from services.web.pages.frame import address, word
from services.web.pages.markup import Child, Html, tag
from services.web.pages.question import Fields, one
from services.web.viewpoint import Seen


def before_start(request: Request, found: Seen, entered: Fields | None = None) -> Child:
    """The table while seats are taken; `entered`: what a refused form held."""
    table = found.match.table
    say = found.say
    rows = [
        tag("li", tag("b", number + 1, class_="place"), found.names[number] if seat.player else word(say, "free"))
        for number, seat in enumerate(table.seats)
    ]
    sitting = found.player is not None and table.seat_of(found.player.id) is not None
    host = found.player is not None and found.player.id == table.host
    full = all(seat.state == "in" for seat in table.seats)
    parts: list[Child] = [tag("section", tag("h2", word(say, "seats")), tag("ul", rows, class_="plain"), class_="card")]
    if found.match.n != found.last:
        return parts
    if table.status != "open":
        return [*parts, tag("section", tag("p", word(say, "never_began")), class_="card")]
    if (sitting or host) and not full:
        parts.append(_invitation(request, found))
    if host and full:
        parts.append(_form(request, found, word(say, "start"), do="start"))
    elif sitting and full:
        parts.append(tag("p", word(say, "host_starts"), class_="notice"))
    if not sitting and not full:
        parts.append(_join(request, found, entered or {}))
    if sitting or host:
        parts.append(_form(request, found, word(say, "leave_table"), "quiet", do="leave"))
    return tag("div", parts, class_="narrow stack")


def _here(request: Request, found: Seen) -> str:
    return address(f"/matches/{found.match.id}/page", **{n: request.query_params.get(n) for n in ("t", "lang")})


def _invitation(request: Request, found: Seen) -> Html:
    table = found.match.table
    path = address(f"/matches/{found.match.id}/page", code=table.code)
    link = f"{request.url.scheme}://{request.headers.get('host', '')}{path}"
    code = tag("p", word(found.say, "code"), " ", tag("code", table.code)) if table.code else None
    return tag(
        "section",
        tag("h2", word(found.say, "invite")),
        tag("p", word(found.say, "invite_how")),
        tag("p", tag("code", link, class_="long")),
        code,
        class_="card",
    )


def _join(request: Request, found: Seen, entered: Fields) -> Html:
    say = found.say
    table = found.match.table
    fields: list[Child] = []
    if found.player is None:
        called = one(entered, "name")[:40] or None
        name = tag("input", id="name", name="name", value=called, required=True, maxlength=40, autocomplete="nickname")
        fields.append(tag("p", tag("label", word(say, "your_name"), for_="name"), name))
    if table.invite and not (found.player and found.player.id == table.host):
        given = (one(entered, "code") or request.query_params.get("code", ""))[:40]
        code = tag("input", id="code", name="code", value=given, required=True, autocomplete="off")
        fields.append(tag("p", tag("label", word(say, "code"), for_="code"), code))
    return tag(
        "section",
        tag("h2", word(say, "join")),
        _form(request, found, word(say, "join"), "", fields, do="join"),
        class_="card",
    )


def _form(request: Request, found: Seen, text: str, kind: str = "", fields: Child = None, **hidden: str) -> Html:
    given = {**hidden, "key": secrets.token_urlsafe(12)}
    return tag(
        "form",
        [tag("input", type="hidden", name=name, value=value) for name, value in given.items()],
        fields,
        tag("button", text, type="submit", class_=kind or None),
        method="post",
        action=_here(request, found),
    )

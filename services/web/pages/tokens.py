"""A player's token on the pages: shown once when it is made, renewed, and all earlier ones revoked."""

from events.texts import Say
from services.web.accounts import Player
from services.web.asking import Request
from services.web.pages.frame import address, word
from services.web.pages.markup import Html, tag


def new_token(
    request: Request, say: Say, player: Player, token: str, *, renewed: bool = False, onward: str | None = None
) -> Html:
    """The page's part that shows a token; with `renewed`, the earlier ones can be revoked here. `onward`: where it
    goes on, if not to the first page."""
    home = address("/", lang=request.query_params.get("lang"))
    go_on = tag("a", word(say, "go_on"), href=onward or home, class_="button")
    return tag(
        "section",
        tag("h1", word(say, "hello", name=player.name)),
        tag("p", word(say, "keep_token")),
        tag("p", tag("code", token, class_="long")),
        tag("p", word(say, "revoke_how")) if renewed else None,
        tag("div", _form(request, word(say, "revoke_others"), "others") if renewed else None, go_on, class_="apart"),
        class_="card narrow",
    )


def renewing(request: Request, say: Say) -> Html:
    """The part of the first page from which a token is renewed."""
    return tag(
        "section",
        tag("h2", word(say, "token")),
        tag("p", word(say, "renew_how"), class_="hint"),
        _form(request, word(say, "renew"), "renew"),
        class_="card",
    )


def _form(request: Request, text: str, do: str) -> Html:
    return tag(
        "form",
        tag("input", type="hidden", name="do", value=do),
        tag("button", text, type="submit", class_="quiet"),
        method="post",
        action=address("/session", lang=request.query_params.get("lang")),
    )

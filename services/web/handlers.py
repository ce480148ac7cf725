"""Small things every handler uses: the site, answers in JSON, the idempotency key, match ids."""

import re
from typing import Any, Final

from litestar import Response

from events.texts import Say
from services.web.asking import Request
from services.web.problems import Problem
from services.web.site import Site
from services.web.speech import JSON, language_of, say_in, to_json

_MATCH_ID: Final = re.compile(r"[a-z2-7]{13}", re.ASCII)
_KEY: Final = re.compile(r"[!-~]{1,64}", re.ASCII)
_NUMBER: Final = re.compile(r"[0-9]{1,9}", re.ASCII)


def site_of(request: Request) -> Site:
    """The site this request came to."""
    site = request.app.state.site
    assert isinstance(site, Site)
    return site


def told(value: Any, request: Request, say: Say | None = None, status: int = 200, **headers: str) -> Response[bytes]:
    """The value as JSON, its texts rendered in the reader's language."""
    language = language_of(request)
    body = to_json(value, say or say_in(language))
    named = {name.replace("_", "-"): text for name, text in headers.items()}
    return Response(body, status_code=status, media_type=JSON, headers={"Content-Language": language, **named})


def match_id(text: str) -> str:
    """A match id as it stands in a path; Problem(no_such_match) if it cannot be one."""
    if not _MATCH_ID.fullmatch(text):
        raise Problem("no_such_match")
    return text


def idempotency_key(text: str | None) -> str:
    """The key of a command: 1 to 64 printable ASCII characters without spaces; Problem(bad_key)."""
    if text is None or not _KEY.fullmatch(text):
        raise Problem("bad_key")
    return text


def whole_number(name: str, text: str | None) -> int | None:
    """A number given in the query, None if it is not there; Problem(bad_query)."""
    if text is None or text == "":
        return None
    if not _NUMBER.fullmatch(text):
        raise Problem("bad_query", why=name)
    return int(text)

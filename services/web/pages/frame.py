"""What all pages have in common: head, banner, languages, the answers they are sent in."""

from pathlib import Path
from typing import Final
from urllib.parse import urlencode

from litestar import Response, get

from events.texts import LANGUAGES, Say, Text
from services.web.asking import Request
from services.web.pages.markup import Child, Html, tag
from services.web.problems import Problem

NAMES: Final = {"en": "English", "zh-Hans": "简体中文", "zh-Hant": "繁體中文"}
LOOKING: Final = frozenset({"GET", "HEAD"})
STYLE: Final = Path(__file__).with_name("style.css").read_bytes()
ICON: Final = (
    b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#1f5f5b"/>'
    b'<path d="M9 9h14v4h-5v11h-4V13H9z" fill="#fff"/></svg>'
)


def word(say: Say, key: str, **args: Text | int | str) -> str:
    """One of the pages' own words."""
    return say(Text(f"web.page.{key}", dict(args)))


def address(path: str, **query: str | int | None) -> str:
    """A path with its query, what is None or empty left out."""
    given = {name.rstrip("_"): value for name, value in query.items() if value not in (None, "")}
    return f"{path}?{urlencode(given)}" if given else path


def page(
    request: Request,
    language: str,
    say: Say,
    title: str,
    *body: Child,
    status: int = 200,
    shown_at: str | None = None,
) -> Response[bytes]:
    """A whole page. `shown_at`: where the page that answers a form can be looked at again; one that cannot be, such
    as one that holds a new token, has no links to other languages, for they would lose it."""
    document = tag(
        "html",
        tag(
            "head",
            tag("meta", charset="utf-8"),
            tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
            tag("meta", name="color-scheme", content="light dark"),
            tag("title", f"{title} · Turnpost"),
            tag("link", rel="icon", href="/icon.svg", type="image/svg+xml"),
            tag("link", rel="stylesheet", href="/style.css"),
        ),
        tag(
            "body",
            tag("a", word(say, "skip"), class_="skip", href="#main"),
            tag(
                "header",
                tag("a", "Turnpost", class_="brand", href=address("/", lang=_given(request))),
                _languages(request, language, say, request.url.path if request.method in LOOKING else shown_at),
                class_="banner",
            ),
            tag("main", *body, id="main"),
        ),
        lang=language,
    )
    return Response(b"<!doctype html>\n" + document.encode(), status_code=status, media_type="text/html")


def problem_page(request: Request, problem: Problem, language: str, say: Say) -> Response[bytes]:
    """A problem as a page."""
    return page(
        request,
        language,
        say,
        word(say, "problem"),
        tag(
            "section",
            tag("h1", word(say, "problem")),
            tag("p", say(problem.text), class_="notice bad", role="alert"),
            tag("p", tag("a", word(say, "home"), href=address("/", lang=_given(request)))),
            class_="card narrow",
        ),
        status=problem.status,
    )


def _given(request: Request) -> str | None:
    wanted = request.query_params.get("lang")
    return wanted if wanted in LANGUAGES else None


def _languages(request: Request, language: str, say: Say, path: str | None) -> Html | None:
    """Links to the same page in each language."""
    if path is None:
        return None
    query = {name: value for name, value in request.query_params.items() if name != "lang"}
    links = [
        tag(
            "a",
            name,
            href=address(path, **query, lang=code),
            lang=code,
            hreflang=code,
            aria_current="true" if code == language else None,
        )
        for code, name in NAMES.items()
    ]
    return tag("nav", links, class_="languages", aria_label=word(say, "languages"))


@get("/style.css", include_in_schema=False)
async def style() -> Response[bytes]:
    """The pages' one style sheet."""
    return Response(STYLE, media_type="text/css", headers={"Cache-Control": "public, max-age=300"})


@get("/icon.svg", include_in_schema=False)
async def icon() -> Response[bytes]:
    """The pages' icon."""
    return Response(ICON, media_type="image/svg+xml", headers={"Cache-Control": "public, max-age=86400"})

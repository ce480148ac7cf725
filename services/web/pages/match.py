"""The page of a match: the picture, what one is asked, the score sheet, the chronicle; one commit back and forth."""

import secrets
from typing import Any

from litestar import Response, get
from litestar.params import FromPath

from events.choices import Choice, Pick
from events.commit import Wait
from events.record import ranked
from events.table.state import Proposal
from events.table.tell import nobody_won
from events.texts import Text
from projections.queries import Timeline
from services.referee import Given
from services.table.decide import ask_of, choice, default, given
from services.web.asking import Request
from services.web.games import title as title_of
from services.web.handlers import site_of
from services.web.pages import question
from services.web.pages.frame import address, page, word
from services.web.pages.markup import Child, Html, tag
from services.web.pages.tables import before_start
from services.web.position import board, scores, seen, undo
from services.web.reading import timeline
from services.web.speech import in_a_row
from services.web.viewpoint import Seen

LINES = 40
MANY = 8
"""Options of a question nobody waits for, up to which they are shown at once."""


@get("/matches/{match:str}/page", include_in_schema=False)
async def match_page(request: Request, match: FromPath[str]) -> Response[bytes]:
    """The page of a match for a viewpoint, now or after an earlier commit."""
    return await show(request, await seen(request, match))


async def show(
    request: Request,
    found: Seen,
    said: Text | None = None,
    status: int = 200,
    entered: question.Fields | None = None,
) -> Response[bytes]:
    """The page, with what a sent form came to at its top; `entered`: what that form held, to be shown in it again."""
    here = Here(request, found, entered)
    title = here.say(title_of(found.match.table.game))
    notice = None if said is None else tag("p", here.say(said), class_="notice bad", role="alert")
    if found.match.table.status == "open" or found.match.game is None:
        body: Child = [_heading(here, title), notice, before_start(request, found, entered)]
        return page(request, found.language, here.say, title, body, status=status, shown_at=here.path())
    wanted = None if request.query_params.get("chronicle") == "all" else LINES
    told = await timeline(site_of(request), found, last=wanted)
    body = [
        _heading(here, title),
        notice,
        tag(
            "div",
            tag("div", _questions(here), _asked(here), _sheets(here), class_="side"),
            tag("div", _picture(here, title), _chronicle(here, told), class_="main"),
            class_="columns",
        ),
    ]
    return page(request, found.language, here.say, title, body, status=status, shown_at=here.path())


class Here:
    """A page being made: who looks, and addresses that keep the viewpoint and the language."""

    def __init__(self, request: Request, found: Seen, entered: question.Fields | None = None) -> None:
        self.found = found
        self.entered = entered or {}
        self.site = site_of(request)
        self.say = found.say
        self._kept: dict[str, str | None] = {
            name: request.query_params.get(name) for name in ("as", "t", "lang", "chronicle")
        }

    def word(self, key: str, **args: Text | int | str) -> str:
        """One of the pages' own words."""
        return word(self.say, key, **args)

    def link(self, kind: str = "page", **query: str | int | None) -> str:
        """An address of this match."""
        given = {**self._kept, **query}
        if kind != "page":
            given.pop("chronicle", None)
        return address(self.path(kind), **given)

    def path(self, kind: str = "page") -> str:
        """The same without the query."""
        return f"/matches/{self.found.match.id}/{kind}"

    def name(self, seat: int) -> str:
        """The player of a seat."""
        return self.say(Text("seat", {"seat": seat}))


def _heading(here: Here, title: str) -> Html:
    found = here.found
    then = None
    if found.match.n != found.last:
        was = here.word(f"status_{found.match.table.status}")
        then = tag("span", here.word("shown_then", n=found.match.n, status=was), class_="status then")
    status = tag("span", here.word(f"status_{found.status}"), class_=f"status {found.status}")
    where = here.word("viewpoint_seat", who=here.name(found.viewer)) if isinstance(found.viewer, int) else None
    return tag(
        "div",
        tag("div", tag("h1", title), status, then, class_="title"),
        tag("p", where or here.word(f"viewpoint_{found.name}"), _viewpoints(here), class_="viewpoint"),
        _steps(here) if found.match.game is not None or then is not None else None,
        class_="heading",
    )


def _viewpoints(here: Here) -> Child:
    """Links to the other viewpoints this reader may have."""
    found = here.found
    views: list[tuple[str, str]] = []
    if found.seat is not None:
        views.append(("seat", here.word("as_seat")))
    views.append(("watch", here.word("as_watch")))
    if found.over:
        views.append(("all", here.word("as_all")))
    own = "seat" if found.viewer == found.seat and found.seat is not None else found.name
    n = None if found.match.n == found.last else found.match.n
    links = [tag("a", text, href=here.link(as_=view, n=n)) for view, text in views if view != own]
    return [" · ", [[link, " "] for link in links]] if links else None


def _steps(here: Here) -> Html:
    """One commit back and forth, to the start and to the end."""
    n, last = here.found.match.n, here.found.last
    words = here.word("step", n=n, last=last)

    def step(to: int, sign: str, label: str, rel: str | None = None) -> Html:
        if to == n or not 1 <= to <= last:
            return tag("span", sign, class_="off", aria_hidden="true")
        where = here.link(n=None if to == last else to)
        return tag("a", sign, href=where, title=here.word(label), aria_label=here.word(label), rel=rel)

    return tag(
        "nav",
        step(1, "«", "first"),
        step(n - 1, "‹", "back", "prev"),
        tag("span", words, class_="where"),
        step(n + 1, "›", "forth", "next"),
        step(last, "»", "latest"),
        class_="steps",
        aria_label=here.word("steps"),
    )


def _picture(here: Here, title: str) -> Html:
    found = here.found
    lines = [tag("li", here.say(line)) for line in board(found)]
    source = here.link("picture.svg", n=found.match.n, lang=found.language)
    return tag(
        "section",
        tag("h2", here.word("board"), class_="hidden"),
        tag("p", here.word("swipe"), class_="hint swipe"),
        tag(
            "a",
            tag("img", src=source, alt=here.word("picture_of", game=title, n=found.match.n), class_="board"),
            href=source,
            class_="scroll",
        ),
        tag("p", tag("a", here.word("whole_picture"), href=source), class_="hint"),
        tag("details", tag("summary", here.word("as_text")), tag("ul", lines, class_="text-board")),
        class_="card picture",
    )


def _questions(here: Here) -> Child:
    found = here.found
    waits = sorted(found.own_waits, key=lambda wait: not wait.must)
    if not waits:
        if found.seat is None or found.over or found.match.n != found.last or found.viewer != found.seat:
            return None
        return tag("section", tag("p", here.word("not_asked")), _take_back(here), class_="card calm")
    parts = [_question(here, wait, place) for place, wait in enumerate(waits)]
    return [*parts, _take_back(here, alone=True)]


def _question(here: Here, wait: Wait, place: int) -> Html:
    found = here.found
    site = here.site
    ask = ask_of(wait)
    asked = choice(site.games, found.match, ask)
    before = given(site.games, found.match, ask)
    again = question.one(here.entered, "prompt") == wait.id
    body: Child
    if found.plays:
        entered: question.Fields = {} if before is None else question.written(asked, before.reply)
        if again:
            entered = here.entered
        body = tag(
            "form",
            _hidden(do="answer", prompt=wait.id),
            question.form(asked, default(site.games, found.match, ask), here.say, f"q{place}", entered),
            tag("button", here.word("send"), type="submit"),
            method="post",
            action=here.link(),
        )
    else:
        body = question.shown(asked, here.say)
    if not wait.must and before is None and isinstance(asked, Pick) and len(asked.options) > MANY:
        body = tag("details", tag("summary", here.word("options_count", n=len(asked.options))), body, open=again)
    due = tag("p", here.word("due", at=wait.due), class_="hint") if wait.due else None
    mark = "your_turn" if wait.must else "you_may" if before is None else "answered"
    return tag(
        "section",
        tag("p", here.word(mark), class_="mark"),
        tag("h2", here.say(asked.ask)),
        due,
        _now(here, asked, before),
        body,
        class_=f"card question {'must' if wait.must else 'may'}",
    )


def _now(here: Here, asked: Choice, before: Given | None) -> Child:
    """How the question was answered, while that can be changed."""
    if before is None:
        return None
    said = question.spoken(asked, before.reply, here.say)
    more = here.say(Text("web.plain", {"text": before.more})) if before.more else ""
    return tag("p", here.word("now"), " ", tag("b", " · ".join(filter(None, (said, more)))), class_="notice")


def _hidden(**fields: str) -> list[Html]:
    """Fields that are not shown, and a key of their own, so that a form sent twice counts once."""
    given = {**fields, "key": secrets.token_urlsafe(12)}
    return [tag("input", type="hidden", name=name, value=value) for name, value in given.items()]


def _take_back(here: Here, alone: bool = False) -> Child:
    """Taking back, asking the others for it, leaving: what is always possible for one who plays."""
    found = here.found
    if not found.plays:
        return None
    able: dict[str, Any] = undo(found)
    first: Child
    if able["commits"]:
        first = _button(here, here.word("undo", n=able["commits"][0]), do="undo")
    else:
        first = tag("p", here.word("undo_stops", why=able["stops"]), class_="hint") if able["stops"] else None
    pending = {one.what: one for one in found.match.table.proposals if one.seat == found.seat}
    more = tag(
        "details",
        tag("summary", here.word("more")),
        [
            _button(here, here.word(f"propose_{what}"), do="propose", what=what)
            for what in ("undo", "cancel")
            if what not in pending
        ],
        _button(here, here.word("leave"), "danger", do="leave"),
    )
    proposed = [tag("p", _pending(here, one), class_="notice") for one in pending.values()]
    return tag("section", proposed, first, more, class_="card calm" if alone else "actions")


def _pending(here: Here, proposal: Proposal) -> str:
    """What the reader has put to the others, who have yet to answer."""
    if proposal.what != "undo":
        return here.word("asked_cancel")
    return here.word("asked_undo_more" if len(proposal.commits) > 1 else "asked_undo", n=proposal.commits[0])


def _button(here: Here, text: str, kind: str = "quiet", **fields: str) -> Html:
    return tag(
        "form",
        _hidden(**fields),
        tag("button", text, type="submit", class_=kind),
        method="post",
        action=here.link(),
        class_="inline",
    )


def _asked(here: Here) -> Html:
    """Who is asked, and since when."""
    match = here.found.match
    if match.table.status in ("ended", "void"):
        return _result(here)
    rows = [
        tag(
            "li",
            tag("b", here.name(wait.seat)),
            " ",
            tag("span", here.word("must" if wait.must else "may"), class_="badge"),
            " ",
            tag("small", here.word("since", n=wait.since)),
        )
        for wait in sorted(match.waits, key=lambda wait: (not wait.must, wait.seat))
    ]
    title = here.word("asked" if match.n == here.found.last else "asked_then")
    return tag("section", tag("h2", title), tag("ul", rows, class_="plain"), class_="card")


def _result(here: Here) -> Html:
    table = here.found.match.table
    if table.places is None:
        return tag("section", tag("h2", here.word("cancelled")), class_="card")
    if not ranked(scores(here.found)):
        said = here.say(nobody_won(table.places))
        return tag("section", tag("h2", here.word("result")), tag("p", said), class_="card")
    places = sorted((place, seat) for seat, place in enumerate(table.places))
    rows = [tag("li", tag("b", f"{place}. {here.name(seat)}")) for place, seat in places]
    return tag("section", tag("h2", here.word("result")), tag("ul", rows, class_="plain"), class_="card")


def _sheets(here: Here) -> Html:
    """The score of each seat, with its lines."""
    parts = []
    sheets = scores(here.found)
    placed = ranked(sheets)
    for sheet in sheets:
        total = "–" if sheet.total is None else sheet.total
        place = tag("span", f"{sheet.place}.", class_="medal") if placed and sheet.place is not None else None
        rows = [
            tag("tr", tag("td", here.say(line.text)), tag("td", "" if line.points is None else line.points, class_="n"))
            for line in sheet.lines
        ]
        name = tag("span", place, here.name(sheet.seat), class_="who")
        parts.append(
            tag(
                "details",
                tag("summary", name, tag("b", total, class_="n")),
                tag("table", tag("tbody", rows)) if rows else None,
                class_="sheet",
                open=sheet.seat == here.found.viewer or here.found.over,
            )
        )
    return tag("section", tag("h2", here.word("sheet")), parts, class_="card")


def _chronicle(here: Here, told: Timeline) -> Html:
    """What happened, the latest first."""
    found = here.found
    rows = []
    for line in reversed([line for line in told.lines if line.n <= found.match.n]):
        said = in_a_row(line.texts, here.say, found.language)
        link = tag("a", line.n, href=here.link(n=line.n), class_="n", aria_label=here.word("to_step", n=line.n))
        mark = tag("small", here.word("taken_back"), class_="badge") if line.struck else None
        when = tag("time", line.at[:16].replace("T", " "), datetime=line.at)
        text = tag("s", said) if line.struck else tag("span", said)
        rows.append(tag("li", link, tag("span", text, " ", mark, class_="what"), when, value=line.n))
    more = None
    if told.lines and told.lines[0].n > 1:
        more = tag("p", tag("a", here.word("whole_chronicle"), href=here.link(chronicle="all", n=_n(found))))
    return tag(
        "section",
        tag("h2", here.word("chronicle")),
        tag("ol", rows, class_="chronicle", reversed=True),
        more,
        class_="card told",
    )


def _n(found: Seen) -> int | None:
    return None if found.match.n == found.last else found.match.n

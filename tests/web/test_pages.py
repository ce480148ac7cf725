"""The pages: well-formed, without script, in three languages; a match can be opened, joined and played by them."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import Any

import httpx
import pytest

from events.choices import Counted, Filled, Form, Laid, Lay, Number, Option, Pick, Picked, Share, Shared, Typed, Unit
from events.choices import Field as FormField
from events.texts import Text, speaker
from services.web.pages import question
from services.web.pages.markup import VOID, Html, tag
from services.web.site import Site
from tests.web.playing import Table

LANGUAGES = ("en", "zh-Hans", "zh-Hant")


class Page(HTMLParser):
    """A page taken apart; whatever is not closed, not labelled or scripted is a failure."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.forms: list[dict[str, Any]] = []
        self.ids: list[str] = []
        self.labelled: list[str] = []
        self.fields: list[str] = []
        self.links: list[str] = []
        self.text = ""
        assert "⟦" not in text, re.findall("⟦[^⟧]*⟧", text)
        assert text.startswith("<!doctype html>")
        self.feed(text)
        self.close()
        assert self.open == []
        assert len(set(self.ids)) == len(self.ids)
        assert set(self.fields) <= set(self.labelled)

    def handle_starttag(self, name: str, found: list[tuple[str, str | None]]) -> None:
        given = dict(found)
        assert name not in ("script", "style", "iframe", "object")
        assert not [key for key in given if key.startswith("on") or key == "style"]
        if name not in VOID:
            self.open.append(name)
        if "id" in given:
            self.ids.append(given["id"] or "")
        match name:
            case "img":
                assert given["alt"]
                self.links.append(given["src"] or "")
            case "a" | "link":
                self.links.append(given["href"] or "")
            case "label":
                self.labelled.append(given.get("for") or "inside")
            case "form":
                assert given["method"] == "post"
                self.forms.append({"action": given["action"], "fields": []})
            case "input" | "select":
                self.forms[-1]["fields"].append(given)
                if given.get("type") != "hidden" and "label" not in self.open:
                    self.fields.append(given["id"] or "")
            case _:
                pass

    def handle_endtag(self, name: str) -> None:
        assert self.open.pop() == name

    def handle_data(self, data: str) -> None:
        self.text += data

    def form(self, do: str) -> tuple[str, dict[str, str]]:
        """The form that does this, with its hidden fields and what is checked."""
        for form in self.forms:
            hidden = {
                field["name"]: field.get("value") or "" for field in form["fields"] if field.get("type") == "hidden"
            }
            if hidden.get("do") == do:
                return form["action"], hidden
        raise AssertionError(f"no form does {do}: {self.forms}")


async def page(http: httpx.AsyncClient, path: str, **query: str) -> Page:
    told = await http.get(path, params=query or None)
    assert told.status_code == 200, told.text
    assert told.headers["content-type"] == "text/html; charset=utf-8"
    policy = told.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    return Page(told.text)


async def test_two_people_play_by_the_pages(url: str, site: Site, working: None) -> None:
    async with (
        httpx.AsyncClient(base_url=url, trust_env=False, follow_redirects=True) as ada,
        httpx.AsyncClient(base_url=url, trust_env=False, follow_redirects=True) as bo,
    ):
        action, hidden = (await page(ada, "/")).form("new")
        welcome = await ada.post(action, data={**hidden, "name": "Ada"})
        token = re.search(r"tp_[\w-]+", welcome.text)
        assert token is not None
        home = await page(ada, "/")
        assert "Ada" in home.text
        form = next(form for form in home.forms if form["action"] == "/open")
        key = next(field["value"] for field in form["fields"] if field.get("name") == "key")
        opened = await ada.post("/open", data={"key": key, "game": "planet/2", "planet:first": "0"})
        path = opened.url.path
        assert (await ada.post("/open", data={"key": key, "game": "planet/2", "planet:first": "0"})).url.path == path
        invitation = re.search(r"http://\S+/page\?code=\w{13}", Page(opened.text).text)
        assert invitation is not None
        action, hidden = Page((await bo.get(invitation[0])).text).form("join")
        code = invitation[0].partition("code=")[2]
        joined = await bo.post(action, data={**hidden, "name": "Bo", "code": code})
        seated = Page(joined.text)
        assert "tp_" in seated.text
        assert "host" in (await page(bo, next(link for link in seated.links if path in link))).text
        action, hidden = (await page(ada, path)).form("start")
        started = Page((await ada.post(action, data=hidden)).text)
        action, hidden = started.form("answer")
        wrong = await ada.post(action, data={**hidden, "piece": "T99", "turn": "0", "at": "f0"})
        assert wrong.status_code == 409
        action, hidden = Page(wrong.text).form("answer")
        sent = {**hidden, "typed": "1 0 f0"}
        moved = await ada.post(action, data=sent)
        assert (moved.status_code, moved.history[0].status_code) == (200, 303)
        number = re.search(r"Move (\d+)", moved.text)
        again = await ada.post(action, data=sent)
        assert number is not None
        assert (again.status_code, f"Move {number[1]} of {number[1]}" in again.text) == (409, True)
        action, hidden = Page(moved.text).form("undo")
        assert "taken back" in Page((await ada.post(action, data=hidden)).text).text
        with pytest.raises(AssertionError):
            (await page(bo, path)).form("undo")
        action, hidden = (await page(ada, "/")).form("out")
        assert "Ada" not in (await ada.post(action, data=hidden)).text
        action, hidden = (await page(ada, "/")).form("in")
        back = await ada.post(action, data={**hidden, "token": token[0]})
        assert "Ada" in Page(back.text).text
        assert Page(back.text).links.count(path) == 1


@pytest.mark.parametrize("game", ["gauntlet", "planet"])
async def test_every_page_in_every_language(table: Table, game: str) -> None:
    await table.open(game, seats=3)
    links = (await table.players[0].get(f"{table.path}/links")).json()
    titles = set()
    for language in LANGUAGES:
        await page(table.http, links["play"], lang=language)
    await table.start()
    for moves in (0, 8, 10_000):
        await table.play(moves)
        for language in LANGUAGES:
            for link in (links["play"], links["look"], f"{table.path}/page"):
                token = httpx.URL(link).params.get("t", "")
                found = await page(table.http, f"{table.path}/page", lang=language, t=token)
                followed = found.links if moves == 8 and language == "en" and link == links["play"] else []
                for one in followed[:20]:
                    assert (await table.http.get(one)).status_code == 200, one
            await page(table.http, f"{table.path}/page", lang=language, n="4", chronicle="all")
            titles.add((await page(table.http, "/", lang=language)).text)
    assert len(titles) == 3
    await page(table.http, f"{table.path}/page", **{"as": "all"})


async def test_a_picture_wider_than_a_phone_says_so(table: Table) -> None:
    await table.open("planet")
    await table.start()
    for language in LANGUAGES:
        say = speaker(language)
        found = await page(table.http, f"{table.path}/page", lang=language)
        assert say(Text("web.page.swipe")) in found.text
        whole = [link for link in found.links if "/picture.svg" in link]
        assert len(whole) == 3  # what is shown, and what opens it: itself, and a line below it
        assert len(set(whole)) == 1
        assert (await table.http.get(whole[0])).headers["content-type"] == "image/svg+xml"
    narrow = (await table.http.get("/style.css")).text.partition("@media (max-width: 40rem)")[2]
    assert ".picture .swipe { display: block" in narrow
    assert ".scroll::after" in narrow


async def test_forms_of_other_sites_are_not_taken(table: Table) -> None:
    await table.open("planet", first="0")
    await table.start()
    link = (await table.players[0].get(f"{table.path}/links")).json()["play"]
    action, hidden = (await page(table.http, link)).form("answer")
    data = {**hidden, "typed": "1 0 f0"}
    before = (await table.http.get(table.path)).json()["n"]
    for headers in ({"Origin": "https://evil.example"}, {"Sec-Fetch-Site": "cross-site"}):
        told = await table.http.post(action, data=data, headers=headers)
        assert (told.status_code, told.json()["code"]) == (403, "not_yours")
    look = (await table.players[0].get(f"{table.path}/links")).json()["look"]
    told = await table.http.post(look, data=data)
    assert (told.status_code, told.json()["code"]) == (403, "not_yours")
    assert (await table.http.post(f"{table.path}/page", data=data)).status_code == 401
    for broken in ({"do": "answer"}, {"key": "k", "do": "dance"}, {"key": "", "do": "undo"}):
        assert (await table.http.post(action, data=broken)).status_code in (400, 409, 422)
    assert (await table.http.post(action, content=b"%ff=%fe&key=\xff")).status_code in (400, 422)
    assert (await table.http.get(table.path)).json()["n"] == before
    told = await table.http.post(action, data=data, headers={"Origin": str(table.http.base_url).rstrip("/")})
    assert told.status_code == 303


async def test_a_void_match_has_no_places(table: Table) -> None:
    await table.open("mars", seats=2)
    await table.start()
    assert (await table.players[1].send(f"{table.path}/commands", {"do": "leave"})).status_code == 200
    for language in LANGUAGES:
        found = await page(table.http, f"{table.path}/page", lang=language)
        assert speaker(language)(Text("web.page.cancelled")) in found.text
        assert "1. " not in found.text


async def test_names_are_text(table: Table) -> None:
    """What a player calls themselves is never markup."""
    table.players = [await table.player("<script>alert(1)</script>")]
    told = await table.players[0].send("/matches", {"game": "planet", "invite": False})
    path = f"/matches/{told.json()['match']}"
    for who in (table.players[0], await table.player('"><img src=x>')):
        assert (await who.send(f"{path}/join", {})).status_code == 200
    await page(table.http, f"{path}/page")
    await table.players[0].send(f"{path}/start", {})
    await page(table.http, f"{path}/page")
    drawn = (await table.http.get(f"{path}/picture.svg")).text
    assert "<script" not in drawn
    assert "<img" not in drawn


OPTIONS = tuple(Option(name, Text("web.plain", {"text": name.upper()})) for name in "abc")
PICK = Pick(Text("web.page.game"), OPTIONS)
SAY = speaker("en")


@pytest.mark.parametrize(
    ("choice", "fields", "reply"),
    [
        (PICK, {"pick": ["b"]}, Picked(("b",))),
        (PICK, {}, Picked(())),
        (PICK, {"pick": ["b"], "typed": [" 3 ; 1 "]}, Typed("3", "en")),
        (Pick(PICK.ask, OPTIONS, 0, 3), {"pick": ["a", "c"]}, Picked(("a", "c"))),
        (Number(PICK.ask, 0, 9), {"number": ["7"]}, Counted(7)),
        (Number(PICK.ask, 0, 9), {"number": ["-"]}, Typed("-")),
        (
            Share(PICK.ask, (Unit("x", PICK.ask, cap=3), Unit("y", PICK.ask, cap=3)), 3),
            {"share:x": ["3"], "share:y": [""]},
            Shared({"x": 3}),
        ),
        (Share(PICK.ask, (Unit("x", PICK.ask, cap=3),), 3), {"share:x": ["-2"]}, Shared({"x": -1})),
        (Lay(PICK.ask, OPTIONS, ("0",), (("a", "0", "f1"),)), {"piece": ["a"], "at": ["f1"]}, Laid("a", "0", "f1")),
        (Form(PICK.ask, (FormField("one", PICK),)), {"field:one": ["c"]}, Filled({"one": Picked(("c",))})),
    ],
)
def test_forms_are_read_as_they_are_written(choice: Any, fields: Any, reply: Any) -> None:
    assert question.read(choice, fields, "en")[0] == reply
    markup = question.form(choice, None, SAY, "q")
    for name in fields:
        assert f'name="{name}"' in markup


def test_ordered_picks_are_typed() -> None:
    markup = question.form(Pick(PICK.ask, OPTIONS, 1, 3, ordered=True), Picked(("a", "b")), SAY, "q")
    assert 'name="pick"' not in markup
    assert "<b>A · B</b>" in markup


@pytest.mark.parametrize(
    ("choice", "reply", "said"),
    [
        (Pick(PICK.ask, OPTIONS, 0, 3), Picked(()), "none of these"),
        (Number(PICK.ask, 0, 9), Counted(7), "7"),
        (
            Share(PICK.ask, (Unit("x", OPTIONS[0].text, cap=3), Unit("y", OPTIONS[1].text)), 3),
            Shared({"x": 3}),
            "3 × A",
        ),
        (Lay(PICK.ask, OPTIONS, ("0",), (("a", "0", "f1"),)), Laid("a", "0", "f1"), "A, at f1"),
        (Lay(PICK.ask, OPTIONS, ("0", "1"), (("a", "1", "f1"),)), Laid("a", "1", "f1"), "A, at f1, turned 1"),
        (Form(PICK.ask, (FormField("one", PICK),)), Filled({"one": Picked(("c",))}), "C"),
    ],
)
def test_what_silence_says_is_told_in_words(choice: Any, reply: Any, said: str) -> None:
    assert question.spoken(choice, reply, SAY) == said
    assert f"<b>{said}</b>" in question.form(choice, reply, SAY, "q")


def test_markup_is_escaped() -> None:
    assert (
        tag("p", "<&>", None, 3, [tag("br"), Html("<i>")], class_='"') == '<p class="&quot;">&lt;&amp;&gt;3<br><i></p>'
    )
    assert tag("input", checked=True, disabled=False, value=None) == "<input checked>"

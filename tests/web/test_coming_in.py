"""Coming in by an invitation, tokens that are shown once, and what a page offers of which nothing could come."""

from __future__ import annotations

import re

import pytest

from events.texts import Text, speaker
from services.web.site import Site
from tests.web.playing import Table
from tests.web.test_pages import Page, page


def say(key: str, **args: int | str) -> str:
    return speaker("en")(Text(f"web.page.{key}", dict(args)))


def languages(found: Page) -> list[str]:
    return [link for link in found.links if "lang=zh" in link]


@pytest.fixture
async def opened(table: Table) -> Table:
    """A table for two at which the host alone sits."""
    table.players = [await table.player("Ada")]
    told = await table.players[0].send("/matches", {"game": "planet", "seats": 2})
    table.match, table.code = told.json()["match"], told.json()["code"]
    assert (await table.players[0].send(f"{table.path}/join", {})).status_code == 200
    return table


async def players(site: Site) -> int:
    return len([key async for key in site.log.client.scan_iter("{acct}:player:*")])


async def test_who_joins_by_invitation_is_shown_the_token_once(opened: Table) -> None:
    http = opened.http
    action, hidden = (await page(http, f"{opened.path}/page", code=opened.code, lang="en")).form("join")
    joined = await http.post(action, data={**hidden, "name": "Bo", "code": opened.code})
    found = Page(joined.text)
    token = re.search(r"tp_[\w-]+", joined.text)
    assert joined.status_code == 200
    assert token is not None
    assert say("keep_token") in found.text
    assert languages(found) == []
    onward = next(link for link in found.links if opened.path in link)
    there = await page(http, onward)
    assert say("host_starts") in there.text
    assert "tp_" not in there.text
    http.cookies.clear()
    assert (await http.post("/session", data={"do": "in", "token": token[0]})).status_code == 303
    assert "Bo" in (await page(http, "/")).text


async def test_who_could_not_sit_down_becomes_no_player(opened: Table, site: Site) -> None:
    http, before = opened.http, await players(site)
    action, hidden = (await page(http, f"{opened.path}/page")).form("join")
    refused = await http.post(action, data={**hidden, "name": "Bo", "code": "wrong"})
    assert refused.status_code == 409
    assert "set-cookie" not in refused.headers
    assert 'value="Bo"' in refused.text
    assert 'value="wrong"' in refused.text
    assert speaker("en")(Text("table.refused.wrong_code")) in Page(refused.text).text
    assert (await http.post(action, data={**hidden, "name": "Bo", "code": opened.code})).status_code == 200
    http.cookies.clear()
    full = await http.post(action, data={**hidden, "key": "late", "name": "Cem", "code": opened.code})
    assert (full.status_code, await players(site)) == (409, before + 1)


async def test_who_was_not_fast_enough_is_a_player_all_the_same(opened: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """The seat was free when it was looked at, and taken when the match decided."""
    http = opened.http
    action, hidden = (await page(http, f"{opened.path}/page")).form("join")
    bo = await opened.player("Bo")
    monkeypatch.setattr("services.web.pages.answering.join", lambda *_: [])
    assert (await bo.send(f"{opened.path}/join", {"code": opened.code})).status_code == 200
    late = await http.post(action, data={**hidden, "name": "Cem", "code": opened.code})
    found = Page(late.text)
    assert late.status_code == 409
    assert re.search(r"tp_[\w-]+", found.text)
    assert speaker("en")(Text("table.refused.full")) in found.text
    again = await page(http, f"{opened.path}/page")
    assert "name" not in again.ids  # nobody is asked for the name again
    assert "Cem" in (await page(http, "/")).text


async def test_nobody_is_invited_to_a_full_table(opened: Table) -> None:
    opened.http.cookies.set("turnpost", opened.players[0].token)
    link = f"{opened.path}/page"
    assert say("invite") in (await page(opened.http, link)).text
    bo = await opened.player("Bo")
    assert (await bo.send(f"{opened.path}/join", {"code": opened.code})).status_code == 200
    found = await page(opened.http, link)
    assert say("invite") not in found.text
    assert say("invite_how") not in found.text


async def test_pages_that_answer_forms_lead_to_pages_in_other_languages(opened: Table) -> None:
    http = opened.http
    made = Page((await http.post("/session", data={"do": "new", "name": "Bo"})).text)
    renewed = Page((await http.post("/session", data={"do": "renew"})).text)
    assert (languages(made), languages(renewed)) == ([], [])
    refused = [
        await http.post("/session", data={"do": "new", "name": ""}, headers={"Accept": "text/html"}),
        await http.post("/session", data={"do": "in", "token": "x"}, headers={"Accept": "text/html"}),
        await http.post("/open", data={"game": "planet/9", "key": "k"}),
        await http.post("/open", data={"game": "chess/2", "key": "k2"}, headers={"Accept": "text/html"}),
        await http.post(f"{opened.path}/page", data={"do": "join", "key": "k3", "code": "wrong"}),
    ]
    for told in refused:
        assert told.status_code >= 400
        for link in languages(Page(told.text)):
            assert (await http.get(link)).status_code == 200, link
    assert languages(Page(refused[2].text)) == ["/?lang=zh-Hans", "/?lang=zh-Hant"]


async def test_revoking_and_going_on_stand_apart(opened: Table) -> None:
    http = opened.http
    await http.post("/session", data={"do": "new", "name": "Bo"})
    renewed = await http.post("/session", data={"do": "renew"})
    assert re.search(r'<div class="apart"><form.*</form><a [^>]*class="button"', renewed.text)
    assert re.search(r"\.apart \{[^}]*gap:", (await http.get("/style.css")).text)


async def test_who_has_proposed_sees_it_pending_and_no_second_button(table: Table) -> None:
    await table.open("planet", first="0")
    await table.start()
    await table.play(1)
    link = (await table.players[0].get(f"{table.path}/links")).json()["play"]
    n = (await table.http.get(table.path)).json()["n"]
    for what, said in (
        ("undo", say("asked_undo", n=n)),
        ("cancel", say("asked_cancel")),
    ):
        found = await page(table.http, link)
        offered = [form for form in found.forms if what in [field.get("value") for field in form["fields"]]]
        assert said not in found.text
        key = next(field["value"] for field in offered[-1]["fields"] if field.get("name") == "key")
        told = await table.http.post(link, data={"do": "propose", "what": what, "key": key})
        assert told.status_code == 303, told.text
        found = await page(table.http, link)
        assert said in found.text
        assert say(f"propose_{what}") not in found.text
    other = (await table.players[1].get(f"{table.path}/links")).json()["play"]
    assert say("asked_cancel") not in (await page(table.http, other)).text

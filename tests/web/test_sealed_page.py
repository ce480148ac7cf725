"""The page of a match shows what was answered and can still be changed, and what stood at an earlier move."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from events.texts import Text, speaker
from tests.web.playing import Table
from tests.web.test_pages import LANGUAGES, Page, page


async def link(table: Table, seat: int) -> str:
    return str((await table.players[seat].get(f"{table.path}/links")).json()["play"])


async def sealing(table: Table) -> Any:
    """Seat 0 answers whatever it must, while the others think; its last answer."""
    said = None
    while must := [one for one in await table.prompts(0) if one["must"]]:
        reply = table.reply(must[0])
        told = await table.players[0].send(
            f"{table.path}/commands", {"do": "answer", "prompt": must[0]["id"], "reply": reply}
        )
        assert told.status_code == 200, told.text
        said = reply
    return said


def chosen(found: Page) -> set[str]:
    fields = [field for form in found.forms for field in form["fields"]]
    return {field["value"] for field in fields if "checked" in field and field.get("name") == "pick"}


@pytest.mark.parametrize(("game", "options"), [("mars", {"starting_draft": "ten"}), ("train_farm", {})])
async def test_a_sealed_answer_is_marked_and_the_same_again_is_no_commit(
    table: Table, game: str, options: dict[str, str]
) -> None:
    await table.open(game, **options)
    await table.start()
    url = await link(table, 0)
    assert chosen(await page(table.http, url)) == set()
    said = await sealing(table)
    for language in LANGUAGES:
        found = await page(table.http, str(httpx.URL(url).copy_merge_params({"lang": language})))
        say = speaker(language)
        for key in ("answered", "now"):
            assert say(Text(f"web.page.{key}")) in found.text
        assert chosen(found) == set(said.ids)
    other = await page(table.http, f"{table.path}/page")
    assert speaker("en")(Text("web.page.now")) not in other.text
    action, hidden = (await page(table.http, url)).form("answer")
    before = (await table.http.get(table.path)).json()["n"]
    told = await table.http.post(action, data={**hidden, "pick": list(said.ids)})
    assert (told.status_code, (await table.http.get(table.path)).json()["n"]) == (303, before)
    prompt = next(one for one in await table.prompts(0) if one["id"] == hidden["prompt"])
    assert prompt["answered"]["ids"] == list(said.ids)
    ids = [option["id"] for option in prompt["choice"]["options"]]
    others = [name for name in ids if name not in said.ids][: len(said.ids)]
    told = await table.http.post(action, data={**hidden, "pick": others})
    assert (told.status_code, (await table.http.get(table.path)).json()["n"]) == (303, before + 1)
    assert chosen(await page(table.http, url)) == set(others)


async def test_the_same_corporation_again_leads_on_to_its_cards(table: Table) -> None:
    await table.open("mars")
    await table.start()
    cards = await sealing(table)
    url = await link(table, 0)
    found = await page(table.http, url)
    (corporation,) = chosen(found)
    names = [speaker("en")(Text(f"mars.card.{card}")) for card in cards.ids]
    assert all(name in found.text for name in names)
    action, hidden = found.form("answer")
    before = (await table.http.get(table.path)).json()["n"]
    told = await table.http.post(action, data={**hidden, "pick": corporation})
    assert (told.status_code, (await table.http.get(table.path)).json()["n"]) == (303, before + 1)
    assert [one["must"] for one in await table.prompts(0)] == [True]


async def test_long_questions_nobody_waits_for_are_folded(table: Table) -> None:
    await table.open("train_farm")
    await table.start()
    await sealing(table)
    await page(table.http, await link(table, 0))
    prompts = await table.prompts(0)
    many = [one for one in prompts if not one["must"] and len(one["choice"]["options"]) > 8]
    assert many
    text = (await page(table.http, await link(table, 0))).text
    for one in many:
        assert f"Show the {len(one['choice']['options'])} possibilities" in text


async def test_an_earlier_move_says_what_stood_then_and_what_stands_now(table: Table) -> None:
    await table.open("gauntlet")
    await table.start()
    running = await page(table.http, f"{table.path}/page", n="2")
    assert "running" in running.text
    assert "shown here: after move 2, open" in running.text
    await table.play()
    over = await table.http.get(f"{table.path}/page")
    assert '<span class="status ended">over</span>' in over.text
    assert "shown here" not in over.text
    earlier = await table.http.get(f"{table.path}/page", params={"n": "4"})
    assert '<span class="status ended">over</span>' in earlier.text
    assert "shown here: after move 4, running" in earlier.text
    assert "Who was asked then" in earlier.text
    first = await page(table.http, f"{table.path}/page", n="1")
    assert first.forms == []
    assert [one for one in first.links if "n=2" in one]


async def test_the_first_page_names_games_and_no_ids(table: Table) -> None:
    await table.open("planet")
    await table.start()
    table.http.cookies.set("turnpost", table.players[0].token)
    found = await page(table.http, "/")
    assert "Terraforming Mars, 1 player" in found.text
    assert "1 players" not in found.text
    assert f"/matches/{table.match}/page" in found.links
    assert table.match not in found.text

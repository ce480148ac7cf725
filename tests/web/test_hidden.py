"""Nothing a viewer may not know is in any byte that is sent to them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from events.commit import visible
from events.hidden import Viewer
from services.dice import Seeded
from tests.web.playing import Player, Table

FROM_STATE = ("", "/prompts", "/sheet", "/page", "/picture.svg")
FROM_LOG = ("", "/prompts", "/sheet", "/page", "/picture.svg", "/timeline", "/record")
TWINS = 2
CHANGING = re.compile(rb'name="key" value="[^"]*"|t=[pv]\d[^"&]*')


def viewers(table: Table) -> Iterator[tuple[Viewer, Player | None]]:
    yield from enumerate(table.players)
    yield None, None


async def read(table: Table, path: str, player: Player | None) -> bytes:
    told = await (player.get(table.path + path) if player else table.http.get(table.path + path))
    assert told.status_code == 200, told.text
    return CHANGING.sub(b"", told.content)


@pytest.mark.parametrize("game", ["gauntlet", "planet"])
async def test_a_hidden_twin_looks_the_same(table: Table, game: str) -> None:
    """Every answer made from the state is the same bytes when all that is hidden is dealt anew."""
    await table.open(game, seats=3)
    await table.start()
    differed = 0
    for moves in (4, 9):
        await table.play(moves)
        true = await table.site.matches.now(table.match)
        for viewer, player in viewers(table):
            assert viewer != "all"
            seen = [await read(table, path, player) for path in FROM_STATE]
            for seed in range(TWINS):
                twin = replace(true, game=true.record.imagine(true.view(viewer), viewer, Seeded(seed)))
                differed += twin.game != true.game
                table.site.matches._present[table.match] = twin
                table.site.pictures._pictures.clear()
                assert [await read(table, path, player) for path in FROM_STATE] == seen
            table.site.matches._present[table.match] = true
            table.site.pictures._pictures.clear()
    assert differed


def words(value: Any) -> set[str]:
    """Every string of some length in a value, names of fields left out."""
    match value:
        case str():
            return {value} if len(value) > 2 else set()
        case dict():
            return set().union(*map(words, value.values()))
        case list() | tuple():
            return set().union(*map(words, value))
        case msgspec.Struct():
            return words(msgspec.to_builtins(value))
        case _:
            return set()


@pytest.mark.parametrize("game", ["gauntlet", "planet"])
async def test_words_of_the_log_that_are_not_for_everybody(table: Table, game: str) -> None:
    """No word that stands in hidden fields alone is in any answer, nor are hashes, commands, secrets and codes."""
    await table.open(game, seats=3)
    await table.start()
    await table.play(12)
    match = await table.site.matches.now(table.match)
    commits = await table.site.matches.commits(table.match)
    secret = await table.site.log.secret(table.match)
    assert secret is not None
    kept = 0
    for viewer, player in viewers(table):
        shown = words([visible(commit, viewer) for commit in commits]) | words(match.view(viewer))
        hidden = words([commit.events for commit in commits]) - shown
        kept += len(hidden)
        for path in FROM_LOG:
            body = (await read(table, path, player)).decode()
            assert not [word for word in hidden if f'"{word}"' in body], (viewer, path)
            for word in (secret.hex(), match.head, match.table.code, commits[3].prev, commits[3].command_id):
                assert word not in body, (viewer, path)
            assert not [one.token for one in table.players if one.token in body]
    assert kept


async def test_whose_viewpoint(table: Table) -> None:
    await table.open("planet", seats=3)
    await table.start()
    ada, bo, _ = table.players
    assert (await ada.get(table.path)).json()["as"] == "seat:0"
    assert (await ada.get(f"{table.path}?as=watch")).json()["as"] == "watch"
    assert (await bo.get(f"{table.path}?as=seat")).json()["as"] == "seat:1"
    for path in ("", "/prompts", "/sheet", "/timeline", "/record", "/live", "/page", "/picture.svg", "/picture.png"):
        told = await ada.get(f"{table.path}{path}?as=seat:1")
        assert (told.status_code, told.json()["code"]) == (403, "not_yours"), path
        told = await table.http.get(f"{table.path}{path}?as=seat:1")
        assert (told.status_code, told.json()["code"]) == (401, "bad_token"), path
        told = await ada.get(f"{table.path}{path}?as=all")
        assert (told.status_code, told.json()["code"]) == (403, "not_over"), path
        for wanted in ("seat:9", "seat:x", "watch:1", "god", "seat:²"):
            told = await ada.get(f"{table.path}{path}?as={wanted}")
            assert (told.status_code, told.json()["code"]) == (400, "bad_query"), (path, wanted)
    hidden = (await bo.get(table.path)).json()["view"]["seats"][1]["objective"]
    assert hidden
    assert (await ada.get(table.path)).json()["view"]["seats"][1]["objective"] == ""


async def test_links_carry_one_viewpoint(table: Table) -> None:
    await table.open("planet", seats=2)
    await table.start()
    links = (await table.players[1].get(f"{table.path}/links")).json()
    query = {kind: link.partition("?")[2] for kind, link in links.items()}
    for kind in ("look", "play"):
        told = await table.http.get(f"{table.path}?{query[kind]}")
        assert told.json()["as"] == "seat:1"
        assert told.json()["view"]["seats"][1]["objective"]
        assert (await table.http.get(f"{table.path}?{query[kind]}&as=seat:0")).status_code == 403
    await table.play(1)
    while 1 not in await table.waiting():
        await table.play(1)
    assert 'method="post"' in (await table.http.get(links["play"])).text
    assert 'method="post"' not in (await table.http.get(links["look"])).text
    good = query["look"].removeprefix("t=")
    other = good[:-2] + ("B" if good[-2] == "A" else "A") + good[-1]
    for bad in ("v0." + good.partition(".")[2], other, "p1.x", "", "x" * 200, "v1.é"):
        told = await table.http.get(table.path, params={"t": bad})
        assert (told.json().get("as"), told.json().get("code")) in ((None, "bad_token"), ("watch", None)), bad
        assert bad == "" or told.status_code == 401
    first = table.path
    await table.open("planet", seats=2)
    told = await table.http.get(f"{table.path}?{query['look']}")
    assert (first != table.path, told.status_code) == (True, 401)
    assert (await table.http.get(f"{table.path}/links")).status_code == 401


async def test_after_the_end_all_is_open(table: Table) -> None:
    await table.open("gauntlet")
    await table.start()
    await table.play()
    for viewpoint in ("all", "seat:0", "seat:1", "watch"):
        assert (await table.http.get(f"{table.path}?as={viewpoint}")).json()["as"] == viewpoint
    assert '"secret":"' in (await table.http.get(f"{table.path}/record")).text
    assert '"viewpoint":"seat:0"' in (await table.http.get(f"{table.path}/record?as=seat:0")).text

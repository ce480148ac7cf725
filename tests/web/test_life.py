"""The whole life of a match over HTTP: open, join, start, play, take back, leave, end."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from deploy import door
from deploy.records import bring_in
from projections.runner import Runner
from services.verify import verify
from services.web import shapes
from services.web.accounts import called
from services.web.site import Site
from tests.web.playing import Table

RECORD = Path(__file__).parents[1] / "records" / "planet" / "2-standard.jsonl"
OUTCOME = shapes.Accepted | shapes.Refused | shapes.Queued
READS: dict[str, Any] = {
    "": shapes.Position,
    "/prompts": tuple[shapes.Prompt, ...],
    "/sheet": tuple[shapes.Score, ...],
    "/timeline": shapes.Timeline,
}


def fits(body: bytes, shape: Any) -> Any:
    """What stands in an answer, which must have its documented shape and no key without a template."""
    assert "⟦".encode() not in body, body
    return msgspec.json.decode(body, type=shape)


@pytest.mark.parametrize("game", ["gauntlet", "planet"])
async def test_a_whole_match(table: Table, game: str) -> None:
    await table.open(game, seats=3)
    await table.start()
    done = 0
    while await table.play(7):
        done += 1
        for path, shape in READS.items():
            for who in (*table.players, None):
                told = await (who.get(table.path + path) if who else table.http.get(table.path + path))
                assert told.status_code == 200, told.text
                fits(told.content, shape)
        if done > 100:
            raise AssertionError("it never ends")
    position = (await table.http.get(f"{table.path}?as=all")).json()
    assert position["status"] == "ended"
    assert position["waits"] == []
    sheets = fits((await table.http.get(f"{table.path}/sheet")).content, tuple[shapes.Score, ...])
    assert 1 in [sheet.place for sheet in sheets]
    record = await table.http.get(f"{table.path}/record")
    assert verify(record.text.splitlines()).good
    for path, shape in (
        ("/leaderboards/all", tuple[shapes.Ranked, ...]),
        (f"/leaderboards/{game}", tuple[shapes.Ranked, ...]),
    ):
        async with asyncio.timeout(10):
            while len(board := fits((await table.http.get(path)).content, shape)) < 3:
                await asyncio.sleep(0.05)
        assert {row.name for row in board} == {"Ada", "Bo", "Cem"}


async def test_players_of_an_imported_match_are_called_by_the_end_of_their_ids(table: Table) -> None:
    match, _ = await bring_in(table.site.log, RECORD.read_text(encoding="utf-8").splitlines())
    async with asyncio.timeout(10):
        while len(board := (await table.http.get("/leaderboards/planet")).json()) < 2:
            await asyncio.sleep(0.05)
    assert {row["name"]: row["player"] for row in board} == {
        "…dard-0": "player-planet-2-standard-0",
        "…dard-1": "player-planet-2-standard-1",
    }
    told = await table.http.get(f"/matches/{match}/page", params={"lang": "en"})
    assert (told.status_code, "Player 1" in told.text) == (200, True)


@pytest.mark.parametrize(
    ("player", "name", "shown"),
    [("ab2cd3ef4gh5ij6k", "Ada", "Ada"), ("ab2cd3ef4gh5ij6k", "", "…h5ij6k"), ("bo", "", "bo"), ("", "", "")],
)
def test_what_a_player_is_called(player: str, name: str, shown: str) -> None:
    assert called(player, name) == shown


async def test_what_a_player_just_did_is_in_their_lists(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    batch = Runner.batch

    async def slowly(runner: Runner) -> int:
        await asyncio.sleep(0.1)
        return await batch(runner)

    monkeypatch.setattr(Runner, "batch", slowly)
    await table.open()
    await table.start()
    ada = table.players[0]
    assert len((await ada.get("/inbox")).json()) == 1
    assert (await ada.get("/matches?mine=1")).json()[0]["status"] == "running"


async def test_the_readers_know_a_player(table: Table) -> None:
    await table.open()
    await table.start()
    ada = table.players[0]

    (asked,) = fits((await ada.get("/inbox")).content, tuple[shapes.Asked, ...])
    assert asked.match == table.match
    (mine,) = fits((await ada.get("/matches?mine=1")).content, tuple[shapes.Listed, ...])
    assert [seat.name for seat in mine.seats] == ["Ada", "Bo"]
    assert fits((await table.http.get("/games")).content, tuple[shapes.Game, ...])


async def test_an_earlier_position(table: Table) -> None:
    await table.open("planet")
    await table.start()
    first = await table.http.get(table.path)
    n = first.json()["n"]
    await table.play(9)
    again = await table.http.get(f"{table.path}?n={n}")
    assert again.json()["view"] == first.json()["view"]
    assert again.json()["waits"] == first.json()["waits"]
    assert again.json()["last"] == n + 9
    assert (await table.players[0].get(f"{table.path}/prompts?n={n}")).json() == []
    late = await table.http.get(f"{table.path}?n={n + 100}")
    assert (late.status_code, late.json()["code"]) == (404, "no_such_commit")
    assert (await table.http.get(f"{table.path}?n=x")).json()["code"] == "bad_query"


async def test_the_same_again_gives_the_same_answer(table: Table) -> None:
    ada = await table.player()
    body = {"game": "gauntlet", "seats": 2}
    first = await ada.send("/matches", body, "k")
    again = await ada.send("/matches", body, "k")
    assert first.json() == again.json()
    other = await ada.send("/matches", {**body, "seats": 3}, "k")
    assert (other.status_code, other.json()["code"]) == (409, "key_reused")
    path = f"/matches/{first.json()['match']}"
    seat = await ada.send(f"{path}/join", {}, "j")
    assert (await ada.send(f"{path}/join", {}, "j")).json() == seat.json()
    told = await ada.get(f"{path}/commands/j")
    assert (told.status_code, told.json()) == (200, seat.json())


async def test_answers_that_are_refused(table: Table) -> None:
    await table.open()
    await table.start()
    ada, bo = table.players
    (prompt, *_) = await table.prompts(0)
    path = f"{table.path}/commands"
    told = await ada.send(path, {"do": "answer", "prompt": "1.0", "reply": {"kind": "picked", "ids": []}})
    assert (told.status_code, told.json()["code"]) == (409, "stale_prompt")
    fits(told.content, OUTCOME)
    told = await bo.send(path, {"do": "answer", "prompt": prompt["id"], "reply": table.reply(prompt)})
    assert told.json()["code"] == "not_asked"
    stranger = await table.player("Eve")
    told = await stranger.send(path, {"do": "answer", "prompt": prompt["id"], "reply": table.reply(prompt)})
    assert told.json()["code"] == "not_seated"
    typed = {"do": "answer", "prompt": prompt["id"], "reply": {"kind": "typed", "text": "nonsense, again"}}
    said = set()
    for language in ("en", "zh-CN", "zh-TW"):
        told = await ada.send(path, typed, **{"Accept-Language": language})
        assert (told.status_code, told.json()["code"]) == (409, "not_an_answer")
        assert "nonsense" in told.json()["text"]["text"]
        said.add(told.json()["text"]["text"])
    assert len(said) == 3
    told = await ada.send(path, {"do": "order", "what": "pass"})
    assert (told.status_code, told.json()["code"]) == (409, "unknown_command")
    told = await ada.send(path, {"do": "undo"})
    assert told.json()["code"] == "not_undoable"


async def test_taking_back_and_the_reason_where_it_stops(table: Table) -> None:
    await table.open("planet", first="0")
    await table.start()
    ada = table.players[0]
    before = (await ada.get(table.path)).json()
    assert before["undo"]["commits"] == []
    assert before["undo"]["stops"]["text"]
    await table.answer(0, (await table.prompts(0))[0])
    undo = (await ada.get(table.path)).json()["undo"]
    assert undo["commits"] == [before["n"] + 1]
    assert (await ada.send(f"{table.path}/commands", {"do": "undo"})).status_code == 200
    after = (await ada.get(table.path)).json()
    assert after["view"] == before["view"]
    assert after["waits"][0]["id"] != before["waits"][0]["id"]
    lines = (await ada.get(f"{table.path}/timeline")).json()["lines"]
    assert [line["n"] for line in lines if line["struck"]] == [before["n"] + 1]
    assert (await table.http.get(f"{table.path}?as=watch")).json()["undo"] == {"commits": [], "stops": None}


async def test_cancelling_by_vote(table: Table) -> None:
    await table.open()
    await table.start()
    ada, bo = table.players
    assert (await ada.send(f"{table.path}/commands", {"do": "propose", "what": "cancel"})).status_code == 200
    vote = next(one for one in await table.prompts(1) if one["key"].startswith("table/vote/"))
    told = await bo.send(
        f"{table.path}/commands", {"do": "vote", "on": vote["key"].removeprefix("table/vote/"), "yes": True}
    )
    assert told.status_code == 200, told.text
    assert (await table.http.get(table.path)).json()["status"] == "void"
    assert (await ada.send(f"{table.path}/commands", {"do": "undo"})).json()["code"] == "over"


async def test_leaving_is_resigning(table: Table) -> None:
    await table.open(seats=3)
    await table.start()
    assert (await table.players[1].send(f"{table.path}/commands", {"do": "leave"})).status_code == 200
    told = (await table.http.get(table.path)).json()
    assert [seat["state"] for seat in told["seats"]] == ["in", "left", "in"]
    assert await table.prompts(1) == []


async def test_nobody_decides(site: Site) -> None:
    """Without a worker a command is queued; asking for its outcome says so, and knows nothing of others."""
    hasty = replace(site, patience=0.2)
    listening, stop = door.listen("127.0.0.1", 0), asyncio.Event()
    serving = asyncio.create_task(door.serve(hasty, listening, stop))
    async with Table(door.address(listening), hasty) as table:
        ada = await table.player()
        told = await ada.send("/matches", {"game": "gauntlet"}, "k")
        assert told.status_code == 202, told.text
        queued = fits(told.content, OUTCOME)
        assert queued.at == told.headers["location"] == f"/matches/{queued.match}/commands/k"
        again = await ada.get(queued.at)
        assert (again.status_code, again.json()["status"]) == (202, "queued")
        other = await ada.get(f"/matches/{queued.match}/commands/other")
        assert (other.status_code, other.json()["code"]) == (404, "no_such_command")
    stop.set()
    await serving

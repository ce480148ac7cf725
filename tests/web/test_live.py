"""Live updates: everything once, in order, for the viewpoint; resumed after a break; ended at shutdown."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
import msgspec

from deploy import door
from services.web import shapes
from services.web.site import Site
from tests.web.playing import Player, Table


async def listen(table: Table, player: Player | None, last: int | None, count: int, query: str = "") -> list[Any]:
    """The first events of a stream, or all until it ends."""
    headers = {} if player is None else dict(player.headers)
    if last is not None:
        headers["Last-Event-ID"] = str(last)
    found: list[Any] = []
    async with asyncio.timeout(15), table.http.stream("GET", f"{table.path}/live{query}", headers=headers) as told:
        assert told.status_code == 200
        assert told.headers["content-type"].startswith("text/event-stream")
        event: dict[str, str] = {}
        async for line in told.aiter_lines():
            name, _, value = line.partition(": ")
            if name:
                event[name] = value
                continue
            if event.get("event") == "commit":
                data = msgspec.json.decode(event["data"], type=shapes.LiveCommit)
                assert event["id"] == str(data.n)
                found.append(data)
                if len(found) == count:
                    break
            event = {}
    return found


async def test_commits_come_as_they_happen_and_the_stream_ends_with_the_match(table: Table) -> None:
    await table.open("gauntlet")
    streams = [asyncio.create_task(listen(table, who, 0, 10_000)) for who in (*table.players, None)]
    await asyncio.sleep(0.1)
    await table.start()
    await table.play()
    last = (await table.http.get(table.path)).json()["n"]
    for found in await asyncio.gather(*streams):
        assert [one.n for one in found] == list(range(1, last + 1))
        assert found[-1].waits == ()
    told = await table.http.get(f"{table.path}/live", headers={"Last-Event-ID": str(last)})
    assert told.status_code == 204


async def test_coming_back_misses_nothing(table: Table) -> None:
    await table.open("planet")
    await table.start()
    ada = table.players[0]
    begun = (await ada.get(table.path)).json()["n"]
    first = await listen(table, ada, 0, begun)
    await table.play(6)
    later = await listen(table, ada, first[-1].n, 6)
    assert [one.n for one in (*first, *later)] == list(range(1, begun + 7))
    assert [one.n for one in await listen(table, ada, None, 6, f"?after={begun}")] == [one.n for one in later]
    waiting = asyncio.create_task(listen(table, ada, None, 1))
    await asyncio.sleep(0.1)
    await table.play(1)
    assert [one.n for one in await waiting] == [begun + 7]


async def test_what_was_taken_back_is_told(table: Table) -> None:
    await table.open("planet", first="0")
    await table.start()
    await table.answer(0, (await table.prompts(0))[0])
    n = (await table.http.get(table.path)).json()["n"]
    await table.players[0].send(f"{table.path}/commands", {"do": "undo"})
    (told,) = await listen(table, None, n, 1)
    assert told.struck == (n,)
    assert told.lines


async def test_each_viewpoint_is_told_its_own(table: Table) -> None:
    await table.open("planet")
    await table.start()
    n = (await table.http.get(table.path)).json()["n"]
    told = [await listen(table, who, 0, n) for who in (*table.players, None)]
    said = [[line.text for line in one[-1].lines] for one in told]
    assert said[0] != said[1] != said[2]


async def test_open_streams_end_at_shutdown(site: Site, working: None) -> None:
    listening, stop = door.listen("127.0.0.1", 0), asyncio.Event()
    serving = asyncio.create_task(door.serve(site, listening, stop))
    async with Table(door.address(listening), site) as table:
        await table.open()
        streams = [asyncio.create_task(listen(table, None, None, 1)) for _ in range(3)]
        await asyncio.sleep(0.2)
        stop.set()
        async with asyncio.timeout(4):
            assert await asyncio.gather(*streams) == [[], [], []]
            await serving


async def test_a_door_that_closes_is_not_ready(url: str, site: Site) -> None:
    async with httpx.AsyncClient(base_url=url, trust_env=False) as http:
        assert (await http.get("/healthz")).json() == (await http.get("/readyz")).json() == {"status": "ok"}
        site.closing.set()
        assert (await http.get("/readyz")).status_code == 503

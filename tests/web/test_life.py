"""The whole life of a match over HTTP."""

from __future__ import annotations

import pytest

from tests.web.playing import Table


@pytest.mark.parametrize("game", ["gauntlet", "planet"])
async def test_a_whole_match(table: Table, game: str) -> None:
    await table.open(game)
    await table.start()
    assert await table.play() > 10
    told = (await table.http.get(table.path)).json()
    assert told["status"] == "ended"

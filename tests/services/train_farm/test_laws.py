"""All laws over a match at every size of table, optional modules off and on, usual options and all others."""

from __future__ import annotations

import pytest

from events.train_farm.options import EXTRA_MODULES
from services.fuzz import TableSpec, play_one
from tests.records.train_farm.matches import HOUSE

ALL = {"modules": list(EXTRA_MODULES)}
OTHER = {
    **HOUSE,
    **ALL,
    "reactions": "ask",
    "action_order": "seat",
    "survivors": "ranked",
    "last_camp": "wins",
    "rail_shape": "line",
}


@pytest.mark.parametrize("seats", [2, 4, 8])
@pytest.mark.parametrize("options", [{}, ALL, OTHER], ids=["base", "all", "other"])
def test_no_law_is_broken(seats, options):
    spec = TableSpec(seats, options)
    assert play_one("train_farm", 1, "all", [spec]).violations == []

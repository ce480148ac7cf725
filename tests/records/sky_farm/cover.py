"""What a match of Sky Farm has shown: every component that some event names, as `kind:id`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from events.sky_farm import events as e
from events.sky_farm import sheet_events as s
from events.sky_farm.cards import GOALS, NEIGHBOUR_CARDS, TASK_CARDS
from events.sky_farm.farming_dice import ANIMALS, CROPS, KINDS
from events.sky_farm.grids import AREAS, FINDS
from events.sky_farm.resources import RESOURCES
from events.sky_farm.sheets import BADGES, COIN_PROJECTS, CONVERSIONS, ROW_BONUS, ROWS, SPECIALS, UPGRADES

ALL = frozenset(
    [f"card:{card}" for card in TASK_CARDS]
    + [f"lower:{card.id}" for card in TASK_CARDS.values() if card.condition]
    + [f"kept:{card}" for card in NEIGHBOUR_CARDS]
    + [f"goal:{goal}" for goal in GOALS]
    + [f"planted:{crop}" for crop in CROPS]
    + [f"housed:{animal}" for animal in ANIMALS]
    + [
        f"harvest:{kind.id}:{face}"
        for kind in KINDS.values()
        for face, each in enumerate(kind.faces, 1)
        if each.harvest
    ]
    + [f"upgrade:{upgrade}" for upgrade in UPGRADES]
    + [f"special:{special}" for special in SPECIALS]
    + [f"row:{row.id}" for row in ROWS.values() if row.kind == "badge"]
    + [f"badge:{badge}" for badge in BADGES]
    + [f"coins:{project}" for project in COIN_PROJECTS]
    + [f"area:{area}" for area in AREAS if area != "pond"]
    + [f"fish:{name}" for name, each in RESOURCES.items() if each.group == "fish"]
    + [f"find:{find}" for find in FINDS]
    + [f"gained:{name}" for name in RESOURCES]
    + [f"converted:{name}" for name in CONVERSIONS]
    + [f"full:{row}" for row in range(len(ROW_BONUS))]
    + ["given", "gift", "sold", "forfeited", "stamped", "bar", "trellis", "moved"]
)
"""Everything there is to show."""


def shown(events: Iterable[Any]) -> set[str]:
    """What these events show."""
    found: set[str] = set()
    for event in events:
        found.update(_shown(event))
    return found


def _shown(event: Any) -> list[str]:
    match event:
        case e.CardBegun():
            return [f"card:{event.card}"]
        case e.LowerHalf(done=True):
            return [f"lower:{event.card}"]
        case e.GiftTaken():
            return [f"gift:{event.card}", "gift"]
        case e.CardsKept():
            return [f"kept:{card}" for card in event.kept.values()]
        case e.FarmsBegun():
            return [f"goal:{goal}" for goal in event.goals]
        case e.BarUsed():
            return ["bar"]
    return _on_sheets(event)


def _on_sheets(event: Any) -> list[str]:
    match event:
        case s.Planted():
            return [f"planted:{event.crop}"]
        case s.AnimalHoused():
            return [f"housed:{_kind(event.die)}"]
        case s.DieTurned(reset=False):
            return [f"harvest:{_kind(event.die)}:{event.face}"]
        case s.UpgradeDone():
            return [f"upgrade:{event.upgrade}"]
        case s.ProjectDone():
            return [f"special:{event.project}"]
        case s.BadgeRowDone():
            return [f"row:{event.badge}/{event.row}"]
        case s.BadgeDone():
            return [f"badge:{event.badge}"]
        case s.CoinRowDone():
            return [f"coins:{event.project}"]
        case s.AreaOpened():
            return [f"area:{event.area}"]
        case s.FishCaught():
            return [f"fish:{event.fish}"]
        case s.Scratched():
            return [f"find:{event.found}"]
        case s.Gained():
            return [f"gained:{event.resource}"]
    return _uses(event)


def _uses(event: Any) -> list[str]:
    match event:
        case s.Converted():
            return [f"converted:{event.resource}"]
        case s.RowFilled():
            return [f"full:{event.row}"]
        case s.Given():
            return ["given"]
        case s.Sold():
            return ["sold"]
        case s.Forfeited():
            return ["forfeited"]
        case s.Stamped():
            return ["stamped"]
        case s.TrellisDrawn():
            return ["trellis"]
        case s.AnimalsMoved():
            return ["moved"]
    return []


def _kind(die: str) -> str:
    return die.rpartition("-")[0]

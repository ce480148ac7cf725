"""What is printed on the farm sheet and the goods sheet: boxes, rows, coin rows, tracks, conversions.

Every place where a resource is marked is a row of boxes with an id of its own: ``axe_1`` for an upgrade,
``toolshed/0`` and ``forestry/1`` for a row of a special or a badge project.
"""

from typing import Final, Literal

from msgspec import Struct

from events.sky_farm.effects import Effects, Ground, Printed, TaskKind, Track, effects
from events.sky_farm.facts import read
from events.sky_farm.farming_dice import ANIMALS

RowKind = Literal["upgrade", "special", "badge"]
Gear = Literal["tool", "rod", "bait"]


class Upgrade(Struct, frozen=True):
    """A tool, a trellis, a rod or a bait (parts 10, 15)."""

    id: str
    gear: Gear
    slots: tuple[str, ...]
    requires: str | None = None
    task: TaskKind | None = None
    """The task it gives an action more."""
    trellis: bool = False
    pattern: tuple[tuple[int, int], ...] = ()


class Special(Struct, frozen=True):
    """A special project (part 17): divided, any full row finishes it."""

    id: str
    divided: bool
    rows: tuple[tuple[str, ...], ...]
    reward: Effects


class Badge(Struct, frozen=True):
    """A badge project (part 18): a reward a row, points for both."""

    id: str
    points: int
    rows: tuple[tuple[str, ...], ...]
    rewards: tuple[Effects, ...]


class Row(Struct, frozen=True):
    """A row of boxes: what it belongs to and the icon of each box."""

    id: str
    kind: RowKind
    owner: str
    place: int
    slots: tuple[str, ...]


class CoinProject(Struct, frozen=True):
    """Rows of coin boxes filled in order (13.1, 15.2, part 20) and what each full row gives."""

    id: str
    kind: Literal["animal", "bar", "internship", "buyback", "hired_hands", "town_fund"]
    rows: tuple[int, ...]
    effect: Effects = ()

    @property
    def boxes(self) -> int:
        """All its boxes."""
        return sum(self.rows)


class Conversion(Struct, frozen=True):
    """Farm maintenance: one unit of a resource for cells (14.1)."""

    pay: str
    ground: Ground
    n: int


class _Tool(Struct, frozen=True):
    id: str
    slots: tuple[str, ...]
    effect: Printed
    requires: str | None = None


class _Pay(Struct, frozen=True):
    pay: str
    fence: int = 0
    till: int = 0
    any: int = 0


class _Grid(Struct, frozen=True):
    rows: int
    cols: int
    start_tilled: tuple[tuple[int, int], ...]
    start_fences: tuple[tuple[int, int], ...]


class _LevelTrack(Struct, frozen=True):
    steps: tuple[tuple[Printed, ...], ...]


class _FarmSheet(Struct, frozen=True):
    grid: _Grid
    till_per_action: int
    maintenance: tuple[_Pay, ...]
    tool_upgrades: tuple[_Tool, ...]
    level_tracks: dict[Track, _LevelTrack]


class _Gear(Struct, frozen=True):
    id: str
    type: Gear
    slots: tuple[str, ...]
    requires: str | None = None
    pattern: tuple[tuple[int, int], ...] = ()


class _Waters(Struct, frozen=True):
    rods: tuple[_Gear, ...]
    baits: tuple[_Gear, ...]


class _Bar(Struct, frozen=True):
    id: str
    coins: int
    uses: int


class _Special(Struct, frozen=True):
    id: str
    divided: bool
    rows: tuple[tuple[str, ...], ...]
    reward: tuple[Printed, ...]
    dashed: tuple[Printed, ...]


class _BadgeRow(Struct, frozen=True):
    slots: tuple[str, ...]
    row_reward: tuple[Printed, ...]


class _Badge(Struct, frozen=True):
    id: str
    vp_when_both_rows: int
    rows: tuple[_BadgeRow, ...]


class _CoinRows(Struct, frozen=True):
    rows: int
    coins_per_row: int
    effect: Printed


class _Score(Struct, frozen=True):
    vp_each: int
    max: int | None = None


class Stall(Struct, frozen=True):
    """Three columns of the manifest and what they score (21.3)."""

    id: str
    cols: tuple[int, ...]
    score: _Score


class _RowBonus(Struct, frozen=True):
    row: int
    task: Literal["chop", "mine", "fish", "farm", "any"]


class _Cargo(Struct, frozen=True):
    stalls: tuple[Stall, ...]
    row_bonus: tuple[_RowBonus, ...]


class _GoodsSheet(Struct, frozen=True):
    cargo: _Cargo
    energy_bars: tuple[_Bar, ...]
    special_projects: tuple[_Special, ...]
    badge_projects: tuple[_Badge, ...]
    internship: _CoinRows
    buyback: _CoinRows
    hired_hands: _CoinRows
    town_fund: _CoinRows


_FARM: Final = read("farm_sheet", _FarmSheet)
_GOODS: Final = read("goods_sheet", _GoodsSheet)
_WATERS: Final = read("fishing", _Waters)

START_TILLED: Final = _FARM.grid.start_tilled
START_FENCES: Final = _FARM.grid.start_fences
TILL_PER_ACTION: Final = _FARM.till_per_action
BAR_USES: Final = _GOODS.energy_bars[0].uses

STALLS: Final = _GOODS.cargo.stalls
ROW_BONUS: Final = tuple(bonus.task for bonus in _GOODS.cargo.row_bonus)
"""The task of each full row of the manifest (19.4)."""

LEVELS: Final = {
    track: tuple(effects(step, "levels") for step in each.steps) for track, each in _FARM.level_tracks.items()
}
"""What each step of a level track gives (8.4)."""

CONVERSIONS: Final = {
    each.pay: Conversion(
        each.pay, "fence" if each.fence else "till" if each.till else "any", each.fence or each.till or each.any
    )
    for each in _FARM.maintenance
}
"""Farm maintenance by the resource paid."""

UPGRADES: Final = {
    upgrade.id: upgrade
    for upgrade in (
        *(
            Upgrade(
                tool.id,
                "tool",
                tool.slots,
                tool.requires,
                task=tool.effect.extra_actions,
                trellis=tool.effect.trellis is not None,
            )
            for tool in _FARM.tool_upgrades
        ),
        *(
            Upgrade(gear.id, gear.type, gear.slots, gear.requires, pattern=gear.pattern)
            for gear in (*_WATERS.rods, *_WATERS.baits)
        ),
    )
}
"""Tools, trellises, rods and baits by id."""

RODS: Final = tuple(upgrade.id for upgrade in UPGRADES.values() if upgrade.gear == "rod")
BAITS: Final = tuple(upgrade.id for upgrade in UPGRADES.values() if upgrade.gear == "bait")

SPECIALS: Final = {
    each.id: Special(each.id, each.divided, each.rows, effects((*each.reward, *each.dashed)))
    for each in _GOODS.special_projects
}
"""Special projects by id. A reward and what stands in the dashed box, in printed order."""

BADGES: Final = {
    each.id: Badge(
        each.id,
        each.vp_when_both_rows,
        tuple(row.slots for row in each.rows),
        tuple(effects(row.row_reward) for row in each.rows),
    )
    for each in _GOODS.badge_projects
}
"""Badge projects by id."""

ROWS: Final = {
    row.id: row
    for row in (
        *(Row(each.id, "upgrade", each.id, 0, each.slots) for each in UPGRADES.values()),
        *(
            Row(f"{each.id}/{place}", "special", each.id, place, slots)
            for each in SPECIALS.values()
            for place, slots in enumerate(each.rows)
        ),
        *(
            Row(f"{badge.id}/{place}", "badge", badge.id, place, slots)
            for badge in BADGES.values()
            for place, slots in enumerate(badge.rows)
        ),
    )
}
"""Every row of boxes by id."""

ROWS_FOR: Final = {
    icon: tuple(row for row in ROWS.values() if icon in row.slots)
    for icon in {slot for row in ROWS.values() for slot in row.slots}
}
"""The rows that have a box with this icon."""


def _coin_rows(name: Literal["internship", "buyback", "hired_hands", "town_fund"], each: _CoinRows) -> CoinProject:
    return CoinProject(name, name, (each.coins_per_row,) * each.rows, effects((each.effect,), "fund"))


COIN_PROJECTS: Final = {
    project.id: project
    for project in (
        *(CoinProject(kind.id, "animal", kind.coin_rows) for kind in ANIMALS.values()),
        *(CoinProject(bar.id, "bar", (bar.coins,)) for bar in _GOODS.energy_bars),
        _coin_rows("internship", _GOODS.internship),
        _coin_rows("buyback", _GOODS.buyback),
        _coin_rows("hired_hands", _GOODS.hired_hands),
        _coin_rows("town_fund", _GOODS.town_fund),
    )
}
"""Everything coins are put on, in printed order."""

BARS: Final = tuple(bar.id for bar in _GOODS.energy_bars)

"""Parts 15, 17 and 18 of the rules: marking boxes of upgrades, special and badge projects, and what full rows give.

Ruling: boxes of one row with the same icon are alike; the first empty one is marked.
"""

from events.choices import Choice, Option, Pick, Picked, Reply
from events.sky_farm import names
from events.sky_farm.effects import FillBadge, FillTools, Trellis
from events.sky_farm.sheet_events import BadgeDone, BadgeRowDone, BoxMarked, ProjectDone, UpgradeDone
from events.sky_farm.sheets import BADGES, ROWS, ROWS_FOR, SPECIALS, UPGRADES, Row, RowKind
from events.sky_farm.state import Farm
from events.texts import Text
from services.sky_farm.play import Turn


def is_open(farm: Farm, row: Row) -> bool:
    """Whether the row takes marks: neither it nor its project is finished, and level I is (K41, K49)."""
    if row.owner in farm.done or row.id in farm.done:
        return False
    needed = UPGRADES[row.owner].requires if row.kind == "upgrade" else None
    return needed is None or needed in farm.done


def empty_slots(farm: Farm, row: Row) -> tuple[int, ...]:
    """The boxes of the row not yet marked, the first one of each icon."""
    marked = farm.marks.get(row.id, ())
    found: dict[str, int] = {}
    for slot, icon in enumerate(row.slots):
        if slot not in marked:
            found.setdefault(icon, slot)
    return tuple(found.values())


def open_for(farm: Farm, resource: str) -> tuple[tuple[Row, int], ...]:
    """The rows that take this resource now, each with the box it would mark."""
    return tuple(
        (row, slot)
        for row in ROWS_FOR.get(resource, ())
        if is_open(farm, row)
        for slot in empty_slots(farm, row)
        if row.slots[slot] == resource
    )


def open_boxes(farm: Farm, kind: RowKind) -> tuple[tuple[Row, int], ...]:
    """Every box of a kind that may be marked free of charge now."""
    return tuple(
        (row, slot)
        for row in ROWS.values()
        if row.kind == kind and is_open(farm, row)
        for slot in empty_slots(farm, row)
    )


def option(seat: int, name: str) -> Option:
    """The option to mark a box of a seat, named ``<row>:<slot>``."""
    row, slot = read(name)
    return Option(f"box:{name}", names.box(row.id, slot), about=f"box:{seat}:{name}")


def read(name: str) -> tuple[Row, int]:
    """The row and the box of such a name."""
    row, _, slot = name.rpartition(":")
    return ROWS[row], int(slot)


def go(turn: Turn, work: FillTools | FillBadge) -> FillTools | FillBadge | None:
    """Ask which box is marked free of charge; mark what there is (K41)."""
    free = open_boxes(turn.farm, _kind(work))
    if not work.n or not free:
        return None
    if len(free) > 1:
        return work
    _fill(turn, work, *free[0])
    return None


def _kind(work: FillTools | FillBadge) -> RowKind:
    return "upgrade" if isinstance(work, FillTools) else "badge"


def menu(farm: Farm, work: FillTools | FillBadge) -> Choice:
    """Any open box of upgrades, or of badge projects."""
    options = tuple(option(farm.seat, f"{row.id}:{slot}") for row, slot in open_boxes(farm, _kind(work)))
    return Pick(Text(f"sky_farm.ask.fill_{_kind(work)}", {"n": work.n}), options)


def take(turn: Turn, work: FillTools | FillBadge, reply: Reply) -> None:
    """Mark the box."""
    assert isinstance(reply, Picked)
    _fill(turn, work, *read(reply.ids[0].removeprefix("box:")))


def _fill(turn: Turn, work: FillTools | FillBadge, row: Row, slot: int) -> None:
    match work:
        case FillTools():
            turn.push(FillTools(work.n - 1))
        case FillBadge():
            turn.push(FillBadge(work.n - 1))
    mark(turn, row, slot, free=True)


def mark(turn: Turn, row: Row, slot: int, *, free: bool) -> None:
    """Mark a box; what its row then finishes gives its reward (K48)."""
    turn.tell(BoxMarked(turn.seat, row.id, slot, row.slots[slot], free, row.kind == "badge"))
    full = len(turn.farm.marks[row.id]) == len(row.slots)
    if not full:
        return
    match row.kind:
        case "upgrade":
            turn.tell(UpgradeDone(turn.seat, row.owner))
            if UPGRADES[row.owner].trellis:
                turn.push(Trellis())
        case "special":
            turn.tell(ProjectDone(turn.seat, row.owner))
            turn.bonus(SPECIALS[row.owner].reward)
        case "badge":
            turn.tell(BadgeRowDone(turn.seat, row.owner, row.place))
            badge = BADGES[row.owner]
            if all(f"{badge.id}/{place}" in turn.farm.done for place in range(len(badge.rows))):
                turn.tell(BadgeDone(turn.seat, badge.id))
            turn.bonus(badge.rewards[row.place])

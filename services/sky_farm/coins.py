"""Part 16.2 of the rules: coins are spent at once; 13.1, 15.2 and part 20: what full rows of coin boxes give.

Ruling: the coins of one event are split in one answer; rows that become full by it pay out in printed order
(K77). Buy-back takes no more coins than are needed to mark every empty badge box (K52).
"""

from events.choices import Choice, Reply, Share, Shared, Unit
from events.sky_farm import names
from events.sky_farm.effects import Coins
from events.sky_farm.sheet_events import AnimalEarned, BarBought, CoinRowDone, CoinsSpent
from events.sky_farm.sheets import BADGES, COIN_PROJECTS, CoinProject
from events.sky_farm.state import Farm
from events.texts import Text
from services.sky_farm.play import Turn


def caps(farm: Farm) -> dict[str, int]:
    """The open coin boxes of each project that has any, in printed order."""
    found = {name: project.boxes - farm.coins.get(name, 0) for name, project in COIN_PROJECTS.items()}
    buyback = COIN_PROJECTS["buyback"].rows[0]
    found["buyback"] = min(found["buyback"], max(0, empty_badge_boxes(farm) * buyback - _begun(farm)))
    return {name: cap for name, cap in found.items() if cap}


def _begun(farm: Farm) -> int:
    """Coins in the row of buy-back that is not full."""
    return farm.coins.get("buyback", 0) % COIN_PROJECTS["buyback"].rows[0]


def empty_badge_boxes(farm: Farm) -> int:
    """Boxes of badge projects not marked yet."""
    return sum(
        len(slots) - len(farm.marks.get(f"{badge.id}/{place}", ()))
        for badge in BADGES.values()
        for place, slots in enumerate(badge.rows)
    )


def go(turn: Turn, work: Coins) -> Coins | None:
    """Ask for the split, unless all open boxes are filled or only one project is open."""
    if not work.n:
        return None
    room = caps(turn.farm)
    open_boxes = sum(room.values())
    if work.n >= open_boxes:
        spend(turn, room, work.n - open_boxes)
        return None
    if len(room) == 1:
        spend(turn, dict.fromkeys(room, work.n), 0)
        return None
    return work


def menu(farm: Farm, work: Coins) -> Choice:
    """How many coins go where."""
    room = caps(farm)
    units = tuple(
        Unit(name, names.project(name), about=f"coins:{farm.seat}:{name}", cap=min(cap, work.n))
        for name, cap in room.items()
    )
    return Share(Text("sky_farm.ask.coins", {"n": work.n}), units, work.n)


def take(turn: Turn, reply: Reply) -> None:
    """Put the coins there."""
    assert isinstance(reply, Shared)
    spend(turn, {name: reply.amounts[name] for name in COIN_PROJECTS if reply.amounts.get(name)}, 0)


def spend(turn: Turn, amounts: dict[str, int], lost: int) -> None:
    """Fill boxes; each row that becomes full pays out."""
    before = turn.farm.coins
    turn.tell(CoinsSpent(turn.seat, amounts, lost))
    rewards: list[CoinProject] = []
    for name, amount in amounts.items():
        project, had = COIN_PROJECTS[name], before.get(name, 0)
        for row in range(full_rows(project, had), full_rows(project, had + amount)):
            rewards.append(project)
            _row_done(turn, project, row)
    turn.bonus(tuple(effect for project in rewards for effect in project.effect))


def full_rows(project: CoinProject, coins: int) -> int:
    """How many rows so many coins fill, in order (K54)."""
    full = 0
    for boxes in project.rows:
        if coins < boxes:
            break
        coins -= boxes
        full += 1
    return full


def _row_done(turn: Turn, project: CoinProject, row: int) -> None:
    turn.tell(CoinRowDone(turn.seat, project.id, row))
    if project.kind == "animal":
        turn.tell(AnimalEarned(turn.seat, f"{project.id}-{row + 1}", project.id))
    elif project.kind == "bar":
        turn.tell(BarBought(turn.seat, project.id))

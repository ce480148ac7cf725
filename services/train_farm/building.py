"""4.2.6 to 4.2.8 and 5.5: building, upgrading, setting up again, dismantling (R21, R24, R25, R52, R58)."""

from collections.abc import Iterator

from events.train_farm.camp import Build, builds, durability_cap, refund, those
from events.train_farm.effects import Cost, Effects, FreeBuild, Gain, Kind
from events.train_farm.events import Built, Dismantled, Gained, Paid, SavingUsed, Upgraded, WallRenewed, Why
from events.train_farm.passives import OnFullLevel
from events.train_farm.state import Camp, Tile
from services.train_farm.durability import settle_cap
from services.train_farm.story import Story


def pay(story: Story, seat: int, cost: Cost) -> None:
    """A price paid; nothing is told of one that is nothing."""
    if cost != Cost():
        story.tell(Paid(seat, cost.bolts, cost.food, cost.people))


def build(story: Story, seat: int, each: Build, *, action: bool, free: bool = False) -> None:
    """A build carried out. A discount is used up only where it lowered the price; free builds use none (R58)."""
    cost = Cost() if free else each.cost
    before = durability_cap(story.camp(seat))
    pay(story, seat, cost)
    if each.saving is not None and not free:
        story.tell(SavingUsed(seat, each.saving))
    match each.how:
        case "new":
            story.tell(Built(seat, each.kind, cost.bolts, cost.people, action))
        case "upgrade":
            story.tell(Upgraded(seat, each.kind, cost.bolts, cost.people, action))
        case _:
            story.tell(WallRenewed(seat, cost.bolts, cost.people, action))
    settle_cap(story, seat, before)
    if each.how == "upgrade":
        for power in those(story.camp(seat), OnFullLevel):
            gain_all(story, seat, power.effects, "crane")


def gain_all(story: Story, seat: int, effects: Effects, why: Why) -> None:
    """Effects that only bring something in, at once, so that they may pay for what follows (R58)."""
    for effect in effects:
        if isinstance(effect, Gain):
            story.tell(Gained(seat, effect.res, effect.n, why))


def free_builds(camp: Camp, round_: int, kind: FreeBuild) -> tuple[Build, ...]:
    """What can be built at no price (R52)."""
    return tuple(each for each in builds(camp, round_) if kind.kind == "any" or each.how == kind.kind)


def dismantlable(camp: Camp) -> Iterator[Tile]:
    """The modules that can be taken down: any but a spent Wall (R21, R24)."""
    return (tile for tile in camp.tiles if tile.face != "spent")


def dismantle(story: Story, seat: int, kind: Kind, *, action: bool) -> None:
    """A module taken down and bolts back."""
    camp = story.camp(seat)
    tile = camp.tile(kind)
    assert tile is not None
    before = durability_cap(camp)
    story.tell(Dismantled(seat, kind, refund(tile, story.state.round), action))
    settle_cap(story, seat, before)

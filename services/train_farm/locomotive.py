"""6.1: the movable locomotive (R37 to R41)."""

from msgspec.structs import replace

from events.train_farm.camp import durability_cap, move_cost
from events.train_farm.events import CampMoved, WallSpent
from events.train_farm.evolve_camp import in_camp
from events.train_farm.rails import REGIONS, neighbours
from events.train_farm.state import Camp, State
from events.train_farm.wards import exhausted
from services.train_farm.building import gain_all, pay
from services.train_farm.durability import settle_cap, spend_wall
from services.train_farm.story import Story


def reachable(state: State, camp: Camp) -> tuple[str, ...]:
    """The regions one step away; none without the locomotive (R37)."""
    return neighbours(camp.region, state.terms.rail_line) if camp.region else ()


def arrived(state: State, camp: Camp, region: str) -> Camp:
    """The camp as it would stand there, as far as building looks: its Wall may be spent by leaving (R41)."""
    there = replace(camp, region=region)
    if not exhausted(there):
        return there
    return in_camp(there, WallSpent(camp.seat, lost=state.terms.spent_wall_lost), state.round)


def move(story: Story, seat: int, region: str, *, action: bool) -> None:
    """The camp moved and what arriving brings; a Wall that loses its doubling may be spent by it (R38, R41)."""
    camp = story.camp(seat)
    cost, before = move_cost(camp), durability_cap(camp)
    pay(story, seat, cost)
    story.tell(CampMoved(seat, region, cost.bolts, cost.people, action))
    gain_all(story, seat, REGIONS[region].on_enter, "station")
    spend_wall(story, seat)
    settle_cap(story, seat, before)

"""5.4: what a camp suffers, its protections, and its end (R13, R19 to R23, R28, R48)."""

from collections.abc import Iterator

from events.train_farm.agenda import Guard
from events.train_farm.camp import durability_cap
from events.train_farm.events import (
    ActionBarred,
    CampFell,
    CardDiscarded,
    ContactLost,
    Damaged,
    DurabilityCapped,
    Hit,
    Lost,
    Repaired,
    VisitorLeft,
    WallDemoted,
    WallSpent,
    Warded,
)
from events.train_farm.orders import ALWAYS, FULL_INFIRMARY, FULL_WALL, HARTMANN, INFIRMARY, WALL, form, number
from events.train_farm.start import START
from events.train_farm.state import Camp, State
from events.train_farm.wards import Ready, demotes, exhausted, ready
from services.train_farm.story import Story

SUFFER = "suffer"
"""The answer that uses no protection."""


def applies(state: State, camp: Camp, frame: Guard) -> bool:
    """Whether the effect would do anything; if not, it spends no protection (R19, R28, NOTATION 2)."""
    match frame.against:
        case "damage":
            return camp.standing
        case "lose_people":
            return min(frame.n, camp.people) > 0
        case "lost_contact":
            return not (camp.squad.lost and camp.squad.until > state.round)
        case "lose_action":
            return state.round + 1 not in camp.barred and state.round < state.terms.rounds


def protections(state: State, camp: Camp, frame: Guard) -> tuple[Ready, ...]:
    """What could stop it, in the order in which it is asked or ordered."""
    return tuple(ready(state, camp, frame.against))


def ordered(state: State, camp: Camp, frame: Guard) -> str:
    """What the standing orders say: the first protection that is to be used, or none (R13)."""
    for each in protections(state, camp, frame):
        if _wanted(camp, frame, each):
            return each.id
    return SUFFER


def _wanted(camp: Camp, frame: Guard, each: Ready) -> bool:
    match each.by:
        case "visitor":
            return form(camp.orders, each.card) == ALWAYS
        case "wall":
            how = form(camp.orders, WALL)
            return how == ALWAYS or (how == "smart" and (each.left > 1 or camp.durability <= START.base_durability))
        case "full_wall":
            return form(camp.orders, FULL_WALL) in (ALWAYS, frame.against)
        case "infirmary" | "role":
            least = number(form(camp.orders, INFIRMARY if each.by == "infirmary" else HARTMANN))
            return least is not None and min(frame.n, camp.people) >= least
        case "full_infirmary":
            return form(camp.orders, FULL_INFIRMARY) == ALWAYS


def guard(story: Story, seat: int, frame: Guard, answer: str) -> None:
    """The effect stopped by a protection, or suffered."""
    camp = story.camp(seat)
    used = next((each for each in protections(story.state, camp, frame) if each.id == answer), None)
    if frame.against == "damage":
        story.tell(Hit(seat))
    if used is None:
        _suffer(story, seat, frame)
        return
    story.tell(Warded(seat, used.by, frame.against, used.card))
    if used.by == "wall":
        spend_wall(story, seat)


def spend_wall(story: Story, seat: int) -> None:
    """A base Wall without a cancel left is spent, and the cap falls (R20, R21)."""
    camp = story.camp(seat)
    if exhausted(camp):
        before = durability_cap(camp)
        story.tell(WallSpent(seat, lost=story.state.terms.spent_wall_lost))
        settle_cap(story, seat, before)


def settle_cap(story: Story, seat: int, before: int) -> None:
    """Durability falls to a lower cap, or is lifted by a higher one where that is played (R20)."""
    camp = story.camp(seat)
    cap = durability_cap(camp)
    if camp.durability > cap:
        story.tell(DurabilityCapped(seat, cap))
    elif cap > before and story.state.terms.wall_lifts_durability:
        story.tell(DurabilityCapped(seat, camp.durability + cap - before))


def _suffer(story: Story, seat: int, frame: Guard) -> None:
    camp, until = story.camp(seat), story.state.round + 1
    match frame.against:
        case "damage":
            _damage(story, seat)
        case "lose_people":
            story.tell(Lost(seat, "people", min(frame.n, camp.people)))
        case "lost_contact":
            story.tell(ContactLost(seat, until))
        case "lose_action":
            story.tell(ActionBarred(seat, until))


def _damage(story: Story, seat: int) -> None:
    """A full Wall absorbs it and drops (R22); otherwise durability falls, at 0 the camp.

    With `full_wall_hit: suffers` the point is lost first, then the cap falls with the Wall.
    """
    camp = story.camp(seat)
    absorbed = demotes(camp)
    if not absorbed or story.state.terms.full_wall_suffers:
        story.tell(Damaged(seat, camp.durability - 1))
        if camp.durability - 1 <= 0:
            fall(story, seat)
            return
    if absorbed:
        before = durability_cap(camp)
        story.tell(WallDemoted(seat))
        settle_cap(story, seat, before)


def repair(story: Story, seat: int, n: int) -> None:
    """Durability up, not above the cap."""
    camp = story.camp(seat)
    better = min(durability_cap(camp), camp.durability + n)
    if better > camp.durability:
        story.tell(Repaired(seat, better))


def fall(story: Story, seat: int, resigned: bool = False) -> None:
    """A camp destroyed: its cards in hand and visitors to the discard piles, its questions dropped (R48, R55)."""
    state = story.state
    for event in _leavings(state, seat):
        story.tell(event)
    if resigned:
        cause = f"left/{len(state.fallen)}"
    elif state.event:
        cause = f"event/{state.round}"
    else:
        cause = f"card/{state.round}/{seat}"
    story.drop(seat)
    story.tell(CampFell(seat, cause, resigned))


def _leavings(state: State, seat: int) -> Iterator[CardDiscarded | VisitorLeft]:
    for held in state.hand:
        if held.seat == seat:
            yield CardDiscarded(seat, held.slot, held.known)
    for guest in state.camps[seat].guests:
        yield VisitorLeft(seat, guest.card, "fell")

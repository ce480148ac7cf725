"""4.2: the action of a round - what can be done, and doing it (R24, R38, R51, R52, R58)."""

from collections.abc import Iterator

from msgspec import Struct

from events.choices import Option, Pick
from events.train_farm import names
from events.train_farm.agenda import Check
from events.train_farm.camp import FULL, Build, builds, covers, full_level, move_cost, refund, those
from events.train_farm.effects import Cost, Effects, Gain, Kind
from events.train_farm.events import Passed
from events.train_farm.modules import MENU
from events.train_farm.passives import OnFullLevel
from events.train_farm.rails import REGIONS
from events.train_farm.state import Camp, State
from services.train_farm.building import build, dismantlable, dismantle
from services.train_farm.exploration import explore
from services.train_farm.locomotive import arrived, move, reachable
from services.train_farm.story import Story

EXPLORE, PASS, MOVE, DISMANTLE = "explore", "pass", "move:", "dismantle:"
TUNNEL = "mountain_tunnel"


class Plan(Struct, frozen=True):
    """A build with a move before or after it, or without one."""

    build: Build
    region: str = ""
    first: bool = False

    @property
    def id(self) -> str:
        """Its name as an option."""
        head = f"{self.build.how}:{self.build.kind}"
        return f"{head}/{'first' if self.first else 'then'}:{self.region}" if self.region else head


def turn(state: State, camp: Camp) -> Pick:
    """The question of phase two. What silence would do may also be said, so where it passes `pass` is offered."""
    about = f"squad:{camp.seat}"
    options = [] if camp.squad.lost else [Option(EXPLORE, names.say("pick.explore"), about)]
    plans = tuple(build_plans(state, camp))
    options += [_build_option(camp, plan) for plan in plans]
    options += _moves(state, camp)
    taken_down = _dismantlings(state, camp)
    if state.terms.dismantle_action:
        options += taken_down
    if camp.squad.lost or state.terms.skip_when_silent:
        options.append(Option(PASS, names.say("pick.pass")))
    if not state.terms.dismantle_action and not camp.dismantled:
        options += taken_down
    return Pick(names.say("ask.turn", round=state.round, rounds=state.terms.rounds), tuple(options))


def build_plans(state: State, camp: Camp) -> Iterator[Plan]:
    """Every build that can be paid to its end, with every move that can.

    A move is offered after the build; before it only where that makes a difference: where just this order
    can be paid, or the Wall is built and the Tunnel left or entered (R41): a Wall that leaving spends is then
    set up again, not upgraded.
    """
    moving, regions = move_cost(camp), reachable(state, camp)
    for each in builds(camp, state.round):
        if covers(camp, each.cost):
            yield Plan(each)
        then = bool(regions) and _payable(camp, each.cost, _crane(camp, each), moving)
        for region in regions:
            if then:
                yield Plan(each, region)
            matters = not then or (each.kind == "wall" and TUNNEL in (region, camp.region))
            there = builds(arrived(state, camp, region), state.round) if matters else ()
            yield from (
                Plan(after, region, first=True)
                for after in there
                if after.kind == each.kind and _payable(camp, moving, _arrival(region), after.cost)
            )


def _payable(camp: Camp, price: Cost, gain: int, second: Cost) -> bool:
    """Whether two prices can be paid one after another, with bolts gained between them (R58)."""
    if not covers(camp, price):
        return False
    bolts, people = camp.bolts - price.bolts + gain, camp.people - price.people
    return bolts >= second.bolts and people >= second.people


def _crane(camp: Camp, each: Build) -> int:
    powers = those(camp, OnFullLevel) if each.how == "upgrade" else ()
    return sum(_bolts(power.effects) for power in powers)


def _arrival(region: str) -> int:
    return _bolts(REGIONS[region].on_enter)


def _bolts(effects: Effects) -> int:
    return sum(effect.n for effect in effects if isinstance(effect, Gain) and effect.res == "bolts")


def _build_option(camp: Camp, plan: Plan) -> Option:
    each = plan.build
    key = f"pick.{each.how}"
    text = names.say(key, module=names.module(each.kind), cost=names.price(each.cost))
    if plan.region:
        moving = names.say("pick.moving", region=names.region(plan.region), cost=names.price(move_cost(camp)))
        text = names.say("pick.move_first" if plan.first else "pick.move_then", move=moving, build=text)
    return Option(plan.id, text, f"tile:{camp.seat}-{each.kind}")


def _moves(state: State, camp: Camp) -> list[Option]:
    """A move alone, once nothing is left to build (R38)."""
    if full_level(camp) < FULL or not covers(camp, move_cost(camp)):
        return []
    cost = names.price(move_cost(camp))
    return [
        Option(f"{MOVE}{region}", names.say("pick.move", region=names.region(region), cost=cost), f"region:{region}")
        for region in reachable(state, camp)
    ]


def _dismantlings(state: State, camp: Camp) -> list[Option]:
    """Each module that can go; an aside unless it takes the action (R24)."""
    return [
        Option(
            f"{DISMANTLE}{tile.kind}",
            names.say("pick.dismantle", module=names.module(tile.kind), n=refund(tile, state.round)),
            f"tile:{camp.seat}-{tile.kind}",
            aside=not state.terms.dismantle_action,
        )
        for tile in dismantlable(camp)
    ]


def forced(state: State, camp: Camp) -> str | None:
    """The action, if there is no choice and nothing else that could be done now only."""
    if not state.terms.dismantle_action and not camp.dismantled and any(dismantlable(camp)):
        return None
    options = turn(state, camp).options
    return options[0].id if len(options) == 1 else None


def act(story: Story, seat: int, option: str) -> None:
    """The action carried out; its checkpoint follows (R45)."""
    state, camp = story.state, story.camp(seat)
    if option == EXPLORE:
        explore(story, seat)
        return
    if option == PASS:
        story.tell(Passed(seat))
        return
    if option.startswith(MOVE):
        move(story, seat, option.removeprefix(MOVE), action=True)
    elif option.startswith(DISMANTLE):
        dismantle(story, seat, kind_of(option), action=True)
    else:
        _carry_out(story, seat, next(plan for plan in build_plans(state, camp) if plan.id == option))
    story.push(seat, Check())


def _carry_out(story: Story, seat: int, plan: Plan) -> None:
    if plan.region and plan.first:
        move(story, seat, plan.region, action=False)
    kind = plan.build.kind
    now = next(each for each in builds(story.camp(seat), story.state.round) if each.kind == kind)
    build(story, seat, now, action=True)
    if plan.region and not plan.first:
        move(story, seat, plan.region, action=False)


def kind_of(option: str) -> Kind:
    """The module an option to dismantle is about."""
    name = option.removeprefix(DISMANTLE)
    return next(kind for kind in MENU if kind == name)


def silent(state: State, camp: Camp) -> str:
    """What a silent player does: explore, or pass (R14)."""
    return PASS if camp.squad.lost or state.terms.skip_when_silent else EXPLORE

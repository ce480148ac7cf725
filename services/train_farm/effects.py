"""The effect language at work (NOTATION 2): one effect of one camp at a time."""

from events.train_farm.agenda import (
    Choosing,
    FreeBuilding,
    Give,
    Guard,
    PayForward,
    Paying,
    Run,
    Trade,
)
from events.train_farm.camp import covers, holds, test_roll
from events.train_farm.effects import (
    Choose,
    Damage,
    Discount,
    Effect,
    Effects,
    Exchange,
    Forward,
    FreeBuild,
    Gain,
    Gift,
    HighRisk,
    If,
    Lose,
    LoseAction,
    LostContact,
    Mod,
    Pay,
    PayOr,
    Repair,
    Strand,
    Test,
    Upkeep,
    Yield,
)
from events.train_farm.events import Added, DieRolled, Gained, Lost, SavingGained, Stranded, Tested, Traded, Why
from events.train_farm.plans import Plan, most
from services.train_farm.building import build, free_builds, pay
from services.train_farm.durability import repair
from services.train_farm.encounters import draw_high_risk
from services.train_farm.exploration import DIE, go_forward, may_stay
from services.train_farm.story import Story
from services.train_farm.tasks import checkpoint

SOURCES: dict[str, Why] = {"card": "card", "site": "site", "event": "event", "task": "task"}


def run(story: Story, seat: int, frame: Run) -> None:
    """The first effect of a list; the rest waits behind what it opens."""
    if not frame.effects:
        return
    first, rest, plan = frame.effects[0], frame.effects[1:], frame.plan
    if plan is not None and isinstance(first, PayOr | Choose | Exchange):
        _planned(story, seat, first, Run(rest, frame.source, plan[1:]), plan)
        return
    if rest:
        story.push(seat, Run(rest, frame.source, plan))
    _apply(story, seat, first, frame)


def _planned(story: Story, seat: int, effect: PayOr | Choose | Exchange, after: Run, plan: Plan) -> None:
    """A decision of an event, made beforehand (R31)."""
    answer = plan[0] if plan else 0
    match effect:
        case PayOr():
            if answer and covers(story.camp(seat), effect.cost):
                pay(story, seat, effect.cost)
                _then(story, seat, after, ())
            else:
                _then(story, seat, after, effect.else_)
        case Choose():
            _then(story, seat, after, effect.from_[answer])
        case Exchange():
            trade(story, seat, Trade(effect.give, effect.get, effect.max), answer)
            _then(story, seat, after, ())


def _then(story: Story, seat: int, after: Run, effects: Effects) -> None:
    if effects or after.effects:
        story.push(seat, Run((*effects, *after.effects), after.source, after.plan))


def _apply(story: Story, seat: int, effect: Effect, frame: Run) -> None:  # noqa: C901 - one arm a word
    state, camp, now = story.state, story.camp(seat), story.state.round
    match effect:
        case Gain():
            story.tell(Gained(seat, effect.res, effect.n, SOURCES[frame.source]))
        case Lose():
            _lose(story, seat, effect)
        case Pay():
            pay(story, seat, effect.cost)
        case Damage():
            story.push(seat, Guard("damage", effect.n))
        case Repair():
            repair(story, seat, effect.n)
        case LostContact():
            story.push(seat, Guard("lost_contact", 1))
        case LoseAction():
            story.push(seat, Guard("lose_action", 1))
        case Strand():
            if camp.squad.out:
                story.tell(Stranded(seat, now + 1))
            story.push(seat, Guard("lose_action", 1))
        case Forward():
            if may_stay(state, camp):
                if state.terms.pay_with_card:
                    story.push(seat, PayForward())
                else:
                    go_forward(story, seat)
        case HighRisk():
            draw_high_risk(story, seat)
        case Mod() | Upkeep() | Yield():
            _add(story, seat, effect)
        case Discount():
            last = now + effect.rounds
            story.tell(SavingGained(seat, effect.bolts, effect.people, effect.uses, last))
        case Exchange():
            story.push(seat, Trade(effect.give, effect.get, effect.max))
        case FreeBuild():
            story.push(seat, FreeBuilding(effect))
        case Gift():
            story.push(seat, Give(effect))
        case If():
            story.push(
                seat, Run(effect.then if holds(effect.cond, state, camp) else effect.else_, frame.source, frame.plan)
            )
        case PayOr():
            story.push(seat, Paying(effect.cost, effect.else_, frame.source))
        case Choose():
            story.push(seat, Choosing(effect.from_, frame.source))
        case Test():
            _test(story, seat, effect, frame)


def _lose(story: Story, seat: int, effect: Lose) -> None:
    """People may be warded; bolts stop at 0; food may leave a debt, unless that is not played (R9)."""
    if effect.res == "people":
        story.push(seat, Guard("lose_people", effect.n))
        return
    stock = story.camp(seat).stock(effect.res)
    debt = effect.res == "food" and story.state.terms.food_debt
    n = effect.n if debt else min(effect.n, max(0, stock))
    if n:
        story.tell(Lost(seat, effect.res, n))


def _add(story: Story, seat: int, effect: Mod | Upkeep | Yield) -> None:
    """Something for the next rounds; void in the last one (R31)."""
    now = story.state.round
    if now >= story.state.terms.rounds:
        return
    match effect:
        case Mod():
            story.tell(Added(seat, effect.on, effect.n, now + 1, now + effect.rounds))
        case Upkeep():
            story.tell(Added(seat, "upkeep", effect.n, now + 1, now + effect.rounds))
        case Yield():
            story.tell(Added(seat, effect.res, effect.n, now + 1, now + effect.rounds))


def _test(story: Story, seat: int, effect: Test, frame: Run) -> None:
    """A roll of a global event: die with role and visitor, then modifiers and the card's bonuses (R34)."""
    (raw,) = story.luck.seat(seat).roll(DIE)
    story.tell(DieRolled(seat, "event_test", raw))
    state, camp = story.state, story.camp(seat)
    bonus = sum(each.n for each in effect.bonus if holds(each.cond, state, camp))
    total = test_roll(state, camp, raw, "event_test") + bonus
    passed = total >= effect.target
    story.tell(Tested(seat, total, effect.target, passed))
    story.push(seat, Run(effect.success if passed else effect.failure, frame.source))


def trade(story: Story, seat: int, frame: Trade, times: int) -> None:
    """An exchange done a number of times, as far as stock allows."""
    camp = story.camp(seat)
    times = min(times, most(camp, Exchange(frame.give, frame.get, frame.most)))
    if times:
        give, get = frame.give, frame.get
        story.tell(Traded(seat, give.res, times * give.n, get.res, times * get.n))


def give(story: Story, frame: Give, to: int | None) -> None:
    """A gift from the bank to another camp, or to nobody; one that is given is a checkpoint (R45)."""
    if to is not None:
        story.tell(Gained(to, frame.gift.res, frame.gift.n, "gift"))
        checkpoint(story)


def free_building(story: Story, seat: int, frame: FreeBuilding, kind: str) -> None:
    """A build at no price (R52)."""
    each = next(b for b in free_builds(story.camp(seat), story.state.round, frame.build) if b.kind == kind)
    build(story, seat, each, action=False, free=True)


def choose(story: Story, seat: int, frame: Choosing, place: int) -> None:
    """One list of several."""
    story.push(seat, Run(frame.lists[place], frame.source))


def decide_to_pay(story: Story, seat: int, frame: Paying, pays: bool) -> None:
    """Paid, or the rest resolved."""
    if pays:
        pay(story, seat, frame.cost)
    else:
        story.push(seat, Run(frame.otherwise, frame.source))

"""What a camp can decide on a global event: every way to answer it, as written down when it is sealed (R31).

A plan is the answers in order: the number of the list chosen, 1 or 0 for paying or not, how often to exchange.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from events.train_farm.camp import covers, holds
from events.train_farm.cards import EVENTS
from events.train_farm.effects import (
    Choose,
    Cost,
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
from events.train_farm.state import Camp, State

Plan = tuple[int, ...]


def write(plan: Plan) -> str:
    """A plan as it is sealed."""
    return "/".join(map(str, plan))


def read(text: str) -> Plan:
    """A sealed plan."""
    return tuple(int(part) for part in text.split("/")) if text else ()


def plans(state: State, seat: int, card: str) -> tuple[Plan, ...]:
    """Every plan a camp may seal; just the empty one if it has nothing to decide.

    The last number of an unbounded exchange is bounded by stock. Effects that come before a decision are
    payments and conditions only: a test in the language's integrity holds the cards to that.
    """
    camp = state.camps[seat]
    found: list[Plan] = [()]
    for block in EVENTS[card].resolve:
        found = [(*head, *tail) for head in found for tail, _ in _walk(state, camp, block.effects)]
    return tuple(found)


def _walk(state: State, camp: Camp, effects: Effects) -> Iterator[tuple[Plan, Camp]]:
    """The plans of these effects, each with the camp it would leave as far as decisions look."""
    if not effects:
        yield (), camp
        return
    for answers, after, more in _ways(state, camp, effects[0]):
        for plan, end in _walk(state, after, (*more, *effects[1:])):
            yield (*answers, *plan), end


def _ways(state: State, camp: Camp, effect: Effect) -> Iterator[tuple[Plan, Camp, Effects]]:
    """The answers to one effect, the camp after each, and what follows."""
    match effect:
        case If():
            yield (), camp, effect.then if holds(effect.cond, state, camp) else effect.else_
        case Pay():
            yield (), paid(camp, effect.cost), ()
        case PayOr():
            if covers(camp, effect.cost):
                yield (1,), paid(camp, effect.cost), ()
            yield (0,), camp, effect.else_
        case Choose():
            for place in payable(camp, effect):
                yield (place,), camp, effect.from_[place]
        case Exchange():
            for times in range(most(camp, effect) + 1):
                yield (times,), _traded(camp, effect, times), ()
        case (
            Gain()
            | Lose()
            | Damage()
            | Repair()
            | LostContact()
            | LoseAction()
            | Strand()
            | Forward()
            | HighRisk()
            | Mod()
            | Upkeep()
            | Yield()
            | Discount()
            | FreeBuild()
            | Gift()
            | Test()
        ):
            yield (), camp, ()


def paid(camp: Camp, cost: Cost) -> Camp:
    """The camp after paying."""
    return replace(camp, bolts=camp.bolts - cost.bolts, food=camp.food - cost.food, people=camp.people - cost.people)


def payable(camp: Camp, choose: Choose) -> tuple[int, ...]:
    """The lists whose payment can be covered."""
    return tuple(
        place
        for place, effects in enumerate(choose.from_)
        if all(covers(camp, effect.cost) for effect in effects if isinstance(effect, Pay))
    )


def most(camp: Camp, exchange: Exchange) -> int:
    """How often stock allows to exchange."""
    times = max(0, camp.stock(exchange.give.res)) // exchange.give.n
    return times if exchange.max is None else min(times, exchange.max)


def _traded(camp: Camp, exchange: Exchange, times: int) -> Camp:
    give, get = exchange.give, exchange.get
    after = replace(camp, **{give.res: camp.stock(give.res) - times * give.n})
    return replace(after, **{get.res: after.stock(get.res) + times * get.n})


def follow(state: State, camp: Camp, card: str, plan: Plan) -> tuple[tuple[Effect, int], ...]:
    """Each decision of a plan with its answer, in order."""
    return tuple(step for block in EVENTS[card].resolve for step in _follow(state, camp, block.effects, plan))


def _follow(state: State, camp: Camp, effects: Effects, plan: Plan) -> Iterator[tuple[Effect, int]]:
    if not effects or not plan:
        return
    first, rest = effects[0], effects[1:]
    for answers, after, more in _ways(state, camp, first):
        if answers == plan[: len(answers)]:
            if answers:
                yield first, answers[0]
            yield from _follow(state, after, (*more, *rest), plan[len(answers) :])
            return

"""The question that an open step raises for its seat, and what silence says to it (rules 15, Silence).

`question` gives None where there is nothing to ask. Options that would leave something mandatory
impossible are not offered.
"""

from collections.abc import Iterable

from msgspec.structs import replace

from events.choices import Choice, Counted, Number, Option, Pick, Picked, Reply, Share, only
from events.mars import describe, names
from events.mars.agenda import (
    NEUTRAL,
    BuyLooked,
    Item,
    KeepLooked,
    PayAnyAmount,
    PayPrice,
    PutDown,
    SellPatents,
    TakeFromCard,
    UseAction,
)
from events.mars.cards import CARDS
from events.mars.events import ProductionChanged
from events.mars.evolve import evolve
from events.mars.map import CARD_PRICE, SPACES, least_production
from events.mars.names import say
from events.mars.state import State, holders
from events.mars.tally import bearers, funds
from events.mars.words import (
    AddToCard,
    AddToPlayed,
    Bespoke,
    Choose,
    Discard,
    Effect,
    Place,
    ProduceFromSpace,
    ReduceAny,
    RemoveAny,
    RemoveAnyFromCard,
    RemoveHere,
    StealAny,
    SwapProduction,
)
from events.texts import Text
from services.mars import legal, payment, placement, possible, taking

NO = "none"
Items = list[Item]


def question(state: State, seat: int, item: Item, rest: Items) -> Choice | None:
    """What the first step of an item asks, `rest` being all else that is open; None if nothing."""
    match item.steps[0]:
        case PayPrice() as step:
            pay = payment.share(state, seat, step, _paid_for(item))
            return pay if step.price > 0 else None
        case Place() as step:
            return _spaces(placement.placeable(state, item.seat, step), "place", step)
        case Bespoke(name="land_claim") as step:
            return _spaces(placement.claimable(state), "claim", step)
        case ReduceAny() as step:
            return _reduce(state, seat, item, step, rest)
        case RemoveAny() | StealAny() as step:
            return _remove(state, seat, item, step)
        case RemoveAnyFromCard() as step:
            return _remove_from_card(state, seat, item, step)
        case Choose() as step:
            return _choose(state, seat, item, step, rest)
        case AddToCard() as step:
            own = add_targets(state, item.seat, step)
            return _cards(say("ask.add_to", what=describe.step(step)), own, seat) if own else None
        case SellPatents():
            hand = state.seats[seat].hand
            return _cards(say("ask.sell"), hand, most=len(hand))
        case SwapProduction() as step:
            return Number(say("ask.swap", what=describe.step(step)), step.least, _steps_left(state, seat, step))
        case _:
            return _question(state, seat, item, rest)


def _question(state: State, seat: int, item: Item, rest: Items) -> Choice | None:
    holder = state.seats[seat]
    match item.steps[0]:
        case Discard() as step:
            n = min(step.n, len(holder.hand))
            ask = say("ask.may_discard" if item.optional else "ask.discard", n=n, source=names.source(item.source))
            return _cards(ask, holder.hand, least=0 if item.optional else n, most=n) if n else None
        case KeepLooked() as step:
            n = min(step.keep, len(holder.looked))
            return _cards(say("ask.keep", n=n), holder.looked, least=n, most=n) if n else None
        case BuyLooked():
            if not holder.looked or funds(holder) < CARD_PRICE:
                return None
            card = names.card(holder.looked[0])
            buy = Option("buy", say("option.buy", n=CARD_PRICE), about=f"card:{holder.looked[0]}")
            return Pick(say("ask.buy", card=card), (buy, Option("discard", say("option.discard"))))
        case UseAction(card=card, number=-1):
            actions = legal.actions_of(card)
            fitting = [k for k, action in enumerate(actions) if legal.usable(state, seat, card, action)]
            options = tuple(Option(f"action:{k}", describe.action(actions[k])) for k in fitting)
            return Pick(say("ask.action", card=names.card(card)), options)
        case TakeFromCard() as step:
            found = taking.targets(state, seat, step.held, any_neutral=True)
            ask = say("ask.take_from", what=names.resource(step.held))
            return Pick(ask, _targets(state, found)) if found else None
        case PayAnyAmount() as step:
            return Number(say("ask.amount", what=names.resource(step.resource)), 1, holder.resources[step.resource])
        case ProduceFromSpace() as step:
            printed = SPACES[item.at].bonus if item.at in SPACES else ()
            options = tuple(Option(str(r), names.resource(r)) for r in step.any_of if r in printed)
            return Pick(say("ask.produce"), options) if options else None
        case Bespoke(name="robotic_workforce"):
            fitting_cards = _boxes(state, seat, rest)
            return _cards(say("ask.copy"), fitting_cards, seat) if fitting_cards else None
        case _:
            return None


def _paid_for(item: Item) -> Text:
    after = item.steps[1] if len(item.steps) > 1 else None
    return names.card(after.card) if isinstance(after, PutDown) else names.source(item.source)


def _spaces(those: tuple[str, ...], key: str, step: Effect) -> Pick | None:
    options = tuple([Option(at, names.space(at), about=f"space:{at}") for at in those])
    return Pick(say(f"ask.{key}", what=describe.step(_one(step))), options) if options else None


def _one(step: Effect) -> Effect:
    return replace(step, count=1) if isinstance(step, Place) else step


def _cards(ask: Text, those: Iterable[str], seat: int | None = None, least: int = 1, most: int = 1) -> Pick:
    kind = "card" if seat is None else f"played:{seat}"
    options = tuple([Option(name, names.card(name), about=f"{kind}:{name}") for name in those])
    return Pick(ask, options, least, most)


def _reduce(state: State, seat: int, item: Item, step: ReduceAny, rest: Items) -> Pick | None:
    """Who bears the loss, in full; nobody whose loss would leave something else impossible."""
    found = []
    for victim in bearers(state, seat):
        if possible.can_bear(state, victim, step.resource, step.n):
            if victim == seat and rest:
                event = ProductionChanged(seat, item.source, {str(step.resource): -step.n})
                if not possible.feasible(evolve(state, event), seat, rest):
                    continue
            found.append(victim)
    options = tuple(Option(_seat_id(v), names.owner(v), about=_about(v)) for v in found)
    return Pick(say("ask.reduce", what=describe.step(step)), options) if options else None


def _seat_id(victim: int) -> str:
    return "neutral" if victim == NEUTRAL else f"seat:{victim}"


def _about(victim: int) -> str:
    return "seat:neutral" if victim == NEUTRAL else f"seat:{victim}"


def _remove(state: State, seat: int, item: Item, step: RemoveAny | StealAny) -> Choice | None:
    if taking.named(item):
        most = taking.most_from(state, item, step, seat)
        return Number(say("ask.how_many", what=names.resource(step.resource)), 0, most)
    found = taking.victims(state, seat, item, step)
    if not found:
        return None
    options = [
        Option(_seat_id(v), say("option.victim", who=names.owner(v), n=_has(state, v, step)), about=_about(v))
        for v in found
    ]
    return Pick(say("ask.remove", what=describe.step(step)), (Option(NO, say("option.nobody")), *options))


def _has(state: State, victim: int, step: RemoveAny | StealAny) -> int:
    return step.n if victim == NEUTRAL else state.seats[victim].resources[step.resource]


def _targets(state: State, found: tuple[str, ...]) -> tuple[Option, ...]:
    options = []
    for target in found:
        victim, card = taking.read_target(target)
        if victim == NEUTRAL:
            options.append(Option(target, names.owner(NEUTRAL), about=_about(NEUTRAL)))
            continue
        text = say(
            "option.on_card", who=names.owner(victim), card=names.card(card), n=state.seats[victim].held.get(card, 0)
        )
        options.append(Option(target, text, about=f"played:{victim}:{card}"))
    return tuple(options)


def _remove_from_card(state: State, seat: int, item: Item, step: RemoveAnyFromCard) -> Choice | None:
    if taking.named(item):
        return Number(say("ask.how_many", what=names.resource(step.held)), 0, taking.most_from(state, item, step, seat))
    found = taking.targets(state, seat, step.held, any_neutral=False)
    if not found:
        return None
    options = (Option(NO, say("option.nobody")), *_targets(state, found))
    return Pick(say("ask.remove", what=describe.step(step)), options)


def _choose(state: State, seat: int, item: Item, step: Choose, rest: Items) -> Pick | None:
    offered = alternatives(state, seat, item, step, rest)
    options = tuple(Option(f"choice:{k}", describe.steps(step.lists[k])) for k in offered)
    return Pick(say("ask.choose", source=names.source(item.source)), options)


def alternatives(state: State, seat: int, item: Item, step: Choose, rest: Items) -> tuple[int, ...]:
    """The lists that can be done and leave all else possible; if all are without effect, the first."""
    able = [
        k
        for k, effects in enumerate(step.lists)
        if all(_can(state, item, effect) for effect in effects)
        and (not rest or possible.feasible(state, seat, [replace(item, steps=effects), *rest]))
    ]
    telling = [k for k in able if any(_does(state, seat, item, effect) for effect in step.lists[k])]
    return tuple(telling or able[:1])


def _can(state: State, item: Item, effect: Effect) -> bool:
    match effect:
        case RemoveHere():
            return state.seats[item.seat].held.get(item.source, 0) >= effect.n
        case AddToPlayed():
            return item.played in CARDS and CARDS[item.played].holds in ("microbe", "animal")
        case _:
            return True


def _does(state: State, seat: int, item: Item, effect: Effect) -> bool:
    match effect:
        case AddToCard():
            return bool(add_targets(state, item.seat, effect))
        case RemoveAny() | StealAny():
            return bool(taking.victims(state, seat, item, effect))
        case RemoveAnyFromCard():
            return bool(taking.targets(state, seat, effect.held, any_neutral=False))
        case _:
            return True


def add_targets(state: State, seat: int, step: AddToCard) -> tuple[str, ...]:
    """Own cards that can take the resources (rules 4)."""
    holder = state.seats[seat]
    return tuple(
        card.id
        for card in holders(holder)
        if step.held in (card.holds, "any") and holder.held.get(card.id, 0) >= step.present
    )


def _steps_left(state: State, seat: int, step: SwapProduction) -> int:
    return max(step.least, state.seats[seat].production[step.source] - least_production(step.source))


def _boxes(state: State, seat: int, rest: Items) -> tuple[str, ...]:
    """Boxes that can be applied in full, with all else that is open."""
    found = possible.boxes(state, seat)
    return tuple([name for name in found if possible.feasible(state, seat, [*rest, *possible.box(state, seat, name)])])


def order_question(pool: tuple[Item, ...], offered: Iterable[int]) -> Pick:
    """Which of the open items comes next."""
    options = tuple(Option(f"step:{k}", describe.item(pool[k])) for k in offered)
    return Pick(say("ask.order", n=len(pool)), options)


def silence(state: State, seat: int, item: Item, choice: Choice) -> Reply:
    """What a lapsed clock answers: no where it may, else the least, the first, the preset."""
    match choice:
        case Share():
            step = item.steps[0]
            assert isinstance(step, PayPrice)
            return payment.preset(state.seats[seat], step)
        case Number():
            return Counted(choice.least)
        case Pick():
            if isinstance(item.steps[0], BuyLooked):
                return Picked(("discard",))
            return Picked(tuple(option.id for option in choice.options[: choice.least]))
        case _:
            reply = only(choice)
            assert reply is not None
            return reply

"""The words of things: modules, cards, prices, effects, as texts."""

from functools import lru_cache

from events.texts import Text
from events.train_farm.effects import (
    RESOURCES,
    Bonus,
    Choose,
    Cond,
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
    Res,
    Strand,
    Test,
    Upkeep,
    Yield,
)
from events.train_farm.orders import WARDING_VISITORS, number


def say(key: str, **args: Text | int | str | tuple[Text, ...]) -> Text:
    """A text of this game."""
    return Text(f"train_farm.{key}", dict(args))


@lru_cache(maxsize=512)
def module(kind: str) -> Text:
    """A module's name."""
    return say(f"module.{kind}.name")


def card(card_id: str) -> Text:
    """A card's name, or "a card" where it is hidden."""
    return say(f"card.{card_id}.name") if card_id else say("card.hidden")


def role(role_id: str) -> Text:
    """A role's name."""
    return say(f"role.{role_id}.name")


@lru_cache(maxsize=512)
def region(region_id: str) -> Text:
    """A region's name."""
    return say(f"region.{region_id}.name")


def task(task_id: str) -> Text:
    """A task's name."""
    return say(f"task.{task_id}.name")


@lru_cache(maxsize=512)
def amount(res: Res, n: int) -> Text:
    """So much of a resource."""
    return say(f"amount.{res}", n=n)


@lru_cache(maxsize=512)
def price(cost: Cost) -> Text:
    """A price, or "nothing"."""
    parts = tuple(amount(res, getattr(cost, res)) for res in RESOURCES if getattr(cost, res))
    return say("amount.all", parts=parts) if parts else say("amount.nothing")


def effects(listed: Effects) -> Text:
    """A list of effects as one text."""
    return say("effect.all", parts=tuple(effect(each) for each in listed)) if listed else say("effect.nothing")


def effect(each: Effect) -> Text:  # noqa: C901 - one arm a word
    """One effect in words."""
    match each:
        case Gain():
            return say("effect.gain", what=amount(each.res, each.n))
        case Lose():
            return say("effect.lose", what=amount(each.res, each.n))
        case Pay():
            return say("effect.pay", what=price(each.cost))
        case Damage():
            return say("effect.damage", n=each.n)
        case Repair():
            return say("effect.repair", n=each.n)
        case LostContact():
            return say("effect.lost_contact")
        case LoseAction():
            return say("effect.lose_action")
        case Strand():
            return say("effect.stranded")
        case Forward():
            return say("effect.forward")
        case HighRisk():
            return say("effect.high_risk")
        case Mod():
            return say(f"effect.{each.on}", n=signed(each.n), rounds=each.rounds)
        case Upkeep():
            return say("effect.upkeep", n=each.n, rounds=each.rounds)
        case Yield():
            return say("effect.yield", what=say(f"noun.{each.res}"), n=signed(each.n), rounds=each.rounds)
        case Exchange():
            return exchange(each)
        case Discount():
            cost = price(Cost(bolts=each.bolts, people=each.people))
            return say("effect.discount", what=cost, uses=each.uses, rounds=each.rounds)
        case FreeBuild():
            return say(f"effect.free_{each.kind}")
        case Gift():
            return say("effect.gift", what=amount(each.res, each.n))
        case If():
            if each.else_:
                return say(
                    "effect.if_else", cond=cond(each.cond), then=effects(each.then), otherwise=effects(each.else_)
                )
            return say("effect.if", cond=cond(each.cond), then=effects(each.then))
        case PayOr():
            return say("effect.pay_or", what=price(each.cost), otherwise=effects(each.else_))
        case Choose():
            return say("effect.choose", parts=tuple(effects(listed) for listed in each.from_))
        case Test():
            key = "effect.test_both" if each.success else "effect.test"
            return say(
                key,
                target=each.target,
                bonus=_bonuses(each.bonus),
                failure=effects(each.failure),
                success=effects(each.success),
            )


def signed(n: int) -> str:
    """A number with its sign, as in print."""
    return f"+{n}" if n >= 0 else f"−{-n}"


def exchange(each: Exchange) -> Text:
    """A trade in words."""
    give, get = amount(each.give.res, each.give.n), amount(each.get.res, each.get.n)
    if each.max is None:
        return say("effect.exchange_any", give=give, get=get)
    return say("effect.exchange", give=give, get=get, max=each.max)


def _bonuses(bonuses: tuple[Bonus, ...]) -> Text:
    parts = tuple(say("effect.bonus", n=signed(bonus.n), cond=cond(bonus.cond)) for bonus in bonuses)
    return say("effect.bonuses", parts=parts) if parts else say("effect.no_bonus")


def cond(each: Cond) -> Text:
    """A condition in words."""
    if each.has is not None:
        return say("cond.has", module=module(each.has))
    if each.full is not None:
        return say("cond.full", module=module(each.full))
    if each.res is not None:
        return say("cond.holds", what=amount(each.res, each.ge))
    if each.count is not None:
        return say(f"cond.{each.count}", n=each.ge)
    if each.region is not None:
        return say("cond.region", region=region(each.region))
    if each.squad_out:
        return say("cond.squad_out")
    numbers = (("level", each.level_ge), ("fulls", each.full_ge), ("durability", each.durability_le))
    for key, n in (*numbers, ("round", each.round_ge)):
        if n is not None:
            return say(f"cond.{key}", n=n)
    if each.not_ is not None:
        return say("cond.not", cond=cond(each.not_))
    return say("cond.all", parts=tuple(cond(part) for part in each.all_))


@lru_cache(maxsize=512)
def order(name: str) -> Text:
    """What a standing order is about."""
    if name.startswith("keep/"):
        return say("order.keep", visitor=card(name.removeprefix("keep/")))
    if name in WARDING_VISITORS:
        return say("order.visitor", visitor=card(name))
    return say(f"order.{name}")


@lru_cache(maxsize=512)
def form(how: str) -> Text:
    """The form of a standing order in words."""
    n = number(how)
    return say(f"form.{how}") if n is None else say(f"form.{how.partition('_')[0]}", n=n)

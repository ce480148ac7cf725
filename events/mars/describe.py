"""Cards in words, made from their declarations: every effect, cost, trigger and requirement as a Text."""

from collections.abc import Iterable

from events.mars.agenda import Item, Step
from events.mars.card import Action, Card, Corporation, Points, PointsIf
from events.mars.names import Arg, resource, say, source, tile_name, units
from events.mars.passives import (
    AtLeast,
    AtMost,
    BonusPlaced,
    CardPlayed,
    CitiesInPlay,
    CityPlaced,
    Discount,
    GreeneryCost,
    GreeneryPlaced,
    HasGreeneries,
    HasProduction,
    HasTags,
    HeatAsMoney,
    Locked,
    MetalValue,
    OceanPlaced,
    PaidFor,
    Passive,
    ProjectUsed,
    Protect,
    Requirement,
    Shift,
    TagPlayed,
    Trigger,
    When,
)
from events.mars.words import (
    AddHere,
    AddToCard,
    AddToPlayed,
    Amount,
    Bespoke,
    Choose,
    Count,
    Discard,
    Draw,
    Effect,
    Gain,
    GainRating,
    IfTags,
    LookAndBuy,
    LookAndKeep,
    Lose,
    NextCard,
    Place,
    Produce,
    ProduceFromSpace,
    Raise,
    ReduceAny,
    RemoveAny,
    RemoveAnyFromCard,
    RemoveHere,
    RevealTop,
    StealAny,
    SwapProduction,
    What,
)
from events.texts import Text


def number(value: Amount) -> Text | int:
    """A number, or what is counted for it."""
    return value if isinstance(value, int) else count(value)


def count(value: Count) -> Text:
    """So many for every so many of something."""
    args: dict[str, Arg] = {"each": value.each, "per": value.per}
    if value.tag is not None:
        args["tag"] = say(f"tag.{value.tag}")
    if value.tile is not None:
        args["tile"] = tile_name(value.tile)
    what = say(f"count.{value.what}", **{name: arg for name, arg in args.items() if name in ("tag", "tile")})
    if value.what is What.PAID:
        return what
    return say("count.each" if value.per == 1 else "count.per", each=value.each, per=value.per, what=what)


def _listed(step: Produce | Gain | Lose) -> tuple[Text, ...]:
    parts = []
    for name, value in step.amounts():
        if isinstance(value, int):
            key = "word.amount" if isinstance(step, Lose) else "word.more" if value > 0 else "word.less"
            parts.append(say(key, n=value, what=units(name, value)))
        else:
            parts.append(say("word.counted", n=count(value), what=resource(name)))
    return tuple(parts)


def steps(those: Iterable[Step]) -> Text:
    """Steps as one phrase."""
    parts = tuple(step(each) for each in those)
    return parts[0] if len(parts) == 1 else say("word.list", parts=parts)


def step(one: Step) -> Text:
    """A single step."""
    match one:
        case Produce():
            return say("word.produce", parts=_listed(one))
        case Gain():
            return say("word.gain", parts=_listed(one))
        case Lose():
            return say("word.lose", parts=_listed(one))
        case ReduceAny():
            return say("word.reduce_any", n=one.n, what=resource(one.resource))
        case RemoveAny():
            key = "word.remove_beside" if one.beside else "word.remove_any"
            return say(key, n=one.n, what=units(one.resource, one.n))
        case RemoveAnyFromCard():
            return say("word.remove_from_card", n=one.n, what=units(one.held, one.n))
        case StealAny():
            return say("word.steal_any", n=one.n, what=units(one.resource, one.n))
        case Raise():
            return say("word.raise", n=one.n, track=say(f"track.{one.track}"))
        case GainRating():
            return say("word.rating", n=number(one.n))
        case Place():
            args: dict[str, Arg] = {"tile": tile_name(one.tile, one.name), "area": say(f"area.{_area(one.on)}")}
            return say("word.place", **args) if one.count == 1 else say("word.place_more", n=one.count, **args)
        case _:
            return _card_step(one)


def _area(on: str) -> str:
    return on.replace("reserved:", "reserved_")


def _card_step(one: Step) -> Text:
    match one:
        case Draw() | Discard() | AddHere() | RemoveHere() | AddToPlayed():
            return say(f"word.{_key(one)}", n=one.n)
        case LookAndKeep():
            return say("word.look_and_keep", look=one.look, keep=one.keep)
        case LookAndBuy():
            return say("word.look_and_buy")
        case RevealTop():
            return say("word.reveal_top", tag=say(f"tag.{one.tag}"), then=steps(one.then))
        case AddToCard():
            key = "word.add_to_card_present" if one.present else "word.add_to_card"
            return say(key, n=one.n, what=units(one.held, one.n))
        case Choose():
            lists = tuple(say("word.option", n=k, what=steps(effects)) for k, effects in enumerate(one.lists, 1))
            return say("word.choose", lists=lists)
        case IfTags():
            args: dict[str, Arg] = {"tag": say(f"tag.{one.tag}"), "n": one.n}
            return say("word.if_tags", then=steps(one.then), otherwise=steps(one.otherwise), **args)
        case ProduceFromSpace():
            return say("word.produce_from_space", n=one.n, parts=tuple(resource(name) for name in one.any_of))
        case SwapProduction():
            return say("word.swap", source=resource(one.source), target=resource(one.target))
        case NextCard():
            if one.discount:
                return say("word.next_discount", n=one.discount)
            return say("word.next_steps", n=one.steps)
        case Bespoke():
            return say(f"word.bespoke_{one.name}")
        case _:
            return say(f"task.{_key(one)}")


def _key(one: Step) -> str:
    return str(one.__struct_config__.tag).removeprefix("mars.")


def item(one: Item) -> Text:
    """An open item of an agenda: what it does and where it comes from."""
    return say("word.item", what=steps(one.steps), source=source(one.source))


def effects(those: tuple[Effect, ...]) -> tuple[Text, ...]:
    """Effects one by one."""
    return tuple(step(each) for each in those)


def need(one: Requirement) -> Text:
    """A requirement."""
    match one:
        case AtLeast() | AtMost():
            bound = "least" if isinstance(one, AtLeast) else "most"
            return say(f"need.{one.track}_{bound}", n=one.n)
        case HasTags():
            return say("need.tags", n=one.n, tag=say(f"tag.{one.tag}"))
        case HasProduction():
            return say("need.production", n=one.n, what=resource(one.resource))
        case HasGreeneries():
            return say("need.greeneries", n=one.n)
        case CitiesInPlay():
            return say("need.cities", n=one.n)


def action(one: Action) -> Text:
    """An action with its cost."""
    pay = one.pay
    plain = ("megacredits", "steel", "titanium", "plants", "energy", "heat")
    costs = [say("word.amount", n=n, what=units(name, n)) for name in plain if (n := getattr(pay, name))]
    if pay.accepts:
        costs[0] = say("word.accepts", cost=costs[0], parts=tuple(resource(name) for name in pay.accepts))
    if pay.here:
        costs.append(say("word.pay_here", n=pay.here))
    if pay.energy_production:
        costs.append(say("word.pay_production", n=pay.energy_production, what=resource("energy")))
    if pay.any_card is not None:
        costs.append(say("word.pay_any_card", what=resource(pay.any_card)))
    if pay.any_amount is not None:
        costs.append(say("word.pay_any_amount", what=resource(pay.any_amount)))
    if one.if_rating_rose:
        costs.append(say("word.if_rating_rose"))
    if not costs:
        return say("word.action_free", do=steps(one.do))
    return say("word.action", pay=tuple(costs), do=steps(one.do))


def trigger(one: Trigger) -> Text:
    """What a trigger hears."""
    by = say(f"by.{one.by}")
    match one:
        case OceanPlaced() | GreeneryPlaced():
            return say(f"when.{str(one.__struct_config__.tag).removeprefix('mars.')}", by=by)
        case CityPlaced():
            return say("when.city_on_mars" if one.on_mars else "when.city_placed", by=by)
        case BonusPlaced():
            return say("when.bonus_placed", by=by, parts=tuple(resource(name) for name in one.any_of))
        case TagPlayed():
            return say("when.tag_played", by=by, tags=tuple(say(f"tag.{tag}") for tag in one.tags))
        case CardPlayed():
            if one.tag is None:
                return say("when.card_played", by=by, kind=say(f"kind.{one.kind}"))
            return say("when.card_with_tag", by=by, kind=say(f"kind.{one.kind}"), tag=say(f"tag.{one.tag}"))
        case ProjectUsed():
            return say("when.project_used", by=by)
        case PaidFor():
            return say("when.paid_for", by=by, n=one.least)


def passive(one: Passive) -> Text:
    """What is always on."""
    match one:
        case Discount():
            if one.project:
                return say("passive.project", n=one.n, project=say(f"project.{one.project}"))
            if one.tag is not None:
                return say("passive.tag", n=one.n, tag=say(f"tag.{one.tag}"))
            return say("passive.any_card", n=one.n)
        case MetalValue():
            key = "passive.metals" if one.steel and one.titanium else "passive.titanium"
            return say(key, n=max(one.steel, one.titanium))
        case Shift():
            return say("passive.shift", n=one.steps)
        case HeatAsMoney() | Locked():
            return say(f"passive.{str(one.__struct_config__.tag).removeprefix('mars.')}")
        case GreeneryCost():
            return say("passive.greenery_cost", n=one.n)
        case Protect():
            return say("passive.protect", parts=tuple(resource(name) for name in (*one.resources, *one.held)))
        case When():
            key = "passive.when_may" if one.optional else "passive.when"
            return say(key, event=trigger(one.on), do=steps(one.do))


def points(value: Points) -> Text:
    """Victory points."""
    if isinstance(value, int):
        return say("points.fixed", n=value)
    if isinstance(value, PointsIf):
        return say("points.if_here", n=value.points, here=value.here)
    return say("points.counted", n=count(value))


def card_lines(card: Card) -> tuple[Text, ...]:
    """All that stands on a card but name, cost and tags."""
    lines: list[Text] = []
    if card.needs:
        lines.append(say("line.needs", parts=tuple(need(one) for one in card.needs)))
    lines += effects(card.play)
    lines += [action(one) for one in card.actions]
    lines += [passive(one) for one in card.passive]
    if card.points != 0:
        lines.append(points(card.points))
    return tuple(lines)


def corporation_lines(corporation: Corporation) -> tuple[Text, ...]:
    """All that stands on a corporation but its name and tags."""
    lines = [say("word.gain", parts=(say("word.more", n=corporation.megacredits, what=resource("megacredits")),))]
    if corporation.production.amounts():
        lines.append(step(corporation.production))
    if corporation.resources.amounts():
        lines.append(step(corporation.resources))
    if corporation.free_cards:
        lines.append(say("line.free_cards", n=corporation.free_cards))
    if corporation.first:
        lines.append(say("line.first", do=steps(corporation.first)))
    lines += [action(one) for one in corporation.actions]
    lines += [passive(one) for one in corporation.passive]
    return tuple(lines)

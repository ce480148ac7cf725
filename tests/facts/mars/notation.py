"""Declarations turned back into the notation of the fact sheet, so that both can be compared word by word."""

from typing import Any

from events.mars.card import Action, Card, Corporation, Pay, Points, PointsIf
from events.mars.nouns import RESOURCES
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

SPECIALS = {"land_claim": "land_claim", "robotic_workforce": "copy_production_box"}


def amount(value: int | Count) -> Any:
    if isinstance(value, int):
        return value
    if value.what is What.PAID:
        return "x"
    found: dict[str, Any] = {"each": value.each, "per": value.per, "count": str(value.what)}
    if value.tag is not None:
        found["tag"] = str(value.tag)
    if value.tile is not None:
        found["tile"] = str(value.tile)
    return found


def amounts(step: Produce | Gain | Lose) -> dict[str, Any]:
    return {name: amount(value) for name, value in step.amounts()}


def effect(step: Effect) -> dict[str, Any]:  # noqa: C901 - one case a word
    match step:
        case Produce():
            return {"production": amounts(step)}
        case Gain():
            return {"gain": amounts(step)}
        case Lose():
            return {"lose": amounts(step)}
        case ReduceAny():
            return {"any_production": {str(step.resource): -step.n}}
        case RemoveAny():
            found: dict[str, Any] = {"remove_any": {str(step.resource): step.n}}
            return {**found, "only": "owner_of_a_tile_adjacent_to_the_placed_ocean"} if step.beside else found
        case RemoveAnyFromCard():
            return {"remove_any_card": {"resource": str(step.held), "n": step.n}}
        case StealAny():
            return {"steal_any": {str(step.resource): step.n}}
        case Raise():
            return {"raise": {str(step.track): step.n}}
        case GainRating():
            return {"tr": amount(step.n)}
        case Place():
            place: dict[str, Any] = {"tile": str(step.tile), "on": str(step.on)}
            if step.tile == "ocean":
                place["count"] = step.count
            return {"place": {**place, "name": step.name} if step.name else place}
        case Draw():
            return {"draw": step.n}
        case LookAndKeep():
            return {"draw_keep": {"look": step.look, "keep": step.keep}}
        case LookAndBuy():
            return {"draw_buy": {"look": 1}}
        case RevealTop():
            return {"reveal_top": 1, "if_tag": str(step.tag), "then": effects(step.then)}
        case AddHere():
            return {"add_here": step.n}
        case RemoveHere():
            return {"remove_here": step.n}
        case AddToCard():
            added: dict[str, Any] = {"resource": str(step.held), "n": step.n}
            return {"add_to_card": {**added, "min_present": step.present} if step.present else added}
        case AddToPlayed():
            return {"add_to_played_card": step.n}
        case Discard():
            return {"discard": step.n}
        case Choose():
            return {"choose": [effects(one) for one in step.lists]}
        case IfTags():
            return {
                "if": {"own_tags_min": {str(step.tag): step.n}},
                "then": effects(step.then),
                "else": effects(step.otherwise),
            }
        case ProduceFromSpace():
            return {"production_from_space": {"any_one_of": [str(one) for one in step.any_of], "n": step.n}}
        case SwapProduction():
            return {"swap_production": {"from": str(step.source), "to": str(step.target), "min": step.least}}
        case NextCard():
            return {"next_card": {"discount": step.discount} if step.discount else {"requirement_steps": step.steps}}
        case Bespoke():
            return {"special": SPECIALS[step.name]}


def effects(steps: tuple[Effect, ...]) -> list[Any]:
    return [effect(step) for step in steps]


def needs(those: tuple[Requirement, ...]) -> list[Any]:
    """Requirements; several of one kind in one entry, as on the sheet."""
    found: dict[str, Any] = {}
    for one in those:
        match one:
            case AtLeast():
                found[f"{one.track}_min"] = one.n
            case AtMost():
                found[f"{one.track}_max"] = one.n
            case HasTags():
                found.setdefault("tags_min", {})[str(one.tag)] = one.n
            case HasProduction():
                found.setdefault("production_min", {})[str(one.resource)] = one.n
            case HasGreeneries():
                found["own_greeneries_min"] = one.n
            case CitiesInPlay():
                found["cities_in_play_min"] = one.n
    return [{name: value} for name, value in found.items()]


def points(value: Points) -> Any:
    if isinstance(value, PointsIf):
        return {"fixed": value.points, "if": {"resources_here_min": value.here}}
    return amount(value)


def pay(cost: Pay) -> dict[str, Any]:
    found: dict[str, Any] = {name: n for name in RESOURCES if (n := getattr(cost, name))}
    if cost.accepts:
        found["accepts"] = [str(one) for one in cost.accepts]
    if cost.here:
        found["resources_here"] = cost.here
    if cost.energy_production:
        found["production"] = {"energy": cost.energy_production}
    if cost.any_card is not None:
        found["any_card_resource"] = {"resource": str(cost.any_card), "n": 1}
    if cost.any_amount is not None:
        found["x"] = str(cost.any_amount)
    return found


def action(those: tuple[Action, ...]) -> Any:
    found = [{"pay": pay(one.pay), "do": effects(one.do)} for one in those]
    for raw, one in zip(found, those, strict=True):
        if one.if_rating_rose:
            raw["if"] = {"own_tr_raised_this_generation": True}
    if not found:
        return None
    return found[0] if len(found) == 1 else {"choose": found}


def trigger(on: Trigger, own: bool) -> dict[str, Any]:
    match on:
        case OceanPlaced():
            found: dict[str, Any] = {"event": "ocean_placed"}
        case CityPlaced():
            found = {"event": "city_placed", "where": "on_mars" if on.on_mars else "anywhere"}
        case GreeneryPlaced():
            found = {"event": "greenery_placed"}
        case BonusPlaced():
            found = {"event": "tile_placed", "space_bonus_any": [str(one) for one in on.any_of]}
        case TagPlayed():
            found = {"event": "tag_played", "tags": [str(one) for one in on.tags]}
        case CardPlayed():
            found = {"event": "card_played", "card_type": str(on.kind)}
            if on.tag is not None:
                found["tag"] = str(on.tag)
        case ProjectUsed():
            found = {"event": "standard_project_used", "except": list(on.but)}
        case PaidFor():
            found = {"event": "paid_for", "what": ["card", "standard_project"], "printed_cost_min": on.least}
    found["by"] = str(on.by)
    return {**found, "including_this": True} if own else found


def passive(one: Passive) -> dict[str, Any]:
    match one:
        case Discount():
            where: Any = "any_card"
            if one.tag is not None:
                where = {"tag": str(one.tag)}
            elif one.project:
                where = {"standard_project": one.project}
            return {"discount": one.n, "for": where}
        case MetalValue():
            values = {"steel": one.steel, "titanium": one.titanium}
            return {"resource_value": {name: n for name, n in values.items() if n}}
        case Shift():
            return {"requirement_steps": one.steps}
        case HeatAsMoney():
            return {"heat_as_megacredits": True}
        case GreeneryCost():
            return {"greenery_conversion_cost": one.n}
        case Protect():
            return {
                "protect": {"from": "opponents", "resources": sorted([*map(str, one.resources), *map(str, one.held)])}
            }
        case Locked():
            return {"locked_resources": True}
        case When():
            found: dict[str, Any] = {"when": trigger(one.on, one.own), "do": effects(one.do)}
            return {**found, "optional": True} if one.optional else found


def card(one: Card) -> dict[str, Any]:
    return {
        "number": f"{one.number:03}",
        "id": one.id,
        "module": str(one.module),
        "type": str(one.kind),
        "cost": one.cost,
        "tags": [str(tag) for tag in one.tags],
        "requires": needs(one.needs),
        "vp": points(one.points),
        "holds": None if one.holds is None else str(one.holds),
        "any_player": one.any_player,
        "effects": effects(one.play),
        "action": action(one.actions),
        "passive": [passive(each) for each in one.passive],
    }


def corporation(one: Corporation) -> dict[str, Any]:
    start: dict[str, Any] = {
        "megacredits": one.megacredits,
        "production": amounts(one.production),
        "resources": amounts(one.resources),
    }
    if one.free_cards:
        start["cards"] = {"draw": one.free_cards, "free": True}
    return {
        "number": f"R{one.number:02}",
        "id": one.id,
        "module": str(one.module),
        "tags": [str(tag) for tag in one.tags],
        "start": start,
        "first_action": {"do": effects(one.first)} if one.first else None,
        "passive": [passive(each) for each in one.passive],
        "action": action(one.actions),
    }

"""Part 16.1 of the rules: each unit gained is handled at once, in exactly one way; part 19: stamping it.

Rulings: a use that breaks no rule is always offered, in the order a, c, d, b, e of 16.1, so that what silence says
(the first) does not sell what can still be built with. Boxes with the same icon in one row are alike: the
first empty one is marked.
"""

from events.choices import Choice, Laid, Lay, Option, Pick, Picked, Reply
from events.sky_farm import names
from events.sky_farm.cards import NEIGHBOUR_CARDS
from events.sky_farm.effects import Coins, Draw, Gain, Task
from events.sky_farm.land import cells_of
from events.sky_farm.manifest import BY_SPOT, fits, full_rows, placings, turns
from events.sky_farm.resources import RESOURCES
from events.sky_farm.sheet_events import Converted, Forfeited, Gained, RowFilled, Sold, Stamped
from events.sky_farm.sheets import CONVERSIONS, ROW_BONUS
from events.sky_farm.state import Farm, State
from events.sky_farm.work import StampIt, Unit
from events.texts import Text
from services.sky_farm import boxes, drawing, neighbours
from services.sky_farm.play import Turn


def go(turn: Turn, work: Gain | Unit | StampIt) -> Unit | StampIt | None:
    """Gain units; ask what becomes of one, unless there is only one use."""
    match work:
        case Gain():
            turn.tell(Gained(turn.seat, work.resource, work.qty))
            turn.push(*(Unit(work.resource) for _ in range(work.qty)))
            return None
        case Unit():
            ways = uses(turn.farm, work.resource)
            if len(ways) > 1:
                return work
            _use(turn, work.resource, ways[0])
            return None
        case StampIt():
            return work


def uses(farm: Farm, resource: str) -> tuple[str, ...]:
    """The legal uses of a unit now, by option id (16.1); forfeiting only if there is no other."""
    ways = [f"box:{row.id}:{slot}" for row, slot in boxes.open_for(farm, resource)]
    if resource in CONVERSIONS and drawing.room(farm, CONVERSIONS[resource].ground):
        ways.append("convert")
    if fits(farm.stamps, resource):
        ways.append("stamp")
    ways += [f"give:{side.side}" for side in farm.sides if side.card and _wants(side.card, resource)]
    if RESOURCES[resource].sellable:
        ways.append("sell")
    return tuple(ways) or ("forfeit",)


def _wants(card: str, resource: str) -> bool:
    return resource in NEIGHBOUR_CARDS[card].wants


def price(farm: Farm, resource: str) -> int:
    """The coins a sale brings."""
    return RESOURCES[resource].value + farm.abilities.count("sale_plus_1")


def menu(state: State, farm: Farm, work: Unit | StampIt) -> Choice:
    """What to do with a unit; or where and how turned to stamp it."""
    match work:
        case Unit():
            ask = Text("sky_farm.ask.unit", {"resource": names.resource(work.resource)})
            return Pick(ask, tuple([_option(state, farm, work.resource, way) for way in uses(farm, work.resource)]))
        case StampIt():
            shape = RESOURCES[work.resource].shape
            assert shape is not None
            return Lay(
                Text("sky_farm.ask.stamp", {"resource": names.resource(work.resource)}),
                (Option(work.resource, names.resource(work.resource), about=f"hand:{farm.seat}:{work.resource}"),),
                turns(shape),
                tuple([(work.resource, each.turn, each.at) for each in placings(farm.stamps, work.resource)]),
            )


def _option(state: State, farm: Farm, resource: str, way: str) -> Option:
    word, _, rest = way.partition(":")
    if word == "box":
        return boxes.option(farm.seat, rest)
    if word == "give":
        side = farm.left if rest == "left" else farm.right
        to = neighbours.receiver(state, farm.seat, side.side)
        args: dict[str, names.Arg] = {"side": names.side(rest), "card": names.neighbour_card(side.card)}
        key = "sky_farm.option.give" if to is not None else "sky_farm.option.give_nobody"
        return Option(way, Text(key, args), about=f"card:{side.card}")
    if word == "sell":
        return Option(way, Text("sky_farm.option.sell", {"n": price(farm, resource)}))
    if word == "convert":
        each = CONVERSIONS[resource]
        return Option(way, Text("sky_farm.option.convert", {"what": names.effect(Draw(each.ground, each.n))}))
    return Option(way, Text(f"sky_farm.option.{way}"))


def take(turn: Turn, work: Unit | StampIt, reply: Reply) -> None:
    """Use the unit as chosen, or stamp it there."""
    match work:
        case Unit():
            assert isinstance(reply, Picked)
            _use(turn, work.resource, reply.ids[0])
        case StampIt():
            assert isinstance(reply, Laid)
            _stamp(turn, work.resource, reply)


def _use(turn: Turn, resource: str, way: str) -> None:
    word, _, rest = way.partition(":")
    if word == "box":
        row, slot = boxes.read(rest)
        boxes.mark(turn, row, slot, free=False)
    elif word == "convert":
        each = CONVERSIONS[resource]
        turn.tell(Converted(turn.seat, resource))
        turn.push(Draw(each.ground, each.n))
    elif word == "stamp":
        turn.push(StampIt(resource))
    elif word == "give":
        neighbours.give(turn, "left" if rest == "left" else "right", resource)
    elif word == "sell":
        coins = price(turn.farm, resource)
        turn.tell(Sold(turn.seat, resource, coins))
        turn.push(Coins(coins))
    else:
        turn.tell(Forfeited(turn.seat, resource))


def _stamp(turn: Turn, resource: str, reply: Laid) -> None:
    shape = RESOURCES[resource].shape
    assert shape is not None
    turn.tell(Stamped(turn.seat, resource, cells_of(BY_SPOT[shape][reply.turn, reply.at])))
    for row in full_rows(turn.farm.stamps):
        if row not in turn.farm.full_rows:
            turn.tell(RowFilled(turn.seat, row))
            turn.later((Task(ROW_BONUS[row]),))

"""How things of Sky Farm are called, and how effects read as text."""

from collections.abc import Iterable

from events.sky_farm.cards import GOALS, NEIGHBOUR_CARDS, TASK_CARDS, NeighbourCard
from events.sky_farm.effects import (
    Ability,
    Actions,
    Advance,
    AnyEffect,
    Coins,
    Draw,
    Effects,
    Either,
    FillBadge,
    FillTools,
    Gain,
    Geode,
    Level,
    NeighbourStep,
    Points,
    Task,
    Trellis,
    Unlock,
    Water,
)
from events.sky_farm.land import LAND_IDS
from events.sky_farm.sheets import COIN_PROJECTS, ROWS
from events.sky_farm.state import Die
from events.texts import Text, seat_text

Arg = Text | int | str | tuple[Text, ...]


def resource(name: str) -> Text:
    """A resource."""
    return Text(f"sky_farm.resource.{name}")


def units(name: str, qty: int) -> Text:
    """So many units of a resource."""
    return resource(name) if qty == 1 else Text("sky_farm.units", {"n": qty, "resource": resource(name)})


def kind(name: str) -> Text:
    """A crop or an animal."""
    return Text(f"sky_farm.die.{name}")


def die_name(die: str) -> Text:
    """The kind of a die, from its id."""
    return kind(die.rpartition("-")[0])


def die_at(die: Die) -> Text:
    """A die with the face it shows and where it stands."""
    args: dict[str, Arg] = {"die": kind(die.kind), "face": die.face}
    if die.at < 0:
        return Text("sky_farm.die_waiting", args)
    return Text("sky_farm.die_at", {**args, "at": LAND_IDS[die.at]})


def task(name: str) -> Text:
    """A task: chop, mine, fish, farm, any."""
    return Text(f"sky_farm.task.{name}")


def area(name: str) -> Text:
    """A fishing area."""
    return Text(f"sky_farm.area.{name}")


def side(name: str) -> Text:
    """Left or right."""
    return Text(f"sky_farm.side.{name}")


def card(name: str) -> Text:
    """The name of a task card."""
    return Text(f"sky_farm.card.{name}")


def card_full(name: str) -> Text:
    """A task card with what it does."""
    printed = TASK_CARDS[name]
    args: dict[str, Arg] = {"card": card(name), "upper": effects(printed.upper)}
    if printed.condition is None:
        return Text("sky_farm.card_base", args)
    condition = Text(f"sky_farm.condition.{printed.condition.metric}", {"n": printed.condition.min})
    return Text("sky_farm.card_conditional", {**args, "condition": condition, "lower": effects(printed.lower)})


def neighbour_card(name: str) -> Text:
    """A neighbour card: what it wants and gives; a card that may not be read is only a card."""
    printed = NEIGHBOUR_CARDS.get(name)
    if printed is None:
        return Text("sky_farm.neighbour_hidden")
    wants = tuple(resource(each) for each in printed.wants)
    return Text("sky_farm.neighbour_card", {"card": name, "wants": wants, "gives": _gives(printed)})


def neighbour_gift(name: str) -> Text:
    """A neighbour card as one of which only the gift is still wanted."""
    return Text("sky_farm.option.gift", {"card": name, "gift": _gives(NEIGHBOUR_CARDS[name])})


def _gives(printed: NeighbourCard) -> Text:
    return either(tuple(units(each.resource, each.qty) for each in printed.gives))


def goal(name: str) -> Text:
    """A season goal with what it counts and its tiers."""
    printed = GOALS[name]
    tiers = tuple(Text("sky_farm.tier", {"least": least, "points": points}) for least, points in printed.tiers)
    metric = Text(f"sky_farm.metric.{printed.metric}")
    return Text("sky_farm.goal_full", {"goal": Text(f"sky_farm.goal.{name}"), "metric": metric, "tiers": tiers})


def project(name: str) -> Text:
    """Anything with boxes: an upgrade, a special or badge project, a coin project."""
    if name in COIN_PROJECTS:
        return kind(name) if COIN_PROJECTS[name].kind == "animal" else Text(f"sky_farm.coin.{name}")
    return Text(f"sky_farm.project.{name}")


def row(name: str) -> Text:
    """A row of boxes."""
    printed = ROWS[name]
    if printed.kind == "upgrade":
        return project(printed.owner)
    return Text("sky_farm.project_row", {"project": project(printed.owner), "row": printed.place + 1})


def box(name: str, slot: int) -> Text:
    """A box of a row: its icon and where it is."""
    return Text("sky_farm.box", {"resource": resource(ROWS[name].slots[slot]), "row": row(name)})


def seats(those: Iterable[int]) -> tuple[Text, ...]:
    """Players as a list."""
    return tuple(seat_text(seat) for seat in those)


def either(parts: tuple[Text, ...]) -> Text:
    """One of these."""
    return parts[0] if len(parts) == 1 else Text("sky_farm.effect.either", {"parts": parts})


def effects(those: Effects) -> tuple[Text, ...]:
    """Effects as a list."""
    return tuple(effect(each) for each in those)


def effect(each: AnyEffect) -> Text:
    """What an effect does."""
    match each:
        case Task() | Either() | Draw() | Advance():
            return _big(each)
        case Gain():
            return units(each.resource, each.qty)
        case Level():
            return Text(f"sky_farm.effect.level_{each.track}")
        case Unlock():
            return Text("sky_farm.effect.unlock", {"area": area(each.area)})
        case Coins() | Geode() | Actions() | Points() | FillTools() | FillBadge():
            return Text(f"sky_farm.effect.{_WORDS[type(each)]}", {"n": each.n})
        case Water():
            return Text("sky_farm.effect.water")
        case Ability():
            return Text(f"sky_farm.effect.{each.ability}")
        case NeighbourStep():
            return Text("sky_farm.effect.neighbour_step")
        case Trellis():
            return Text("sky_farm.effect.trellis")


def _big(each: Task | Either | Draw | Advance) -> Text:
    match each:
        case Task():
            if each.plus:
                return Text("sky_farm.effect.task_plus", {"task": task(each.task), "n": each.plus})
            return task(each.task)
        case Either():
            return either(tuple(_all(effects(part)) for part in each.lists))
        case Draw():
            return Text(f"sky_farm.effect.{each.ground}", {"n": each.n})
        case Advance():
            return Text(f"sky_farm.effect.advance_{each.dice}")


def _all(parts: tuple[Text, ...]) -> Text:
    return parts[0] if len(parts) == 1 else Text("sky_farm.effect.all", {"parts": parts})


_WORDS = {
    Coins: "coins",
    Geode: "geode",
    Actions: "actions",
    Points: "points",
    FillTools: "fill_tools",
    FillBadge: "fill_badge",
}

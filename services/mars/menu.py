"""The turn menu (rules 3): only what is legal now, in groups, with costs after discounts."""

from events.choices import Option, Pick
from events.mars import names
from events.mars.agenda import Item
from events.mars.cards import CARDS
from events.mars.map import HEAT_FOR_STEP, MILESTONE_COST
from events.mars.names import say
from events.mars.state import State
from services.mars import legal, tasks
from services.mars.standing import greenery_cost, project_price
from services.mars.story import Story

PASS, END, FIRST = "pass", "end", "first"


def options(state: State, seat: int) -> tuple[str, ...]:
    """The ids of all that the active seat may do now, pass or end included."""
    stop = END if state.actions else PASS
    if legal.first_action(state, seat):
        return (FIRST, stop)
    holder = state.seats[seat]
    found = [f"play:{card}" for card in holder.hand if legal.playable(state, seat, card)]
    found += [f"project:{project}" for project in legal.projects(state, seat)]
    found += [f"use:{card}" for card in legal.usable_cards(state, seat)]
    found += [f"milestone:{one}" for one in legal.milestones(state, seat)]
    found += [f"award:{one}" for one in legal.awards(state, seat)]
    if legal.converts_plants(state, seat):
        found.append("convert:plants")
    if legal.converts_heat(state, seat):
        found.append("convert:heat")
    return (*found, stop)


def menu(state: State, seat: int) -> Pick:
    """The question of a turn."""
    key = "ask.second_action" if state.actions else "ask.turn"
    return Pick(say(key, generation=state.generation), tuple(_option(state, seat, one) for one in options(state, seat)))


def _option(state: State, seat: int, one: str) -> Option:
    kind, _, name = one.partition(":")
    holder = state.seats[seat]
    group = say(f"group.{kind}")
    match kind:
        case "play":
            price = legal.card_price(state, seat, CARDS[name]).price
            return Option(one, say("option.play", card=names.card(name), n=price), f"card:{name}", group)
        case "project":
            price = project_price(holder, name)
            return Option(one, say("option.project", project=names.project(name), n=price), f"project:{name}", group)
        case "use":
            return Option(one, names.card(name), f"played:{seat}:{name}", group)
        case "milestone":
            text = say("option.claim", what=say(f"milestone.{name}"), n=MILESTONE_COST)
            return Option(one, text, f"milestone:{name}", group)
        case "award":
            text = say("option.fund", what=say(f"award.{name}"), n=legal.award_price(state))
            return Option(one, text, f"award:{name}", group)
        case "convert":
            n = HEAT_FOR_STEP if name == "heat" else greenery_cost(holder)
            return Option(one, say(f"option.convert_{name}", n=n), f"track:{seat}:{name}", group)
        case "first":
            return Option(one, say("option.first_action", corporation=names.card(holder.corporation)), None, group)
        case _:
            return Option(one, say(f"option.{kind}"), None, group)


def item(story: Story, seat: int, one: str) -> Item:
    """The option as an item of the agenda."""
    from events.mars.agenda import Convert, FirstAction, UseAction

    kind, _, name = one.partition(":")
    match kind:
        case "play":
            return tasks.card_item(story, seat, name)
        case "project":
            return tasks.project_item(story, seat, name)
        case "milestone":
            return tasks.milestone_item(seat, name)
        case "award":
            return tasks.award_item(story, seat, name)
        case "convert":
            return Item(seat, one, (Convert("heat" if name == "heat" else "plants"),))
        case "first":
            return Item(seat, story.state.seats[seat].corporation, (FirstAction(),))
        case _:
            return Item(seat, name, (UseAction(name),))

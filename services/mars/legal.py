"""Rules 3 to 5 and 10: what a seat may do in its turn. Cheap, for every card in hand and every option of the menu."""

from functools import cache

from events.mars.agenda import Item, PayPrice
from events.mars.card import Action, Card
from events.mars.cards import CARDS
from events.mars.corporations import CORPORATIONS
from events.mars.events import CardPlayed
from events.mars.evolve import evolve
from events.mars.map import (
    AWARD_COSTS,
    AWARDS,
    BUILDER,
    CARD_PRICE,
    GARDENER,
    HEAT_FOR_STEP,
    MAYOR,
    MILESTONE_COST,
    MILESTONES,
    MOST_MILESTONES,
    PLANNER,
    PROJECTS,
    STEP,
    TERRAFORMER,
)
from events.mars.nouns import Area, Resource, Tag, Tile, Track
from events.mars.passives import AtLeast, AtMost, CitiesInPlay, HasGreeneries, HasProduction, HasTags, Requirement
from events.mars.state import Seat, State, count_tags, is_event, tags
from events.mars.tally import cities, funds, own_cities, own_greeneries
from events.mars.words import Bespoke, Lose, Place, Produce, ReduceAny, SwapProduction
from services.mars import opening, placement, taking
from services.mars.payment import reach
from services.mars.possible import feasible, takes_heat
from services.mars.standing import greenery_cost, price, project_price, shift


def card_price(state: State, seat: int, card: Card) -> PayPrice:
    """What a card costs this seat now, and in what it may be paid."""
    holder = state.seats[seat]
    return PayPrice(
        price(holder, card),
        steel=Tag.BUILDING in card.tags,
        titanium=Tag.SPACE in card.tags,
        spare=takes_heat(card.play),
    )


def level(state: State, track: Track) -> int:
    """Where a parameter stands."""
    match track:
        case Track.TEMPERATURE:
            return state.temperature
        case Track.OXYGEN:
            return state.oxygen
        case Track.OCEANS:
            return state.oceans


def meets(state: State, seat: Seat, need: Requirement) -> bool:
    """Whether a requirement holds for this seat now (rules 5)."""
    match need:
        case AtLeast():
            return level(state, need.track) + shift(seat) * STEP[need.track] >= need.n
        case AtMost():
            return level(state, need.track) - shift(seat) * STEP[need.track] <= need.n
        case HasTags():
            return count_tags(seat, need.tag) >= need.n
        case HasProduction():
            return seat.production[need.resource] >= need.n
        case HasGreeneries():
            return own_greeneries(state, seat.seat) >= need.n
        case CitiesInPlay():
            return cities(state) >= need.n


@cache
def demanding(card: str) -> bool:
    """Whether something on the card is mandatory and could be impossible."""
    for step in CARDS[card].play:
        match step:
            case Lose() | ReduceAny() | SwapProduction() | Bespoke():
                return True
            case Place():
                return step.tile is not Tile.OCEAN or step.on is not Area.OCEAN
            case Produce() if any(isinstance(value, int) and value < 0 for _, value in step.amounts()):
                return True
            case _:
                pass
    return False


def playable(state: State, seat: int, name: str) -> bool:
    """Whether a card in hand can be played: requirements, price, and all that is mandatory (rules 4)."""
    card, holder = CARDS[name], state.seats[seat]
    pay = card_price(state, seat, card)
    if reach(holder, pay) < pay.price or not all(meets(state, holder, need) for need in card.needs):
        return False
    if not demanding(name):
        return True
    after = evolve(state, CardPlayed(seat, name, is_event(name)))
    if any(isinstance(step, Bespoke) and step.name == "land_claim" for step in card.play):
        return bool(placement.claimable(state))
    return feasible(after, seat, opening.of_card(after, seat, card))


def project_possible(state: State, seat: int, project: str) -> bool:
    """Whether a standard project may be used: its price, a space for its tile, a card to sell (rules 10)."""
    holder = state.seats[seat]
    if project == "sell_patents":
        return bool(holder.hand)
    if funds(holder) < project_price(holder, project):
        return False
    if project == "greenery":
        return bool(placement.spaces(state, seat, Area.GREENERY))
    return project != "city" or bool(placement.spaces(state, seat, Area.CITY))


def projects(state: State, seat: int) -> tuple[str, ...]:
    """The standard projects open to a seat."""
    return tuple([project for project in PROJECTS if project_possible(state, seat, project)])


def actions_of(name: str) -> tuple[Action, ...]:
    """The actions on a card or corporation."""
    return CORPORATIONS[name].actions if name in CORPORATIONS else CARDS[name].actions


def action_price(action: Action) -> PayPrice | None:
    """The M€ part of the cost of an action."""
    pay = action.pay
    if not pay.megacredits:
        return None
    return PayPrice(pay.megacredits, Resource.STEEL in pay.accepts, Resource.TITANIUM in pay.accepts)


def usable(state: State, seat: int, name: str, action: Action) -> bool:
    """Whether the whole cost of an action can be paid; its result may be empty (rules 3)."""
    holder, pay = state.seats[seat], action.pay
    if action.if_rating_rose and not holder.rating_rose:
        return False
    money = action_price(action)
    if money is not None and reach(holder, money) < money.price:
        return False
    for resource in ("steel", "titanium", "plants", "energy", "heat"):
        if holder.resources[resource] < getattr(pay, resource):
            return False
    if pay.any_amount is not None and holder.resources[pay.any_amount] < 1:
        return False
    if pay.any_card is not None and not taking.targets(state, seat, pay.any_card, any_neutral=True):
        return False
    return holder.held.get(name, 0) >= pay.here and holder.production["energy"] >= pay.energy_production


def usable_cards(state: State, seat: int) -> tuple[str, ...]:
    """Own cards and corporation with an action not used yet that can be used now."""
    holder = state.seats[seat]
    names = (holder.corporation, *holder.played) if holder.corporation else holder.played
    return tuple(
        [
            name
            for name in names
            if name not in holder.used and any(usable(state, seat, name, action) for action in actions_of(name))
        ]
    )


def reaches(state: State, seat: int, milestone: str) -> bool:
    """Whether a seat meets the condition of a milestone at this moment (rules 10)."""
    holder = state.seats[seat]
    if milestone == "terraformer":
        return holder.rating >= TERRAFORMER
    if milestone == "mayor":
        return own_cities(state, seat) >= MAYOR
    if milestone == "gardener":
        return own_greeneries(state, seat) >= GARDENER
    if milestone == "builder":
        return tags(holder.corporation, holder.played).get(Tag.BUILDING, 0) >= BUILDER
    return len(holder.hand) >= PLANNER


def milestones(state: State, seat: int) -> tuple[str, ...]:
    """The milestones a seat may claim."""
    if state.solo or len(state.milestones) >= MOST_MILESTONES or funds(state.seats[seat]) < MILESTONE_COST:
        return ()
    return tuple([one for one in MILESTONES if one not in state.milestones and reaches(state, seat, one)])


def award_price(state: State) -> int:
    """What the next award costs."""
    return AWARD_COSTS[len(state.awards)]


def awards(state: State, seat: int) -> tuple[str, ...]:
    """The awards a seat may fund."""
    if state.solo or len(state.awards) >= len(AWARD_COSTS) or funds(state.seats[seat]) < award_price(state):
        return ()
    return tuple([one for one in AWARDS if one not in state.awards])


def converts_plants(state: State, seat: int) -> bool:
    """Whether plants can become a greenery."""
    holder = state.seats[seat]
    enough = holder.resources["plants"] >= greenery_cost(holder)
    return enough and bool(placement.spaces(state, seat, Area.GREENERY))


def converts_heat(state: State, seat: int) -> bool:
    """Whether heat can become temperature: it may be lost at the goal (rules 3)."""
    return state.seats[seat].resources["heat"] >= HEAT_FOR_STEP


def first_action(state: State, seat: int) -> bool:
    """Whether the first action of the corporation is due and possible (rules 3)."""
    holder = state.seats[seat]
    if not holder.first_due:
        return False
    items = [Item(seat, holder.corporation, (step,)) for step in CORPORATIONS[holder.corporation].first]
    return feasible(state, seat, items)


def has_action(state: State, seat: int) -> bool:
    """Whether there is anything to do but pass; whoever holds a card can sell it (rules 15)."""
    return (
        bool(state.seats[seat].hand)
        or converts_heat(state, seat)
        or converts_plants(state, seat)
        or first_action(state, seat)
        or bool(projects(state, seat))
        or bool(usable_cards(state, seat))
        or bool(milestones(state, seat))
        or bool(awards(state, seat))
    )


def affordable(seat: Seat) -> int:
    """How many of the dealt cards a seat can buy in research."""
    return min(len(seat.dealt), funds(seat) // CARD_PRICE)

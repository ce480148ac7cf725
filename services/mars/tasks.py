"""Rules 3, 4 and 10: playing a card, standard projects, milestones, awards, card actions, conversions."""

from msgspec.structs import replace

from events.choices import Counted, Picked, Reply, Shared
from events.mars.agenda import (
    NEUTRAL,
    Claim,
    Convert,
    DoAction,
    Fund,
    Item,
    PayAnyAmount,
    PayPrice,
    PutDown,
    RunProject,
    SellPatents,
    Step,
    TakeFromCard,
    UseAction,
)
from events.mars.cards import CARDS
from events.mars.corporations import CORPORATIONS
from events.mars.events import (
    ActionUsed,
    AwardFunded,
    CardPlayed,
    CardsDiscarded,
    Converted,
    FirstActionUsed,
    Gained,
    MilestoneClaimed,
    NeutralReduced,
    Paid,
    ProductionChanged,
    ProjectUsed,
    ResourcesAdded,
)
from events.mars.map import HEAT_FOR_STEP, MILESTONE_COST
from events.mars.nouns import Area, Tile, Track
from events.mars.state import is_event
from events.mars.words import Effect, Place, Produce, Raise
from services.mars import legal, opening, taking, triggers
from services.mars.standing import greenery_cost, project_price
from services.mars.story import Story

Items = list[Item]
PROJECT_EFFECTS: dict[str, tuple[Effect, ...]] = {
    "power_plant": (Produce(energy=1),),
    "asteroid": (Raise(Track.TEMPERATURE),),
    "aquifer": (Place(Tile.OCEAN, Area.OCEAN),),
    "greenery": (Place(Tile.GREENERY, Area.GREENERY),),
    "city": (Place(Tile.CITY, Area.CITY), Produce(megacredits=1)),
}


def card_item(story: Story, seat: int, name: str) -> Item:
    """Pay for a card, then put it down."""
    return Item(seat, name, (legal.card_price(story.state, seat, CARDS[name]), PutDown(name)))


def project_item(story: Story, seat: int, project: str) -> Item:
    """Pay for a standard project, then run it."""
    source = f"project:{project}"
    if project == "sell_patents":
        return Item(seat, source, (SellPatents(),))
    return Item(seat, source, (PayPrice(project_price(story.state.seats[seat], project)), RunProject(project)))


def milestone_item(seat: int, milestone: str) -> Item:
    """Pay for a milestone, then claim it."""
    return Item(seat, milestone, (PayPrice(MILESTONE_COST), Claim(milestone)))


def award_item(story: Story, seat: int, award: str) -> Item:
    """Pay for an award, then fund it."""
    return Item(seat, award, (PayPrice(legal.award_price(story.state)), Fund(award)))


def pay(story: Story, seat: int, reply: Reply | None) -> None:
    """A price paid as said; a price of 0 with nothing."""
    if reply is not None:
        assert isinstance(reply, Shared)
        story.tell(Paid(seat, dict(reply.amounts)))


def put_down(story: Story, seat: int, name: str) -> Items:
    """The card in play, its effects and triggers open (rules 4, 6)."""
    story.tell(CardPlayed(seat, name, is_event(name)))
    return opening.of_card(story.state, seat, CARDS[name])


def run_project(story: Story, seat: int, project: str) -> Items:
    """A standard project's effects and triggers (rules 10)."""
    story.tell(ProjectUsed(seat, project))
    effects = opening.of_effects(seat, f"project:{project}", PROJECT_EFFECTS[project])
    return effects + triggers.on_project(story.state, seat, project)


def sell(story: Story, seat: int, reply: Reply | None) -> None:
    """Cards for 1 M€ each."""
    assert isinstance(reply, Picked)
    story.tell(ProjectUsed(seat, "sell_patents"))
    story.tell(CardsDiscarded(seat, reply.ids))
    story.tell(Gained(seat, "project:sell_patents", {"megacredits": len(reply.ids)}))


def claim(story: Story, seat: int, step: Claim | Fund) -> None:
    """A milestone claimed, or an award funded."""
    if isinstance(step, Claim):
        story.tell(MilestoneClaimed(seat, step.milestone))
    else:
        story.tell(AwardFunded(seat, step.award))


def use(seat: int, step: UseAction, reply: Reply | None) -> Item:
    """An action chosen: what is to be paid by question, then the action."""
    number = step.number
    if number < 0:
        assert isinstance(reply, Picked)
        number = int(reply.ids[0].partition(":")[2])
    action = legal.actions_of(step.card)[number]
    steps: list[Step] = []
    money = legal.action_price(action)
    if money is not None:
        steps.append(money)
    if action.pay.any_card is not None:
        steps.append(TakeFromCard(action.pay.any_card))
    if action.pay.any_amount is not None:
        steps.append(PayAnyAmount(action.pay.any_amount))
    return Item(seat, step.card, (*steps, DoAction(step.card, number)))


def take(story: Story, seat: int, item: Item, reply: Reply | None) -> bool:
    """The cost taken from a card of any player (rules 7); False if the last such card has left the match meanwhile."""
    if not isinstance(reply, Picked):
        return False
    victim, card = taking.read_target(reply.ids[0])
    if victim == NEUTRAL:
        story.tell(NeutralReduced(item.source))
    else:
        story.tell(ResourcesAdded(victim, card, -1, by=seat))
    return True


def pay_amount(story: Story, seat: int, step: PayAnyAmount, rest: Item | None, reply: Reply | None) -> Item:
    """The X of an action paid."""
    assert isinstance(reply, Counted)
    assert rest is not None
    story.tell(Paid(seat, {str(step.resource): reply.number}))
    return replace(rest, amount=reply.number)


def act(story: Story, seat: int, item: Item, step: DoAction) -> Items:
    """The fixed cost of an action paid, and what it does open (rules 3)."""
    action = legal.actions_of(step.card)[step.number]
    fixed = {name: getattr(action.pay, name) for name in ("steel", "titanium", "plants", "energy", "heat")}
    story.tell(ActionUsed(seat, step.card))
    if any(fixed.values()):
        story.tell(Paid(seat, {name: n for name, n in fixed.items() if n}))
    if action.pay.here:
        story.tell(ResourcesAdded(seat, step.card, -action.pay.here))
    if action.pay.energy_production:
        story.tell(ProductionChanged(seat, step.card, {"energy": -action.pay.energy_production}))
    return opening.of_effects(seat, step.card, action.do, item.amount)


def convert(story: Story, seat: int, step: Convert) -> Items:
    """Plants into a greenery, or heat into temperature (rules 3)."""
    if step.what == "plants":
        story.tell(Converted(seat, "plants", greenery_cost(story.state.seats[seat])))
        return [Item(seat, "convert_plants", (Place(Tile.GREENERY, Area.GREENERY),))]
    story.tell(Converted(seat, "heat", HEAT_FOR_STEP))
    return [Item(seat, "convert_heat", (Raise(Track.TEMPERATURE),))]


def first_action(story: Story, seat: int) -> Items:
    """The first action of the corporation (rules 3)."""
    corporation = CORPORATIONS[story.state.seats[seat].corporation]
    story.tell(FirstActionUsed(seat))
    return opening.of_effects(seat, corporation.id, corporation.first)

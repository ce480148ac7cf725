"""What each word of the cards does when its turn comes (rules 4 to 9)."""

from msgspec.structs import replace

from events.choices import Counted, Picked, Reply
from events.mars.agenda import BuyLooked, Item, KeepLooked, PayPrice, TakeLooked
from events.mars.cards import CARDS
from events.mars.events import (
    CardsDiscarded,
    CardsDrawn,
    CardsKept,
    CardsLookedAt,
    Gained,
    NextCardEased,
    ProductionChanged,
    RatingGained,
    ResourcesAdded,
    TopRevealed,
)
from events.mars.map import CARD_PRICE
from events.mars.state import State
from events.mars.tally import amount
from events.mars.words import (
    AddHere,
    AddToCard,
    AddToPlayed,
    Bespoke,
    Choose,
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
)
from services.mars import bespoke, opening, possible, supply, terraforming, victims
from services.mars.story import Story

Items = list[Item]
Left = tuple[Item | None, Items]


def do(story: Story, seat: int, item: Item, step: Effect, rest: Item | None, reply: Reply | None) -> Left:
    """One step done for the active seat: what is left of its item, and what it set off."""
    match step:
        case Produce() | Gain() | Lose() | GainRating() | AddHere() | RemoveHere() | AddToPlayed() | NextCard():
            _plain(story, item, step)
            return rest, []
        case Raise():
            return terraforming.raise_step(story, seat, item, step, rest)
        case Place():
            return terraforming.place(story, item, step, rest, reply)
        case ReduceAny():
            victims.reduce(story, seat, item, step, reply)
            return rest, []
        case RemoveAny() | StealAny() | RemoveAnyFromCard():
            return victims.remove(story, seat, item, step, rest, reply), []
        case Choose() | IfTags():
            chosen = (*_branch(story.state, item, step, reply), *item.steps[1:])
            return (replace(item, steps=chosen, begun=True) if chosen else None), []
        case ProduceFromSpace():
            if isinstance(reply, Picked):
                story.tell(ProductionChanged(item.seat, item.source, {reply.ids[0]: step.n}))
            return rest, []
        case SwapProduction():
            assert isinstance(reply, Counted)
            moved = {str(step.source): -reply.number, str(step.target): reply.number}
            story.tell(ProductionChanged(item.seat, item.source, moved))
            return rest, []
        case Bespoke():
            return rest, bespoke.do(story, seat, item, step, reply)
        case AddToCard():
            if isinstance(reply, Picked):
                story.tell(ResourcesAdded(item.seat, reply.ids[0], step.n))
            return rest, []
        case Draw() | Discard() | LookAndKeep() | LookAndBuy() | RevealTop():
            return _cards(story, seat, item, step, rest, reply)


_Plain = Produce | Gain | Lose | GainRating | AddHere | RemoveHere | AddToPlayed | NextCard


def _plain(story: Story, item: Item, step: _Plain) -> None:
    """What asks nothing and sets nothing off."""
    seat, source = item.seat, item.source
    match step:
        case Produce():
            found = _amounts(story.state, item, step)
            if found:
                story.tell(ProductionChanged(seat, source, found))
        case Gain() | Lose():
            sign = -1 if isinstance(step, Lose) else 1
            found = {name: sign * n for name, n in _amounts(story.state, item, step).items()}
            if found:
                story.tell(Gained(seat, source, found))
        case GainRating():
            n = amount(story.state, seat, step.n, source)
            if n:
                story.tell(RatingGained(seat, source, n))
        case AddHere():
            story.tell(ResourcesAdded(seat, source, step.n))
        case RemoveHere():
            story.tell(ResourcesAdded(seat, source, -step.n))
        case AddToPlayed():
            if CARDS[item.played].holds is not None:
                story.tell(ResourcesAdded(seat, item.played, step.n))
        case NextCard():
            story.tell(NextCardEased(seat, step.discount, step.steps))


def _amounts(state: State, item: Item, step: Produce | Gain | Lose) -> dict[str, int]:
    found = {name: amount(state, item.seat, value, item.source, item.amount) for name, value in step.amounts()}
    return {name: n for name, n in found.items() if n}


def _branch(state: State, item: Item, step: Choose | IfTags, reply: Reply | None) -> tuple[Effect, ...]:
    if isinstance(step, IfTags):
        return possible.branch(state, item, step)
    if not isinstance(reply, Picked):
        return ()
    return step.lists[int(reply.ids[0].partition(":")[2])]


_Cards = Draw | Discard | LookAndKeep | LookAndBuy | RevealTop


def _cards(story: Story, seat: int, item: Item, step: _Cards, rest: Item | None, reply: Reply | None) -> Left:
    match step:
        case Draw():
            drawn = supply.draw(story, step.n)
            if drawn:
                story.tell(CardsDrawn(item.seat, item.source, drawn))
            return rest, []
        case Discard():
            ids = reply.ids if isinstance(reply, Picked) else ()
            if ids:
                story.tell(CardsDiscarded(seat, ids))
            if rest is None or (item.optional and not ids):
                return None, []
            return replace(rest, begun=True), []
        case LookAndKeep() | LookAndBuy():
            keep = step.keep if isinstance(step, LookAndKeep) else None
            drawn = supply.draw(story, step.look if isinstance(step, LookAndKeep) else 1)
            if not drawn:
                return rest, []
            story.tell(CardsLookedAt(seat, drawn))
            then = BuyLooked() if keep is None else KeepLooked(keep)
            return replace(item, steps=(then, *item.steps[1:]), begun=True), []
        case RevealTop():
            shown = supply.draw(story, 1)
            if not shown:
                return rest, []
            story.tell(TopRevealed(seat, shown[0]))
            hit = step.tag in CARDS[shown[0]].tags
            return rest, opening.of_effects(item.seat, item.source, step.then) if hit else []


def keep(story: Story, seat: int, reply: Reply | None) -> None:
    """Some of the cards looked at kept, the rest discarded."""
    looked = story.state.seats[seat].looked
    kept = reply.ids if isinstance(reply, Picked) else looked
    story.tell(CardsKept(seat, kept, tuple(card for card in looked if card not in kept)))


def buy(story: Story, seat: int, item: Item, reply: Reply | None) -> Item | None:
    """The card looked at is to be paid, or goes."""
    if isinstance(reply, Picked) and reply.ids == ("buy",):
        return Item(seat, item.source, (PayPrice(CARD_PRICE), TakeLooked()), begun=True)
    story.tell(CardsKept(seat, (), story.state.seats[seat].looked))
    return None


def take_looked(story: Story, seat: int) -> None:
    """The card looked at, paid, comes to the hand."""
    story.tell(CardsKept(seat, story.state.seats[seat].looked, ()))

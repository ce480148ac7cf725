"""Rules 1, 2 and 12: dealing, drafting, buying. Answers are sealed until the last one is in (rules 15)."""

from events.mars.dealings import (
    CardPicked,
    Cards,
    CardsBought,
    CardsChosen,
    CardsDealt,
    DraftBegan,
    DraftEnded,
    HeatChosen,
    PacksPassed,
    Passing,
    ResearchBegan,
)
from events.mars.map import CARD_PRICE, RESEARCH_CARDS
from events.mars.state import Seat, State, clockwise
from events.mars.tally import pays_with_heat
from services.mars import legal, supply
from services.mars.story import Story


def begin(story: Story) -> None:
    """A research phase: four cards each, drafted if so agreed (rules 2, 12)."""
    draft = story.state.research_draft and not story.state.solo and len(clockwise(story.state, 0)) > 1
    seats = clockwise(story.state, story.state.first)
    deal(story, seats, RESEARCH_CARDS, pack=draft)
    if draft:
        story.tell(DraftBegan(seats))
        go_on_drafting(story)
    else:
        story.tell(ResearchBegan())
        finish_if_sealed(story)


def deal(story: Story, seats: tuple[int, ...], n: int, pack: bool) -> None:
    """Cards one at a time from the first player; with a short deck everybody gets equally many (rules 2)."""
    if not seats:
        return
    n = min(n, supply.available(story) // len(seats))
    cards = supply.draw(story, n * len(seats))
    for place, seat in enumerate(seats):
        story.tell(CardsDealt(seat, cards[place :: len(seats)], pack))


def pick(story: Story, seat: int, card: str) -> None:
    """A sealed pick; packs move when all have picked (rules 12, 15)."""
    story.tell(CardPicked(seat, card))
    go_on_drafting(story)


def picks_for_itself(state: State, seat: int) -> bool:
    """Whether a drafter is not asked: it has left, or its pack leaves no choice."""
    return seat in state.left or len(state.seats[seat].pack) <= 1


def go_on_drafting(story: Story) -> None:
    """Pass the packs for as long as every pick is in."""
    while story.state.drafters:
        state = story.state
        open_picks = [s for s in state.drafters if state.seats[s].stage == 0 and not picks_for_itself(state, s)]
        if open_picks:
            return
        if not any(state.seats[s].pack for s in state.drafters):
            _draft_through(story)
            return
        _pass_packs(story)


def _pass_packs(story: Story) -> None:
    state, seats = story.state, story.state.drafters
    kept = {s: state.seats[s].picked or state.seats[s].pack[0] for s in seats}
    left: dict[int, Cards] = {s: tuple(c for c in state.seats[s].pack if c != kept[s]) for s in seats}
    step = 1 if _clockwise(state) else -1
    story.tell(
        PacksPassed(
            tuple(
                Passing(seat, kept[seat], left[seats[(place - step) % len(seats)]]) for place, seat in enumerate(seats)
            )
        )
    )


def _clockwise(state: State) -> bool:
    """Even generations pass to the next player, odd ones the other way; the starting packs see rules 12."""
    if state.generation == 1:
        return not (state.starting_draft == "two_packs" and state.draft_step >= 5)
    return state.generation % 2 == 0


def _draft_through(story: Story) -> None:
    """Every pack is empty: the second starting pack, or on to buying."""
    state = story.state
    if state.generation == 1 and state.starting_draft == "two_packs" and len(state.seats[state.drafters[0]].kept) == 5:
        deal(story, state.drafters, 5, pack=True)
        go_on_drafting(story)
        return
    story.tell(DraftEnded(state.drafters))
    finish_if_sealed(story)


def needs_heat(seat: Seat) -> bool:
    """Whether a seat is asked how much heat it pays for research; asked whatever it buys, to show nothing."""
    return pays_with_heat(seat) and seat.resources["heat"] > 0


def heat_range(seat: Seat) -> tuple[int, int]:
    """The least and most heat that may pay for the cards chosen."""
    cost = CARD_PRICE * len(seat.choice)
    return max(0, cost - seat.resources["megacredits"]), min(cost, seat.resources["heat"])


def sealed(state: State, seat: int) -> bool:
    """Whether a seat's research answer is in; one that can buy nothing is not asked."""
    holder = state.seats[seat]
    if seat in state.left or legal.affordable(holder) == 0:
        return True
    return holder.stage >= (2 if needs_heat(holder) else 1)


def choose(story: Story, seat: int, cards: Cards) -> None:
    """The sealed purchase."""
    story.tell(CardsChosen(seat, cards))


def choose_heat(story: Story, seat: int, heat: int) -> None:
    """How it is paid, sealed."""
    story.tell(HeatChosen(seat, heat))


def finish_if_sealed(story: Story) -> None:
    """When the last answer is in, all take effect in player order (rules 15)."""
    from services.mars import setup, turns

    state = story.state
    if state.phase == "setup":
        setup.finish_if_sealed(story)
        return
    if state.phase != "research" or not all(sealed(state, seat.seat) for seat in state.seats):
        return
    for seat in clockwise(state, state.first):
        bought(story, seat)
    for seat in (s for s in state.left if story.state.seats[s].dealt):
        bought(story, seat)
    turns.begin_actions(story)


def bought(story: Story, seat: int) -> None:
    """The cards chosen are paid and come to the hand, the rest goes."""
    holder = story.state.seats[seat]
    keep = holder.choice if seat not in story.state.left else ()
    cost = CARD_PRICE * len(keep)
    paid = {"megacredits": cost - holder.heat, "heat": holder.heat}
    rest = tuple(card for card in holder.dealt if card not in keep)
    story.tell(CardsBought(seat, len(keep), keep, rest, {name: n for name, n in paid.items() if n}))

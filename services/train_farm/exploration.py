"""4.2.1 to 4.2.5: the way out and back (R16 to R19, R26, R27, R39, R57)."""

from events.train_farm.agenda import Check, Face, KeepOne, MoveRoll, OfferForward, Return, Run, Site, Stop
from events.train_farm.camp import extra_cards, move_roll, tower
from events.train_farm.cards import Deck
from events.train_farm.events import (
    CardDrawn,
    CardPeeked,
    DeckEmpty,
    DieRolled,
    Explored,
    ForwardTaken,
    Paid,
    SquadMoved,
    SquadReturned,
)
from events.train_farm.start import START
from events.train_farm.state import Camp, State
from events.train_farm.trail import LAST, SPACES, site
from services.train_farm.decks import draw, left
from services.train_farm.story import Story

DIE = 6


def explore(story: Story, seat: int) -> None:
    """The squad sets out, from camp or from its space: roll, move, encounter, site, Forward, return."""
    story.tell(Explored(seat))
    (raw,) = story.luck.seat(seat).roll(DIE)
    story.tell(DieRolled(seat, "move", raw))
    story.push(seat, MoveRoll(raw), Stop(), Site(), Check(), OfferForward(), Return(), Check())


def move(story: Story, seat: int, raw: int, again: bool) -> None:
    """The roll counted, after a reroll or not; a squad that would pass the last space stops there (R18, R26)."""
    if again:
        (raw,) = story.luck.seat(seat).roll(DIE)
        story.tell(DieRolled(seat, "move", raw, again=True))
    camp = story.camp(seat)
    roll = move_roll(camp, raw, story.state.round)
    story.tell(SquadMoved(seat, roll, min(LAST, camp.squad.space + roll)))


def stop(story: Story, seat: int) -> None:
    """The hazard die says which deck; a card or several are drawn, openly or not (R18, R39, R57)."""
    camp = story.camp(seat)
    (hazard,) = story.luck.seat(seat).roll(DIE)
    story.tell(DieRolled(seat, "hazard", hazard))
    deck: Deck = "high_risk" if hazard >= SPACES[camp.squad.space].high_risk_on else "encounter"
    n = min(1 + extra_cards(camp), left(story.state, deck))
    hidden = n > 1 or bool(tower(camp))
    slots: list[int] = []
    for _ in range(n):
        drawn = draw(story, deck)
        assert drawn is not None
        card, buried = drawn
        slots.append(story.state.slots)
        kind = CardPeeked if hidden else CardDrawn
        story.tell(kind(seat, slots[-1], deck, card, buried))
    if n == 0:
        story.tell(DeckEmpty(seat, deck))
    elif n == 1:
        story.push(seat, Face(slots[0], drawn=True))
    else:
        story.push(seat, KeepOne(tuple(slots)))


def at_site(story: Story, seat: int) -> None:
    """The site bonus, if the squad is still on the space (R19, R50)."""
    squad = story.camp(seat).squad
    if squad.out:
        story.push(seat, Run(site(squad.space), "site"))


def may_stay(state: State, camp: Camp) -> bool:
    """Whether a Forward card can be of use: a squad on the map that is not staying already (R17).

    In the last round there is no next round to stay for, so none is offered or given.
    """
    return camp.squad.out and camp.squad.until <= state.round < state.terms.rounds


def may_buy(state: State, camp: Camp) -> bool:
    """Whether a Forward card may be bought (R17)."""
    return not state.terms.pay_with_card and may_stay(state, camp) and camp.food >= START.forward_food


def buy_forward(story: Story, seat: int) -> None:
    """A Forward card for its price."""
    story.tell(Paid(seat, food=START.forward_food))
    go_forward(story, seat)


def go_forward(story: Story, seat: int) -> None:
    """A Forward card: the squad stays to the end of next round."""
    story.tell(ForwardTaken(seat, story.state.round + 1))


def come_home(story: Story, seat: int) -> None:
    """The squad returns by itself unless a stay keeps it out (4.2.4, R16, R17)."""
    squad = story.camp(seat).squad
    if squad.out and not squad.until:
        story.tell(SquadReturned(seat))

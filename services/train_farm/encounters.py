"""4.2.2, 4.2.3 and the Watchtower: cards drawn, kept, declined, handed over, resolved (R28 to R30, R50, R56)."""

from events.train_farm.agenda import Attempt, Check, Face, Finish, KeepOne, Open, Run, Site
from events.train_farm.camp import test_roll, tower
from events.train_farm.cards import EXPLORATION, VISITING, VISITORS
from events.train_farm.events import (
    CardDeclined,
    CardDiscarded,
    CardDrawn,
    CardHanded,
    CardKept,
    CardOpened,
    CardResolved,
    CardShown,
    DeckEmpty,
    DieRolled,
    OptionTaken,
    Tested,
    TowerLost,
    VisitorJoined,
)
from services.train_farm.building import pay
from services.train_farm.decks import draw
from services.train_farm.exploration import DIE
from services.train_farm.story import Story

SAFE, RISKY, JOIN, DECLINE, HAND = "a", "b", "join", "decline", "hand:"


def keep(story: Story, seat: int, frame: KeepOne, slot: int) -> None:
    """One card kept, the others shown and discarded; without a tower the kept one is read out too (R39, R57)."""
    story.tell(CardKept(seat, slot))
    for other in frame.slots:
        if other != slot:
            story.tell(CardDiscarded(seat, other, story.state.held(other).known))
    if not tower(story.camp(seat)):
        _show(story, seat, slot)
    story.push(seat, Face(slot, drawn=True))


def take_up(story: Story, seat: int, frame: Open) -> None:
    """A handed card comes before its receiver (R56)."""
    story.tell(CardOpened(seat, frame.slot))


def face(story: Story, seat: int, frame: Face, answer: str) -> None:
    """What is done with a card: option A or B, a visitor taken in, declined, or handed over."""
    card = story.state.held(frame.slot).known
    if answer == DECLINE:
        story.tell(TowerLost(seat))
        story.tell(CardDeclined(seat, frame.slot))
        if isinstance(story.front(seat), Site):
            story.pop(seat)  # nothing happens on this space (R29)
        return
    if answer.startswith(HAND):
        to = int(answer.removeprefix(HAND))
        story.tell(TowerLost(seat))
        story.tell(CardHanded(seat, frame.slot, to))
        story.queue(to, Open(frame.slot), Face(frame.slot, drawn=True), Check())
        return
    _show(story, seat, frame.slot)
    if card in VISITORS:
        story.tell(VisitorJoined(seat, frame.slot, card, story.state.round + VISITING.stay_rounds))
    else:
        _take(story, seat, frame.slot, card, answer)


def _take(story: Story, seat: int, slot: int, card: str, answer: str) -> None:
    if answer == SAFE:
        story.tell(OptionTaken(seat, card, "a"))
        story.push(seat, Run(EXPLORATION[card].safe, "card"), Finish(slot))
        return
    story.tell(OptionTaken(seat, card, "b"))
    pay(story, seat, EXPLORATION[card].risky.cost)
    (raw,) = story.luck.seat(seat).roll(DIE)
    story.tell(DieRolled(seat, "explore_test", raw))
    story.push(seat, Attempt(card, raw), Finish(slot))


def _show(story: Story, seat: int, slot: int) -> None:
    held = story.state.held(slot)
    if not held.shown:
        story.tell(CardShown(seat, slot, held.card))


def attempt(story: Story, seat: int, frame: Attempt, again: bool) -> None:
    """The test counted, after a reroll or not; a target out of reach is rolled for all the same (R26, R50)."""
    raw, risky = frame.raw, EXPLORATION[frame.card].risky
    if again:
        (raw,) = story.luck.seat(seat).roll(DIE)
        story.tell(DieRolled(seat, "explore_test", raw, again=True))
    total = test_roll(story.state, story.camp(seat), raw, "explore_test")
    passed = total >= risky.target
    story.tell(Tested(seat, total, risky.target, passed, risky=True))
    story.push(seat, Run(risky.success if passed else risky.failure, "card"))


def finish(story: Story, seat: int, frame: Finish) -> None:
    """A resolved card to its own discard pile (R50)."""
    story.tell(CardResolved(seat, frame.slot, story.state.held(frame.slot).known))


def draw_high_risk(story: Story, seat: int) -> None:
    """A card drawn by another: read out, resolved now, never declined (R29)."""
    drawn = draw(story, "high_risk")
    if drawn is None:
        story.tell(DeckEmpty(seat, "high_risk"))
        return
    card, buried = drawn
    slot = story.state.slots
    story.tell(CardDrawn(seat, slot, "high_risk", card, buried))
    story.push(seat, Face(slot, drawn=False))

"""How good a position looks to a robot, in M€: points, stock, and what productions will still bring.

An open question of the seat is first answered as silence would, so that a robot sees what its action leads to.
"""

from functools import lru_cache

from events.mars.cards import CARDS
from events.mars.map import CARD_PRICE
from events.mars.nouns import Kind
from events.mars.score import total
from events.mars.state import Seat, State
from events.mars.words import (
    AddHere,
    AddToCard,
    Amount,
    Choose,
    Count,
    Draw,
    Effect,
    Gain,
    GainRating,
    Lose,
    Place,
    Produce,
    ProduceFromSpace,
    Raise,
    StealAny,
)
from services.dice import Seeded
from services.mars.agenda import open_question
from services.mars.asking import silence
from services.mars.resolve import go_on
from services.mars.story import Story

STOCK = {"megacredits": 1.0, "steel": 1.7, "titanium": 2.6, "plants": 2.4, "energy": 0.9, "heat": 1.3}
"""What a cube is worth in M€."""
LENGTH = 12
"""Generations a match is expected to last."""
STEPS = 42
"""Steps of all parameters together."""
COUNTED = 2
"""What a count is guessed to come to."""


def worth(view: State, seat: int) -> float:
    """Points in M€, stock, productions to come, hopes for the cards in hand."""
    if view.places:
        return 1000.0 - 100 * view.places[seat] + total(view, seat)
    view = _played_out(view, seat)
    holder = view.seats[seat]
    left = max(1, LENGTH - view.generation + 1)
    done = (view.temperature + 30) // 2 + view.oxygen + view.oceans
    point = 3.0 + 5.0 * max(done / STEPS, min(1.0, view.generation / LENGTH))
    # What is not spent by the end is worth little, so the later it is, the readier a robot is to spend.
    thrift = min(1.0, max(0.15, 1.0 - 0.13 * (view.generation - LENGTH + 4)))
    value = point * total(view, seat) + thrift * left * holder.rating
    value += thrift * sum(STOCK[name] * n for name, n in holder.resources.items())
    value += thrift * left * sum(STOCK[name] * n for name, n in holder.production.items())
    value += 1.5 * len(holder.played)
    value += sum(_hope(card, holder, left, done) for card in holder.hand)
    # Cards named in a sealed answer are as good as bought.
    value += sum(_hope(card, holder, left, done) - thrift * CARD_PRICE for card in holder.choice)
    for mine in (holder.picked, *holder.kept):
        value += _hope(mine, holder, left, done) if mine else 0.0
    return value


def _played_out(view: State, seat: int) -> State:
    """The view after the open action of the seat, answered by silence; chance is of no account here."""
    story = Story(view, Seeded(0))
    for _ in range(12):
        agenda = story.state.agenda
        if agenda is None or agenda.seat != seat:
            break
        reply = silence(story.state, seat, agenda.current or agenda.pool[0], open_question(story.state))
        if go_on(story, reply):
            break
    return story.state


def _hope(card: str, holder: Seat, left: int, done: int) -> float:
    """What a card in hand may bring: part of its merit, less if it can hardly be paid for soon."""
    merit = _merit(card, left, done)
    if CARDS[card].cost > holder.resources["megacredits"] + holder.rating + holder.production["megacredits"]:
        merit -= 4
    return 1.0 + max(0.0, 0.5 * merit) if merit > 0 else 0.8


@lru_cache(maxsize=8192)
def _merit(card: str, left: int, done: int) -> float:
    """What playing a card is worth in M€, its cost taken off."""
    declared = CARDS[card]
    value = -float(declared.cost) + 2.0 * len(declared.tags)
    value += sum(_effect(step, left) for step in declared.play)
    if declared.actions:
        value += (
            left * max(sum(_effect(step, left) for step in one.do) - _cost(one.pay) for one in declared.actions) / 2
        )
    value += (3 + done / 8) * (declared.points if isinstance(declared.points, int) else 2)
    if declared.kind is not Kind.EVENT:
        value += 1.5 + 2.5 * len(declared.passive)
    if declared.needs:
        value -= 4
    return value


def _cost(pay: object) -> float:
    return sum(weight * float(getattr(pay, name, 0)) for name, weight in STOCK.items())


def _effect(step: Effect, left: int) -> float:
    match step:
        case Produce():
            return left * sum(STOCK[name] * _guess(value) for name, value in step.amounts())
        case Gain() | Lose():
            sign = -1 if isinstance(step, Lose) else 1
            return sign * sum(STOCK[name] * _guess(value) for name, value in step.amounts())
        case Raise():
            return step.n * (left + 5.0)
        case GainRating():
            return _guess(step.n) * (left + 5.0)
        case Place():
            return step.count * (left + 8.0)
        case Draw():
            return 3.5 * step.n
        case AddHere() | AddToCard():
            return 2.0 * step.n
        case ProduceFromSpace():
            return 1.8 * left
        case StealAny():
            return 3.0
        case Choose():
            return max((sum(_effect(one, left) for one in effects) for effects in step.lists), default=0.0)
        case _:
            return 0.5


def _guess(value: Amount) -> float:
    return float(COUNTED * value.each) / value.per if isinstance(value, Count) else float(value)

"""Standing orders (R13): which a seat can give, and giving them."""

from functools import lru_cache

from events.choices import Option, Pick
from events.texts import Text
from events.train_farm import names
from events.train_farm.cards import VISITORS
from events.train_farm.events import OrderSet
from events.train_farm.orders import (
    FULL_INFIRMARY,
    FULL_WALL,
    HARTMANN,
    INFIRMARY,
    REROLL_MOVE,
    REROLL_TEST,
    WALL,
    WARDING_VISITORS,
    Order,
    form,
    forms,
    keep,
)
from events.train_farm.state import Camp, State
from services.train_farm.story import Story


def open_orders(state: State, camp: Camp) -> tuple[str, ...]:
    """The orders that can matter to a seat: none for reactions that are asked about each time."""
    found: list[str] = []
    if not state.terms.ask_reactions:
        found += [WALL, FULL_WALL, INFIRMARY, FULL_INFIRMARY, REROLL_TEST, REROLL_MOVE]
        if camp.role == HARTMANN:
            found.append(HARTMANN)
        if state.plays("visitors"):
            found += WARDING_VISITORS
    if state.plays("visitors"):
        found += [keep(card) for card in VISITORS]
    return tuple(found)


def order_choice(state: State, camp: Camp) -> Pick:
    """One order to give; the present form of each is marked."""
    return _choice(open_orders(state, camp), camp.orders)


@lru_cache(maxsize=256)
def _choice(names_: tuple[str, ...], orders: tuple[Order, ...]) -> Pick:
    options = tuple(
        Option(f"{name}:{each}", _form_text(each, each == form(orders, name)), group=names.order(name))
        for name in names_
        for each in forms(name)
    )
    return Pick(names.say("ask.orders"), options)


def _form_text(each: str, now: bool) -> Text:
    text = names.form(each)
    return names.say("form.now", form=text) if now else text


def set_order(story: Story, seat: int, name: str, how: str) -> None:
    """An order given, used from the next trigger on."""
    story.tell(OrderSet(seat, name, how))

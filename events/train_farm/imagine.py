"""A whole state that a viewer cannot tell from the true one (R15, R57).

Dealt anew are cards held or declined that the viewer has not seen, sealed sets and plans of others, and their
standing orders. Cards face down that nobody knows are in no state, so nothing has to be imagined for them.
"""

from collections.abc import Iterable

from msgspec.structs import replace

from events.record import Chance
from events.train_farm.cards import VISITORS
from events.train_farm.modules import MENU
from events.train_farm.orders import FORMS, HARTMANN, KEEPING, WARDING_VISITORS, Order, keep
from events.train_farm.plans import plans, write
from events.train_farm.start import PRESETS, START
from events.train_farm.state import DECKS, Buried, Camp, Held, State, unseen


def imagine(view: State, seat: int | None, chance: Chance) -> State:
    """The view with everything the viewer may not read drawn from all it has not seen."""
    after = _cards(view, seat, chance)
    return replace(after, camps=tuple(_camp(after, camp, seat, chance) for camp in after.camps))


def _cards(view: State, seat: int | None, chance: Chance) -> State:
    """Cards in hands and at the bottoms of decks, dealt together."""
    hand, bottom = list(view.hand), list(view.bottom)
    for deck in DECKS:
        held = [place for place, card in enumerate(hand) if card.deck == deck and _unknown(card, seat)]
        low = [place for place, card in enumerate(bottom) if card.deck == deck and _unknown(card, seat)]
        if not held and not low:
            continue
        known = _forget(view, seat)
        drawn = iter(chance.draw(unseen(known, deck), len(held) + len(low)))
        for place in held:
            hand[place] = replace(hand[place], card=next(drawn))
        for place in low:
            bottom[place] = replace(bottom[place], card=next(drawn))
    return replace(view, hand=tuple(hand), bottom=tuple(bottom))


def _unknown(card: Held | Buried, seat: int | None) -> bool:
    shown = isinstance(card, Held) and bool(card.shown)
    return not shown and (seat is None or seat not in card.readers)


def _forget(view: State, seat: int | None) -> State:
    """The view without the cards the viewer may not read, whatever stands there."""
    hand = tuple(replace(card, card="") if _unknown(card, seat) else card for card in view.hand)
    bottom = tuple(replace(card, card="") if _unknown(card, seat) else card for card in view.bottom)
    return replace(view, hand=hand, bottom=bottom)


def _camp(view: State, camp: Camp, seat: int | None, chance: Chance) -> Camp:
    if camp.seat == seat or not camp.standing:
        return camp
    changes = replace(camp, orders=_orders(view, camp, chance))
    if view.phase == "sets" and camp.chosen:
        if view.terms.start_set == "preset":
            preset = chance.draw(tuple(PRESETS), 1)[0]
            return replace(changes, kinds=PRESETS[preset].kinds)
        drawn = chance.draw(MENU, START.tiles)
        return replace(changes, kinds=tuple(kind for kind in MENU if kind in drawn))
    if view.phase == "gather" and camp.chosen:
        (plan,) = chance.draw(plans(view, camp.seat, view.event), 1)
        return replace(changes, plan=write(plan))
    return changes


def _orders(view: State, camp: Camp, chance: Chance) -> tuple[Order, ...]:
    """A few orders that differ from their defaults, or none."""
    (many,) = chance.roll(4)
    if many <= 2:
        return ()
    every = tuple(_open(view, camp))
    drawn = chance.draw(every, min(many - 2, len(every)))
    return tuple(Order(name, chance.draw(forms[1:], 1)[0]) for name, forms in drawn)


def _open(view: State, camp: Camp) -> Iterable[tuple[str, tuple[str, ...]]]:
    visitors = view.plays("visitors")
    if not view.terms.ask_reactions:
        for name, forms in FORMS.items():
            if (name != HARTMANN or camp.role == HARTMANN) and (name not in WARDING_VISITORS or visitors):
                yield name, forms
    if visitors:
        for card in VISITORS:
            yield keep(card), KEEPING

"""A whole state that a viewer cannot tell from the true one (rules 15, What is seen).

Every place the viewer may not read is dealt anew from all the cards it does not know, by their sizes;
sealed answers are legal ones at random.
"""

from msgspec.structs import replace

from events.mars.corporations import CORPORATIONS
from events.mars.map import CARD_PRICE
from events.mars.state import Cards, Seat, State, all_cards, all_corporations
from events.mars.tally import funds, pays_with_heat
from events.record import Chance

PLACES = ("hand", "dealt", "pack", "kept", "looked", "discards")
"""The hidden places of a seat where cards lie."""


def imagine(view: State, seat: int | None, chance: Chance) -> State:
    """The view with all that the viewer may not read drawn from what it does not know."""
    if not view.seats:
        return view
    others = [other for other in view.seats if other.seat != seat]
    sizes = [len(getattr(other, place)) for other in others for place in PLACES]
    drawn = iter(_draw(chance, _unknown(view, seat), sum(sizes)))
    dealt = {
        other.seat: {place: tuple([next(drawn) for _ in range(len(getattr(other, place)))]) for place in PLACES}
        for other in others
    }
    corporations = iter(_draw(chance, _unknown_corporations(view, seat), sum(len(other.offers) for other in others)))
    seats = list(view.seats)
    for other in others:
        offers = tuple([next(corporations) for _ in other.offers])
        blank = replace(other, offers=offers, chosen="", choice=(), picked="", heat=0, **dealt[other.seat])
        seats[other.seat] = _seal(view, blank, chance)
    return replace(view, seats=tuple(seats))


def _draw(chance: Chance, bag: list[str], n: int) -> Cards:
    return chance.draw(bag, n) if n else ()


def _unknown(view: State, seat: int | None) -> list[str]:
    """The cards that may lie anywhere the viewer may not read, sorted."""
    known = {*view.discards, view.showing}
    for holder in view.seats:
        known.update(holder.played, holder.events)
        if holder.seat == seat:
            for place in PLACES:
                known.update(getattr(holder, place))
    return [card for card in all_cards(view.corporate_era) if card not in known]


def _unknown_corporations(view: State, seat: int | None) -> list[str]:
    known = {holder.corporation for holder in view.seats}
    if seat is not None:
        known.update(view.seats[seat].offers)
    return [one for one in all_corporations(view.corporate_era) if one not in known]


def _seal(view: State, seat: Seat, chance: Chance) -> Seat:
    """The sealed answer of a seat, as far as it has given one."""
    if seat.stage == 0:
        return seat
    if view.phase == "draft":
        return replace(seat, picked=chance.draw(seat.pack, 1)[0])
    if view.phase == "setup":
        chosen = chance.draw(seat.offers, 1)[0]
        if seat.stage == 1:
            return replace(seat, chosen=chosen)
        most = min(len(seat.dealt), CORPORATIONS[chosen].megacredits // CARD_PRICE)
        return replace(seat, chosen=chosen, choice=_some(seat.dealt, most, chance))
    choice = _some(seat.dealt, min(len(seat.dealt), funds(seat) // CARD_PRICE), chance)
    if seat.stage == 1 or not pays_with_heat(seat):
        return replace(seat, choice=choice)
    cost = CARD_PRICE * len(choice)
    least, most = max(0, cost - seat.resources["megacredits"]), min(cost, seat.resources["heat"])
    return replace(seat, choice=choice, heat=least + chance.roll(most - least + 1)[0] - 1)


def _some(cards: Cards, most: int, chance: Chance) -> Cards:
    """Up to so many of the cards, in their order."""
    n = chance.roll(most + 1)[0] - 1
    drawn = _draw(chance, list(cards), n)
    return tuple(card for card in cards if card in drawn)

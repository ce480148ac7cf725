"""Part 3 of the rules: gifts, the exchange of old cards, the deal; 16.1 d: giving.

Rulings: gifts for a seat that has resigned go to the discard pile, as alone (K59), and its track moves. Gifts
of one round are taken from in the order of their numbers, or in any other the owner likes (K57). Who has no old
card to discard but could house a waiting animal is asked all the same, for growth comes next (K37).
"""

from events.choices import Choice, Field, Filled, Form, Option, Pick, Picked, Reply
from events.sky_farm import names
from events.sky_farm.cards import NEIGHBOUR_CARDS
from events.sky_farm.effects import Gain
from events.sky_farm.events import CardsKept, ExchangeNamed, GiftTaken
from events.sky_farm.sheet_events import Given
from events.sky_farm.state import SIDES, Farm, SideName, State, still_in
from events.sky_farm.work import Exchange, GiftsIn, Keep
from events.texts import Text
from services.sky_farm.animals import can_house
from services.sky_farm.play import Turn
from services.sky_farm.rewards import step_side


def receiver(state: State, seat: int, side: SideName) -> int | None:
    """The neighbour on a side, left being the next seat clockwise (K55); None alone or if it has resigned."""
    n = len(state.seats)
    other = (seat + (1 if side == "left" else -1)) % n
    return other if other != seat and other in still_in(state) else None


def give(turn: Turn, side: SideName, resource: str) -> None:
    """Give a unit: the card goes to the neighbour, the track moves (K56)."""
    card = (turn.farm.left if side == "left" else turn.farm.right).card
    turn.tell(Given(turn.seat, side, card, resource, receiver(turn.play.state, turn.seat, side)))
    step_side(turn, side)


def go(turn: Turn, work: GiftsIn | Exchange | Keep) -> GiftsIn | Exchange | Keep | None:
    """Take gifts, name old cards, keep one of each pair; ask where there is a choice."""
    match work:
        case GiftsIn():
            ways = _gifts(turn.farm)
            if len(ways) > 1:
                return work
            if ways:
                _take_gift(turn, *ways[0])
            return None
        case Exchange():
            if old(turn.farm) or can_house(turn.farm):
                return work
            turn.tell(ExchangeNamed(turn.seat))
            return None
        case Keep():
            return work


def _gifts(farm: Farm) -> list[tuple[str, int]]:
    return [(card, place) for card in farm.gifts for place in range(len(NEIGHBOUR_CARDS[card].gives))]


def old(farm: Farm) -> tuple[SideName, ...]:
    """The sides whose card still lies there after 3.1 (K58)."""
    return tuple(side.side for side in farm.sides if side.card)


def menu(farm: Farm, work: GiftsIn | Exchange | Keep) -> Choice:
    """Which gift of which card; which old cards to discard; which card of each pair."""
    match work:
        case GiftsIn():
            return Pick(Text("sky_farm.ask.gift"), tuple(_gift(card, place) for card, place in _gifts(farm)))
        case Exchange():
            cards = [(side.side, side.card) for side in farm.sides if side.card]
            options = tuple(_card(name, names.side(name), card) for name, card in cards)
            return Pick(Text("sky_farm.ask.exchange"), options, least=0, most=len(options))
        case Keep():
            fields = tuple(
                Field(
                    side.side,
                    Pick(
                        Text("sky_farm.ask.keep_side", {"side": names.side(side.side)}),
                        tuple(_pair(card, place) for place, card in enumerate(side.pair, 1)),
                    ),
                )
                for side in farm.sides
                if side.pair
            )
            return Form(Text("sky_farm.ask.keep"), fields)


def _gift(card: str, place: int) -> Option:
    gift = NEIGHBOUR_CARDS[card].gives[place]
    args: dict[str, names.Arg] = {"card": card, "gift": names.units(gift.resource, gift.qty)}
    return Option(f"{card}:{place}", Text("sky_farm.option.gift", args), about=f"card:{card}")


def _card(name: str, side: Text, card: str) -> Option:
    args: dict[str, names.Arg] = {"side": side, "card": names.neighbour_card(card)}
    return Option(name, Text("sky_farm.option.side_card", args), about=f"card:{card}")


def _pair(card: str, place: int) -> Option:
    return Option(str(place), names.neighbour_card(card), about=f"card:{card}" if card else None)


def take(turn: Turn, work: GiftsIn | Exchange | Keep, reply: Reply) -> None:
    """Take the gift, name the cards, keep those."""
    match work:
        case GiftsIn():
            assert isinstance(reply, Picked)
            card, _, place = reply.ids[0].partition(":")
            _take_gift(turn, card, int(place))
        case Exchange():
            assert isinstance(reply, Picked)
            turn.tell(ExchangeNamed(turn.seat, tuple(side for side in SIDES if side in reply.ids)))
        case Keep():
            assert isinstance(reply, Filled)
            _keep(turn, reply)


def _take_gift(turn: Turn, card: str, place: int) -> None:
    """Each neighbour card is a step (K48)."""
    gift = NEIGHBOUR_CARDS[card].gives[place]
    turn.tell(GiftTaken(turn.seat, card, gift.resource, gift.qty))
    turn.push(GiftsIn())
    turn.step(Gain(gift.resource, gift.qty))


def _keep(turn: Turn, reply: Filled) -> None:
    kept: dict[SideName, str] = {}
    others: list[str] = []
    for side in turn.farm.sides:
        if side.pair:
            place = int(reply.fields[side.side].ids[0]) - 1
            kept[side.side] = side.pair[place]
            others += [card for other, card in enumerate(side.pair) if other != place]
    turn.tell(CardsKept(turn.seat, kept, tuple(others)))

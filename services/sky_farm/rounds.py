"""Parts 1 and 3 of the rules: who works off what, and what ends a phase for all (K71, K72).

Seats go their own ways; only here are they waited for.
"""

from events.sky_farm.cards import ROUNDS
from events.sky_farm.events import NeighboursReshuffled, OldCardsDiscarded, PairDealt, PhaseBegun
from events.sky_farm.state import Phase, neighbour_deck, still_in
from events.sky_farm.work import AnyWork, ChooseCards, Exchange, Finish, GiftsIn, Grow, Keep
from services.sky_farm.agenda import run
from services.sky_farm.ending import finish
from services.sky_farm.play import Play, Turn
from services.sky_farm.preparation import prepare
from services.sky_farm.scoring import score_season

PAIR = 2

_TO_DO: dict[Phase, tuple[AnyWork, ...]] = {
    "neighbours": (GiftsIn(), Exchange()),
    "keep": (Keep(),),
    "play": (Grow(), ChooseCards(), Finish()),
    "": (),
}


def settle(play: Play) -> None:
    """End phases and begin the next ones until somebody is asked or the match is over."""
    while not play.state.over and not any(play.state.seats[seat].agenda for seat in still_in(play.state)):
        _next(play)


def begin(play: Play, number: int, phase: Phase) -> None:
    """Begin a phase: each seat still in works off its part until it is asked."""
    play.tell(PhaseBegun(number, phase))
    for seat in still_in(play.state):
        turn = Turn(play, seat)
        if phase != "keep" or any(side.pair for side in turn.farm.sides):
            turn.push(*_TO_DO[phase])
            run(turn)
            turn.rest()


def _next(play: Play) -> None:
    """All are done with a phase: what follows it."""
    number = play.state.round
    match play.state.phase:
        case "neighbours":
            deal(play, number)
        case "keep":
            if number > 1:
                score_season(play, number)
                prepare(play, number)
            begin(play, number, "play")
        case "play":
            if number < ROUNDS:
                begin(play, number + 1, "neighbours")
            else:
                score_season(play, number + 1)
                finish(play)
        case "":
            raise AssertionError("nothing has begun")


def deal(play: Play, number: int) -> None:
    """Old cards named are discarded, then each due side draws two, in seat order, left before right (K72)."""
    inside = still_in(play.state)
    for seat in inside:
        named = play.state.seats[seat].named
        if named:
            play.tell(OldCardsDiscarded(seat, named))
    for seat in inside:
        for side in play.state.seats[seat].sides:
            if side.due:
                play.tell(PairDealt(seat, side.side, draw_pair(play)))
    begin(play, number, "keep")


def draw_pair(play: Play) -> tuple[str, ...]:
    """Two cards of the neighbour deck; it is rebuilt when a card is needed and none is left (K73)."""
    deck = neighbour_deck(play.state)
    if len(deck) >= PAIR:
        return play.luck.table.draw(deck, PAIR)
    first = play.luck.table.draw(deck, len(deck))
    play.tell(NeighboursReshuffled())
    rest = tuple(card for card in neighbour_deck(play.state) if card not in first)
    return (*first, *play.luck.table.draw(rest, PAIR - len(first)))

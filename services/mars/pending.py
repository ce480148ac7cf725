"""Who is asked, what, and what silence says (rules 15)."""

from collections.abc import Iterator

from events.choices import Choice, Counted, Number, Option, Pick, Picked, Reply
from events.mars import names
from events.mars.map import CARD_PRICE
from events.mars.names import say
from events.mars.nouns import Area
from events.mars.state import State
from events.texts import Text
from services.mars import ending, legal, menu, placement, research, setup
from services.mars.agenda import open_question
from services.mars.asking import silence
from services.mars.commands import (
    AnswerStep,
    ChooseCards,
    ChooseCorporation,
    ChooseHeat,
    EndTurn,
    MarsCommand,
    Pass,
    PickCard,
    PlaceLast,
    TakeAction,
)
from services.referee import Ask, Given


def pending(state: State) -> tuple[Ask, ...]:
    """Sealed answers of all at once; everything else asks the active seat alone (rules 15)."""
    if state.agenda is not None:
        return (Ask(state.agenda.seat, f"asked/g{state.generation}/{state.asked}"),)
    match state.phase:
        case "draft":
            return tuple(_drafting(state))
        case "setup":
            return tuple(_choosing(state))
        case "research":
            return tuple(_researching(state))
        case "action":
            return (Ask(state.active, f"turn/g{state.generation}/{state.turn}/{state.actions + 1}"),)
        case "final":
            seat = ending.converting(state)
            return () if seat is None else (Ask(seat, f"final/{seat}/{len(state.tiles)}"),)
        case "new" | "over":
            return ()


def _drafting(state: State) -> Iterator[Ask]:
    for seat in sorted(state.drafters):
        if not research.picks_for_itself(state, seat):
            key = f"draft/g{state.generation}/{state.draft_step}"
            yield Ask(seat, key, must=state.seats[seat].stage == 0)


def _choosing(state: State) -> Iterator[Ask]:
    for seat in state.seats:
        if not seat.beginner:
            part = f"{seat.tries}/cards" if seat.stage == 1 else f"{seat.tries + 1}/corporation"
            yield Ask(seat.seat, f"setup/{part}", must=seat.stage < 2)


def _researching(state: State) -> Iterator[Ask]:
    for seat in state.seats:
        if seat.seat in state.left or legal.affordable(seat) == 0:
            continue
        heat = research.needs_heat(seat) and seat.stage == 1
        part = f"{seat.tries}/heat" if heat else f"{seat.tries + 1}/cards"
        yield Ask(seat.seat, f"research/g{state.generation}/{part}", must=not research.sealed(state, seat.seat))


def choice(state: State, ask: Ask) -> Choice:
    """The question behind an ask."""
    holder = state.seats[ask.seat]
    match ask.key.partition("/")[0]:
        case "asked":
            return open_question(state)
        case "turn":
            return menu.menu(state, ask.seat)
        case "final":
            spaces = placement.spaces(state, ask.seat, Area.GREENERY)
            options = tuple(Option(at, names.space(at), about=f"space:{at}") for at in spaces)
            return Pick(say("ask.final"), (*options, Option(menu.END, say("option.no_more"))))
        case "draft":
            return _cards(say("ask.draft"), holder.pack, 1, 1)
        case "research" if ask.key.endswith("/heat"):
            least, most = research.heat_range(holder)
            return Number(say("ask.heat", n=CARD_PRICE * len(holder.choice)), least, most)
        case "research":
            return _cards(say("ask.research", n=CARD_PRICE), holder.dealt, 0, legal.affordable(holder))
        case _ if ask.key.endswith("/cards"):
            text = say("ask.setup_cards", n=CARD_PRICE, corporation=names.card(holder.chosen))
            return _cards(text, holder.dealt, 0, setup.most_cards(holder))
        case _:
            offered = (Option(name, names.card(name), about=f"card:{name}") for name in holder.offers)
            return Pick(say("ask.corporation"), tuple(offered))


def _cards(ask: Text, cards: tuple[str, ...], least: int, most: int) -> Pick:
    return Pick(ask, tuple(Option(card, _priced(card), about=f"card:{card}") for card in cards), least, most)


def _priced(card: str) -> Text:
    from events.mars.cards import CARDS

    return say("option.dealt", card=names.card(card), n=CARDS[card].cost)


def command(_: State, ask: Ask, reply: Reply) -> MarsCommand:
    """An accepted reply as a command."""
    kind = ask.key.partition("/")[0]
    if kind == "asked":
        return AnswerStep(ask.seat, reply)
    if isinstance(reply, Counted):
        return ChooseHeat(ask.seat, reply.number)
    assert isinstance(reply, Picked)
    if kind == "turn":
        if reply.ids == (menu.PASS,):
            return Pass(ask.seat)
        return EndTurn(ask.seat) if reply.ids == (menu.END,) else TakeAction(ask.seat, reply.ids[0])
    if kind == "final":
        return PlaceLast(ask.seat, None if reply.ids == (menu.END,) else reply.ids[0])
    if kind == "draft":
        return PickCard(ask.seat, reply.ids[0])
    if kind == "setup" and not ask.key.endswith("/cards"):
        return ChooseCorporation(ask.seat, reply.ids[0])
    return ChooseCards(ask.seat, reply.ids)


def default(state: State, ask: Ask) -> Reply:
    """What silence says: it never claims, funds or plays anything of its own accord (rules 15, Silence)."""
    match ask.key.partition("/")[0]:
        case "asked":
            agenda = state.agenda
            assert agenda is not None
            return silence(state, ask.seat, agenda.current or agenda.pool[0], open_question(state))
        case "turn":
            return Picked((menu.END if state.actions else menu.PASS,))
        case "final":
            return Picked((ending.best_space(state, ask.seat),))
        case "draft":
            return Picked(state.seats[ask.seat].pack[:1])
        case "research" if ask.key.endswith("/heat"):
            return Counted(research.heat_range(state.seats[ask.seat])[0])
        case "setup" if not ask.key.endswith("/cards"):
            return Picked(state.seats[ask.seat].offers[:1])
        case _:
            return Picked(())


def given(state: State, ask: Ask) -> Given | None:
    """A sealed answer that is in while others think (rules 15)."""
    holder = state.seats[ask.seat]
    match ask.key.partition("/")[0]:
        case "draft" if holder.picked:
            return Given(Picked((holder.picked,)))
        case "setup" if holder.stage == 2:
            return Given(Picked((holder.chosen,)), names.cards(holder.choice), leads_on=True)
        case "research" if research.sealed(state, ask.seat):
            paid = names.amounts({"heat": holder.heat})
            return Given(Picked(holder.choice), paid, leads_on=research.needs_heat(holder))
        case _:
            return None

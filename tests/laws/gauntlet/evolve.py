"""What the events of the gauntlet mean."""

from collections.abc import Iterable

from msgspec.structs import replace

from tests.laws.gauntlet import events as e
from tests.laws.gauntlet.cards import AnyNeed, Seal, Toll, Turn
from tests.laws.gauntlet.state import Part, State


def evolve(state: State, event: e.AnyEvent) -> State:
    """The state after the event."""
    match event:
        case e.Prepared() | e.RoundBegan() | e.BidsShown() | e.PacksPassed() | e.GameOver():
            return _for_all(state, event)
        case e.TurnBegan() | e.CardPlayed() | e.Aimed() | e.Cheered() | e.Resigned() | e.Dealt():
            return _beyond_a_seat(state, event)
        case (
            e.Sealed()
            | e.Passed()
            | e.GoldChanged()
            | e.Paid()
            | e.Pulled()
            | e.Built()
            | e.Banked()
            | e.Skipped()
            | e.TollPaid()
            | e.LookedAway()
        ):
            return _with(state, _own(state.parts[event.seat], event))


def _for_all(state: State, event: e.ForAll) -> State:
    match event:
        case e.Prepared():
            parts = tuple(Part(seat, gold=gold, silver=event.silver, reserve=2) for seat, gold in enumerate(event.gold))
            return State(parts, event.rounds, event.observer, cards=event.deck, deck=len(event.deck))
        case e.RoundBegan():
            work = (Seal(event.round),)
            parts = tuple(
                replace(part, agenda=work if part.seat in event.seats else (), watching=0) for part in state.parts
            )
            return replace(state, parts=parts, round=event.round, turn=-1)
        case e.BidsShown():
            parts = tuple(_finished(replace(part, bid="")) if part.sealed else part for part in state.parts)
            return replace(state, parts=parts, turns=event.order)
        case e.PacksPassed():
            return _pass_packs(state, event)
        case e.GameOver():
            parts = tuple(replace(part, agenda=(), watching=0) for part in state.parts)
            return replace(state, parts=parts, places=event.places, reason=event.reason)


def _pass_packs(state: State, event: e.PacksPassed) -> State:
    rest = {part.seat: tuple(card for card in part.pack if card != part.keep) for part in state.parts}
    source = dict(zip(event.seats, event.sources, strict=True))
    parts: list[Part] = []
    for part in state.parts:
        if part.seat in source:
            hand = (*part.hand, part.keep) if part.keep else part.hand
            parts.append(replace(part, hand=hand, keep="", sealed=False, pack=rest[source[part.seat]]))
        else:
            parts.append(part)
    return replace(state, parts=tuple(parts))


def _beyond_a_seat(state: State, event: e.BeyondASeat) -> State:
    part = state.parts[event.seat]
    match event:
        case e.Dealt():
            dealt = replace(part, hand=(*part.hand, *event.hand), pack=(*part.pack, *event.pack))
            return replace(_with(state, dealt), deck=state.deck - len(event.hand) - len(event.pack))
        case e.TurnBegan():
            turns = tuple(seat for seat in state.turns if seat != event.seat)
            return replace(_with(state, _adding(part, Turn())), turn=event.seat, turns=turns)
        case e.CardPlayed():
            plays = state.plays + 1
            parts = [replace(other, watching=plays if other.seat == event.observer else 0) for other in state.parts]
            hand = tuple(card for card in part.hand if card != event.card)
            parts[event.seat] = _finished(replace(parts[event.seat], hand=hand), event.work)
            return replace(state, parts=tuple(parts), plays=plays, discards=(*state.discards, event.card))
        case e.Aimed():
            aimed = _with(state, _finished(part))
            return _with(aimed, _adding(aimed.parts[event.target], Toll(event.seat)))
        case e.Cheered():
            return _with(
                state,
                replace(part, watching=0, silver=part.silver + event.silver, reserve=part.reserve - event.silver),
            )
        case e.Resigned():
            cards = len(part.hand) + len(part.pack) + len(part.dropped)
            gone = replace(
                part, hand=(), pack=(), dropped=(), keep="", bid="", sealed=False, agenda=(), watching=0, out=True
            )
            turns = tuple(seat for seat in state.turns if seat != event.seat)
            return replace(_with(state, gone), deck=state.deck + cards, turns=turns)


def _own(part: Part, event: e.Own) -> Part:
    match event:
        case e.Sealed():
            return replace(part, sealed=True, keep=event.keep, bid=event.bid)
        case e.GoldChanged():
            return replace(part, gold=part.gold - 1, silver=part.silver + 2)
        case e.LookedAway():
            return replace(part, watching=0)
        case e.Passed() | e.Skipped():
            return _finished(part)
        case e.Paid():
            spent = part.spent + 2 * event.gold + event.silver
            return _finished(replace(part, gold=part.gold - event.gold, silver=part.silver - event.silver, spent=spent))
        case e.Pulled():
            bag = tuple(pebble for pebble in part.bag if pebble not in event.pebbles)
            return _finished(replace(part, bag=bag, pebbles=(*part.pebbles, *event.pebbles)))
        case e.Built():
            dots, bars = (part.dots - 1, part.bars) if event.tile == "dot" else (part.dots, part.bars - 1)
            return _finished(replace(part, dots=dots, bars=bars, covered=(*part.covered, *event.cells)), event.bonus)
        case e.Banked():
            banked = replace(part, silver=part.silver - event.silver, banked=part.banked + event.silver)
            return _finished(banked, event.fee)
        case e.TollPaid():
            hand = tuple(card for card in part.hand if card != event.card)
            dropped = (*part.dropped, event.card) if event.card else part.dropped
            return _finished(
                replace(
                    part, hand=hand, dropped=dropped, silver=part.silver - event.silver, spent=part.spent + event.silver
                )
            )


def _with(state: State, part: Part) -> State:
    return replace(state, parts=(*state.parts[: part.seat], part, *state.parts[part.seat + 1 :]))


def _finished(part: Part, more: Iterable[AnyNeed] = ()) -> Part:
    return replace(part, agenda=(*more, *part.agenda[1:]), done=part.done + 1)


def _adding(part: Part, need: AnyNeed) -> Part:
    return replace(part, agenda=(*part.agenda, need))

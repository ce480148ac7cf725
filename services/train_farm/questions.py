"""The questions of the agenda: what is asked at its front, what standing orders and silence answer."""

from events.choices import Choice, Counted, Number, Option, Pick, Picked, Reply
from events.texts import Text, seat_text
from events.train_farm import names
from events.train_farm.agenda import (
    Attempt,
    Cap,
    Check,
    Choosing,
    Face,
    Finish,
    Frame,
    FreeBuilding,
    Give,
    Guard,
    KeepOne,
    KeepVisitor,
    MoveRoll,
    OfferForward,
    Open,
    PayForward,
    Paying,
    Return,
    Run,
    Site,
    Stop,
    Trade,
)
from events.train_farm.camp import Build, covers, may_reroll, move_roll, test_roll, tower
from events.train_farm.cards import EXPLORATION, VISITING, VISITORS
from events.train_farm.effects import Choose, Cost, Exchange, FreeBuild
from events.train_farm.orders import REROLL_MOVE, REROLL_TEST, form, keep, number
from events.train_farm.plans import most, payable
from events.train_farm.start import START
from events.train_farm.state import Camp, State, standing
from services.train_farm.building import free_builds
from services.train_farm.durability import SUFFER, ordered, protections
from services.train_farm.encounters import DECLINE, HAND, JOIN, RISKY, SAFE
from services.train_farm.exploration import may_buy, may_stay
from services.train_farm.visitors import may_keep

YES, NO, KEEP, AGAIN, NOBODY = "yes", "no", "keep", "again", "nobody"
Question = (
    MoveRoll
    | KeepOne
    | Face
    | Attempt
    | OfferForward
    | Guard
    | Trade
    | Give
    | FreeBuilding
    | Choosing
    | Paying
    | PayForward
    | KeepVisitor
)


def question(state: State, camp: Camp, frame: Frame) -> Choice | None:  # noqa: C901 - one arm a frame
    """What a frame asks, with every legal answer; None if it asks nothing by its kind."""
    match frame:
        case MoveRoll():
            again = may_reroll(state, camp, "move")
            roll = move_roll(camp, frame.raw, state.round)
            return _reroll(names.say("ask.move_roll", raw=frame.raw, roll=roll), again)
        case KeepOne():
            return _keep_one(state, frame)
        case Face():
            return _face(state, camp, frame)
        case Attempt():
            return _attempt(state, camp, frame)
        case OfferForward():
            ask = names.say("ask.buy_forward", cost=names.price(Cost(food=START.forward_food)))
            return _yes_no(ask, may_buy(state, camp), f"squad:{camp.seat}")
        case PayForward():
            ask = names.say("ask.pay_forward", cost=names.price(Cost(food=START.forward_food)))
            can = may_stay(state, camp) and covers(camp, Cost(food=START.forward_food))
            return _yes_no(ask, can, f"squad:{camp.seat}")
        case Guard():
            return _guard(state, camp, frame)
        case Trade():
            asked = names.say("ask.trade", trade=names.exchange(Exchange(frame.give, frame.get, frame.most)))
            return Number(asked, 0, most(camp, Exchange(frame.give, frame.get, frame.most)))
        case Give():
            options = tuple(_camp_option(seat, "") for seat in sorted(standing(state)) if seat != camp.seat)
            nobody = Option(NOBODY, names.say("pick.nobody"))
            return Pick(names.say("ask.gift", what=names.amount(frame.gift.res, frame.gift.n)), (*options, nobody))
        case FreeBuilding():
            return Pick(names.say("ask.free_build"), _free(state, camp, frame.build))
        case Choosing():
            return _choosing(state, camp, frame)
        case Paying():
            return _paying(camp, frame)
        case KeepVisitor():
            cost = names.price(VISITING.extend.cost)
            ask = names.say("ask.keep_visitor", visitor=names.card(frame.card), cost=cost)
            return _yes_no(ask, may_keep(state, camp, frame.card), f"visitor:{frame.card}")
        case Stop() | Open() | Run() | Finish() | Site() | Check() | Return() | Cap():
            return None


def _yes_no(ask: Text, can: bool, about: str) -> Pick:
    yes = (Option(YES, names.say("pick.yes"), about),) if can else ()
    return Pick(ask, (*yes, Option(NO, names.say("pick.no"))))


def _reroll(ask: Text, can: bool) -> Pick:
    again = (Option(AGAIN, names.say("pick.again")),) if can else ()
    return Pick(ask, (Option(KEEP, names.say("pick.keep_roll")), *again))


def _attempt(state: State, camp: Camp, frame: Attempt) -> Pick:
    """A test that succeeds is not put up for a reroll."""
    total = test_roll(state, camp, frame.raw, "explore_test")
    target = EXPLORATION[frame.card].risky.target
    ask = names.say("ask.test_roll", raw=frame.raw, total=total, target=target)
    return _reroll(ask, total < target and may_reroll(state, camp, "explore_test"))


def _keep_one(state: State, frame: KeepOne) -> Pick:
    options = []
    for slot in frame.slots:
        card = state.held(slot).known
        options.append(Option(f"card:{slot}", _card_line(card), f"slot:{slot}"))
    return Pick(names.say("ask.keep_one"), tuple(options))


def _card_line(card: str) -> Text:
    """A card with all that stands on it."""
    if card in VISITORS:
        return names.say("pick.visitor", name=names.card(card), rules=names.say(f"card.{card}.rules"))
    parts = {key: names.say(f"card.{card}.{key}_rules") for key in (SAFE, RISKY)}
    return names.say("pick.card", name=names.card(card), **parts)


def _face(state: State, camp: Camp, frame: Face) -> Pick:
    """Options A and B, or the visitor's coming; declining and handing over with a Watchtower (R29, R30)."""
    card, about = state.held(frame.slot).known, f"slot:{frame.slot}"
    options: list[Option] = []
    if card in VISITORS:
        options.append(Option(JOIN, names.say("pick.join", rules=names.say(f"card.{card}.rules")), about))
    elif card:
        options.append(_card_option(card, SAFE, about))
        if covers(camp, EXPLORATION[card].risky.cost):
            options.append(_card_option(card, RISKY, about))
    powers = tower(camp) if frame.drawn else ()
    if "decline" in powers:
        options.append(Option(DECLINE, names.say("pick.decline"), about))
    if "hand_over" in powers:
        options += [_camp_option(seat, HAND) for seat in sorted(standing(state)) if seat != camp.seat]
    ask = names.say("ask.card", name=names.card(card), scene=names.say(f"card.{card}.scene"))
    return Pick(ask, tuple(options))


def _card_option(card: str, which: str, about: str) -> Option:
    key = f"card.{card}.{which}"
    text = names.say("pick.of_card", label=names.say(key), rules=names.say(f"{key}_rules"))
    return Option(which, text, about)


def _camp_option(seat: int, prefix: str) -> Option:
    if prefix:
        return Option(f"{prefix}{seat}", names.say("pick.hand", who=seat_text(seat)), f"camp:{seat}")
    return Option(f"seat:{seat}", seat_text(seat), f"camp:{seat}")


def _guard(state: State, camp: Camp, frame: Guard) -> Pick:
    options = []
    for ready in protections(state, camp, frame):
        who = names.card(ready.card) if ready.card else names.say(f"ward.{ready.by}")
        options.append(Option(ready.id, names.say("pick.ward", who=who, n=ready.left)))
    ask = names.say(f"ask.ward_{frame.against}", n=frame.n)
    return Pick(ask, (*options, Option(SUFFER, names.say("pick.suffer"))))


def _free(state: State, camp: Camp, kind: FreeBuild) -> tuple[Option, ...]:
    return tuple(
        Option(
            f"build:{each.kind}",
            names.say(f"pick.free_{each.how}", module=names.module(each.kind)),
            f"tile:{camp.seat}-{each.kind}",
        )
        for each in free_builds(camp, state.round, kind)
    )


def _choosing(state: State, camp: Camp, frame: Choosing) -> Pick:
    """The lists that can be paid; one that opens with a free build needs something to build (R52)."""
    places = [
        place
        for place in payable(camp, Choose(frame.lists))
        if not _vain(state, camp, frame.lists[place][0] if frame.lists[place] else None)
    ]
    options = tuple(Option(f"list:{place}", names.effects(frame.lists[place])) for place in places)
    return Pick(names.say(f"ask.choose_{frame.source}"), options)


def _vain(state: State, camp: Camp, first: object) -> bool:
    return isinstance(first, FreeBuild) and not free_builds(camp, state.round, first)


def _paying(camp: Camp, frame: Paying) -> Pick:
    options = [Option(NO, names.effects(frame.otherwise))]
    if covers(camp, frame.cost):
        options.insert(0, Option(YES, names.say("pick.pay", cost=names.price(frame.cost))))
    return Pick(names.say("ask.pay", cost=names.price(frame.cost)), tuple(options))


def by_order(state: State, camp: Camp, frame: Frame) -> Reply | None:
    """What standing orders answer to a frame; None where the player is to be asked (R13)."""
    if isinstance(frame, KeepVisitor):
        asked = form(camp.orders, keep(frame.card)) == "ask"
        return None if asked else Picked((_kept_by_order(state, camp, frame),))
    if state.terms.ask_reactions:
        return None
    match frame:
        case MoveRoll():
            most_raw = number(form(camp.orders, REROLL_MOVE))
            again = most_raw is not None and frame.raw <= most_raw and may_reroll(state, camp, "move")
            return Picked((AGAIN if again else KEEP,))
        case Attempt():
            choice = _attempt(state, camp, frame)
            again = len(choice.options) > 1 and form(camp.orders, REROLL_TEST) == "failed"
            return Picked((AGAIN if again else KEEP,))
        case Guard():
            return Picked((ordered(state, camp, frame),))
        case _:
            return None


def _kept_by_order(state: State, camp: Camp, frame: KeepVisitor) -> str:
    """What is ordered for a visitor whose time is up; not to keep it where nothing is."""
    yes = form(camp.orders, keep(frame.card)) == "yes" and may_keep(state, camp, frame.card)
    return YES if yes else NO


def silence(state: State, camp: Camp, frame: Frame) -> Reply:
    """What silence answers (NOTATION 5): cautious, paying what can be paid, giving nothing."""
    choice = question(state, camp, frame)
    match frame:
        case Trade():
            return Counted(0)
        case Guard():
            return Picked((ordered(state, camp, frame),))
        case MoveRoll():
            return Picked((KEEP,))
        case Attempt():
            return Picked((choice.options[-1].id,)) if isinstance(choice, Pick) else Picked((KEEP,))
        case OfferForward() | PayForward():
            return Picked((NO,))
        case KeepVisitor():
            return Picked((_kept_by_order(state, camp, frame),))
        case Give():
            return Picked((NOBODY,))
        case FreeBuilding():
            return Picked((f"build:{first_build(free_builds(camp, state.round, frame.build)).kind}",))
        case _:
            assert isinstance(choice, Pick)
            return Picked((choice.options[0].id,))


def first_build(options: tuple[Build, ...]) -> Build:
    """A spent Wall first, then the Wall, then the order of the menu."""
    return min(options, key=lambda each: (each.how != "renew", each.kind != "wall"))

"""Who is asked, what, what a reply means, and what silence says (R12 to R14, R55)."""

from events.choices import Choice, Counted, Number, Option, Pick, Picked, Reply
from events.texts import Text, seat_text
from events.train_farm import names
from events.train_farm.effects import Choose, Effect, Exchange, Kind, PayOr
from events.train_farm.modules import MENU
from events.train_farm.plans import follow, plans, write
from events.train_farm.start import PRESETS, START
from events.train_farm.state import Camp, State, standing
from services.referee import Ask, Given
from services.train_farm import commands as do
from services.train_farm import observers
from services.train_farm.orders import open_orders, order_choice
from services.train_farm.questions import NOBODY, question, silence
from services.train_farm.rounds import to_act
from services.train_farm.turn import DISMANTLE, kind_of, silent, turn

SET, TURN, EVENT, ORDERS, AID, AID_GIFT = "set", "turn/", "event/", "orders", "aid/", "aid_gift/"


def pending(state: State) -> tuple[Ask, ...]:
    """Everybody with a question open, side by side; then what is merely offered: to change what is sealed while
    others think, aid dice, standing orders."""
    if state.over:
        return ()
    turns = to_act(state)
    asks: list[Ask] = []
    for camp in state.camps:
        key = _must(state, camp, camp.seat in turns)
        if key:
            asks.append(Ask(camp.seat, key))
    for camp in state.camps:
        sealed = _sealed(state, camp)
        if sealed:
            asks.append(Ask(camp.seat, sealed, must=False))
        if observers.may_roll(state, camp.seat):
            asks.append(Ask(camp.seat, f"{AID}r{state.round}", must=False))
        elif observers.gift(state, camp.seat):
            asks.append(Ask(camp.seat, f"{AID_GIFT}r{state.round}", must=False))
        elif camp.standing and open_orders(state, camp):
            asks.append(Ask(camp.seat, ORDERS, must=False))
    return tuple(asks)


def _sealed(state: State, camp: Camp) -> str:
    """The key of what a seat has sealed and may still change."""
    if not camp.standing or not camp.chosen:
        return ""
    if state.phase == "sets":
        return SET
    return f"{EVENT}r{state.round}" if state.phase == "gather" else ""


def _must(state: State, camp: Camp, turn_now: bool) -> str:
    if not camp.standing:
        return ""
    if state.phase == "sets":
        return "" if camp.chosen else SET
    if camp.agenda:
        return f"{camp.agenda[0].__struct_config__.tag}/r{state.round}/{camp.asked}"
    if turn_now:
        return f"{TURN}r{state.round}/{camp.asked}"
    if state.phase == "gather" and camp.seat in state.asks and not camp.chosen:
        return f"{EVENT}r{state.round}"
    return ""


def choice(state: State, ask: Ask) -> Choice:
    """What is asked, as things stand."""
    camp = state.camps[ask.seat]
    if ask.key == SET:
        return set_choice(state)
    if ask.key.startswith(TURN):
        return turn(state, camp)
    if ask.key.startswith(EVENT):
        return event_choice(state, camp)
    if ask.key == ORDERS:
        return order_choice(state, camp)
    if ask.key.startswith(AID_GIFT):
        return _aid_gift(state, ask.seat)
    if ask.key.startswith(AID):
        return Pick(names.say("ask.aid"), (Option("roll", names.say("pick.roll_aid")),))
    asked = question(state, camp, camp.agenda[0])
    assert asked is not None
    return asked


def set_choice(state: State) -> Pick:
    """Three kinds of the six, or one of the sets laid down (R4)."""
    if state.terms.start_set == "preset":
        options = tuple(Option(preset.id, _preset(preset.id)) for preset in PRESETS.values())
        return Pick(names.say("ask.preset"), options)
    kinds = tuple(Option(kind, _menu_line(kind)) for kind in MENU)
    return Pick(names.say("ask.set", n=START.tiles), kinds, least=START.tiles, most=START.tiles)


def _preset(preset: str) -> Text:
    kinds = tuple(names.module(kind) for kind in PRESETS[preset].kinds)
    return names.say("pick.preset", name=names.say(f"set.{preset}"), kinds=kinds)


def _menu_line(kind: str) -> Text:
    return names.say("pick.module", module=names.module(kind), rules=names.say(f"module.{kind}.base"))


def _aid_gift(state: State, seat: int) -> Pick:
    what = observers.gift(state, seat)
    assert what is not None
    camps = tuple(Option(f"seat:{other}", seat_text(other), f"camp:{other}") for other in sorted(standing(state)))
    nobody = Option(NOBODY, names.say("pick.nobody"))
    return Pick(names.say("ask.gift", what=names.amount(what.res, what.n)), (*camps, nobody))


def event_choice(state: State, camp: Camp) -> Choice:
    """All ways to answer the event in one question; a lone exchange is a number (R31)."""
    ways = plans(state, camp.seat, state.event)
    card = names.card(state.event)
    ask = names.say("ask.event", name=card, rules=names.say(f"card.{state.event}.rules"))
    steps = [follow(state, camp, state.event, way) for way in ways]
    if all(len(step) == 1 and isinstance(step[0][0], Exchange) for step in steps):
        return Number(ask, 0, len(ways) - 1)
    options = tuple(
        Option(write(way), names.say("pick.plan", parts=tuple(_answer(*each) for each in step)))
        for way, step in zip(ways, steps, strict=True)
    )
    return Pick(ask, options)


def _answer(effect: Effect, answer: int) -> Text:
    match effect:
        case PayOr():
            return names.say("pick.pay", cost=names.price(effect.cost)) if answer else names.effects(effect.else_)
        case Choose():
            return names.effects(effect.from_[answer])
        case Exchange():
            give, get = effect.give, effect.get
            args = {"give": names.amount(give.res, answer * give.n), "get": names.amount(get.res, answer * get.n)}
            return names.say("pick.trade", **args) if answer else names.say("pick.no_trade")
        case _:
            raise AssertionError(effect)


def command(state: State, ask: Ask, reply: Reply) -> do.GameCommand:
    """An accepted reply as a command."""
    seat = ask.seat
    if ask.key == ORDERS:
        name, _, how = _only(reply).rpartition(":")
        return do.SetOrder(seat, name, how)
    if ask.key == SET:
        assert isinstance(reply, Picked)
        return do.ChooseSet(seat, _kinds(state, reply.ids))
    if ask.key.startswith(TURN):
        option = _only(reply)
        if option.startswith(DISMANTLE) and not state.terms.dismantle_action:
            return do.Dismantle(seat, kind_of(option))
        return do.Act(seat, option)
    if ask.key.startswith(EVENT):
        return do.SealPlan(seat, str(reply.number) if isinstance(reply, Counted) else _only(reply))
    if ask.key.startswith(AID_GIFT):
        to = _only(reply)
        return do.GiveAid(seat, None if to == NOBODY else int(to.removeprefix("seat:")))
    if ask.key.startswith(AID):
        return do.RollAid(seat)
    return do.Decide(seat, reply)


def _only(reply: Reply) -> str:
    return reply.ids[0] if isinstance(reply, Picked) and reply.ids else ""


def _kinds(state: State, ids: tuple[str, ...]) -> tuple[Kind, ...]:
    if state.terms.start_set == "preset" and ids:
        preset = PRESETS.get(ids[0])
        return preset.kinds if preset else ()
    return tuple(kind for kind in MENU if kind in ids)


def default(state: State, ask: Ask) -> Reply:
    """What silence says (R14, NOTATION 5)."""
    camp = state.camps[ask.seat]
    if ask.key == SET:
        preset = tuple(PRESETS.values())[ask.seat % len(PRESETS)]
        return Picked((preset.id,) if state.terms.start_set == "preset" else preset.kinds)
    if ask.key.startswith(TURN):
        return Picked((silent(state, camp),))
    if ask.key.startswith(EVENT):
        asked = event_choice(state, camp)
        if isinstance(asked, Number):
            return Counted(0)
        ways = plans(state, ask.seat, state.event)
        return Picked((write(_silent_plan(state, camp, ways)),))
    if ask.key == ORDERS:
        return Picked((order_choice(state, camp).options[0].id,))
    if ask.key.startswith(AID_GIFT):
        return Picked((NOBODY,))
    if ask.key.startswith(AID):
        return Picked(("roll",))
    return silence(state, camp, camp.agenda[0])


def _silent_plan(state: State, camp: Camp, ways: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    """Pay where it can be paid, the first list that can be paid, no exchange (NOTATION 5)."""

    def rank(way: tuple[int, ...]) -> tuple[int, ...]:
        steps = follow(state, camp, state.event, way)
        return tuple(-answer if isinstance(effect, PayOr) else answer for effect, answer in steps)

    return min(ways, key=rank)


def given(state: State, ask: Ask) -> Given | None:
    """A set or a plan that is sealed while others think."""
    camp = state.camps[ask.seat]
    if not camp.chosen:
        return None
    if ask.key == SET:
        if state.terms.start_set != "preset":
            return Given(Picked(camp.kinds))
        laid = [preset.id for preset in PRESETS.values() if set(preset.kinds) == set(camp.kinds)]
        return Given(Picked(tuple(laid)))
    if ask.key.startswith(EVENT):
        numbered = isinstance(event_choice(state, camp), Number)
        return Given(Counted(int(camp.plan)) if numbered else Picked((camp.plan,)))
    return None

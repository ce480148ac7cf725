"""Who is asked, what, what a reply means and what silence says.

A question with one legal reply is not asked, except where that would show what a hand holds: a turn
with a hand of only dear cards, a toll with no red card.
"""

from typing import assert_never

from events import choices as c
from events.texts import Text, seat_text
from services.referee import Ask
from tests.laws.gauntlet import cards as k
from tests.laws.gauntlet import commands as do
from tests.laws.gauntlet.state import BIDS, Part, State, red, still_in

WATCH = "watch/"


def pending(state: State) -> tuple[Ask, ...]:
    """The first piece of work of each seat, and whoever may look on."""
    if state.reason:
        return ()
    asks: list[Ask] = []
    for part in state.parts:
        if part.agenda:
            name = type(part.agenda[0]).__name__.lower()
            asks.append(Ask(part.seat, f"{name}/{part.done}", must=not part.sealed))
        if part.watching:
            asks.append(Ask(part.seat, f"{WATCH}{part.watching}", must=False))
    return tuple(asks)


def choice(state: State, ask: Ask) -> c.Choice:
    """The question with its options."""
    part = state.parts[ask.seat]
    if ask.key.startswith(WATCH):
        return c.Pick(_text("ask.watch"), (_option("clap"), _option("away")))
    return question(state, part, part.agenda[0])


def question(state: State, part: Part, need: k.AnyNeed) -> c.Choice:
    """The question a piece of work asks, of as few options as there are."""
    match need:
        case k.Seal():
            keep = c.Pick(
                _text("ask.keep"), tuple(card_option(card) for card in part.pack), least=min(1, len(part.pack))
            )
            bid = c.Pick(_text("ask.bid"), tuple(_option(bid) for bid in BIDS))
            return c.Form(_text("ask.seal", round=need.round), (c.Field("keep", keep), c.Field("bid", bid)))
        case k.Turn():
            means = 2 * part.gold + part.silver
            cards = [card_option(f"play:{card}", card) for card in part.hand if k.CARDS[card].cost <= means]
            free = [c.Option("change", _text("option.change"), aside=True)] if part.gold else []
            return c.Pick(_text("ask.turn"), (*cards, _option("pass"), *free))
        case k.Pay():
            units = (
                c.Unit("gold", _text("option.gold"), cap=part.gold, worth=2),
                c.Unit("silver", _text("option.silver"), cap=part.silver),
            )
            return c.Share(_text("ask.pay", n=need.cost), units, total=need.cost, exact=False)
        case k.Build():
            pieces = tuple(c.Option(tile, _text(f"tile.{tile}"), about=f"tile:{tile}") for tile in k.TILES)
            return c.Lay(_text("ask.build"), pieces, ("0", "1"), spots(part))
        case k.Bank():
            return c.Number(_text("ask.bank"), 0, part.silver)
        case k.Aim():
            return c.Pick(_text("ask.aim"), tuple(_seat_option(seat) for seat in still_in(state) if seat != part.seat))
        case k.Toll():
            cards = [card_option(card) for card in part.hand if red(card)]
            return c.Pick(_text("ask.toll", who=seat_text(need.source)), (*cards, _option("silver")))
        case k.Pull():
            raise ValueError("pulling asks nothing")


def spots(part: Part) -> tuple[tuple[str, str, str], ...]:
    """Where a seat can lay a tile."""
    left = {"dot": part.dots, "bar": part.bars}
    return tuple(
        (tile, turn, at)
        for tile in k.TILES
        if left[tile]
        for turn in (("0", "1") if tile == "bar" else ("0",))
        for at in k.CELLS
        if all(cell in k.CELLS and cell not in part.covered for cell in k.covered(tile, turn, at))
    )


def command(state: State, ask: Ask, reply: c.Reply) -> do.GameCommand:
    """An accepted reply as a command."""
    seat = ask.seat
    match reply:
        case c.Filled():
            return do.SealChoice(seat, "".join(reply.fields["keep"].ids), reply.fields["bid"].ids[0])
        case c.Shared():
            return do.PayWith(seat, reply.amounts.get("gold", 0), reply.amounts.get("silver", 0))
        case c.Laid():
            return do.Lay(seat, reply.piece, reply.turn, reply.at)
        case c.Counted():
            return do.PutAway(seat, reply.number)
        case c.Picked():
            return _picked(state, ask, reply.ids[0])
        case _:
            assert_never(reply)


def _picked(state: State, ask: Ask, name: str) -> do.GameCommand:
    if ask.key.startswith(WATCH):
        return do.Watch(ask.seat, name == "clap")
    if isinstance(state.parts[ask.seat].agenda[0], k.Toll):
        return do.PayToll(ask.seat, "" if name == "silver" else name)
    if name.startswith("seat:"):
        return do.AimAt(ask.seat, int(name.removeprefix("seat:")))
    if name == "pass":
        return do.Pass(ask.seat)
    return do.ChangeGold(ask.seat) if name == "change" else do.Play(ask.seat, name.removeprefix("play:"))


def default(state: State, ask: Ask) -> c.Reply:
    """What silence says: bid low, pass, pay with silver first, build where one can, bank nothing."""
    part = state.parts[ask.seat]
    match part.agenda[0]:
        case k.Seal():
            return c.Filled({"keep": c.Picked(part.pack[:1]), "bid": c.Picked((BIDS[0],))})
        case k.Turn():
            return c.Picked(("pass",))
        case k.Toll():
            return c.Picked(("silver",))
        case k.Bank():
            return c.Counted(0)
        case k.Pay() | k.Build() | k.Aim() | k.Pull() as need:
            return next(iter(c.replies(question(state, part, need))))


def card_option(name: str, card: str | None = None) -> c.Option:
    """A card to choose; `about` names it on the picture."""
    card = card or name
    return c.Option(name, k.card_text(card), about=f"card:{card}")


def _option(name: str) -> c.Option:
    return c.Option(name, _text(f"option.{name}"))


def _seat_option(seat: int) -> c.Option:
    return c.Option(f"seat:{seat}", seat_text(seat), about=f"seat:{seat}")


def _text(key: str, **args: Text | int) -> Text:
    return Text(f"gauntlet.{key}", dict(args))

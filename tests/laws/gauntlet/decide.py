"""What comes of a command.

`Table` gathers the events of one command; after each command `settle` does all that asks nobody:
pulls pebbles, pays where there is one way, passes the turn, ends rounds and the match. Standing
orders will be the table's (as undo and votes are), so nothing here knows them; the small off-turn
question they are for is the toll.
"""

from typing import Any, assert_never

from events import choices as c
from events.record import Event
from events.texts import Text
from services.referee import Leave, Luck, Refused, SetUp
from tests.laws.gauntlet import cards as k
from tests.laws.gauntlet import commands as do
from tests.laws.gauntlet import events as e
from tests.laws.gauntlet.evolve import evolve
from tests.laws.gauntlet.pending import question
from tests.laws.gauntlet.state import BIDS, Options, Part, SeatOptions, State, sealing, still_in, unseen

HAND, PACK = 1, 2


class Table:
    """The events of one command so far, and the state after them."""

    def __init__(self, state: State, luck: Luck) -> None:
        self.state = state
        self.luck = luck
        self.events: list[Event] = []

    def add(self, event: e.AnyEvent) -> None:
        """One more event."""
        self.events.append(event)
        self.state = evolve(self.state, event)


def decide(state: State, command: SetUp | Leave | do.GameCommand, luck: Luck) -> list[Event]:
    """The events of a command."""
    table = Table(state, luck)
    match command:
        case SetUp():
            _set_up(table, command.options, command.seat_options)
        case Leave():
            table.add(e.Resigned(command.seat))
        case _:
            _play(table, state.parts[command.seat], command)
    settle(table)
    return table.events


def _set_up(table: Table, options: Options, seats: tuple[SeatOptions, ...]) -> None:
    if "red" not in options.colours:
        raise Refused("bad_options", Text("gauntlet.refused.red"))
    gold = tuple(2 if seat.rich else 1 for seat in seats)
    deck = tuple(sorted(card for card, face in k.CARDS.items() if face.colour in options.colours))
    table.add(e.Prepared(options.rounds, options.observer, gold, options.silver, deck))
    _restock(table, HAND)
    table.add(e.RoundBegan(1, still_in(table.state)))


def _restock(table: Table, hand: int) -> None:
    for seat in still_in(table.state):
        deck = unseen(table.state)
        want = hand + max(0, PACK - len(table.state.parts[seat].pack))
        drawn = table.luck.table.draw(deck, min(want, len(deck)))
        if drawn:
            table.add(e.Dealt(seat, drawn[:hand], drawn[hand:]))


def _play(table: Table, part: Part, command: do.GameCommand) -> None:
    seat = part.seat
    match command:
        case do.SealChoice():
            table.add(e.Sealed(seat, command.keep, command.bid))
        case do.Play():
            card = k.CARDS[command.card]
            pay = (k.Pay(command.card, card.cost),) if card.cost else ()
            table.add(e.CardPlayed(seat, command.card, (*pay, *card.play), _observer(table.state, seat)))
        case do.Pass():
            table.add(e.Passed(seat))
        case do.ChangeGold():
            table.add(e.GoldChanged(seat))
        case do.PayWith():
            table.add(e.Paid(seat, command.gold, command.silver))
        case do.Lay():
            table.add(_built(seat, command.tile, command.turn, command.at))
        case do.PutAway():
            table.add(_banked(part, command.silver))
        case do.AimAt():
            table.add(e.Aimed(seat, command.target))
        case do.PayToll():
            table.add(e.TollPaid(seat, command.card, 0 if command.card else min(1, part.silver)))
        case do.Watch(clap=False):
            table.add(e.LookedAway(seat))
        case do.Watch():
            die = table.luck.table.roll(6)[0]
            table.add(e.Cheered(seat, die, min(1, part.reserve) if die > 3 else 0))
        case _:
            assert_never(command)


def _built(seat: int, tile: str, turn: str, at: str) -> e.Built:
    cells = k.covered(tile, turn, at)
    return e.Built(seat, tile, cells, tuple(k.BONUS[cell] for cell in cells if cell in k.BONUS))


def _banked(part: Part, silver: int) -> e.Banked:
    left = 2 * part.gold + part.silver - silver
    return e.Banked(part.seat, silver, (k.Pay("fee", 1),) if silver and left else ())


def _observer(state: State, seat: int) -> int | None:
    """The next seat still in may look on, where that is played."""
    seats = still_in(state)
    place = (seats.index(seat) + 1) % len(seats)
    return seats[place] if state.observer else None


def settle(table: Table) -> None:
    """Do all that asks nobody, until everything left is a question or the match is over."""
    while not table.state.reason and (_work(table) or _flow(table)):
        pass


def _work(table: Table) -> bool:
    """One piece of work that needs no answer; whether there was one."""
    for part in table.state.parts:
        if part.agenda and not part.sealed:
            event = _unasked(table, part, part.agenda[0])
            if event is not None:
                table.add(event)
                return True
    return False


def _unasked(table: Table, part: Part, need: k.AnyNeed) -> e.AnyEvent | None:
    seat = part.seat
    match need:
        case k.Pull():
            pebbles = table.luck.seat(seat).draw(part.bag, min(need.n, len(part.bag)))
            return e.Pulled(seat, pebbles) if pebbles else e.Skipped(seat)
        case k.Toll():
            return None if part.hand else e.TollPaid(seat, "", min(1, part.silver))
        case k.Turn():
            return None if part.hand or part.gold else e.Passed(seat)
        case k.Seal():
            return None
        case k.Pay() | k.Build() | k.Bank() | k.Aim():
            return _only(part, question(table.state, part, need))


def _only(part: Part, asked: c.Choice) -> e.AnyEvent | None:
    """What happens without a question where there are no two ways."""
    if c.count(asked) == 0:
        return e.Skipped(part.seat)
    match c.only(asked):
        case c.Shared(amounts):
            return e.Paid(part.seat, amounts.get("gold", 0), amounts.get("silver", 0))
        case c.Laid(piece, turn, at):
            return _built(part.seat, piece, turn, at)
        case c.Counted(number):
            return _banked(part, number)
        case c.Picked((name,)):
            return e.Aimed(part.seat, int(name.removeprefix("seat:")))
        case _:
            return None


def _flow(table: Table) -> bool:
    """The next step of the round or the match, if nothing stands before it; whether there was one."""
    state = table.state
    seats = still_in(state)
    choosing = sealing(state)
    if len(seats) == 1:
        _end(table, "alone")
    elif choosing:
        if not all(state.parts[seat].sealed for seat in choosing):
            return False
        _open_seals(table, seats)
    else:
        return _turns(table)
    return True


def _open_seals(table: Table, seats: tuple[int, ...]) -> None:
    bids = tuple(part.bid for part in table.state.parts)
    order = sorted(seats, key=lambda seat: (-BIDS.index(bids[seat]), seat))
    table.add(e.BidsShown(bids, tuple(order)))
    table.add(e.PacksPassed(seats, (*seats[1:], seats[0])))


def _turns(table: Table) -> bool:
    """The turn passes when the seat that has it is done; tolls of others need not be paid for that."""
    state = table.state
    if state.turn >= 0 and state.parts[state.turn].agenda:
        return False
    if not state.turns:
        return _next_round(table)
    table.add(e.TurnBegan(state.turns[0]))
    return True


def _next_round(table: Table) -> bool:
    """A round ends when all work of all seats is done."""
    state = table.state
    if any(part.agenda for part in state.parts):
        return False
    if state.round >= state.rounds:
        _end(table, "rounds")
        return True
    _restock(table, 0)
    table.add(e.RoundBegan(state.round + 1, still_in(table.state)))
    return True


def _end(table: Table, reason: str) -> None:
    parts = table.state.parts
    worth: list[Any] = [(not part.out, part.points) for part in parts]
    table.add(e.GameOver(tuple(1 + sum(other > mine for other in worth) for mine in worth), reason))

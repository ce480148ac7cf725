"""Rules 4 and 15, Payment: what a price may be paid with, and the preset."""

from events.choices import Reply, Share, Shared, Unit
from events.mars.agenda import PayPrice
from events.mars.state import Seat, State
from events.mars.tally import funds, pays_with_heat
from events.texts import Text
from services.mars.standing import steel_value, titanium_value


def reach(seat: Seat, pay: PayPrice) -> int:
    """The most that could be paid towards this price."""
    total = funds(seat, pay.spare)
    if pay.steel:
        total += seat.resources["steel"] * steel_value(seat)
    if pay.titanium:
        total += seat.resources["titanium"] * titanium_value(seat)
    return total


def units(seat: Seat, pay: PayPrice) -> tuple[Unit, ...]:
    """What there is to pay with, metals first."""
    worths = []
    if pay.steel:
        worths.append(("steel", seat.resources["steel"], steel_value(seat)))
    if pay.titanium:
        worths.append(("titanium", seat.resources["titanium"], titanium_value(seat)))
    worths.append(("megacredits", seat.resources["megacredits"], 1))
    if pays_with_heat(seat):
        worths.append(("heat", max(0, seat.resources["heat"] - pay.spare), 1))
    return tuple(
        Unit(name, Text(f"mars.resource.{name}"), about=f"track:{seat.seat}:{name}", cap=cap, worth=worth)
        for name, cap, worth in worths
        if cap > 0
    )


def share(state: State, seat: int, pay: PayPrice, what: Text) -> Share:
    """The question: every payment that covers the price and in which nothing can be spared."""
    holder = state.seats[seat]
    return Share(Text("mars.ask.pay", {"price": pay.price, "what": what}), units(holder, pay), pay.price, exact=False)


def preset(seat: Seat, pay: PayPrice) -> Reply:
    """Metal as far as it fits without overpaying, then M€, then heat; more metal only where it must be."""
    caps = {unit.id: (unit.cap, unit.worth) for unit in units(seat, pay)}
    steels, steel = caps.get("steel", (0, 1))
    titaniums, titanium = caps.get("titanium", (0, 1))
    money, heat = caps.get("megacredits", (0, 1))[0], caps.get("heat", (0, 1))[0]
    best: tuple[tuple[int, int, int], dict[str, int]] | None = None
    for t in range(min(titaniums, -(-pay.price // titanium)) + 1):
        for s in range(min(steels, -(-max(0, pay.price - t * titanium) // steel)) + 1):
            metal = t * titanium + s * steel
            rest = max(0, pay.price - metal)
            if rest > money + heat:
                continue
            over = max(0, metal - pay.price)
            if over and ((t and over >= titanium) or (s and over >= steel)):
                continue
            paid = {"steel": s, "titanium": t, "megacredits": min(rest, money), "heat": max(0, rest - money)}
            rank = (-over, metal, s)
            if best is None or rank > best[0]:
                best = rank, paid
    assert best is not None
    return Shared({name: n for name, n in best[1].items() if n})

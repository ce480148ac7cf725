"""A full state that a viewer cannot tell from the true one."""

from msgspec.structs import replace

from events.record import Chance
from tests.laws.gauntlet.state import BIDS, Part, State, red


def imagine(view: State, seat: int | None, chance: Chance) -> State:
    """Deal anew whatever lies in other seats' hands, packs and dropped cards, and what they sealed.

    Dropped cards paid a toll, so they are red. What a seat passed on with its pack is not remembered.
    """
    known = {*view.discards}
    if seat is not None:
        mine = view.parts[seat]
        known.update(mine.hand, mine.pack, mine.dropped)
    unknown = chance.shuffle([card for card in view.cards if card not in known])
    others = [part for part in view.parts if part.seat != seat]
    reds = [card for card in unknown if red(card)][: sum(len(part.dropped) for part in others)]
    rest = [card for card in unknown if card not in reds]
    parts = tuple(part if part.seat == seat else _imagined(part, reds, rest, chance) for part in view.parts)
    return replace(view, parts=parts)


def _imagined(part: Part, reds: list[str], rest: list[str], chance: Chance) -> Part:
    dropped = tuple([reds.pop() for _ in part.dropped])
    hand = tuple([rest.pop() for _ in part.hand])
    pack = tuple([rest.pop() for _ in part.pack])
    keep = bid = ""
    if part.sealed:
        keep = chance.draw(pack, 1)[0] if pack else ""
        bid = chance.draw(BIDS, 1)[0]
    return replace(part, dropped=dropped, hand=hand, pack=pack, keep=keep, bid=bid)

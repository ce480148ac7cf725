"""A player that wants to see everything: it looks one answer ahead like the greedy robot, and goes out of its way for
what no match has shown yet. Used to make golden records, never at a table.
"""

from __future__ import annotations

from itertools import islice
from typing import NamedTuple

from events.choices import Choice, Laid, Lay, Pick, Picked, Reply, Share, Shared, replies, sample
from events.record import fold
from events.sky_farm import RECORD
from events.sky_farm.effects import Draw
from events.sky_farm.events import CardsKept, ExchangeNamed
from events.sky_farm.farming_dice import ANIMALS, CROPS, KINDS
from events.sky_farm.grids import AREAS
from events.sky_farm.land import BLOCK, BLOCKS, FENCE, LAND_IDS, TILLED, cells_of, marked, pens
from events.sky_farm.sheet_events import Given
from events.sky_farm.sheets import BADGES, COIN_PROJECTS, ROWS
from events.sky_farm.state import Farm, State
from services.dice import Seeded
from services.referee import Ask
from services.sky_farm import REFEREE
from services.sky_farm.drawing import room
from services.sky_farm.silence import rings
from services.sky_farm.worth import worth
from tests.records.sky_farm.cover import shown

TRIES = 26


class Dream(NamedTuple):
    """What a seat strives for above all."""

    animal: str = ""
    crop: str = ""
    project: str = ""


class Curious:
    """Decides for all seats of a match. `seen`: what was shown so far, in all matches; it grows."""

    def __init__(self, seen: set[str], seed: str, dreams: tuple[Dream, ...] = ()) -> None:
        self.seen = seen
        self.dice = Seeded(seed)
        self.dreams = dreams

    def dream(self, seat: int) -> Dream:
        """The dream of a seat."""
        return self.dreams[seat] if seat < len(self.dreams) else Dream()

    def reply(self, state: State, ask: Ask) -> Reply:
        """The reply that shows most that is new, else the one worth most with wishes counted."""
        choice = REFEREE.choice(state, ask)
        few = list(islice(replies(choice), TRIES + 1))
        if len(few) > TRIES:
            few = [REFEREE.default(state, ask)]
            few += [sample(choice, self.dice, asides=False) for _ in range(TRIES - 1)]
        few += self._ideas(state.seats[ask.seat], choice)
        return max(few, key=lambda reply: (self._value(state, ask, reply), str(reply)))

    def _ideas(self, farm: Farm, choice: Choice) -> list[Reply]:
        """Replies that chance would hardly find: each crop once, housing, cells that the dream needs, coins for it."""
        dream = self.dream(farm.seat)
        first = farm.agenda[0]
        ideas: list[Reply] = []
        if isinstance(choice, Lay) and len(choice.pieces) > 1:
            firsts: dict[str, tuple[str, str, str]] = {}
            for spot in choice.spots:
                firsts.setdefault(spot[0], spot)
            ideas += [Laid(*spot) for spot in firsts.values()]
        if isinstance(choice, Share):
            for unit in choice.options:
                if unit.cap >= choice.total and unit.id == (dream.animal or unit.id):
                    ideas.append(Shared({unit.id: choice.total}))
        if isinstance(choice, Pick):
            ideas += [Picked((o.id,)) for o in choice.options if o.aside and o.id.startswith(("house", "energy"))][:8]
            if "moved" not in self.seen:
                ideas += [Picked((o.id,)) for o in choice.options if o.id.startswith("move:")][:1]
        if isinstance(first, Draw):
            cells = dreamt_cells(farm, dream, first)
            ideas += [Picked(tuple(LAND_IDS[cell] for cell in cells))] if cells else []
        return ideas

    def _value(self, state: State, ask: Ask, reply: Reply) -> float:
        events = REFEREE.decide(state, REFEREE.command(state, ask, reply), Seeded(ask.key))
        after = fold(RECORD, state, events)
        new = {name for name in shown(events) - self.seen if name != "gift" and not name.startswith("kept")}
        value = 9.0 * sum(not name.startswith(("find", "gained", "gift", "goal")) for name in new) + 4.0 * len(new)
        if isinstance(reply, Picked) and ask.key.startswith("choosecards"):
            value += sum(12.0 for card in reply.ids if f"card:{card}" not in self.seen)
        if isinstance(reply, Picked) and reply.ids and reply.ids[0] in AREAS:
            value += 6.0 * sum(f"fish:{fish}" not in self.seen for fish in set(AREAS[reply.ids[0]]) if fish)
        for event in events:
            match event:
                case Given() if event.to is not None and f"gift:{event.card}" not in self.seen:
                    value += 12.0
                case CardsKept():
                    value += sum(2.0 for card in event.kept.values() if f"gift:{card}" not in self.seen)
                case ExchangeNamed():
                    farm = state.seats[ask.seat]
                    cards = [side.card for side in farm.sides if side.side in event.sides]
                    value += sum(3.0 if f"gift:{card}" in self.seen else -3.0 for card in cards)
        return value + worth(after, ask.seat) + self._wishes(after.seats[ask.seat])

    def _wishes(self, farm: Farm) -> float:
        """Steps toward what nobody has shown, and toward the dream."""
        value = 0.0
        dream = self.dream(farm.seat)
        for row in ROWS.values():
            name = {"upgrade": "upgrade", "special": "special", "badge": "row"}[row.kind]
            wanted = f"{name}:{row.id if row.kind == 'badge' else row.owner}" not in self.seen
            if row.kind == "badge":
                wanted = wanted or f"badge:{row.owner}" not in self.seen
            weight = 7.0 if wanted else 0.0
            weight += 16.0 if row.owner == dream.project else 0.0
            if dream.crop and CROPS[dream.crop].needs_trellis and row.owner == "trellis_1":
                weight += 14.0
            value += weight * (len(farm.marks.get(row.id, ())) / len(row.slots)) ** 1.1
        for name, project in COIN_PROJECTS.items():
            if f"coins:{name}" not in self.seen or name == dream.animal:
                weight = 22.0 if name == dream.animal else 8.0
                value += weight * min(1.0, farm.coins.get(name, 0) / project.rows[0])
        if dream.project in BADGES:
            value += 2.5 * farm.coins.get("buyback", 0)
        return value + self._land(farm, dream)

    def _land(self, farm: Farm, dream: Dream) -> float:
        value = self._promised(farm, dream)
        for die in farm.dice:
            faces = KINDS[die.kind].faces
            fresh = [k for k in range(die.face, len(faces)) if faces[k].harvest and self._new(die.kind, k + 1)]
            value += (5.0 + 1.2 * die.face) * bool(fresh)
            value += 25.0 if die.kind in (dream.crop, dream.animal) else 0.0
        tilled = marked(farm.ground, TILLED) & ~farm.occupied
        fences = marked(farm.ground, FENCE)
        if dream.crop and not any(die.kind == dream.crop for die in farm.crops):
            value += 0.8 * max((block & tilled).bit_count() for block in fields(farm, dream.crop))
        if dream.animal:
            side = ANIMALS[dream.animal].side
            value += 0.7 * max(((ring & fences).bit_count() for _, ring in pens_to_be(farm, side)), default=0)
            value += 8.0 * any(pen.bit_count() >= side * side for pen in pens(fences))
        return value

    def _promised(self, farm: Farm, dream: Dream) -> float:
        """Cells that are about to be drawn, as far as the dream has a use for them."""
        first = farm.agenda[0] if farm.agenda else None
        if not isinstance(first, Draw) or not dreamt_cells(farm, dream, first):
            return 0.0
        return (0.8 if first.ground == "till" else 0.7) * len(dreamt_cells(farm, dream, first)) + 0.5

    def _new(self, kind: str, face: int) -> bool:
        return f"harvest:{kind}:{face}" not in self.seen


def fields(farm: Farm, crop: str) -> tuple[int, ...]:
    """The blocks where a crop may stand some day; a trellis crop's on its trellis."""
    side = CROPS[crop].side
    closed = marked(farm.ground, FENCE) | farm.occupied
    blocks = [block for _, block in BLOCKS[side] if not block & closed]
    if CROPS[crop].needs_trellis and farm.trellises:
        blocks = [block for block in blocks if any(not BLOCK[2][at] & ~block for at in farm.trellises)]
    return tuple(blocks) or (0,)


def pens_to_be(farm: Farm, side: int) -> list[tuple[int, int]]:
    """Inside and fence of the pens of this size that can still be closed."""
    fences, free = marked(farm.ground, FENCE), room(farm, "fence")
    return [
        (inside, ring)
        for _, inside, ring, _ in rings()
        if inside.bit_count() == side * side and not inside & (fences | farm.occupied) and not ring & ~(fences | free)
    ]


def dreamt_cells(farm: Farm, dream: Dream, work: Draw) -> tuple[int, ...]:
    """Cells that bring the dream nearer: the pen that wants fewest fences, the field that wants fewest cells."""
    if work.ground == "till":
        if not dream.crop:
            return ()
        tilled = marked(farm.ground, TILLED)
        missing = [block & ~tilled for block in fields(farm, dream.crop) if block & ~tilled]
    else:
        side = ANIMALS[dream.animal].side if dream.animal else 0
        fences = marked(farm.ground, FENCE)
        missing = [ring & ~fences for _, ring in pens_to_be(farm, side) if ring & ~fences] if side else []
    return cells_of(min(missing, key=lambda mask: (mask.bit_count(), mask)))[: work.n] if missing else ()

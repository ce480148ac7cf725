"""Part 8 of the rules: chopping and mining scratch one square at a time."""

from events.choices import Choice, Option, Pick, Picked, Reply
from events.sky_farm import names
from events.sky_farm.effects import Actions
from events.sky_farm.events import BarUsed
from events.sky_farm.grids import BAGS, BOTTOM, COST, FINDS, HALF, OPENS, ScratchCard, cell_id, reachable
from events.sky_farm.sheet_events import Scratched
from events.sky_farm.state import Farm, Scratch
from events.sky_farm.work import Scratching
from events.texts import Text
from services.sky_farm import bars
from services.sky_farm.play import Turn
from services.sky_farm.rewards import open_area


def card_of(farm: Farm, card: ScratchCard) -> tuple[Scratch, ...]:
    """The scratched squares of a card."""
    return farm.forest if card == "forest" else farm.mine


def squares(farm: Farm, card: ScratchCard, actions: int) -> tuple[int, ...]:
    """The squares that may be scratched with so many actions (8.2, 8.3)."""
    scratched = frozenset(each.square for each in card_of(farm, card))
    return tuple(square for square in reachable(scratched) if COST[square] <= actions)


def bag(farm: Farm, card: ScratchCard, square: int) -> tuple[str, ...]:
    """What may lie under a square: the bag of its half less what has been found there, sorted."""
    left = list(BAGS[card][HALF[square]])
    for each in card_of(farm, card):
        if HALF[each.square] == HALF[square]:
            left.remove(each.found)
    return tuple(left)


def go(turn: Turn, work: Scratching | Actions) -> Scratching | None:
    """Ask for the next square as long as one can be paid, perhaps with a bar; actions found go to the task."""
    match work:
        case Scratching():
            wider = work.actions + (1 if bars.usable(turn.farm, work.bar) else 0)
            return work if squares(turn.farm, work.card, wider) else None
        case Actions():
            for place, other in enumerate(turn.agenda):
                if isinstance(other, Scratching):
                    turn.agenda[place] = Scratching(other.card, other.actions + work.n, other.bar)
                    break
            return None


def menu(farm: Farm, work: Scratching) -> Choice:
    """The squares in reach, or stop."""
    options = [_option(farm.seat, work.card, square) for square in squares(farm, work.card, work.actions)]
    options.append(Option("end", Text("sky_farm.option.end")))
    if bars.usable(farm, work.bar):
        options.append(bars.OPTION)
    task = names.task("chop" if work.card == "forest" else "mine")
    return Pick(Text("sky_farm.ask.scratch", {"task": task, "n": work.actions}), tuple(options))


def _option(seat: int, card: ScratchCard, square: int) -> Option:
    name = cell_id(square)
    text = Text("sky_farm.option.square", {"at": name, "n": COST[square]})
    return Option(name, text, about=f"square:{seat}:{card}:{name}")


def take(turn: Turn, work: Scratching, reply: Reply) -> None:
    """Scratch the square; what is found is a step (K48)."""
    assert isinstance(reply, Picked)
    chosen = reply.ids[0]
    if chosen == "end":
        return
    if chosen == bars.OPTION.id:
        turn.tell(BarUsed(turn.seat, bars.next_bar(turn.farm)))
        turn.push(Scratching(work.card, work.actions + 1, bar=True))
        return
    square = next(square for square in HALF if cell_id(square) == chosen)
    (found,) = turn.play.luck.seat(turn.seat).draw(bag(turn.farm, work.card, square), 1)
    turn.tell(Scratched(turn.seat, work.card, square, found))
    turn.push(Scratching(work.card, work.actions - COST[square], work.bar))
    turn.step(*FINDS[found])
    if {each.square for each in card_of(turn.farm, work.card)} >= set(BOTTOM):
        open_area(turn, OPENS[work.card])  # K48: an unlock is at once

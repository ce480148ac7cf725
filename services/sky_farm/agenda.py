"""Working off a seat's agenda: which chapter does what, until the seat is asked or has nothing left to do."""

from events.choices import Choice, Reply
from events.sky_farm.effects import (
    Ability,
    Actions,
    Advance,
    Coins,
    Draw,
    Either,
    FillBadge,
    FillTools,
    Gain,
    Geode,
    Level,
    NeighbourStep,
    Points,
    Task,
    Trellis,
    Unlock,
    Water,
)
from events.sky_farm.state import Farm, State
from events.sky_farm.work import (
    Arrange,
    Card,
    ChooseCards,
    ChooseRod,
    Exchange,
    Farming,
    Finish,
    Fishing,
    FixCrossing,
    GiftsIn,
    GoFishing,
    Grow,
    Keep,
    Lower,
    Move,
    MoveDie,
    Piece,
    Plant,
    Question,
    ReadGeode,
    Scratching,
    StampIt,
    StepEnd,
    Symbol,
    Unit,
)
from services.sky_farm import (
    animals,
    boxes,
    coins,
    drawing,
    farming,
    fishing,
    geodes,
    growing,
    handling,
    neighbours,
    rewards,
    scratching,
    tasks,
)
from services.sky_farm.play import Turn


def run(turn: Turn) -> None:
    """Do what can be done without asking; the seat's question, if any, then stands first."""
    while turn.agenda:
        work = turn.agenda.pop(0)
        if isinstance(work, StepEnd):
            turn.end_step(work)
            continue
        asked = _go(turn, work)
        if asked is not None:
            turn.push(asked)
            return


def _go(turn: Turn, work: Piece) -> Question | None:
    """Do a piece of work, or give back the question it needs an answer to."""
    match work:
        case GiftsIn() | Exchange() | Keep():
            return neighbours.go(turn, work)
        case Grow() | Move() | MoveDie() | Symbol() | Advance():
            return growing.go(turn, work)
        case ChooseCards() | Card() | Lower() | Finish() | Either() | Task():
            return tasks.go(turn, work)
        case Scratching() | Actions():
            return scratching.go(turn, work)
        case GoFishing() | FixCrossing() | ChooseRod() | Fishing():
            return fishing.go(turn, work)
        case Geode() | ReadGeode():
            return geodes.go(turn, work)
        case Farming() | Plant() | Water():
            return farming.go(turn, work)
        case Draw() | Trellis():
            return drawing.go(turn, work)
        case Gain() | Unit() | StampIt():
            return handling.go(turn, work)
        case Coins():
            return coins.go(turn, work)
        case FillTools() | FillBadge():
            return boxes.go(turn, work)
        case Level() | Unlock() | Points() | Ability() | NeighbourStep():
            rewards.go(turn, work)
            return None
        case Arrange():
            return animals.go(turn, work)


def question(farm: Farm) -> Question:
    """The question that stands first in the agenda of a seat that is asked."""
    first = farm.agenda[0]
    assert isinstance(first, Question)
    return first


def menu(state: State, farm: Farm, work: Question) -> Choice:
    """What may be answered, asides not included."""
    match work:
        case GiftsIn() | Exchange() | Keep():
            return neighbours.menu(farm, work)
        case Move():
            return growing.menu(farm, work)
        case ChooseCards() | Lower() | Finish() | Either() | Task():
            return tasks.menu(state, work)
        case Scratching():
            return scratching.menu(farm, work)
        case GoFishing() | FixCrossing() | ChooseRod() | Fishing():
            return fishing.menu(farm, work)
        case ReadGeode():
            return geodes.menu(farm, work)
        case Farming() | Plant() | Water():
            return farming.menu(farm, work)
        case Draw() | Trellis():
            return drawing.menu(farm, work)
        case Arrange():
            return animals.menu(farm, work)
        case Unit() | StampIt():
            return handling.menu(state, farm, work)
        case Coins():
            return coins.menu(farm, work)
        case FillTools() | FillBadge():
            return boxes.menu(farm, work)


def take(turn: Turn, work: Question, reply: Reply) -> None:
    """Do what an accepted reply says; the question has already been taken off the agenda."""
    match work:
        case GiftsIn() | Exchange() | Keep():
            neighbours.take(turn, work, reply)
        case Move():
            growing.take(turn, work, reply)
        case ChooseCards() | Lower() | Finish() | Either() | Task():
            tasks.take(turn, work, reply)
        case Scratching():
            scratching.take(turn, work, reply)
        case GoFishing() | FixCrossing() | ChooseRod() | Fishing():
            fishing.take(turn, work, reply)
        case ReadGeode():
            geodes.take(turn, work, reply)
        case Farming() | Plant() | Water():
            farming.take(turn, work, reply)
        case Draw() | Trellis():
            drawing.take(turn, work, reply)
        case Arrange():
            animals.take(turn, work, reply)
        case Unit() | StampIt():
            handling.take(turn, work, reply)
        case Coins():
            coins.take(turn, reply)
        case FillTools() | FillBadge():
            boxes.take(turn, work, reply)

"""Part 7 of the rules: two task cards in order, upper and lower halves, the choice between options, the guide card.

Ruling: the guide card turns over by itself when nothing is left to do, unless a waiting animal could be housed
now, if need be once others have moved; then its owner says so (K36, K37, K71).
"""

from events.choices import Choice, Option, Pick, Picked, Reply
from events.sky_farm import names
from events.sky_farm.cards import TASK_CARDS, Condition
from events.sky_farm.effects import TASKS, Effects, Either, Task, TaskKind
from events.sky_farm.events import CardBegun, CardsChosen, LowerHalf, TaskBegun, TurnFinished
from events.sky_farm.grids import CARD_OF
from events.sky_farm.manifest import filled
from events.sky_farm.sheets import BAITS, RODS, UPGRADES
from events.sky_farm.state import Farm, State
from events.sky_farm.work import Card, ChooseCards, Farming, Finish, GoFishing, Lower, Scratching, StepEnd
from events.texts import Text
from services.sky_farm import animals
from services.sky_farm.play import Turn

CHOSEN = 2


def go(
    turn: Turn, work: ChooseCards | Card | Lower | Finish | Either | Task
) -> ChooseCards | Lower | Finish | Either | Task | None:
    """Run cards and begin tasks; ask where there is a choice."""
    match work:
        case ChooseCards() | Either():
            return work
        case Card():
            card = TASK_CARDS[work.card]
            turn.tell(CardBegun(turn.seat, card.id))
            if card.condition is not None:
                turn.push(Lower(card.id))
            _steps(turn, card.upper)
        case Lower():
            condition = TASK_CARDS[work.card].condition
            assert condition is not None
            if holds(turn.farm, condition):
                return work
            turn.tell(LowerHalf(turn.seat, work.card, done=False))
        case Finish():
            if animals.can_house(turn.farm):
                return work
            turn.tell(TurnFinished(turn.seat))
        case Task():
            return _begin(turn, work)
    return None


def _steps(turn: Turn, effects: Effects) -> None:
    """Each effect of a card is a step (K48)."""
    turn.push(*(work for effect in effects for work in (effect, StepEnd())))


def _begin(turn: Turn, work: Task) -> Task | None:
    if work.task == "any":
        return work
    farm = turn.farm
    n = actions(farm, work.task) + work.plus
    turn.tell(TaskBegun(turn.seat, work.task, n))
    match work.task:
        case "chop" | "mine":
            turn.push(Scratching(CARD_OF[work.task], n))
        case "fish":
            turn.push(GoFishing(n))
        case "farm":
            turn.push(Farming(n))
    return None


def actions(farm: Farm, task: TaskKind) -> int:
    """The actions of a task begun now: one, and one for each finished tool or bait (8.1, 9.4, 12.1)."""
    if task == "fish":
        return 1 + sum(bait in farm.done for bait in BAITS)
    return 1 + sum(UPGRADES[name].task == task for name in farm.done if name in UPGRADES)


def holds(farm: Farm, condition: Condition) -> bool:
    """Whether the condition of a card holds now (K11)."""
    return metric(farm, condition.metric) >= condition.min


def metric(farm: Farm, name: str) -> int:
    """What conditions count."""
    match name:
        case "crops_on_farm":
            return len(farm.crops)
        case "animals_on_farm":
            return len(farm.animals) - len(farm.waiting)
        case "squares_scratched_this_card":
            return farm.card_squares
        case "fish_caught_this_card":
            return farm.card_fish
        case "rods_owned":
            return sum(rod in farm.done for rod in RODS)
        case "upgrades_completed":
            return sum(name in UPGRADES for name in farm.done)
        case "areas_unlocked":
            return len(farm.areas)
        case "badge_rows_completed":
            return sum("/" in name for name in farm.done)
        case "cargo_cells":
            return filled(farm.stamps).bit_count()
        case _:
            raise LookupError(name)


def menu(state: State, work: ChooseCards | Lower | Finish | Either | Task) -> Choice:
    """The display; yes or no; the options of a card; the four tasks."""
    match work:
        case ChooseCards():
            options = tuple(Option(card, names.card_full(card), about=f"card:{card}") for card in state.display)
            return Pick(Text("sky_farm.ask.cards"), options, least=CHOSEN, most=CHOSEN, ordered=True)
        case Lower():
            lower = names.effects(TASK_CARDS[work.card].lower)
            ask = Text("sky_farm.ask.lower", {"card": names.card(work.card), "lower": lower})
            return Pick(ask, (Option("yes", Text("sky_farm.option.yes")), Option("no", Text("sky_farm.option.no"))))
        case Finish():
            return Pick(Text("sky_farm.ask.finish"), (Option("finish", Text("sky_farm.option.finish")),))
        case Either():
            options = tuple(
                Option(f"or{place}", Text("sky_farm.effect.all", {"parts": names.effects(part)}))
                for place, part in enumerate(work.lists, 1)
            )
            return Pick(Text("sky_farm.ask.either"), options)
        case Task():
            return Pick(Text("sky_farm.ask.task"), tuple(Option(task, names.task(task)) for task in TASKS))


def take(turn: Turn, work: ChooseCards | Lower | Finish | Either | Task, reply: Reply) -> None:
    """Go on as chosen."""
    assert isinstance(reply, Picked)
    first = reply.ids[0]
    match work:
        case ChooseCards():
            turn.tell(CardsChosen(turn.seat, reply.ids))
            turn.push(*(Card(card) for card in reply.ids))
        case Lower():
            turn.tell(LowerHalf(turn.seat, work.card, done=first == "yes"))
            if first == "yes":
                _steps(turn, TASK_CARDS[work.card].lower)
        case Finish():
            turn.tell(TurnFinished(turn.seat))
        case Either():
            _steps(turn, work.lists[int(first.removeprefix("or")) - 1])
        case Task():
            (task,) = (task for task in TASKS if task == first)
            turn.push(Task(task, work.plus))

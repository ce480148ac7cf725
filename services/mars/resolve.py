"""Rules 6: carrying out what is open, one step after the other, until a question stands or nothing is left."""

from events.choices import Picked, Reply, only
from events.mars.agenda import (
    BuyLooked,
    Claim,
    Convert,
    DoAction,
    FirstAction,
    Fund,
    Item,
    KeepLooked,
    PayAnyAmount,
    PayPrice,
    PutDown,
    RunProject,
    SellPatents,
    TakeFromCard,
    TakeLooked,
    Task,
    UseAction,
)
from events.mars.events import Asked, CardShown
from services.mars import asking, effects, tasks
from services.mars.agenda import next_item
from services.mars.possible import without
from services.mars.story import Story

Items = list[Item]


def run(story: Story, seat: int, pool: Items) -> bool:
    """Do what is open; True if all is through, False if a question stands."""
    while pool:
        nxt = next_item(story.state, seat, pool)
        if isinstance(nxt, tuple):
            story.tell(Asked(seat, None, tuple(pool)))
            return False
        item = pool.pop(nxt)
        choice = asking.question(story.state, seat, item, pool)
        reply = None if choice is None else only(choice)
        if choice is not None and reply is None:
            _ask(story, seat, item, pool)
            return False
        pool = carry_out(story, seat, item, pool, reply)
    return True


def _ask(story: Story, seat: int, item: Item, pool: Items) -> None:
    """The question put; a card that is to be paid for is shown first."""
    card = next((step.card for step in item.steps if isinstance(step, PutDown)), "")
    if card and story.state.showing != card:
        story.tell(CardShown(seat, card))
    story.tell(Asked(seat, item, tuple(pool)))


def go_on(story: Story, reply: Reply) -> bool:
    """The open question answered, and on from there; True if all is through."""
    agenda = story.state.agenda
    assert agenda is not None
    pool = list(agenda.pool)
    if agenda.current is None:
        assert isinstance(reply, Picked)
        chosen = pool.pop(int(reply.ids[0].partition(":")[2]))
        choice = asking.question(story.state, agenda.seat, chosen, pool)
        sure = None if choice is None else only(choice)
        if choice is not None and sure is None:
            _ask(story, agenda.seat, chosen, pool)
            return False
        return run(story, agenda.seat, carry_out(story, agenda.seat, chosen, pool, sure))
    return run(story, agenda.seat, carry_out(story, agenda.seat, agenda.current, pool, reply))


def carry_out(story: Story, seat: int, item: Item, pool: Items, reply: Reply | None) -> Items:
    """The first step of an item done; what is then open: its rest, the others, and what it set off."""
    step = item.steps[0]
    rest = without(item)
    if isinstance(step, Task):
        rest, new = _task(story, seat, item, step, rest, reply)
    else:
        rest, new = effects.do(story, seat, item, step, rest, reply)
    return [*([rest] if rest is not None else []), *pool, *new]


def _task(
    story: Story, seat: int, item: Item, step: Task, rest: Item | None, reply: Reply | None
) -> tuple[Item | None, Items]:
    match step:
        case PayPrice():
            tasks.pay(story, seat, reply)
            return rest, []
        case PutDown():
            return None, tasks.put_down(story, seat, step.card)
        case RunProject():
            return None, tasks.run_project(story, seat, step.project)
        case SellPatents():
            tasks.sell(story, seat, reply)
            return None, []
        case Claim() | Fund():
            tasks.claim(story, seat, step)
            return None, []
        case UseAction():
            return tasks.use(seat, step, reply), []
        case TakeFromCard():
            return (rest if tasks.take(story, seat, item, reply) else None), []
        case PayAnyAmount():
            return tasks.pay_amount(story, seat, step, rest, reply), []
        case DoAction():
            return None, tasks.act(story, seat, item, step)
        case KeepLooked() | BuyLooked() | TakeLooked():
            return _looked(story, seat, item, step, rest, reply), []
        case Convert():
            return None, tasks.convert(story, seat, step)
        case FirstAction():
            return None, tasks.first_action(story, seat)


def _looked(
    story: Story,
    seat: int,
    item: Item,
    step: KeepLooked | BuyLooked | TakeLooked,
    rest: Item | None,
    reply: Reply | None,
) -> Item | None:
    match step:
        case KeepLooked():
            effects.keep(story, seat, reply)
            return rest
        case BuyLooked():
            return effects.buy(story, seat, item, reply)
        case TakeLooked():
            effects.take_looked(story, seat)
            return rest

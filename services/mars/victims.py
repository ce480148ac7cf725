"""Rules 7: what one player does to another."""

from msgspec.structs import replace

from events.choices import Counted, Picked, Reply
from events.mars.agenda import NEUTRAL, Item
from events.mars.events import Gained, NeutralReduced, ProductionChanged, ResourcesAdded
from events.mars.words import ReduceAny, RemoveAny, RemoveAnyFromCard, StealAny
from services.mars import taking
from services.mars.asking import NO
from services.mars.story import Story


def reduce(story: Story, seat: int, item: Item, step: ReduceAny, reply: Reply | None) -> None:
    """One player's production goes down, in full."""
    if not isinstance(reply, Picked):
        return
    if reply.ids[0] == "neutral":
        story.tell(NeutralReduced(item.source))
        return
    victim = int(reply.ids[0].partition(":")[2])
    story.tell(ProductionChanged(victim, item.source, {str(step.resource): -step.n}, by=seat))


def remove(
    story: Story,
    seat: int,
    item: Item,
    step: RemoveAny | StealAny | RemoveAnyFromCard,
    rest: Item | None,
    reply: Reply | None,
) -> Item | None:
    """The victim named, then the amount taken: any up to n."""
    if isinstance(reply, Counted):
        if reply.number:
            _take(story, seat, item, step, reply.number)
        return rest
    if not isinstance(reply, Picked) or reply.ids[0] == NO:
        return rest
    if isinstance(step, RemoveAnyFromCard):
        return replace(item, target=reply.ids[0], begun=True)
    victim = NEUTRAL if reply.ids[0] == "neutral" else int(reply.ids[0].partition(":")[2])
    return replace(item, victim=victim, begun=True)


def _take(story: Story, seat: int, item: Item, step: RemoveAny | StealAny | RemoveAnyFromCard, n: int) -> None:
    if isinstance(step, RemoveAnyFromCard):
        victim, card = taking.read_target(item.target)
        story.tell(ResourcesAdded(victim, card, -n, by=seat))
        return
    if item.victim == NEUTRAL:
        story.tell(NeutralReduced(item.source))
    else:
        story.tell(Gained(item.victim, item.source, {str(step.resource): -n}, by=seat))
    if isinstance(step, StealAny):
        story.tell(Gained(seat, item.source, {str(step.resource): n}))

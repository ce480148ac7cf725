"""What only one card does."""

from events.choices import Picked, Reply
from events.mars.agenda import Item
from events.mars.events import SpaceClaimed
from events.mars.words import Bespoke
from services.mars import possible
from services.mars.story import Story


def do(story: Story, seat: int, item: Item, step: Bespoke, reply: Reply | None) -> list[Item]:
    """The step of the card that bears this name."""
    if not isinstance(reply, Picked):
        return []
    if step.name == "land_claim":
        story.tell(SpaceClaimed(item.seat, reply.ids[0]))
        return []
    # Robotic Workforce: the production box of the card chosen, once more.
    return possible.box(story.state, seat, reply.ids[0])

"""6.5: peaceful observers and their aid die (R44)."""

from events.train_farm.effects import Amount
from events.train_farm.events import AidRolled, AidSettled, Gained
from events.train_farm.start import aid
from events.train_farm.state import State
from services.train_farm.exploration import DIE
from services.train_farm.story import Story
from services.train_farm.tasks import checkpoint


def may_roll(state: State, seat: int) -> bool:
    """From the round after the loss, once a round, while phase two is open."""
    fell = next((fall.round for fall in state.fallen if fall.seat == seat), state.round)
    open_now = state.plays("observers") and state.phase == "act" and fell < state.round
    return open_now and not state.camps[seat].resigned and not state.camps[seat].aid


def gift(state: State, seat: int) -> Amount | None:
    """What an observer may still give this round."""
    camp = state.camps[seat]
    return aid(camp.aid) if camp.aid and not camp.aided and state.phase == "act" else None


def roll(story: Story, seat: int) -> None:
    """The aid die; nothing touches it."""
    (raw,) = story.luck.seat(seat).roll(DIE)
    story.tell(AidRolled(seat, raw))


def give(story: Story, seat: int, to: int | None) -> None:
    """A gift from the bank, which may complete a task or a development (R45)."""
    what = gift(story.state, seat)
    assert what is not None
    story.tell(AidSettled(seat, to))
    if to is not None:
        story.tell(Gained(to, what.res, what.n, "aid"))
        checkpoint(story)

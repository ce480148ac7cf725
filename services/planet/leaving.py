"""Resigning (R28): the match goes on without the seat, or ends when only one is left."""

from events.planet.events import PlayerResigned
from events.planet.state import State, still_in, to_place
from services.planet.ending import ALONE, finish
from services.planet.rounds import close
from services.planet.story import Story
from services.referee import Leave, Luck, Refused


def leave(state: State, command: Leave, luck: Luck) -> Story:
    """The seat out; the round closes at once if everybody still in has placed (R29)."""
    if state.over:
        raise Refused("over")
    if command.seat not in still_in(state):
        raise Refused("not_seated")
    story = Story(state)
    story.tell(PlayerResigned(command.seat))
    if len(still_in(story.state)) == 1:
        finish(story, ALONE)
    elif to_place(story.state) is None:
        close(story, luck)
    return story

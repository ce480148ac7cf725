"""Part 3 of the rules: how a round begins and closes. All of it follows without a question (R29)."""

from events.planet.events import (
    AnimalTurnedUp,
    LeftoversPutAway,
    LeftoversTurnedUp,
    MarkerPassed,
    PileTurnedUp,
)
from events.planet.layout import FIRST_JUDGED, LATE, LEAD, PILE, ROUNDS
from events.planet.state import State, clockwise, unseen_animals, unseen_tiles
from services.planet.ending import FULL, finish
from services.planet.judging import judge
from services.planet.story import Story
from services.referee import Luck


def turn_up(story: Story, luck: Luck) -> None:
    """The next round's tiles face up: a pile's, drawn now, or in rounds 11 and 12 the leftovers (3.1)."""
    number = story.state.round + 1
    if number in LATE:
        story.tell(LeftoversTurnedUp(number, story.state.places[LATE.index(number)]))
    else:
        story.tell(PileTurnedUp(number, luck.table.draw(unseen_tiles(story.state), PILE)))


def close(story: Story, luck: Luck) -> None:
    """Everything between the last placement of a round and the first question of the next (R29)."""
    number = story.state.round
    story.tell(put_away(story.state))
    if number >= FIRST_JUDGED:
        judge(story)
    if number + LEAD in story.state.face_down:
        (animal,) = luck.table.draw(unseen_animals(story.state), 1)
        story.tell(AnimalTurnedUp(animal, number + LEAD))
    story.tell(MarkerPassed(clockwise(story.state, story.state.first + 1)[0]))
    if number == ROUNDS:
        finish(story, FULL)
    else:
        turn_up(story, luck)


def put_away(state: State) -> LeftoversPutAway:
    """Leftovers one by one into place 11, then 12, then the box; after round 10 both are closed (3.4, R2)."""
    if state.round in LATE:
        return LeftoversPutAway(boxed=state.up)
    eleven, twelve = (PILE - len(place) for place in state.places)
    return LeftoversPutAway(
        eleven=state.up[:eleven],
        twelve=state.up[eleven : eleven + twelve],
        boxed=state.up[eleven + twelve :],
    )

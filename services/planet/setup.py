"""Part 2 of the rules: cores, animal cards, objectives, the marker and the first pile; part 7, the variants."""

from events.planet.events import AnimalsDealt, CoresTaken, MarkerTaken, ObjectiveDealt
from events.planet.layout import FIRST_JUDGED, ROUNDS, dealt
from events.planet.objectives import OBJECTIVES
from events.planet.options import Options
from events.planet.state import State, unseen_animals
from events.texts import Text
from services.planet.rounds import turn_up
from services.planet.story import Story
from services.referee import Luck, Refused, SetUp


def set_up(state: State, command: SetUp, luck: Luck) -> Story:
    """The table laid out and round 1 begun; refuses a first player that no seat has."""
    options = command.options
    assert isinstance(options, Options)
    seats = len(command.seat_options)
    if options.first != "random" and int(options.first) >= seats:
        raise Refused("bad_options", Text("planet.refused.first", {"seats": seats}))
    story = Story(state)
    story.tell(CoresTaken(seats, options.beginner, options.mystery))
    _deal_animals(story, luck)
    if not options.beginner:
        for seat, objective in enumerate(luck.table.draw(sorted(OBJECTIVES), seats)):
            story.tell(ObjectiveDealt(seat, objective))
    first = luck.table.roll(seats)[0] - 1 if options.first == "random" else int(options.first)
    story.tell(MarkerTaken(first))
    turn_up(story, luck)
    return story


def _deal_animals(story: Story, luck: Luck) -> None:
    """Rows 1 to 3 face up (2.3); in the mystery variant row 1 face up, a face-down card for each round (7.2)."""
    rows = dealt(story.state.mystery)
    drawn = iter(luck.table.draw(unseen_animals(story.state), sum(len(row) for row in rows)))
    columns: list[tuple[str, ...]] = [()] * ROUNDS
    for row in rows:
        for number in row:
            columns[number - 1] = (*columns[number - 1], next(drawn))
    face_down = tuple(range(FIRST_JUDGED, ROUNDS + 1)) if story.state.mystery else ()
    story.tell(AnimalsDealt(tuple(columns), face_down))

"""Rules 11 and 13: the final conversion, scoring, places."""

from events.mars.agenda import Item
from events.mars.events import ConversionBegan, ConversionEnded, Converted, MatchDecided
from events.mars.nouns import Area, Tile
from events.mars.score import total
from events.mars.state import State, clockwise, still_in
from events.mars.words import Place
from services.mars import legal, placement, resolve
from services.mars.standing import greenery_cost
from services.mars.story import Story

GOALS = "mars.end.goals"
SOLO_WON = "mars.end.solo_won"
SOLO_LOST = "mars.end.solo_lost"
ALONE = "mars.end.alone"
RESIGNED = "mars.end.resigned"
VOID = "mars.end.void"


def begin_conversion(story: Story) -> None:
    """In the order of the last generation each may turn plants into greeneries (rules 11)."""
    story.tell(ConversionBegan())
    go_on(story)


def converting(state: State) -> int | None:
    """Whose final conversion it is."""
    return next((seat for seat in clockwise(state, state.first) if seat not in state.converted), None)


def go_on(story: Story) -> None:
    """The next seat that can convert; when all are through, the end."""
    while (seat := converting(story.state)) is not None:
        if legal.converts_plants(story.state, seat):
            return
        story.tell(ConversionEnded(seat))
    decide_match(story)


def place_last(story: Story, seat: int, at: str | None) -> None:
    """A greenery on this space, or no more of them."""
    if at is None:
        story.tell(ConversionEnded(seat))
        go_on(story)
        return
    from events.choices import Picked
    from services.mars.turns import action_through

    story.tell(Converted(seat, "plants", greenery_cost(story.state.seats[seat])))
    item = Item(seat, "convert_plants", (Place(Tile.GREENERY, Area.GREENERY),))
    if resolve.run(story, seat, resolve.carry_out(story, seat, item, [], Picked((at,)))):
        action_through(story)


def best_space(state: State, seat: int) -> str:
    """Where silence places: next to most own cities, the first of these in reading order (rules 15)."""

    def beside(at: str) -> int:
        from events.mars.map import SPACES

        tiles = (state.tiles.get(other) for other in SPACES[at].neighbors)
        return sum(laid is not None and laid.city and laid.seat == seat for laid in tiles)

    return max(placement.spaces(state, seat, Area.GREENERY), key=beside)


def decide_match(story: Story) -> None:
    """Places by points, then M€; equals share one (rules 11). Solo is won or lost (rules 13)."""
    from services.mars.turns import goals_reached

    state = story.state
    if state.solo:
        won = goals_reached(state)
        story.tell(MatchDecided((1,), SOLO_WON if won else SOLO_LOST, won))
        return
    story.tell(MatchDecided(places(state), GOALS))


def places(state: State) -> tuple[int, ...]:
    """Leavers rank below all who stayed, the later leaver higher (rules 15)."""
    ranks: dict[int, tuple[int, int, int]] = {}
    for seat in still_in(state):
        ranks[seat] = (1, total(state, seat), state.seats[seat].resources["megacredits"])
    for turn, seat in enumerate(state.left):
        ranks[seat] = (0, turn, 0)
    return tuple(1 + sum(other > ranks[seat] for other in ranks.values()) for seat in range(len(state.seats)))

"""A view as lines of text that a person at a terminal can play from."""

from collections.abc import Iterator

from events.planet.animals import ANIMALS, value
from events.planet.core import EDGES, across
from events.planet.layout import ROUNDS
from events.planet.names import Args, animal_name, brackets, condition, habitat_name, objective, tile, values
from events.planet.regions import areas_of
from events.planet.state import Seat, State, still_in, to_place
from events.planet.tiles import Planet, habitat
from events.texts import Text, seat_text


def board(view: State) -> tuple[Text, ...]:
    """Round, tiles on offer, open animals with what each seat has, then each planet face by face (R3, 3.5)."""
    if not view.seats:
        return (Text("planet.board.not_begun"),)
    lines = [*_round(view), *_tiles(view), *_animals(view)]
    for seat in view.seats:
        lines += _planet(view, seat)
    return tuple(lines)


def _round(view: State) -> Iterator[Text]:
    if view.over:
        yield Text("planet.board.over", {"reason": Text(view.reason)})
    else:
        who = to_place(view)
        assert who is not None
        args = {"round": view.round, "rounds": ROUNDS}
        yield Text("planet.board.round", {**args, "first": seat_text(view.first), "who": seat_text(who)})
    eleven, twelve = (len(place) for place in view.places)
    counts = {"piles": view.piles, "eleven": eleven, "twelve": twelve, "box": len(view.box)}
    yield Text("planet.board.piles", {**counts})


def _tiles(view: State) -> Iterator[Text]:
    if view.up:
        yield Text("planet.board.offer")
        for name in view.up:
            yield Text("planet.board.tile", {"tile": tile(name)})


def _animals(view: State) -> Iterator[Text]:
    """Each open card with the value of every seat still in; a display, never an award (R3)."""
    for number, column in enumerate(view.columns, 1):
        for card in column:
            now = tuple(value(ANIMALS[card], seat.planet) if _in(view, seat) else None for seat in view.seats)
            args: Args = {"round": number, "animal": animal_name(card), "condition": condition(ANIMALS[card])}
            yield Text("planet.board.animal", {**args, "values": values(now)})
        if number in view.face_down:
            yield Text("planet.board.face_down", {"round": number})


def _planet(view: State, seat: Seat) -> Iterator[Text]:
    who = seat_text(seat.seat)
    key = "planet.board.planet" if _in(view, seat) else "planet.board.planet_left"
    yield Text(key, {"who": who})
    if seat.animals:
        names = tuple(animal_name(card) for card in seat.animals)
        yield Text("planet.board.won", {"n": len(names), "animals": names})
    if not view.beginner:
        yield _objective(seat)
    for face in range(len(seat.planet)):
        yield _face(seat.planet, face)


def _objective(seat: Seat) -> Text:
    """The card as far as the view shows it: its habitat, what it pays and how many areas there are (2.4, R25)."""
    goal = seat.goal
    if goal is None:
        return Text("planet.board.objective_hidden", {"objective": objective("")})
    args: Args = {"objective": objective(goal.id), "areas": areas_of(seat.planet, goal.habitat)}
    return Text("planet.board.objective", {**args, "brackets": brackets(goal)})


def _face(planet: Planet, face: int) -> Text:
    """What lies on the face edge by edge, with the face and habitat across each edge."""
    laid = planet[face]
    edges = tuple(_edge(planet, face, edge) for edge in range(EDGES))
    if laid is None:
        return Text("planet.board.empty", {"face": face, "edges": edges})
    return Text("planet.board.face", {"face": face, "tile": laid.tile, "turn": laid.turn, "edges": edges})


def _edge(planet: Planet, face: int, edge: int) -> Text:
    other, mate = across(face, edge)
    here, there = habitat(planet, face, edge), habitat(planet, other, mate)
    beyond = Text("planet.board.nothing") if there is None else habitat_name(there)
    if here is None:
        return Text("planet.board.edge_empty", {"edge": edge, "other": other, "beyond": beyond})
    return Text("planet.board.edge", {"edge": edge, "here": habitat_name(here), "other": other, "beyond": beyond})


def _in(view: State, seat: Seat) -> bool:
    return seat.seat in still_in(view)

"""Events as lines of the chronicle, as far as the reader may see them."""

from collections.abc import Iterable
from functools import reduce

from events.planet.events import (
    AnimalBoxed,
    AnimalDeferred,
    AnimalsDealt,
    AnimalTurnedUp,
    AnimalWon,
    CoresTaken,
    LeftoversPutAway,
    LeftoversTurnedUp,
    MarkerPassed,
    MarkerTaken,
    MatchDecided,
    ObjectiveDealt,
    ObjectiveRevealed,
    PileTurnedUp,
    PlanetEvents,
    PlanetScored,
    PlayerResigned,
    TilePlaced,
    Values,
)
from events.planet.names import Args, animal, objective, seats, tile_id, values
from events.texts import Text, seat_text


def tell(event: PlanetEvents) -> Text | None:
    """One line for the event, or ``None`` where it says nothing by itself."""
    match event:
        case TilePlaced():
            args: Args = {"tile": event.tile, "face": event.face, "turn": event.turn}
            return Text("planet.tell.placed", {"who": seat_text(event.seat), **args})
        case AnimalWon() | AnimalDeferred() | AnimalBoxed() | AnimalTurnedUp():
            return _judged(event)
        case PileTurnedUp() | LeftoversTurnedUp():
            tiles = tuple(tile_id(name) for name in event.tiles)
            return Text("planet.tell.round", {"round": event.round, "tiles": tiles})
        case LeftoversPutAway():
            return _put_away(event)
        case MarkerPassed():
            return None
        case CoresTaken() | AnimalsDealt() | ObjectiveDealt() | MarkerTaken():
            return _set_up(event)
        case PlayerResigned():
            return Text("planet.tell.resigned", {"who": seat_text(event.seat)})
        case ObjectiveRevealed() | PlanetScored() | MatchDecided():
            return _ended(event)


def _set_up(event: CoresTaken | AnimalsDealt | ObjectiveDealt | MarkerTaken) -> Text | None:
    match event:
        case CoresTaken(beginner=True, mystery=True):
            return Text("planet.tell.start_both", {"n": event.seats})
        case CoresTaken(beginner=True):
            return Text("planet.tell.start_beginner", {"n": event.seats})
        case CoresTaken(mystery=True):
            return Text("planet.tell.start_mystery", {"n": event.seats})
        case CoresTaken():
            return Text("planet.tell.start", {"n": event.seats})
        case AnimalsDealt():
            up = sum(len(column) for column in event.columns)
            key = "planet.tell.animals_down" if event.face_down else "planet.tell.animals"
            args: Args = {"n": up, "down": len(event.face_down)} if event.face_down else {"n": up}
            return Text(key, args)
        case ObjectiveDealt():
            args = {"who": seat_text(event.seat), "objective": objective(event.objective)}
            return Text("planet.tell.objective", args)
        case MarkerTaken():
            return Text("planet.tell.begins", {"who": seat_text(event.seat)})


def _judged(event: AnimalWon | AnimalDeferred | AnimalBoxed | AnimalTurnedUp) -> Text:
    match event:
        case AnimalWon(compared=()):
            args: Args = {"animal": animal(event.animal), "values": values(event.values)}
            return Text("planet.tell.won", {"who": seat_text(event.seat), **args})
        case AnimalWon():
            args = {"animal": animal(event.animal), "values": values(event.values)}
            return Text("planet.tell.won_after", {"who": seat_text(event.seat), **args, "next": _next(event.compared)})
        case AnimalDeferred():
            key = "planet.tell.deferred" if _any(event.values) else "planet.tell.deferred_nobody"
            args = {"animal": animal(event.animal), "round": event.round}
            return Text(key, {**args, "values": values(event.values)} if _any(event.values) else args)
        case AnimalBoxed(compared=()):
            key = "planet.tell.boxed" if _any(event.values) else "planet.tell.boxed_nobody"
            args = {"animal": animal(event.animal)}
            return Text(key, {**args, "values": values(event.values)} if _any(event.values) else args)
        case AnimalBoxed():
            args = {"animal": animal(event.animal), "values": values(event.values)}
            return Text("planet.tell.boxed_after", {**args, "next": _next(event.compared)})
        case AnimalTurnedUp():
            return Text("planet.tell.turned_up", {"round": event.round, "animal": animal(event.animal)})


def _any(numbers: Values) -> bool:
    return any(numbers)


def _next(compared: tuple[Values, ...]) -> Text:
    """The second and third regions, each with what was found."""
    return _one_by_one(
        Text("planet.tell.second" if step == 0 else "planet.tell.third", {"values": values(numbers)})
        for step, numbers in enumerate(compared)
    )


def _one_by_one(parts: Iterable[Text]) -> Text:
    """Parts that hold lists themselves, set apart by more than a comma. There is at least one."""
    return reduce(lambda before, after: Text("planet.tell.more", {"before": before, "next": after}), parts)


def _put_away(event: LeftoversPutAway) -> Text | None:
    places = (("eleven", event.eleven), ("twelve", event.twelve), ("boxed", event.boxed))
    parts = tuple(
        Text(f"planet.tell.to_{place}", {"tiles": tuple(tile_id(name) for name in tiles)})
        for place, tiles in places
        if tiles
    )
    return Text("planet.tell.put_away", {"parts": _one_by_one(parts)}) if parts else None


def _ended(event: ObjectiveRevealed | PlanetScored | MatchDecided) -> Text:
    match event:
        case ObjectiveRevealed():
            args: Args = {"who": seat_text(event.seat), "objective": objective(event.objective)}
            return Text("planet.tell.revealed", args)
        case PlanetScored(areas=0):
            args = {"n": event.same + event.different, "total": event.animal_points}
            return Text("planet.tell.scored_animals", {"who": seat_text(event.seat), **args})
        case PlanetScored():
            total = event.objective_points + event.animal_points
            args = {
                "n": event.same + event.different,
                "points": event.animal_points,
                "areas": event.areas,
                "objective": event.objective_points,
            }
            return Text("planet.tell.scored", {"who": seat_text(event.seat), "total": total, **args})
        case MatchDecided():
            winners = seats(seat for seat, place in enumerate(event.places) if place == 1)
            key = "planet.tell.shared" if len(winners) > 1 else "planet.tell.winner"
            return Text(key, {"who": winners, "reason": Text(event.reason)})

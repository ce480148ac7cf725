"""What each event means for the state. Computes no rule and refuses nothing."""

from msgspec.structs import replace

from events.planet.animals import ANIMALS
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
)
from events.planet.layout import LATE
from events.planet.objectives import OBJECTIVES
from events.planet.state import Final, Seat, State
from events.planet.tiles import TILES, Laid, lay

Columns = tuple[tuple[str, ...], ...]


def evolve(state: State, event: PlanetEvents) -> State:
    """The state after the event."""
    match event:
        case TilePlaced():
            return _placed(state, event)
        case AnimalWon():
            seat = state.seats[event.seat]
            seats = _with(state, replace(seat, animals=(*seat.animals, event.animal)))
            return replace(state, seats=seats, columns=_without(state, event.animal))
        case AnimalDeferred():
            columns = _added(_without(state, event.animal), event.round, event.animal)
            return replace(state, columns=columns)
        case AnimalBoxed():
            return replace(state, columns=_without(state, event.animal), boxed=(*state.boxed, event.animal))
        case LeftoversPutAway():
            eleven, twelve = state.places
            places = ((*eleven, *event.eleven), (*twelve, *event.twelve))
            return replace(state, up=(), places=places, box=(*state.box, *event.boxed))
        case AnimalTurnedUp() | MarkerPassed() | PileTurnedUp() | LeftoversTurnedUp():
            return _turned(state, event)
        case CoresTaken() | AnimalsDealt() | ObjectiveDealt() | MarkerTaken():
            return _set_up(state, event)
        case PlayerResigned() | ObjectiveRevealed() | PlanetScored() | MatchDecided():
            return _ended(state, event)


def _placed(state: State, event: TilePlaced) -> State:
    seat = state.seats[event.seat]
    planet = lay(seat.planet, event.face, Laid(event.tile, event.turn))
    return replace(
        state,
        seats=_with(state, replace(seat, planet=planet)),
        up=tuple([tile for tile in state.up if tile != event.tile]),
        placed=(*state.placed, event.seat),
    )


def _turned(state: State, event: AnimalTurnedUp | MarkerPassed | PileTurnedUp | LeftoversTurnedUp) -> State:
    match event:
        case AnimalTurnedUp():
            face_down = tuple([number for number in state.face_down if number != event.round])
            columns = _added(state.columns, event.round, event.animal)
            return replace(state, columns=columns, face_down=face_down, deck=state.deck - 1)
        case MarkerPassed():
            return replace(state, first=event.seat)
        case PileTurnedUp():
            piles = state.piles - len(event.tiles)
            return replace(state, round=event.round, up=event.tiles, placed=(), piles=piles)
        case LeftoversTurnedUp():
            eleven, twelve = state.places
            places = ((), twelve) if event.round == LATE[0] else (eleven, ())
            return replace(state, round=event.round, up=event.tiles, placed=(), places=places)


def _set_up(state: State, event: CoresTaken | AnimalsDealt | ObjectiveDealt | MarkerTaken) -> State:
    match event:
        case CoresTaken():
            return State(
                seats=tuple(Seat(seat) for seat in range(event.seats)),
                beginner=event.beginner,
                mystery=event.mystery,
                piles=len(TILES),
                deck=len(ANIMALS),
                spare=len(OBJECTIVES),
            )
        case AnimalsDealt():
            deck = state.deck - sum(len(column) for column in event.columns)
            return replace(state, columns=event.columns, face_down=event.face_down, deck=deck)
        case ObjectiveDealt():
            seat = replace(state.seats[event.seat], objective=event.objective)
            return replace(state, seats=_with(state, seat), spare=state.spare - 1)
        case MarkerTaken():
            return replace(state, first=event.seat)


def _ended(state: State, event: PlayerResigned | ObjectiveRevealed | PlanetScored | MatchDecided) -> State:
    match event:
        case PlayerResigned():
            return replace(state, left=(*state.left, event.seat))
        case ObjectiveRevealed():
            seat = replace(state.seats[event.seat], objective="", revealed=event.objective)
            return replace(state, seats=_with(state, seat))
        case PlanetScored():
            final = Final(event.areas, event.objective_points, event.same, event.different, event.animal_points)
            return replace(state, seats=_with(state, replace(state.seats[event.seat], final=final)))
        case MatchDecided():
            return replace(state, places_taken=event.places, reason=event.reason)


def _with(state: State, seat: Seat) -> tuple[Seat, ...]:
    return (*state.seats[: seat.seat], seat, *state.seats[seat.seat + 1 :])


def _without(state: State, animal: str) -> Columns:
    """The columns after a card has left that of the round being judged."""
    place = state.round - 1
    column = tuple([card for card in state.columns[place] if card != animal])
    return (*state.columns[:place], column, *state.columns[place + 1 :])


def _added(columns: Columns, number: int, animal: str) -> Columns:
    place = number - 1
    return (*columns[:place], (*columns[place], animal), *columns[place + 1 :])

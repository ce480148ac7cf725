"""Rules 9: where tiles and claims may lie. Everything in reading order."""

from events.mars.map import OCEANS, OFF_MAP, SPACES, Space
from events.mars.nouns import Area, Resource, Tile
from events.mars.state import State
from events.mars.words import Place

_METALS = (Resource.STEEL, Resource.TITANIUM)
_RESERVED = {Area.NOCTIS: "noctis_city", Area.PHOBOS: "phobos_space_haven", Area.GANYMEDE: "ganymede_colony"}


def spaces(state: State, seat: int, on: Area) -> tuple[str, ...]:
    """The free spaces of a kind where this seat may build now."""
    if on in _RESERVED:
        place = _RESERVED[on]
        found = place if place in OFF_MAP else next(s.id for s in SPACES.values() if s.reserved_for == place)
        return () if found in state.tiles else (found,)
    kind = "ocean" if on is Area.OCEAN else "land"
    free = [space for space in SPACES.values() if space.kind == kind and _free(state, seat, space)]
    fitting = tuple([space.id for space in free if _fits(state, seat, on, space)])
    if on is Area.GREENERY and not fitting:
        return tuple([space.id for space in free])
    return fitting


def _free(state: State, seat: int, space: Space) -> bool:
    return space.id not in state.tiles and state.claims.get(space.id, seat) == seat


def _fits(state: State, seat: int, on: Area, space: Space) -> bool:
    match on:
        case Area.LAND | Area.OCEAN:
            return True
        case Area.CITY:
            return _cities(state, space) == 0
        case Area.GREENERY:
            return _next_to_own(state, seat, space)
        case Area.ISOLATED:
            return not any(other in state.tiles for other in space.neighbors)
        case Area.NEXT_TO_CITY:
            return _cities(state, space) >= 1
        case Area.NEXT_TO_2_CITIES:
            return _cities(state, space) >= 2
        case Area.NEXT_TO_GREENERY:
            return any(other in state.tiles and state.tiles[other].tile is Tile.GREENERY for other in space.neighbors)
        case Area.METAL:
            return any(metal in space.bonus for metal in _METALS)
        case Area.METAL_NEXT_TO_OWN:
            return any(metal in space.bonus for metal in _METALS) and _next_to_own(state, seat, space)
        case Area.VOLCANIC:
            return space.volcanic
        case Area.NOCTIS | Area.PHOBOS | Area.GANYMEDE:
            return space.reserved_for == _RESERVED[on]


def _cities(state: State, space: Space) -> int:
    return sum(other in state.tiles and state.tiles[other].city for other in space.neighbors)


def _next_to_own(state: State, seat: int, space: Space) -> bool:
    """Beside an own tile on the map; oceans and claims are none (rules 9)."""
    return any(other in state.tiles and state.tiles[other].seat == seat for other in space.neighbors)


def placeable(state: State, seat: int, place: Place) -> tuple[str, ...]:
    """Where the tile of this step may lie; nowhere for an ocean when none is left."""
    if place.tile is Tile.OCEAN and state.oceans >= OCEANS:
        return ()
    return spaces(state, seat, place.on)


def blocked(state: State, seat: int, place: Place) -> bool:
    """Whether a mandatory tile has no space; an ocean that is not left is not mandatory (rules 4)."""
    if place.tile is Tile.OCEAN and state.oceans >= OCEANS:
        return False
    return not spaces(state, seat, place.on)


def claimable(state: State) -> tuple[str, ...]:
    """Free, unreserved, unclaimed land (rules 9, Land claim)."""
    return tuple(
        [s.id for s in SPACES.values() if s.kind == "land" and s.id not in state.tiles and s.id not in state.claims]
    )

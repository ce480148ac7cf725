"""What can be counted on the table: cities, greeneries, own tiles, tags, and amounts on cards."""

from collections.abc import Iterator

from events.mars.agenda import NEUTRAL
from events.mars.cards import CARDS
from events.mars.map import SPACES
from events.mars.nouns import Tag, Tile
from events.mars.passives import HeatAsMoney
from events.mars.state import Laid, Seat, State, count_tags, is_event, opponents, passives_of
from events.mars.words import Amount, Count, What


def neighbours(state: State, at: str) -> Iterator[Laid]:
    """The tiles beside a space; nothing is beside the places off the map."""
    space = SPACES.get(at)
    for other in space.neighbors if space else ():
        laid = state.tiles.get(other)
        if laid is not None:
            yield laid


def oceans_beside(state: State, at: str) -> int:
    """How many ocean tiles lie beside a space."""
    return sum(laid.tile is Tile.OCEAN for laid in neighbours(state, at))


def cities(state: State, on_mars: bool = False) -> int:
    """City tiles of all owners, neutral ones too (rules 9)."""
    return sum(laid.city and not (on_mars and at not in SPACES) for at, laid in state.tiles.items())


def own_cities(state: State, seat: int) -> int:
    """A seat's cities, on and off the map."""
    return sum(laid.city and laid.seat == seat for laid in state.tiles.values())


def own_greeneries(state: State, seat: int) -> int:
    """A seat's greenery tiles."""
    return sum(laid.tile is Tile.GREENERY and laid.seat == seat for laid in state.tiles.values())


def own_tiles(state: State, seat: int) -> int:
    """A seat's tiles on the map and off it (Landlord)."""
    return sum(laid.seat == seat for laid in state.tiles.values())


def own_tags(state: State, seat: int, tag: Tag, source: str = "") -> int:
    """Face-up tags; while an event resolves, its own tags count too (rules 4)."""
    found = count_tags(state.seats[seat], tag)
    if source in CARDS and is_event(source):
        found += CARDS[source].tags.count(tag)
    return found


def amount(state: State, seat: int, value: Amount, source: str = "", paid: int = 0) -> int:
    """A number as it is now for this seat; `source`: the card it stands on, `paid`: the X of an action."""
    if isinstance(value, int):
        return value
    return value.each * (_number(state, seat, value, source, paid) // value.per)


def _number(state: State, seat: int, count: Count, source: str, paid: int) -> int:
    match count.what:
        case What.OWN_TAGS:
            assert count.tag is not None
            return own_tags(state, seat, count.tag, source)
        case What.OPPONENTS_TAGS:
            assert count.tag is not None
            return sum(count_tags(state.seats[other], count.tag) for other in opponents(state, seat))
        case What.CITIES_IN_PLAY:
            return cities(state)
        case What.CITIES_ON_MARS:
            return cities(state, on_mars=True)
        case What.EVENTS_PLAYED:
            return sum(len(other.events) for other in state.seats)
        case What.RESOURCES_HERE:
            return state.seats[seat].held.get(source, 0)
        case What.ADJACENT_TILES:
            return _beside_own(state, seat, count, source)
        case What.PAID:
            return paid


def _beside_own(state: State, seat: int, count: Count, source: str) -> int:
    """Tiles of a kind beside the tile of this card, any owner (rules 11)."""
    for at, laid in state.tiles.items():
        named = laid.name == source or (laid.tile is Tile.CAPITAL and source == "capital")
        if named and laid.seat == seat:
            beside = neighbours(state, at)
            if count.tile is Tile.CITY:
                return sum(other.city for other in beside)
            return sum(other.tile is count.tile for other in beside)
    return 0


def city_points(state: State, at: str) -> int:
    """Greeneries of any owner beside a city."""
    return sum(laid.tile is Tile.GREENERY for laid in neighbours(state, at))


def bearers(state: State, seat: int) -> tuple[int, ...]:
    """Who may be named as a victim: opponents clockwise, the neutral one, oneself last (rules 7, 13, 15)."""
    return (*opponents(state, seat), *((NEUTRAL,) if state.solo else ()), seat)


def pays_with_heat(seat: Seat) -> bool:
    """Whether heat may be used as M€."""
    return any(isinstance(passive, HeatAsMoney) for _, passive in passives_of(seat))


def funds(seat: Seat, spare: int = 0) -> int:
    """M€, and heat where it may be used as such, `spare` of it kept."""
    return seat.resources["megacredits"] + (max(0, seat.resources["heat"] - spare) if pays_with_heat(seat) else 0)


def measure(state: State, award: str, seat: Seat) -> int:
    """What an award compares (rules 10)."""
    if award == "landlord":
        return own_tiles(state, seat.seat)
    if award == "banker":
        return seat.production["megacredits"]
    if award == "scientist":
        return count_tags(seat, Tag.SCIENCE)
    if award == "thermalist":
        return seat.resources["heat"]
    return seat.resources["steel"] + seat.resources["titanium"]

"""The nouns of the rules: resources, tags, tracks, tiles, kinds of cards and of spaces."""

from enum import StrEnum


class Resource(StrEnum):
    """What lies on a player board, in its order."""

    MEGACREDITS = "megacredits"
    STEEL = "steel"
    TITANIUM = "titanium"
    PLANTS = "plants"
    ENERGY = "energy"
    HEAT = "heat"


RESOURCES: tuple[str, ...] = tuple(resource.value for resource in Resource)


class Held(StrEnum):
    """What may lie on a card."""

    MICROBE = "microbe"
    ANIMAL = "animal"
    SCIENCE = "science"
    FIGHTER = "fighter"
    ANY = "any"


class Tag(StrEnum):
    """The symbols on a card. The mark of an event is none; see `Kind`."""

    BUILDING = "building"
    SPACE = "space"
    POWER = "power"
    SCIENCE = "science"
    JOVIAN = "jovian"
    EARTH = "earth"
    PLANT = "plant"
    MICROBE = "microbe"
    ANIMAL = "animal"
    CITY = "city"


class Kind(StrEnum):
    """Green, blue and red cards."""

    AUTOMATED = "automated"
    ACTIVE = "active"
    EVENT = "event"


class Module(StrEnum):
    """Which part of the game a card belongs to."""

    BASE = "base"
    CORPORATE_ERA = "corporate_era"
    BEGINNER = "beginner"


class Track(StrEnum):
    """The three global parameters."""

    TEMPERATURE = "temperature"
    OXYGEN = "oxygen"
    OCEANS = "oceans"


class Tile(StrEnum):
    """What may lie on a space."""

    OCEAN = "ocean"
    GREENERY = "greenery"
    CITY = "city"
    CAPITAL = "capital"
    SPECIAL = "special"


class Area(StrEnum):
    """Where a tile may be placed (rules 9)."""

    LAND = "land"
    OCEAN = "ocean_area"
    CITY = "city_area"
    GREENERY = "greenery_area"
    ISOLATED = "isolated"
    NEXT_TO_CITY = "next_to_city"
    NEXT_TO_2_CITIES = "next_to_2_cities"
    NEXT_TO_GREENERY = "next_to_greenery"
    METAL = "steel_or_titanium_area"
    METAL_NEXT_TO_OWN = "steel_or_titanium_area_next_to_own_tile"
    VOLCANIC = "volcanic"
    NOCTIS = "reserved:noctis_city"
    PHOBOS = "reserved:phobos_space_haven"
    GANYMEDE = "reserved:ganymede_colony"


class By(StrEnum):
    """Whose deed sets off a trigger."""

    SELF = "self"
    ANY = "any"

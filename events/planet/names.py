"""How things of Planet are called: texts for habitats, tiles, faces, cards and conditions."""

from collections.abc import Iterable

from events.planet.animals import ANIMALS, Animal
from events.planet.habitats import Habitat
from events.planet.objectives import OBJECTIVES, Objective
from events.planet.tiles import TILES
from events.texts import Text, seat_text

Args = dict[str, Text | int | str | tuple[Text, ...]]
"""Arguments of a text."""


def habitat_name(habitat: Habitat) -> Text:
    """Ocean, forest ..."""
    return Text(f"planet.habitat.{habitat.value}")


def animal_name(animal: str) -> Text:
    """The animal's name alone."""
    return Text(f"planet.animal.{animal}")


def condition(card: Animal) -> Text:
    """What the card asks for (4.4)."""
    args: Args = {"habitat": habitat_name(card.habitat)}
    if card.other is not None:
        args["other"] = habitat_name(card.other)
    return Text(f"planet.condition.{card.condition.value}", args)


def animal(card: str) -> Text:
    """The animal with what it asks for."""
    return Text("planet.card.animal", {"animal": animal_name(card), "condition": condition(ANIMALS[card])})


def objective(card: str) -> Text:
    """The objective's name; that of an unknown one for a card that may not be read."""
    if card not in OBJECTIVES:
        return Text("planet.card.hidden_objective")
    return Text("planet.card.objective", {"habitat": habitat_name(OBJECTIVES[card].habitat)})


def brackets(goal: Objective) -> tuple[Text, ...]:
    """What the objective pays from so many areas on, lowest first (6.2, R20)."""
    return tuple(Text("planet.card.bracket", {"areas": each.min, "points": each.points}) for each in goal.brackets)


def tile(name: str) -> Text:
    """A tile by its id and areas, first area first."""
    areas = tuple(habitat_name(area) for area in TILES[name].areas)
    return Text("planet.tile.full", {"tile": name, "areas": areas})


def tile_id(name: str) -> Text:
    """A tile by its id alone."""
    return Text("planet.tile.short", {"tile": name})


def seats(those: Iterable[int]) -> tuple[Text, ...]:
    """Players as a list."""
    return tuple(seat_text(seat) for seat in those)


def values(numbers: Iterable[int | None]) -> tuple[Text, ...]:
    """What each judged seat has, in seat order."""
    return tuple(
        Text("planet.card.value", {"who": seat_text(seat), "n": number})
        for seat, number in enumerate(numbers)
        if number is not None
    )

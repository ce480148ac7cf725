"""What can happen in a match of Planet. Facts with their results: nothing here is worked out later."""

from typing import ClassVar

from events.hidden import Hidden
from events.record import Event, tagged

Values = tuple[int | None, ...]
"""A number for each seat; ``None`` where the seat is not judged (R28) or no longer compared (5.2)."""


class PlanetEvent(Event, frozen=True, tag=tagged("planet")):
    """The base of all of them."""


class CoresTaken(PlanetEvent, frozen=True):
    """Each seat took an empty core (2.1); the variants that are played (7.1, 7.2)."""

    seats: int
    beginner: bool = False
    mystery: bool = False


class AnimalsDealt(PlanetEvent, frozen=True):
    """Animal cards lie face up in a column for each round (2.3), and face down in those of ``face_down`` (7.2)."""

    reveals: ClassVar[bool] = True

    columns: tuple[tuple[str, ...], ...]
    face_down: tuple[int, ...] = ()


class ObjectiveDealt(PlanetEvent, frozen=True):
    """A seat got an objective that only it may read (2.4)."""

    reveals: ClassVar[bool] = True

    seat: int
    objective: Hidden[str]


class MarkerTaken(PlanetEvent, frozen=True):
    """The seat begins the first round (2.5, R15)."""

    seat: int


class PileTurnedUp(PlanetEvent, frozen=True):
    """A round began with the tiles of its pile, in display order (3.1)."""

    reveals: ClassVar[bool] = True

    round: int
    tiles: tuple[str, ...]


class LeftoversTurnedUp(PlanetEvent, frozen=True):
    """Round 11 or 12 began with the tiles put away in its place (3.1)."""

    reveals: ClassVar[bool] = True

    round: int
    tiles: tuple[str, ...]


class TilePlaced(PlanetEvent, frozen=True):
    """A seat took a tile and laid it on a face of its core (3.2). Not ``own``: the tile is gone for the others."""

    seat: int
    tile: str
    face: int
    turn: int


class LeftoversPutAway(PlanetEvent, frozen=True):
    """The tiles nobody took went to places 11 and 12 and to the box, in display order (3.4, R2)."""

    eleven: tuple[str, ...] = ()
    twelve: tuple[str, ...] = ()
    boxed: tuple[str, ...] = ()


class AnimalWon(PlanetEvent, frozen=True):
    """A seat took a card of the round (3.7); ``compared`` holds second and third regions where they decided (5.2)."""

    animal: str
    seat: int
    values: Values
    compared: tuple[Values, ...] = ()


class AnimalDeferred(PlanetEvent, frozen=True):
    """Nobody took a card of the round: it went to the bottom of the column of ``round`` (3.8)."""

    animal: str
    round: int
    values: Values


class AnimalBoxed(PlanetEvent, frozen=True):
    """Nobody took a card in round 12 (part 5)."""

    animal: str
    values: Values
    compared: tuple[Values, ...] = ()


class AnimalTurnedUp(PlanetEvent, frozen=True):
    """The hidden card of a round was turned up (7.2, R12)."""

    reveals: ClassVar[bool] = True

    animal: str
    round: int


class MarkerPassed(PlanetEvent, frozen=True):
    """The seat begins the next round (3.10)."""

    seat: int


class PlayerResigned(PlanetEvent, frozen=True):
    """A seat takes no further part (R28)."""

    seat: int


class ObjectiveRevealed(PlanetEvent, frozen=True):
    """The match is over and everybody sees a seat's objective (6.2)."""

    reveals: ClassVar[bool] = True

    seat: int
    objective: str


class PlanetScored(PlanetEvent, frozen=True):
    """What a seat got: areas of its objective's habitat and points for them (6.2), and for its animals (6.3).

    ``same`` and ``different`` count its cards whose habitat equals its objective's or not.
    """

    seat: int
    areas: int
    objective_points: int
    same: int
    different: int
    animal_points: int


class MatchDecided(PlanetEvent, frozen=True):
    """Places by seat, equals sharing one (6.4, R28), and the key of the reason."""

    places: tuple[int, ...]
    reason: str


PlanetEvents = (
    CoresTaken
    | AnimalsDealt
    | ObjectiveDealt
    | MarkerTaken
    | PileTurnedUp
    | LeftoversTurnedUp
    | TilePlaced
    | LeftoversPutAway
    | AnimalWon
    | AnimalDeferred
    | AnimalBoxed
    | AnimalTurnedUp
    | MarkerPassed
    | PlayerResigned
    | ObjectiveRevealed
    | PlanetScored
    | MatchDecided
)

"""What stands unfinished in a seat's agenda: plain structs, first to be done first. A stored format.

An agenda holds effects (`effects`) and these. Where the seat must choose, the first entry is the
question. `StepEnd` closes a step: bonuses that have to wait for the end of the step (K48) queue in it.
"""

from events.sky_farm.effects import (
    Advance,
    AnyEffect,
    Coins,
    Draw,
    Effect,
    Effects,
    Either,
    FillBadge,
    FillTools,
    Geode,
    Task,
    Trellis,
    Water,
)
from events.sky_farm.grids import ScratchCard


class Work(Effect, frozen=True):
    """The base of all that is no printed effect."""


class StepEnd(Work, frozen=True):
    """The end of a step, with what waits for it in the order it arose (K48)."""

    queue: Effects = ()


class GiftsIn(Work, frozen=True):
    """The gifts received last round, one after another (3.1)."""


class Exchange(Work, frozen=True):
    """Which of the old neighbour cards to discard (3.3)."""


class Keep(Work, frozen=True):
    """One of each drawn pair to keep (3.2, 3.3, 2.3)."""


class Grow(Work, frozen=True):
    """The growth phase (part 6)."""


class Move(Work, frozen=True):
    """These dice move on, each once, in the owner's order (6.3, K27, K70)."""

    dice: tuple[str, ...]


class MoveDie(Work, frozen=True):
    """One die moves on one face (6.1)."""

    die: str


class Symbol(Work, frozen=True):
    """The symbol of the face a die has come to (6.2)."""

    die: str


class ChooseCards(Work, frozen=True):
    """Two of the display, in order (7.1)."""


class Card(Work, frozen=True):
    """A task card to be run (7.2)."""

    card: str


class Lower(Work, frozen=True):
    """The condition and the lower half of a card (7.2)."""

    card: str


class Finish(Work, frozen=True):
    """The guide card is turned over (1.3)."""


class Scratching(Work, frozen=True):
    """A running chop or mine task with the actions left; ``bar``: an energy bar was used in it."""

    card: ScratchCard
    actions: int
    bar: bool = False


class GoFishing(Work, frozen=True):
    """A fishing task before its roll: which area (9.1)."""

    catches: int


class FixCrossing(Work, frozen=True):
    """A T was rolled: which cell is the base cell (9.2)."""

    area: str
    catches: int
    white: str
    black: str


class ChooseRod(Work, frozen=True):
    """Which of both rods (9.3)."""

    area: str
    catches: int
    base: int


class Fishing(Work, frozen=True):
    """A running fishing task: what is in reach, the catches left, the cells caught (9.4, 9.5)."""

    area: str
    catches: int
    base: int
    rod: str | None = None
    caught: tuple[int, ...] = ()
    first: bool = True
    bar: bool = False


class ReadGeode(Work, frozen=True):
    """A geode roll with a T: which cell (11.1)."""

    white: str
    black: str


class Farming(Work, frozen=True):
    """A running farm task with the actions left (12.1)."""

    actions: int
    bar: bool = False


class Plant(Work, frozen=True):
    """Which crop, where (12.2)."""


class Arrange(Work, frozen=True):
    """Housed animals taken up to be moved, and where all that were taken up stood before (13.3)."""

    lifted: tuple[str, ...]
    was: tuple[tuple[str, int], ...]


class Unit(Work, frozen=True):
    """One unit of a resource to be handled (16.1)."""

    resource: str


class StampIt(Work, frozen=True):
    """A unit to be stamped on the manifest: turned how, where (19.1)."""

    resource: str


Piece = (
    AnyEffect
    | GiftsIn
    | Exchange
    | Keep
    | Grow
    | Move
    | MoveDie
    | Symbol
    | ChooseCards
    | Card
    | Lower
    | Finish
    | Scratching
    | GoFishing
    | FixCrossing
    | ChooseRod
    | Fishing
    | ReadGeode
    | Farming
    | Plant
    | Arrange
    | Unit
    | StampIt
)

AnyWork = Piece | StepEnd
Agenda = tuple[AnyWork, ...]

Question = (
    GiftsIn
    | Exchange
    | Keep
    | Move
    | ChooseCards
    | Lower
    | Finish
    | Either
    | Task
    | Scratching
    | GoFishing
    | FixCrossing
    | ChooseRod
    | Fishing
    | ReadGeode
    | Farming
    | Plant
    | Water
    | Draw
    | Trellis
    | Arrange
    | Unit
    | StampIt
    | Coins
    | FillTools
    | FillBadge
)
"""What can stand first in an agenda that waits for its seat."""

Bonus = Task | Geode | Water | Advance | Draw | Either
"""Effects that wait for the end of the running step when they come as a bonus (K48)."""

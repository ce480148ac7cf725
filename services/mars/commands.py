"""What a seat can do, as typed commands. Never stored: a commit holds the reply as it was sent."""

from msgspec import Struct

from events.choices import Reply


class PickCard(Struct, frozen=True):
    """Keep a card of the pack (rules 12)."""

    seat: int
    card: str


class ChooseCorporation(Struct, frozen=True):
    """One of the corporations dealt (rules 1)."""

    seat: int
    corporation: str


class ChooseCards(Struct, frozen=True):
    """The cards to be bought of those dealt (rules 1, 2)."""

    seat: int
    cards: tuple[str, ...]


class ChooseHeat(Struct, frozen=True):
    """How much of the price of research is paid in heat."""

    seat: int
    heat: int


class TakeAction(Struct, frozen=True):
    """An action of the turn, by its option id: `play:comet`, `project:city`, `use:ants`, `convert:heat` ..."""

    seat: int
    option: str


class EndTurn(Struct, frozen=True):
    """Stop after one action; not a pass (rules 2)."""

    seat: int


class Pass(Struct, frozen=True):
    """Be out for this generation (rules 2)."""

    seat: int


class AnswerStep(Struct, frozen=True):
    """An answer to the open question of an action."""

    seat: int
    reply: Reply


class PlaceLast(Struct, frozen=True):
    """A greenery of the final conversion; no space: no more (rules 11)."""

    seat: int
    at: str | None


MarsCommand = (
    PickCard | ChooseCorporation | ChooseCards | ChooseHeat | TakeAction | EndTurn | Pass | AnswerStep | PlaceLast
)

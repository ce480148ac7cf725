"""Task cards, neighbour cards and season goals as printed."""

from typing import Final

from msgspec import Struct

from events.sky_farm.effects import Effects, Gain, Printed, effects
from events.sky_farm.facts import read


class Condition(Struct, frozen=True):
    """What must hold before the lower half (7.2)."""

    metric: str
    min: int


class TaskCard(Struct, frozen=True):
    """A task card: ``upper`` is all of a base card; a conditional one has a condition and a lower half."""

    id: str
    deck: str
    upper: Effects
    condition: Condition | None = None
    lower: Effects = ()


class NeighbourCard(Struct, frozen=True):
    """What a neighbour wants, and the gifts of which the receiver picks one (3.1)."""

    id: str
    wants: tuple[str, ...]
    gives: tuple[Gain, ...]


class Goal(Struct, frozen=True):
    """A season goal: the best tier reached counts (4.2)."""

    id: str
    season: int
    metric: str
    tiers: tuple[tuple[int, int], ...]

    def points(self, count: int) -> int:
        """The points for this count."""
        return max((points for least, points in self.tiers if count >= least), default=0)


class _TaskCard(Struct, frozen=True):
    id: str
    deck: str
    effect: tuple[Printed, ...] = ()
    upper: tuple[Printed, ...] = ()
    condition: Condition | None = None
    lower: tuple[Printed, ...] = ()


class _TaskCards(Struct, frozen=True):
    cards: tuple[_TaskCard, ...]


class _Gift(Struct, frozen=True):
    gain: str
    qty: int


class _NeighbourCard(Struct, frozen=True):
    id: str
    wants: tuple[str, ...]
    gives: tuple[_Gift, ...]


class _Step(Struct, frozen=True):
    effects: tuple[Printed, ...]


class _Neighbours(Struct, frozen=True):
    cards: tuple[_NeighbourCard, ...]
    track: tuple[_Step, ...]


class _Season(Struct, frozen=True):
    rounds: tuple[int, int]


class _Goals(Struct, frozen=True):
    seasons: tuple[_Season, ...]
    goals: tuple[Goal, ...]


_NEIGHBOURS: Final = read("neighbors", _Neighbours)
_GOALS: Final = read("season_goals", _Goals)

TASK_CARDS: Final = {
    card.id: TaskCard(card.id, card.deck, effects((*card.effect, *card.upper)), card.condition, effects(card.lower))
    for card in read("task_cards", _TaskCards).cards
}
"""Every task card by id."""

DECKS: Final = {
    deck: tuple(card.id for card in TASK_CARDS.values() if card.deck == deck)
    for deck in ("public", "season1", "season2", "season3")
}
"""The ids of each deck, sorted."""

NEIGHBOUR_CARDS: Final = {
    card.id: NeighbourCard(card.id, card.wants, tuple(Gain(gift.gain, gift.qty) for gift in card.gives))
    for card in _NEIGHBOURS.cards
}
"""Every neighbour card by id."""

NEIGHBOUR_TRACK: Final = tuple(effects(step.effects, "neighbours") for step in _NEIGHBOURS.track)
"""What each step of a neighbour track gives."""

GOALS: Final = {goal.id: goal for goal in _GOALS.goals}
"""Every season goal by id."""

SEASON_ROUNDS: Final = tuple(season.rounds for season in _GOALS.seasons)
"""First and last round of each season."""

ROUNDS: Final = SEASON_ROUNDS[-1][1]


def season_of(number: int) -> int:
    """The season, 0 to 2, that gives the season cards of this round (K8)."""
    return next(season for season, (_, last) in enumerate(SEASON_ROUNDS) if number <= last)

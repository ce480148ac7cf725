"""Phase B of a round: who takes which animal (3.6 to 3.9), and part 5, ties in round 12."""

from collections.abc import Mapping

from msgspec import Struct

from events.planet.animals import ANIMALS, Animal, Condition, sizes, value
from events.planet.events import AnimalBoxed, AnimalDeferred, AnimalWon, Values
from events.planet.layout import ROUNDS
from events.planet.state import still_in
from events.planet.tiles import Planet
from services.planet.story import Story

DEPTH = 3
"""Regions are compared down to the third (R8)."""


class Verdict(Struct, frozen=True):
    """Who takes a card, or nobody; what each had, and what second and third regions had to decide."""

    winner: int | None
    values: Values
    compared: tuple[Values, ...] = ()


def judge(story: Story) -> None:
    """Every card of the round's column, one by one in its order (3.6, R4)."""
    state = story.state
    seats = still_in(state)
    planets = tuple(seat.planet if seat.seat in seats else None for seat in state.seats)
    last = state.round == ROUNDS
    for card in state.columns[state.round - 1]:
        found = verdict(ANIMALS[card], planets, last)
        if found.winner is not None:
            story.tell(AnimalWon(card, found.winner, found.values, found.compared))
        elif last:
            story.tell(AnimalBoxed(card, found.values, found.compared))
        else:
            story.tell(AnimalDeferred(card, state.round + 1, found.values))


def verdict(card: Animal, planets: tuple[Planet | None, ...], last: bool) -> Verdict:
    """The only seat with the highest value of at least 1 takes the card (3.7, R6); in the last round see part 5.

    ``planets`` by seat, ``None`` for one that is not judged (R28).
    """
    had = {seat: value(card, planet) for seat, planet in enumerate(planets) if planet is not None}
    values = _by_seat(had, len(planets))
    best = _best(had)
    if had[best[0]] == 0:
        return Verdict(None, values)
    if len(best) == 1:
        return Verdict(best[0], values)
    if not last or card.condition is Condition.MOST_REGIONS:
        return Verdict(None, values)
    return _untie(card, planets, best, values)


def _untie(card: Animal, planets: tuple[Planet | None, ...], tied: tuple[int, ...], values: Values) -> Verdict:
    """Second, then third eligible regions of those still tied; a missing one counts 0 (5.2, R7, R8)."""
    eligible = {seat: sizes(card, planet) for seat in tied if (planet := planets[seat]) is not None}
    compared: list[Values] = []
    for place in range(1, DEPTH):
        had = {seat: _at(eligible[seat], place) for seat in tied}
        compared.append(_by_seat(had, len(planets)))
        tied = _best(had)
        if len(tied) == 1:
            return Verdict(tied[0], values, tuple(compared))
        if had[tied[0]] == 0:
            break
    return Verdict(None, values, tuple(compared))


def _best(had: Mapping[int, int]) -> tuple[int, ...]:
    """The seats with the largest number."""
    most = max(had.values())
    return tuple(seat for seat, number in had.items() if number == most)


def _at(regions: tuple[int, ...], place: int) -> int:
    return regions[place] if place < len(regions) else 0


def _by_seat(had: Mapping[int, int], seats: int) -> Values:
    return tuple(had.get(seat) for seat in range(seats))

"""Rules 11: points. Nothing in them is hidden, so the running score is open to all (rules 15)."""

from events.mars import names
from events.mars.card import PointsIf
from events.mars.cards import CARDS
from events.mars.map import (
    AWARD_FIRST,
    AWARD_SECOND,
    MILESTONE_POINTS,
    SECOND_FROM,
)
from events.mars.state import Seat, State, still_in
from events.mars.tally import amount, city_points, measure, own_greeneries
from events.record import Outcome, ScoreLine, ScoreSheet


def outcome(state: State) -> Outcome | None:
    """The places as decided, or None while play goes on."""
    return Outcome(state.places, state.reason, None if state.won else ()) if state.over else None


def award_points(state: State, award: str) -> dict[int, int]:
    """What an award gives each seat now: ties for first leave no second, ties for second all get it (rules 10).

    One that a leaver funded gives nothing to anybody (rules 15, Leaving).
    """
    seats = still_in(state)
    measures = {seat: measure(state, award, state.seats[seat]) for seat in seats}
    if not measures or state.awards.get(award) in state.left:
        return {}
    most = max(measures.values())
    firsts = [seat for seat in seats if measures[seat] == most]
    found = dict.fromkeys(firsts, AWARD_FIRST)
    if len(firsts) == 1 and len(seats) >= SECOND_FROM:
        second = max(measures[seat] for seat in seats if seat not in firsts)
        found.update({seat: AWARD_SECOND for seat in seats if measures[seat] == second})
    return found


def card_points(state: State, seat: Seat, name: str) -> int:
    """The points of a card in play or a played event (rules 11)."""
    value = CARDS[name].points
    if isinstance(value, PointsIf):
        return value.points if seat.held.get(name, 0) >= value.here else 0
    return amount(state, seat.seat, value, name)


def _parts(state: State, number: int) -> tuple[tuple[str, int], ...]:
    seat = state.seats[number]
    milestones = sum(MILESTONE_POINTS for owner in state.milestones.values() if owner == number)
    awards = sum(award_points(state, award).get(number, 0) for award in state.awards)
    cities = sum(city_points(state, at) for at, laid in state.tiles.items() if laid.city and laid.seat == number)
    cards = sum(card_points(state, seat, name) for name in (*seat.played, *seat.events))
    return (
        ("rating", seat.rating),
        ("milestones", milestones),
        ("awards", awards),
        ("greeneries", own_greeneries(state, number)),
        ("cities", cities),
        ("cards", cards),
    )


def total(state: State, seat: int) -> int:
    """All points of a seat still in."""
    return sum(points for _, points in _parts(state, seat))


def score(view: State) -> tuple[ScoreSheet, ...]:
    """A sheet for each seat, as if the match ended now."""
    return tuple(_sheet(view, seat) for seat in view.seats)


def _sheet(view: State, seat: Seat) -> ScoreSheet:
    place = view.places[seat.seat] if view.over and view.places else None
    won = None if place is None else view.won and place == 1
    if seat.seat in view.left:
        return ScoreSheet(seat.seat, place, won if place is None else False, 0, (ScoreLine("mars.score.resigned"),))
    parts = _parts(view, seat.seat)
    lines = [ScoreLine(f"mars.score.{name}", {}, points) for name, points in parts]
    for name in (*seat.played, *seat.events):
        points = card_points(view, seat, name)
        if points:
            lines.append(ScoreLine("mars.score.card", {"card": names.card(name), "n": points}))
    lines.append(ScoreLine("mars.score.money", {"n": seat.resources["megacredits"]}))
    return ScoreSheet(seat.seat, place, won, sum(points for _, points in parts), tuple(lines))

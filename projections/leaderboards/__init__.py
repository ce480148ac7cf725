"""Leaderboards, first half: matches, wins and points of each player, counted by partition and merged when asked.

Cancelled matches do not end with places and are not counted. Players who left count by their place like everybody.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from events.match import Match
from events.record import winners
from events.table.events import Ended
from projections.reader import Result, Step, Write, Writes
from projections.sheets import scores

OVERALL = "all"


class Tally(msgspec.Struct, frozen=True):
    """What a player has done: matches, wins (shared ones too), and points in so many matches that give points."""

    matches: int = 0
    wins: int = 0
    points: int = 0
    scored: int = 0

    def plus(self, other: Tally) -> Tally:
        """Both together."""
        return Tally(
            self.matches + other.matches,
            self.wins + other.wins,
            self.points + other.points,
            self.scored + other.scored,
        )

    @property
    def average(self) -> float | None:
        """Points a match, None where none gave points."""
        return self.points / self.scored if self.scored else None


class Leaderboards:
    """A hash for each game and for all together, with a counter in each field `<counter>:<player>`."""

    name = "leaderboards"
    version = 1

    def apply(self, steps: Sequence[Step]) -> Writes:
        """The results of matches that ended, counted, and sent on for the ratings."""
        results = [result for step in steps for result in ended(step)]
        writes = [
            Write(board, "HINCRBY", (f"{counter}:{player}", number))
            for result in results
            for player, tally in tallies(result)
            for board in (result.game, OVERALL)
            for counter, number in msgspec.structs.asdict(tally).items()
            if number
        ]
        return Writes(writes, results)


def ended(step: Step) -> Iterator[Result]:
    """The result of a step that ended its match."""
    for event in step.commit.events:
        if isinstance(event, Ended):
            yield result(step.after, step.commit.at, event.winners)


def result(match: Match, at: str, told: tuple[int, ...] | None = None) -> Result:
    """How a match ended; `told`: who won, where that is not just place 1."""
    assert match.table.places is not None
    totals = {sheet.seat: sheet.total for sheet in scores(match, "all")}
    players = match.table.players
    return Result(
        match=match.id,
        game=match.table.game,
        at=at,
        players=players,
        places=match.table.places,
        totals=tuple(totals.get(seat) for seat in range(len(players))),
        winners=told,
    )


def tallies(result: Result) -> Iterator[tuple[str, Tally]]:
    """What a match adds to each of its players."""
    won = winners(result.places, result.winners)
    for seat, (player, total) in enumerate(zip(result.players, result.totals, strict=True)):
        yield player, Tally(1, int(seat in won), total or 0, int(total is not None))


def decode(fields: Mapping[bytes, bytes]) -> dict[str, Tally]:
    """The tallies of a stored hash, by player."""
    counters: dict[str, dict[str, int]] = {}
    for field, value in fields.items():
        counter, _, player = field.decode().partition(":")
        counters.setdefault(player, {})[counter] = int(value)
    return {player: Tally(**counted) for player, counted in counters.items()}

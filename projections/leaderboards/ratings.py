"""Leaderboards, second half: a rating of each player, folded from the log of results in the order of arrival.

The model is Plackett-Luce of `openskill`: places alone count, and equals are equals. A player new to a board begins
at mu 25, sigma 25/3.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from openskill.models import PlackettLuce

from projections.leaderboards import OVERALL
from projections.reader import Result, Write

NAME = "ratings"
VERSION = 1
MOST = 1000
"""Arguments of one write; Lua unpacks a few thousand at most."""

_encoder = msgspec.msgpack.Encoder()


class Rating(msgspec.Struct, frozen=True, array_like=True):
    """How strong a player seems: `mu` the estimate, `sigma` how uncertain it is."""

    mu: float
    sigma: float

    @property
    def ordinal(self) -> float:
        """What the player's strength very likely is at least: what boards are ordered by."""
        return self.mu - 3 * self.sigma


_decoder = msgspec.msgpack.Decoder(Rating)
_model: Any = PlackettLuce()
NEWCOMER = Rating(_model.mu, _model.sigma)

Board = dict[str, Rating]


def boards(result: Result) -> tuple[str, str]:
    """The boards a result counts on: its game's and the one of all games."""
    return result.game, OVERALL


def players(results: Sequence[Result]) -> dict[str, list[str]]:
    """By board the players whose ratings these results change."""
    found: dict[str, dict[str, None]] = {}
    for result in results:
        for board in boards(result):
            found.setdefault(board, {}).update(dict.fromkeys(result.players))
    return {board: list(names) for board, names in found.items()}


def rate(known: Mapping[str, Board], results: Sequence[Result]) -> dict[str, Board]:
    """The ratings that change, by board, when these results follow on the known ones."""
    changed: dict[str, Board] = {}
    for result in results:
        for board in boards(result):
            now, before = changed.setdefault(board, {}), known.get(board, {})
            now.update(_rated(result, [now.get(name) or before.get(name, NEWCOMER) for name in result.players]))
    return changed


def _rated(result: Result, stood: Sequence[Rating]) -> Board:
    if len(stood) < 2:
        return {}
    teams = [[_model.rating(mu=rating.mu, sigma=rating.sigma)] for rating in stood]
    rated = _model.rate(teams, ranks=list(result.places))
    return {player: Rating(team[0].mu, team[0].sigma) for player, team in zip(result.players, rated, strict=True)}


def writes(changed: Mapping[str, Board]) -> list[Write]:
    """The writes of changed ratings: a hash for each board, a field for each player."""
    found = []
    for board, ratings in changed.items():
        fields = [part for player, rating in ratings.items() for part in (player, encode(rating))]
        found += [Write(board, "HSET", tuple(fields[at : at + MOST])) for at in range(0, len(fields), MOST)]
    return found


def encode(rating: Rating) -> bytes:
    """As it is stored."""
    return _encoder.encode(rating)


def decode(data: bytes) -> Rating:
    """The rating of stored bytes."""
    return _decoder.decode(data)

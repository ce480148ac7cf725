"""A table's life before play: opening, joining, leaving, starting."""

import base64
import hmac
from collections.abc import Mapping
from typing import Any

import msgspec

from events.commands import Join, Open
from events.match import Match
from events.record import Record
from events.table import events as e
from events.texts import Text
from services import luck
from services.dice import Seeded
from services.referee import Game, Luck, Refused, SetUp

MAX_ENTROPY = 64


def invite_code(secret: bytes) -> str:
    """The code of a table's invitation: 13 base32 characters made from its secret, known to host and guests."""
    return base64.b32encode(hmac.digest(secret, b"invite", "sha256")).decode()[:13].lower()


def read_options(kind: type[msgspec.Struct], given: Mapping[str, Any]) -> Any:
    """Options as their struct; Refused(bad_options) says what does not fit."""
    try:
        return msgspec.convert(given, kind)
    except msgspec.ValidationError as error:
        raise Refused("bad_options", Text("table.refused.bad_options", {"why": str(error)[:200]})) from error


def _plain(options: msgspec.Struct) -> dict[str, Any]:
    """Options as they are recorded, sets in order, so that deciding again gives the same bytes."""
    plain: dict[str, Any] = msgspec.to_builtins(options, order="deterministic")
    return plain


def open_table(games: Mapping[str, Game], host: str, command: Open, secret: bytes) -> list[Any]:
    """Open a table, if its options fit together: the set-up is tried dry with seeded chance."""
    game = games.get(command.game)
    if game is None:
        raise Refused("unknown_game", Text("table.refused.unknown_game", {"game": command.game[:40]}))
    record = game.record
    options = read_options(record.options, command.options)
    seats = command.seats if command.seats is not None else min(record.seats)
    if seats not in record.seats:
        allowed = ", ".join(map(str, record.seats))
        raise Refused("wrong_seats", Text("table.refused.wrong_seats", {"seats": allowed, "given": seats}))
    dry = SetUp(options, tuple(record.seat_options() for _ in range(seats)))
    game.referee.decide(record.start, dry, Seeded(0))
    return [
        e.Opened(
            game=record.id,
            rules=record.rules,
            host=host,
            seats=seats,
            options=_plain(options),
            secret_hash=luck.secret_hash(secret),
            invite=command.invite,
            code=invite_code(secret) if command.invite else "",
        )
    ]


def join(record: Record, match: Match, player: str, command: Join) -> list[Any]:
    """Take the seat asked for, or the first free one."""
    table = match.table
    if table.status != "open":
        raise Refused("not_open")
    if table.seat_of(player) is not None:
        raise Refused("seated_already")
    if table.invite and player != table.host and not _same_code(command.code, table.code):
        raise Refused("wrong_code")
    free = [number for number, seat in enumerate(table.seats) if seat.state == "free"]
    if command.seat is not None and not 0 <= command.seat < len(table.seats):
        raise Refused("no_such_seat")
    if not free:
        raise Refused("full")
    if command.seat is not None and command.seat not in free:
        raise Refused("seat_taken")
    if len(command.entropy) > MAX_ENTROPY or not (command.entropy.isascii() and command.entropy.isprintable()):
        raise Refused("bad_entropy")
    options = _plain(read_options(record.seat_options, command.options))
    seat = free[0] if command.seat is None else command.seat
    return [e.Joined(seat=seat, player=player, options=options, entropy=command.entropy)]


def _same_code(given: str, code: str) -> bool:
    return hmac.compare_digest(given.strip().lower().encode(), code.encode())


def start(game: Game, match: Match, player: str, chance: Luck) -> list[Any]:
    """Begin to play: `Started` and what the game's referee sets up, in one commit."""
    table = match.table
    if table.status != "open":
        raise Refused("not_open")
    if player != table.host:
        raise Refused("not_host")
    free = sum(seat.state == "free" for seat in table.seats)
    if free:
        raise Refused("seats_free", Text("table.refused.seats_free", {"free": free}))
    record = game.record
    options = read_options(record.options, table.options)
    seat_options = tuple(read_options(record.seat_options, seat.options) for seat in table.seats)
    played = game.referee.decide(record.start, SetUp(options, seat_options), chance)
    return [e.Started(rules=record.rules, options=table.options, players=table.players), *played]

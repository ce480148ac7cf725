"""How a game at the terminal begins: what is wanted, players made, a table opened, joined and started."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct

from deploy.hotseat.saved import Saved
from deploy.hotseat.serving import Serving
from events.commands import Command, Join, Open, Start
from events.texts import Text
from services import registry
from services.aggregate.envelope import Accepted, Rejected, match_id
from services.web.accounts import LONGEST_NAME, BadName, tidy_name
from services.web.games import options as options_of

PATIENCE: Final = 30.0
NAMES: Final = {"en": "Player {}", "zh-Hans": "玩家{}", "zh-Hant": "玩家{}"}


class Cannot(Exception):
    """A game cannot begin like this; `text` says why."""

    def __init__(self, text: Text) -> None:
        super().__init__(text.key)
        self.text = text


class Wanted(Struct, frozen=True):
    """What somebody at the terminal wants to play. `robots`: seats from 0."""

    game: str
    players: int
    names: tuple[str, ...]
    robots: tuple[int, ...]
    kind: str
    lang: str
    options: Mapping[str, Any]
    seed: str | None


def wanted(
    game: str,
    players: int | None,
    names: str | None,
    robots: str | None,
    kind: str,
    lang: str,
    options: tuple[str, ...],
    seed: str | None,
) -> Wanted:
    """What the words of the command mean. Raises Cannot."""
    found = registry.load().get(game)
    if found is None:
        raise Cannot(Text("play.error.no_game", {"game": game, "games": ", ".join(registry.load())}))
    seats = found.record.seats
    number = min(seats) if players is None else players
    if number not in seats:
        told = ", ".join(map(str, seats))
        raise Cannot(Text("play.error.no_players", {"game": game, "seats": told, "given": number}))
    played = _robots(robots, number)
    given = [_name(name) for name in (names or "").split(",")]
    if len(given) > number:
        raise Cannot(Text("play.error.many_names", {"given": len(given), "players": number}))
    called = [given[seat] if seat < len(given) else "" for seat in range(number)]
    filled = tuple(name or NAMES[lang].format(seat + 1) for seat, name in enumerate(called))
    return Wanted(game, number, filled, played, kind, lang, _options(game, options), seed)


def _name(text: str) -> str:
    if not text.strip():
        return ""
    try:
        return tidy_name(text)
    except BadName:
        shown = "".join(sign if sign.isprintable() else "?" for sign in text.strip())
        shown = shown if len(shown) <= LONGEST_NAME else f"{shown[:LONGEST_NAME]}…"
        raise Cannot(Text("play.error.bad_name", {"given": shown, "most": LONGEST_NAME})) from None


def _robots(text: str | None, players: int) -> tuple[int, ...]:
    found = []
    for part in (text or "").replace(" ", ",").split(","):
        if not part:
            continue
        if not (part.isascii() and part.isdigit() and len(part) <= 2 and 1 <= int(part) <= players):
            raise Cannot(Text("play.error.no_robot", {"seat": part[:20]}))
        if int(part) - 1 in found:
            raise Cannot(Text("play.error.twice_robot", {"seat": int(part)}))
        found.append(int(part) - 1)
    if len(found) == players:
        raise Cannot(Text("play.error.all_robots"))
    return tuple(sorted(found))


def _options(game: str, given: tuple[str, ...]) -> dict[str, Any]:
    """Options as name=value; what their types are the game says, and the table judges the rest."""
    record = registry.game(game).record
    shapes = {shape.id: shape for shape in options_of(record, record.options)}
    found: dict[str, Any] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals:
            raise Cannot(Text("play.error.bad_option", {"given": text[:40]}))
        shape = shapes.get(name)
        values = (shape.values or ()) if shape else ()
        parts = [_value(part, values) for part in value.split("+")]
        found[name] = parts if shape is not None and shape.many else parts[0]
    return found


def _value(text: str, values: tuple[str | int | bool, ...]) -> str | int | bool:
    for value in values:
        if (str(value).lower() if isinstance(value, bool) else str(value)) == text:
            return value
    if text in ("true", "false"):
        return text == "true"
    return int(text) if text.isascii() and text.removeprefix("-").isdigit() and len(text) < 10 else text


async def begin(serving: Serving, wanted: Wanted) -> Saved:
    """Make the players, open, join and start. Raises Cannot."""
    made = [await serving.accounts.create(name, wanted.lang) for name in wanted.names]
    players = tuple(player.id for player, _ in made)
    key = await _key(serving, players[0], wanted)
    match = match_id(players[0], key)

    async def send(player: str, command: Command, under: str) -> None:
        outcome = await serving.gateway.send(match, player, under, command, patience=PATIENCE)
        if isinstance(outcome, Rejected):
            raise Cannot(outcome.text)
        if not isinstance(outcome, Accepted):
            raise Cannot(Text("web.problem.busy"))

    await send(players[0], Open(wanted.game, dict(wanted.options), wanted.players, invite=False), key)
    for seat, player in enumerate(players):
        await send(player, Join(seat=seat), "join")
    await send(players[0], Start(), "start")
    return Saved(match, wanted.game, players, wanted.names, wanted.robots, wanted.kind, wanted.lang, wanted.seed)


async def _key(serving: Serving, host: str, wanted: Wanted) -> str:
    """The key the table is opened under: with a seed the first not yet used, so that the first match repeats."""
    if wanted.seed is None:
        return secrets.token_hex(8)
    number = 1
    while await serving.log.number(match_id(host, key := f"open-{wanted.game}-{number}")):
        number += 1
    return key

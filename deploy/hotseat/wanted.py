"""What is to be played, out of the words of a command: which game, by how many, with which options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct

from events.registry import UnknownGame
from events.texts import Text
from services import registry
from services.referee import Game
from services.web.accounts import LONGEST_NAME, BadName, tidy_name
from services.web.games import OptionShape
from services.web.games import options as options_of

NAMES: Final = {"en": "Player {}", "zh-Hans": "玩家{}", "zh-Hant": "玩家{}"}
SHOWN: Final = 40


class Cannot(Exception):
    """A game cannot begin like this; `text` says why, `code` is what the command ends with."""

    def __init__(self, text: Text, code: int = 2) -> None:
        super().__init__(text.key)
        self.text = text
        self.code = code


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
    found = game_of(game)
    number = seats_of(found, _enough(found, robots) if players is None else players)
    played = _robots(robots, number)
    given = [_name(name) for name in (names or "").split(",")]
    if len(given) > number:
        raise Cannot(Text("play.error.many_names", {"given": len(given), "players": number}))
    called = [given[seat] if seat < len(given) else "" for seat in range(number)]
    filled = tuple(name or NAMES[lang].format(seat + 1) for seat, name in enumerate(called))
    return Wanted(game, number, filled, played, kind, lang, _options(found, options), seed)


def _name(text: str) -> str:
    if not text.strip():
        return ""
    try:
        return tidy_name(text)
    except BadName:
        shown = "".join(sign if sign.isprintable() else "?" for sign in text.strip())
        shown = shown if len(shown) <= LONGEST_NAME else f"{shown[:LONGEST_NAME]}…"
        raise Cannot(Text("play.error.bad_name", {"given": shown, "most": LONGEST_NAME})) from None


def _parts(robots: str | None) -> list[str]:
    return [part for part in (robots or "").replace(" ", ",").split(",") if part]


def _is_seat(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 2


def _enough(game: Game, robots: str | None) -> int:
    """The fewest seats of the game that hold these robots and a person, or else its most."""
    given = {int(part) for part in _parts(robots) if _is_seat(part)}
    seats = sorted(game.record.seats)
    return next((number for number in seats if number >= max(given, default=0) and number > len(given)), seats[-1])


def _robots(text: str | None, players: int) -> tuple[int, ...]:
    found = []
    for part in _parts(text):
        if not (_is_seat(part) and 1 <= int(part) <= players):
            raise Cannot(Text("play.error.no_robot", {"seat": part[:20], "players": players}))
        if int(part) - 1 in found:
            raise Cannot(Text("play.error.twice_robot", {"seat": int(part)}))
        found.append(int(part) - 1)
    if len(found) == players:
        raise Cannot(Text("play.error.all_robots"))
    return tuple(sorted(found))


def game_of(name: str) -> Game:
    """The game of this name. Raises Cannot."""
    try:
        return registry.game(name)
    except UnknownGame:
        args: dict[str, Any] = {"game": name[:SHOWN], "games": ", ".join(registry.load())}
        raise Cannot(Text("play.error.no_game", args)) from None


def seats_of(game: Game, players: int | None) -> int:
    """This number of players, or the fewest the game is played with. Raises Cannot."""
    seats = game.record.seats
    number = min(seats) if players is None else players
    if number not in seats:
        told = ", ".join(map(str, seats))
        raise Cannot(Text("play.error.no_players", {"game": game.record.id, "seats": told, "given": number}))
    return number


def option_of(game: Game, text: str) -> tuple[OptionShape, str]:
    """The option that is set by `name=value`, and the value as it is written. Raises Cannot."""
    shapes = {shape.id: shape for shape in options_of(game.record, game.record.options)}
    name, equals, value = text.partition("=")
    if not equals or name not in shapes:
        known = "\n".join(f"  {shape.id}={written(shape)}" for shape in shapes.values())
        args: dict[str, Any] = {"game": game.record.id, "given": name[:SHOWN], "options": known or "  –"}
        raise Cannot(Text("play.error.no_option" if equals else "play.error.bad_option", args))
    return shapes[name], value


def bad_value(shape: OptionShape, value: str) -> Cannot:
    """What is said of a value that an option cannot have."""
    args: dict[str, Any] = {"option": shape.id, "given": value[:SHOWN], "values": written(shape)}
    return Cannot(Text("play.error.bad_value", args))


def written(shape: OptionShape) -> str:
    """The values of an option as they are written: one of `a|b`, any of `a+b`; … where there are too many."""
    return ("+" if shape.many else "|").join(map(_spelt, shape.values or ("…",)))


def _spelt(value: str | int | bool) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _plain(text: str) -> str | int:
    return int(text) if text.isascii() and text.removeprefix("-").isdigit() and len(text) < 10 else text


def _options(game: Game, given: tuple[str, ...]) -> dict[str, Any]:
    """Options as name=value; the table judges whether they fit together."""
    found: dict[str, Any] = {}
    for text in given:
        shape, value = option_of(game, text)
        known = {_spelt(one): one for one in shape.values or ()}
        parts = [part for part in value.split("+") if part] if shape.many else [value]
        if shape.values is not None and not known.keys() >= set(parts):
            raise bad_value(shape, value)
        read = [known[part] if part in known else _plain(part) for part in parts]
        found[shape.id] = read if shape.many else read[0]
    return found

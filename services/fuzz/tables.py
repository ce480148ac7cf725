"""The tables a game can be played at: player counts and options, all of them in turn.

Options are frozen structs of Literal, bool, bounded int and sets of Literal, so their values can be read off
their types.
"""

import types
import typing
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, islice, product
from typing import Annotated, Any, Final, Literal, get_args, get_origin

import msgspec

from services.dice import Seeded
from services.referee import Game, Refused, SetUp

MOST: Final = 512
"""No more tables than so many are gone through; of more, so many are drawn."""


class BadOptions(ValueError):
    """Options or players that the game does not have; the message says which."""


class TableSpec(msgspec.Struct, frozen=True):
    """Who plays at a table, and with what options (as JSON)."""

    seats: int
    options: dict[str, Any]


def values(hint: Any) -> list[Any]:
    """The values an option of this type can have, as JSON; BadOptions if they cannot be told."""
    origin = get_origin(hint)
    if origin is Literal:
        return list(get_args(hint))
    if hint is bool:
        return [False, True]
    if origin is Annotated:
        return _bounded(hint)
    if origin in (frozenset, set, tuple):
        return _subsets(get_args(hint)[0])
    if origin in (types.UnionType, typing.Union):
        return [value for part in get_args(hint) for value in values(part)]
    if hint is type(None):
        return [None]
    raise BadOptions(f"an option of type {hint} has no values to go through")


def _bounded(hint: Any) -> list[Any]:
    base, *extras = get_args(hint)
    for extra in extras:
        if isinstance(extra, msgspec.Meta) and extra.ge is not None and extra.le is not None:
            return list(range(int(extra.ge), int(extra.le) + 1))
    return values(base)


def _subsets(item: Any) -> list[Any]:
    """None, each alone, each left out, and all: enough to meet each with and without the others."""
    every = values(item)
    sizes = {0, 1, max(0, len(every) - 1), len(every)}
    return [list(some) for size in sorted(sizes) for some in combinations(every, size)]


def spreads(options: type[msgspec.Struct]) -> dict[str, list[Any]]:
    """By option the values it can have."""
    hints = typing.get_type_hints(options, include_extras=True)
    return {name: values(hints[name]) for name in options.__struct_fields__}


def given(game: Game, texts: Sequence[str]) -> dict[str, Any]:
    """Options written `name=value`; BadOptions says what is wrong with them."""
    found: dict[str, Any] = {}
    names = game.record.options.__struct_fields__
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or name not in names:
            known = ", ".join(names) or "none"
            raise BadOptions(f"{text!r} is no option of {game.record.id} as name=value; it has: {known}")
        found[name] = _read(game, name, value)
    return found


def _read(game: Game, name: str, value: str) -> Any:
    tries: list[Any] = [value]
    try:
        tries.insert(0, msgspec.json.decode(value))
    except msgspec.DecodeError:
        tries.append([part for part in value.split("+") if part])
    for one in tries:
        try:
            msgspec.convert({name: one}, game.record.options)
        except msgspec.ValidationError:
            continue
        return one
    raise BadOptions(f"{name} cannot be {value!r}; it can be: {spreads(game.record.options)[name]}")


def tables(game: Game, players: Sequence[int] = (), fixed: Mapping[str, Any] | None = None) -> list[TableSpec]:
    """The tables to go through, in an order in which every few of them differ in much.

    Player counts and options are narrowed by `players` and `fixed`; tables the game refuses are left out.
    """
    record = game.record
    wrong = [count for count in players if count not in record.seats]
    if wrong:
        raise BadOptions(f"{record.id} is played by {', '.join(map(str, record.seats))}, not {wrong[0]}")
    counts = tuple(players) or record.seats
    spread = spreads(record.options)
    spread |= {name: [value] for name, value in (fixed or {}).items()}
    dice = Seeded(f"tables/{record.id}")
    found = [table for table in _every(counts, spread, dice) if _fits(game, table)]
    if not found:
        raise BadOptions(f"{record.id} refuses every table with these options")
    return list(dice.shuffle(found))


def _every(counts: Sequence[int], spread: Mapping[str, list[Any]], dice: Seeded) -> Iterator[TableSpec]:
    names = list(spread)
    size = len(counts)
    for some in spread.values():
        size *= len(some)
    if size <= MOST:
        for count, *chosen in product(counts, *spread.values()):
            yield TableSpec(count, dict(zip(names, chosen, strict=True)))
        return
    for _ in range(MOST):
        chosen = [dice.draw(spread[name], 1)[0] for name in names]
        yield TableSpec(dice.draw(counts, 1)[0], dict(zip(names, chosen, strict=True)))


def _fits(game: Game, table: TableSpec) -> bool:
    record = game.record
    seats = tuple(record.seat_options() for _ in range(table.seats))
    try:
        options = msgspec.convert(table.options, record.options)
        game.referee.decide(record.start, SetUp(options, seats), Seeded(0))
    except (Refused, msgspec.ValidationError):
        return False
    return True


def seat_options(game: Game, dice: Seeded) -> dict[str, Any]:
    """Options of a seat at random, as JSON."""
    spread = spreads(game.record.seat_options)
    return {name: dice.draw(some, 1)[0] for name, some in spread.items()}


def turn_by_turn(found: Sequence[TableSpec], seed: int) -> TableSpec:
    """The table of a seed: seeds one after another go through them all."""
    return next(islice(found, seed % len(found), None))

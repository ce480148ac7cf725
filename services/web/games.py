"""The games that can be played, with their options as a form can show them."""

from typing import Any

import msgspec
from msgspec import NODEFAULT
from msgspec.inspect import BoolType, CollectionType, Field, IntType, LiteralType, StructType, Type, type_info

from events.record import Record
from events.texts import Text, catalogue, has

MOST_NUMBERS = 100


class OptionShape(msgspec.Struct, frozen=True):
    """An option of a table or a seat: its values (None: any of its type), its default, what it is."""

    id: str
    values: tuple[str | int | bool, ...] | None
    default: Any
    text: Text
    many: bool = False
    """Whether some of the values are chosen, not one."""


class GameShape(msgspec.Struct, frozen=True):
    """A game: player counts, options of the table and of each seat."""

    id: str
    seats: tuple[int, ...]
    options: tuple[OptionShape, ...]
    seat_options: tuple[OptionShape, ...]
    text: Text


def shape(record: Record) -> GameShape:
    """The game as the API lists it."""
    return GameShape(
        id=record.id,
        seats=record.seats,
        options=options(record, record.options),
        seat_options=options(record, record.seat_options),
        text=title(record.id),
    )


def options(record: Record, kind: type[msgspec.Struct]) -> tuple[OptionShape, ...]:
    """The options in a struct of them, in their order."""
    info = type_info(kind)
    assert isinstance(info, StructType)
    return tuple(_option(record, field) for field in info.fields)


def title(game: str) -> Text:
    """What a game is called: the text `<game>.name`."""
    return called(f"{game}.name", game)


def value_text(game: str, value: str | int | bool) -> Text:
    """What a value of an option is called: the text `<game>.value.<value>`."""
    return called(f"{game}.value.{value}", str(value))


def called(key: str, otherwise: str) -> Text:
    """A text of a game's catalogue; the bare word where it has none, or one that wants arguments and so means
    something else."""
    if has(key) and "{" not in catalogue(key.partition(".")[0], "en")[key]:
        return Text(key)
    return Text("web.plain", {"text": otherwise})


def _option(record: Record, field: Field) -> OptionShape:
    default = field.default
    if default is NODEFAULT and field.default_factory is not NODEFAULT:
        default = field.default_factory()
    many = isinstance(field.type, CollectionType)
    return OptionShape(
        id=field.encode_name,
        values=_values(field.type),
        default=None if default is NODEFAULT else msgspec.to_builtins(default),
        text=called(f"{record.id}.option.{field.encode_name}", field.encode_name),
        many=many,
    )


def _values(kind: Type) -> tuple[str | int | bool, ...] | None:
    match kind:
        case LiteralType():
            return tuple(value for value in kind.values if value is not None)
        case BoolType():
            return (False, True)
        case IntType(ge=int(least), le=int(most)) if most - least < MOST_NUMBERS:
            return tuple(range(least, most + 1))
        case CollectionType():
            return _values(kind.item_type)
        case _:
            return None

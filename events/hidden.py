"""Hidden information, declared in the type and blanked in one place.

    class Dealt(Event, frozen=True):
        seat: int
        cards: Hidden[tuple[str, ...]]

A struct with hidden fields names who may read them: a `readers` attribute or property (seats), else
its own `seat`. `redact(value, viewer)` blanks what the viewer may not read, through structs, tuples
and dicts of any depth. A blank has the type of the field: a tuple keeps its length and has blank
items, a string is "", a number 0, a struct its `BLANK`, anything optional None.
"""

import types
import typing
from collections.abc import Callable
from functools import cache
from typing import Annotated, Any, Final, Literal, TypeVar, get_args, get_origin

import msgspec

T = TypeVar("T")
S = TypeVar("S")

Viewer = int | None | Literal["all"]
"""A seat, None for a spectator, or "all" for everything (after the end only)."""


class Secret:
    """Marks a field as hidden; `blank` overrides what stands in its place (a value, not a function)."""

    __slots__ = ("blank",)

    def __init__(self, blank: Any = ...) -> None:
        self.blank = blank


Hidden = Annotated[T, Secret()]

_PLAIN: Final = (str, int, bool, float, bytes, type(None))


def readers(holder: Any) -> tuple[int, ...]:
    """The seats that may read the hidden fields of a struct."""
    named = getattr(holder, "readers", None)
    if named is not None:
        return tuple(named)
    seat = getattr(holder, "seat", None)
    return () if seat is None else (seat,)


def may_read(holder: Any, viewer: Viewer) -> bool:
    """Whether the viewer may read the hidden fields of this struct."""
    return viewer == "all" or (viewer is not None and viewer in readers(holder))


def shown(value: Any, viewer: Viewer) -> bool:
    """Whether the value holds, however deep, a struct with hidden fields that this viewer may read."""
    if isinstance(value, msgspec.Struct):
        hidden, deep = _plan(type(value))
        if hidden and may_read(value, viewer):
            return True
        return any(shown(getattr(value, name), viewer) for name in deep)
    if isinstance(value, tuple):
        return any(shown(item, viewer) for item in value)
    if isinstance(value, dict):
        return any(shown(item, viewer) for item in value.values())
    return False


def lacks(value: Any, viewer: Viewer) -> bool:
    """Whether `redact` blanks anything in the value, also where what is hidden looks like its blank."""
    if isinstance(value, msgspec.Struct):
        hidden, deep = _plan(type(value))
        if hidden and not may_read(value, viewer):
            return True
        return any(lacks(getattr(value, name), viewer) for name in deep)
    if isinstance(value, tuple):
        return any(lacks(item, viewer) for item in value)
    if isinstance(value, dict):
        return any(lacks(item, viewer) for item in value.values())
    return False


def redact(value: S, viewer: Viewer) -> S:
    """The value as this viewer may see it: the same type, hidden fields blank."""
    if viewer == "all":
        return value
    return typing.cast(S, _redact(value, viewer))


def _redact(value: Any, viewer: Viewer) -> Any:
    if isinstance(value, msgspec.Struct):
        return _redact_struct(value, viewer)
    if isinstance(value, tuple):
        return tuple([_redact(item, viewer) for item in value])
    if isinstance(value, dict):
        return {key: _redact(item, viewer) for key, item in value.items()}
    return value


def _redact_struct(value: msgspec.Struct, viewer: Viewer) -> msgspec.Struct:
    hidden, deep = _plan(type(value))
    if not hidden and not deep:
        return value
    changes: dict[str, Any] = {}
    if hidden and not may_read(value, viewer):
        changes = {name: blank(getattr(value, name)) for name, blank in hidden}
    for name in deep:
        if name not in changes:
            old = getattr(value, name)
            new = _redact(old, viewer)
            if new is not old:
                changes[name] = new
    return msgspec.structs.replace(value, **changes) if changes else value


def hidden_fields(cls: type[msgspec.Struct]) -> tuple[str, ...]:
    """The names of the fields of a struct that are declared hidden."""
    return tuple(name for name, _ in _plan(cls)[0])


Blank = Callable[[Any], Any]


@cache
def _plan(cls: type[msgspec.Struct]) -> tuple[tuple[tuple[str, Blank], ...], tuple[str, ...]]:
    """Of a struct class: its hidden fields with their blanks, and the fields that may hold hidden things deeper."""
    hidden: list[tuple[str, Blank]] = []
    deep: list[str] = []
    hints = typing.get_type_hints(cls, include_extras=True)
    for name in cls.__struct_fields__:
        hint = hints[name]
        secret = _secret(hint)
        if secret is not None:
            hidden.append((name, _blank(hint, secret)))
        if _may_hide(hint, set()):
            deep.append(name)
    return tuple(hidden), tuple(deep)


def _secret(hint: Any) -> Secret | None:
    if get_origin(hint) is Annotated:
        return next((extra for extra in get_args(hint)[1:] if isinstance(extra, Secret)), None)
    return None


def _may_hide(hint: Any, seen: set[Any]) -> bool:
    """Whether a value of this type can hold a struct with hidden fields (the type itself not counted).

    `seen` gathers the structs looked at: of those that are not yet decided, none has been found to hide anything.
    """
    origin = get_origin(hint)
    if origin is Annotated:
        return _may_hide(get_args(hint)[0], seen)
    if origin is not None:
        return any(_may_hide(part, seen) for part in get_args(hint))
    if hint is Any or isinstance(hint, TypeVar):
        return True
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct) and hint not in seen:
        seen.add(hint)
        hints = typing.get_type_hints(hint, include_extras=True)
        fields = [hints[name] for name in hint.__struct_fields__]
        return any(_secret(field) is not None or _may_hide(field, seen) for field in fields)
    return False


def _blank(hint: Any, secret: Secret) -> Blank:
    if secret.blank is not ...:
        fixed = secret.blank
        return lambda _: fixed
    return _blank_of(get_args(hint)[0])


def _blank_of(hint: Any) -> Blank:
    origin = get_origin(hint)
    if origin is Annotated:
        return _blank_of(get_args(hint)[0])
    if origin in (types.UnionType, typing.Union):
        if type(None) in get_args(hint):
            return lambda _: None
        raise TypeError(f"a hidden union needs None or a blank of its own: {hint}")
    if origin is tuple:
        first, *rest = get_args(hint)
        if rest != [...]:
            blanks = [_blank_of(part) for part in (first, *rest)]
            return lambda value: tuple([blank(part) for blank, part in zip(blanks, value, strict=True)])
        item = _blank_of(first)
        return lambda value: tuple([item(part) for part in value])
    if origin in (dict, frozenset) or hint in (dict, frozenset):
        empty = dict if (origin or hint) is dict else frozenset
        return lambda _: empty()
    if isinstance(hint, type) and hasattr(hint, "BLANK"):
        return lambda _: hint.BLANK
    if hint in _PLAIN:
        return lambda _: None if hint is type(None) else hint()
    raise TypeError(f"a hidden field of this type needs a blank of its own: {hint}")

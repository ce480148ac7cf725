"""HTML from functions: everything is escaped unless it is `Html` already, and elements are closed as they should be."""

from collections.abc import Iterable
from html import escape
from typing import Final

VOID: Final = frozenset({"br", "hr", "img", "input", "link", "meta"})


class Html(str):
    """Markup that needs no escaping."""

    __slots__ = ()


Child = str | int | None | Iterable["Child"]
"""A piece of a page: text, markup, nothing, or several of these."""


def tag(name: str, /, *children: Child, **attributes: str | int | bool | None) -> Html:
    """An element. `class_` and `for_` lose their mark, other underscores become hyphens; True is a bare attribute."""
    written = "".join(_attribute(key, value) for key, value in attributes.items())
    if name in VOID:
        return Html(f"<{name}{written}>")
    return Html(f"<{name}{written}>{together(children)}</{name}>")


def together(children: Child) -> Html:
    """Several pieces one after another."""
    match children:
        case None:
            return Html("")
        case Html():
            return children
        case str() | int():
            return Html(escape(str(children)))
        case _:
            return Html("".join(together(child) for child in children))


def _attribute(key: str, value: str | int | bool | None) -> str:
    if value is None or value is False:
        return ""
    name = key.rstrip("_").replace("_", "-")
    return f" {name}" if value is True else f' {name}="{escape(str(value))}"'

"""Spans of work, for whoever traces it: off, and next to free, until a program puts a tracer in.

    with span("decide", parent=envelope.trace, match=match) as at:
        ...
        at.note(commit=42)
        carried = at.carried  # goes with what is sent, as the parent of what is done about it

Knows no tracing library; `deploy` brings one. What is hidden, and tokens, never go into a span.
"""

from __future__ import annotations

from types import TracebackType
from typing import Literal, Protocol

Value = str | int | float | bool
Kind = Literal["inside", "server", "producer", "consumer"]


class Span(Protocol):
    """A piece of work, from entering to leaving it."""

    @property
    def carried(self) -> str:
        """Names this span to another process (W3C `traceparent`); "" where nothing is traced."""
        ...

    def note(self, **attributes: Value) -> None:
        """Say more about the work."""
        ...

    def __enter__(self) -> Span: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


class Tracer(Protocol):
    """What a program puts in."""

    def span(self, name: str, kind: Kind, parent: str | None, attributes: dict[str, Value]) -> Span:
        """A span; `parent` as it was carried here, None for the one that is entered, "" for none."""
        ...


class _Off:
    """The span of a program that does not trace."""

    __slots__ = ()
    carried = ""

    def note(self, **_: Value) -> None:
        """Nothing."""

    def __enter__(self) -> Span:
        return self

    def __exit__(self, *_: object) -> None:
        return None


_OFF = _Off()
_tracer: Tracer | None = None


def install(tracer: Tracer | None) -> None:
    """Trace from now on; None, no more."""
    global _tracer  # noqa: PLW0603 - one for the process, like its log
    _tracer = tracer


def span(name: str, *, kind: Kind = "inside", parent: str | None = None, **attributes: Value) -> Span:
    """A span to be entered. `parent`: as it was carried here; None for the one that is entered now."""
    return _OFF if _tracer is None else _tracer.span(name, kind, parent, attributes)


def traced() -> bool:
    """Whether anything is traced, for whoever would work to say it."""
    return _tracer is not None

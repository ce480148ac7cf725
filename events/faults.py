"""Where an exception came from, for a log: its kind and the lines of code it passed.

What an exception out of a game's code says may name what is hidden, such as a card in a hand. So only of those kinds
that are the system's is told what they say.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePath
from traceback import walk_tb
from types import FrameType
from typing import Final

OURS: Final = frozenset({"events", "services", "projections", "deploy"})
SYSTEMS: Final = (OSError, ImportError)
MOST: Final = 40
"""Lines told of one exception, the innermost."""


def place(error: BaseException) -> str:
    """`file:line` of the innermost line of this program that it passed; of any program where none is; or ""."""
    frames = list(walk_tb(error.__traceback__))
    own = [(frame, line) for frame, line in frames if _module(frame).partition(".")[0] in OURS]
    return _told(*(own or frames)[-1]) if frames else ""


def trail(error: BaseException) -> str:
    """`Kind: file:line < file:line ...`, the innermost first; a line more for each exception behind it or within it."""
    return "\n".join(_line(one) for one in _all(error, set()))


def _all(error: BaseException, told: set[int]) -> Iterator[BaseException]:
    if id(error) in told:
        return
    told.add(id(error))
    yield error
    for one in error.exceptions if isinstance(error, BaseExceptionGroup) else ():
        yield from _all(one, told)
    behind = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if behind is not None:
        yield from _all(behind, told)


def _line(error: BaseException) -> str:
    passed = [_told(*step) for step in walk_tb(error.__traceback__)][-MOST:]
    kind = f"{type(error).__name__} ({error})" if isinstance(error, SYSTEMS) else type(error).__name__
    return f"{kind}: {' < '.join(reversed(passed))}" if passed else kind


def _told(frame: FrameType, line: int) -> str:
    path = PurePath(frame.f_code.co_filename)
    depth = _module(frame).count(".") + 1 + (path.name == "__init__.py")
    return f"{'/'.join(path.parts[-depth:])}:{line}"


def _module(frame: FrameType) -> str:
    return str(frame.f_globals.get("__name__", ""))

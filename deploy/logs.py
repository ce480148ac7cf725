"""What the program logs and where: structlog events on stderr, JSON in production, coloured on a terminal.

Every line carries what is bound where it is written: match, seat, commit, command. What libraries log by the standard
module becomes the same kind of line. Tokens are masked whoever wrote the line; of an exception its kind and where it
was are told, not what it says, which may be hidden (`events/faults.py`).
"""

from __future__ import annotations

import logging
import re
import sys
from types import TracebackType
from typing import Final, TextIO

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

from events import faults

SECRET: Final = re.compile(
    r"tp_[A-Za-z0-9_-]{20,}"  # a player's token
    r"|\b[vp][0-9]{1,2}\.[A-Za-z0-9_-]{20,}"  # a link's
    r"|\b[0-9]{6,}:[A-Za-z0-9_-]{30,}"  # a bot's
    r"|\bwhsec_[A-Za-z0-9+/=_-]+"  # a webhook's
    r"|(?<=://)[^/@\s\"']+(?=@)"  # a server's user and password
    r"|(?<=[Bb]earer )[A-Za-z0-9._~+/=-]+"
)
MASK: Final = "[secret]"
SAYING: Final = 3
"""What an exception says is looked for in a line from this length on."""

_SHARED: Final[tuple[Processor, ...]] = (
    structlog.contextvars.merge_contextvars,
    structlog.processors.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
)


def masked(text: str) -> str:
    """The text without anything that looks like a secret of ours."""
    return SECRET.sub(MASK, text)


def configure(level: int = logging.INFO, file: TextIO | None = None) -> None:
    """Set up logging for a process. Call it once, before anything logs."""
    file = file or sys.stderr
    structlog.configure(
        processors=[*_SHARED, *_rendering(file)],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.WriteLoggerFactory(file=file),
        cache_logger_on_first_use=False,
    )
    if file is sys.stderr:
        sys.excepthook = _ended
    handler = logging.StreamHandler(file)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[*_SHARED, structlog.stdlib.add_logger_name],
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *_rendering(file)],
        )
    )
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)


def _rendering(file: TextIO) -> list[Processor]:
    """From an event to its line."""
    if file.isatty():
        return [_placed, structlog.dev.ConsoleRenderer(), _mask]
    return [_placed, structlog.processors.JSONRenderer(), _mask]


def _placed(_: WrappedLogger, __: str, event: EventDict) -> EventDict:
    """In place of an exception its kind and where it was."""
    given = event.pop("exc_info", None)
    error = sys.exc_info()[1] if given is True else given[1] if isinstance(given, tuple) else given
    if isinstance(error, BaseException):
        text = str(event.get("event", ""))
        for said in (repr(error), str(error)):  # libraries repeat it
            text = text.replace(said, type(error).__name__) if len(said) >= SAYING else text
        event.update(event=text, place=faults.place(error), exception=faults.trail(error))
    return event


def _ended(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """The last line of a process that ends by an exception nobody foresaw."""
    structlog.get_logger(__name__).critical("crashed", exc_info=(kind, error, trace))


def _mask(_: WrappedLogger, __: str, line: EventDict | str) -> str:
    return masked(str(line))

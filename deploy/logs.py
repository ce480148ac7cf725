"""What the program logs and where: structlog events on stderr, JSON in production, coloured on a terminal."""

from __future__ import annotations

import logging
import sys

import structlog
from structlog.typing import Processor


def configure(level: int = logging.INFO) -> None:
    """Set up logging for a process. Call it once, before anything logs."""
    terminal = sys.stderr.isatty()
    last: Processor = structlog.dev.ConsoleRenderer() if terminal else structlog.processors.JSONRenderer()
    exceptions: list[Processor] = [] if terminal else [structlog.processors.format_exc_info]
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            *exceptions,
            last,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.WriteLoggerFactory(file=sys.stderr),
    )
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING, format="%(name)s %(levelname)s %(message)s")

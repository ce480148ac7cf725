"""Ending tasks for certain."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Any

AGAIN = 0.5


async def end(tasks: Iterable[asyncio.Future[Any]]) -> None:
    """Cancel tasks and wait for their end; again where that was lost: redis-py can swallow one while it connects."""
    waiting = [*tasks]
    while pending := [task for task in waiting if not task.done()]:
        for task in pending:
            task.cancel()
        await asyncio.wait(pending, timeout=AGAIN)

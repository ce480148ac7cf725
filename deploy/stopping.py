"""Ending a process when it is told to: SIGTERM and SIGINT cancel its work, and again if that got lost."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any, Final

AGAIN: Final = 3.0
"""Seconds after which work that goes on is cancelled once more: redis-py can swallow one while it connects."""


async def until_told(work: Coroutine[Any, Any, None]) -> None:
    """Do this until it ends or a signal comes; raises what it raises."""
    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    task = asyncio.ensure_future(work)
    told = asyncio.ensure_future(stop.wait())
    await asyncio.wait([task, told], return_when=asyncio.FIRST_COMPLETED)
    told.cancel()
    while not task.done():
        task.cancel()
        await asyncio.wait([task], timeout=AGAIN)
    with suppress(asyncio.CancelledError):
        task.result()

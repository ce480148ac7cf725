"""Everything on one machine: embedded server; worker, readers, notices and web door as supervised processes.

The server lives in this process's care; the others are children that are started again with back-off when they end.
The web door's socket is opened here and handed on, so nobody is turned away while a door is started anew.
"""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
from collections.abc import Callable, Coroutine, Mapping, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import httpx
import structlog

from deploy import door
from deploy.embedded import EmbeddedServer, ServerError, check, stop_with_parent
from deploy.processes import deployment
from deploy.settings import PREFIX, Settings

FIRST_PAUSE = 0.5
LONGEST_PAUSE = 30.0
STEADY = 30.0
STOP_WAIT = 15.0
BEAT = 0.5
READY_WAIT = 60.0

logger = structlog.get_logger(__name__)


class Child:
    """A process that is kept running: started again when it ends, later and later if it keeps ending."""

    def __init__(
        self,
        name: str,
        arguments: Sequence[str],
        settings: Settings,
        files: Sequence[int] = (),
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self.name = name
        self._arguments = [sys.executable, "-m", "deploy", *arguments]
        self._environment = {**os.environ, "TURNPOST_DATA": str(settings.data), **(environment or {})}
        self._files = tuple(files)
        self._process: asyncio.subprocess.Process | None = None
        self._ending = asyncio.Event()

    @property
    def pid(self) -> int | None:
        """Its process id while it runs."""
        return self._process.pid if self._process is not None and self._process.returncode is None else None

    async def keep(self) -> None:
        """Keep it running until `stop`."""
        pause = FIRST_PAUSE
        loop = asyncio.get_running_loop()
        while not self._ending.is_set():
            begun = loop.time()
            self._process = await asyncio.create_subprocess_exec(
                *self._arguments,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=sys.stderr.fileno(),
                env=self._environment,
                cwd=Path.cwd(),
                pass_fds=self._files,
                process_group=0,  # Ctrl-C is ours to handle
                preexec_fn=stop_with_parent(),
            )
            code = await self._process.wait()
            if self._ending.is_set():
                return
            pause = FIRST_PAUSE if loop.time() - begun > STEADY else min(pause * 2, LONGEST_PAUSE)
            logger.warning("process_ended", process=self.name, code=code, again_in=pause)
            await asyncio.sleep(pause)

    async def stop(self) -> None:
        """Ask it to end, wait, and kill it should it not."""
        self._ending.set()
        process = self._process
        if process is None or process.returncode is not None:
            return
        process.terminate()
        try:
            async with asyncio.timeout(STOP_WAIT):  # wait_for can lose a cancellation (Python 3.11)
                await process.wait()
        except TimeoutError:
            logger.warning("process_killed", process=self.name)
            process.kill()
            await process.wait()


async def up(settings: Settings, host: str, port: int, tell: Callable[[str], None]) -> None:
    """Run everything until SIGTERM or SIGINT; `tell` is given the URL once the door is open.

    Raises ServerError, OSError (the port is taken).
    """
    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    async with AsyncExitStack() as stack:
        keeping: list[asyncio.Task[None]] = []
        listening = stack.enter_context(door.listen(host, port))
        if settings.redis_url is None:
            embedded = await stack.enter_async_context(EmbeddedServer(settings.data / "redis", settings.redis_binary))
            url = embedded.url
            keeping.append(_begin(stack, _watch(embedded)))
        else:
            url = settings.redis_url
            await check(url, allow_unsafe=settings.allow_unsafe_server)
        async with deployment(url, settings) as log:
            logger.info("deployment", partitions=log.partitions)
        for child in _children(settings, listening):
            keeping.append(_begin(stack, child.keep()))
            stack.push_async_callback(child.stop)  # the last first: once the door is shut nothing new comes
        _begin(stack, _tell_when_ready(door.address(listening), tell))
        done, _ = await asyncio.wait([*keeping, _begin(stack, _wait(stop))], return_when=asyncio.FIRST_COMPLETED)
        logger.info("stopping")
        for task in done:
            task.result()  # raises what kept a child from being kept


def _begin(stack: AsyncExitStack, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
    """Begin to do something that is given up when the stack is left."""
    task = asyncio.create_task(work)
    stack.push_async_callback(_end, task)
    return task


async def _wait(event: asyncio.Event) -> None:
    await event.wait()


def _children(settings: Settings, listening: socket.socket) -> tuple[Child, ...]:
    """The processes, in the order they are started."""
    descriptor = listening.fileno()
    links = {"TURNPOST_PUBLIC_URL": os.environ.get("TURNPOST_PUBLIC_URL") or door.address(listening)}
    return (
        Child("worker", ["worker"], settings),
        Child("project", ["project"], settings, environment=_port(settings, 1)),
        Child("notices", ["notices"], settings, environment={**links, **_port(settings, 2)}),
        Child("web", ["web", "--socket", str(descriptor)], settings, [descriptor], links),
    )


def _port(settings: Settings, place: int) -> dict[str, str]:
    """A port for metrics after the named one, which is the worker's."""
    return {f"{PREFIX}METRICS_PORT": str(settings.metrics_port + place)} if settings.metrics_port else {}


async def _watch(embedded: EmbeddedServer) -> None:
    """Start the server again when it has ended."""
    pause = FIRST_PAUSE
    while True:
        await asyncio.sleep(BEAT)
        if embedded.pid is not None:
            continue
        logger.warning("server_ended", again_in=pause)
        await asyncio.sleep(pause)
        try:
            await embedded.start()
            pause = FIRST_PAUSE
        except ServerError as error:
            pause = min(pause * 2, LONGEST_PAUSE)
            logger.warning("server_start_failed", error=str(error))


async def _tell_when_ready(url: str, tell: Callable[[str], None]) -> None:
    end = asyncio.get_running_loop().time() + READY_WAIT
    async with httpx.AsyncClient(trust_env=False, timeout=5) as client:
        while asyncio.get_running_loop().time() < end:
            try:
                if (await client.get(f"{url}/readyz")).status_code == httpx.codes.OK:
                    tell(url)
                    return
            except httpx.HTTPError:
                pass
            await asyncio.sleep(0.1)
    logger.error("door_not_ready", url=url)


async def _end(task: asyncio.Task[None]) -> None:
    task.cancel()
    await asyncio.wait([task])

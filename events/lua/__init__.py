"""The scripts of the log, how one is run, and the errors they answer with.

Every script touches keys of one slot, checks everything before its first write, and says what is wrong by the first
word of an error reply.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Awaitable, Mapping, Sequence
from importlib.resources import files
from typing import Any, cast

from redis.asyncio import Redis, RedisCluster
from redis.exceptions import NoScriptError, ResponseError

Client = Redis | RedisCluster


class LogError(Exception):
    """Something about the log is not as the caller took it to be. Nothing was written."""


class Fenced(LogError):
    """Another worker has taken the partition since; this one must stop writing to it."""


class WrongPosition(LogError):
    """The partition's log stands elsewhere than the caller thought."""


class WrongVersion(LogError):
    """A match stands at another number than the caller thought."""


class Taken(LogError):
    """Another worker holds the partition's lease."""


class NoDeployment(LogError):
    """No deployment was created on this server."""


class WrongPartitions(LogError):
    """The deployment has another number of partitions; that number is fixed when it is created."""


class BrokenLog(LogError):
    """A log or a match has a hole, or does not end where its position says."""


class NoGroup(LogError):
    """The command stream or its group is gone (the server was flushed)."""


_ERRORS: Mapping[str, type[LogError]] = {
    "FENCED": Fenced,
    "WRONGPOS": WrongPosition,
    "WRONGVERSION": WrongVersion,
    "TAKEN": Taken,
    "NODEPLOYMENT": NoDeployment,
    "BROKENLOG": BrokenLog,
    "NOGROUP": NoGroup,
}


class Script:
    """A Lua script by its text; loaded again where the server does not know it."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.sha = hashlib.sha1(text.encode(), usedforsecurity=False).hexdigest()

    async def __call__(self, client: Client, keys: Sequence[str], args: Sequence[str | bytes | int]) -> Any:
        """Run it over keys of one slot. Raises what the script's error reply names, else redis-py's errors."""
        try:
            try:
                return await answer(client.evalsha(self.sha, len(keys), *keys, *cast("Any", args)))
            except NoScriptError:
                return await answer(client.eval(self.text, len(keys), *keys, *cast("Any", args)))
        except ResponseError as error:
            raise _typed(error) from error


def _typed(error: ResponseError) -> Exception:
    word = re.match(r"(?:ERR )?([A-Z]+)", str(error))
    kind = _ERRORS.get(word[1]) if word else None
    return error if kind is None else kind(str(error))


async def answer(reply: Awaitable[Any] | Any) -> Any:
    """What a client call gives; redis-py types its commands for both of its clients at once."""
    return await cast("Awaitable[Any]", reply)


def script(name: str) -> Script:
    """The script `<name>.lua` of this folder."""
    return Script(files(__name__).joinpath(f"{name}.lua").read_text(encoding="utf-8"))

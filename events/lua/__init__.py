"""The scripts of the log, how one is run, and the errors they answer with.

Every script touches keys of one slot, checks everything before its first write, and says what is wrong by the first
word of an error reply.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Awaitable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib.resources import files
from typing import Any, cast

from redis.asyncio import Redis, RedisCluster
from redis.asyncio.cluster import PipelineCommand
from redis.exceptions import AskError, MovedError, NoScriptError, RedisClusterException, ResponseError, TryAgainError
from redis.exceptions import ConnectionError as Unconnected

Client = Redis | RedisCluster

REPLICATED_MS = 2000
"""How long a write waits for replicas to have it."""
MOVES = 3


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


class OutOfOrder(LogError):
    """Commands that came before those of the batch are still in the stream: another has read them."""


class NotReplicated(LogError):
    """It was written, but not enough replicas had it in time: it may yet be lost and must not be acknowledged."""


_ERRORS: Mapping[str, type[LogError]] = {
    "FENCED": Fenced,
    "WRONGPOS": WrongPosition,
    "WRONGVERSION": WrongVersion,
    "TAKEN": Taken,
    "NODEPLOYMENT": NoDeployment,
    "BROKENLOG": BrokenLog,
    "NOGROUP": NoGroup,
    "OUTOFORDER": OutOfOrder,
}


class Script:
    """A Lua script by its text; loaded again where the server does not know it."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.sha = hashlib.sha1(text.encode(), usedforsecurity=False).hexdigest()

    async def __call__(
        self, client: Client, keys: Sequence[str], args: Sequence[str | bytes | int], replicas: int = 0
    ) -> Any:
        """Run it over keys of one slot. Raises what the script's error reply names, else redis-py's errors.

        With `replicas` it also waits until so many of them have what it wrote. Raises NotReplicated after 2 s.
        """
        try:
            if replicas:
                return await self._replicated(client, keys, args, replicas)
            try:
                return await answer(client.evalsha(self.sha, len(keys), *keys, *cast("Any", args)))
            except NoScriptError:
                return await answer(client.eval(self.text, len(keys), *keys, *cast("Any", args)))
        except ResponseError as error:
            raise _typed(error) from error

    async def _replicated(
        self, client: Client, keys: Sequence[str], args: Sequence[str | bytes | int], replicas: int
    ) -> Any:
        """Run it and wait on one connection: WAIT looks at what its own connection has written."""
        run: tuple[Any, ...] = ("EVALSHA", self.sha, len(keys), *keys, *args)
        for _ in range(MOVES):
            result, reached = await _on_one_connection(client, keys[0], run, ("WAIT", replicas, REPLICATED_MS))
            if isinstance(result, NoScriptError):
                run = ("EVAL", self.text, *run[2:])
            elif isinstance(result, MovedError | AskError | TryAgainError) and not isinstance(client, Redis):
                await answer(client.exists(keys[0]))  # follows the move and notes it
            else:
                break
        for error in (result, reached):
            if isinstance(error, Exception):
                raise error
        if reached < replicas:
            raise NotReplicated(f"{reached} of {replicas} replicas have it")
        return result


async def _on_one_connection(client: Client, key: str, *commands: tuple[Any, ...]) -> list[Any]:
    """What commands come to, or the errors they end in, sent to the server that holds a key."""
    if isinstance(client, Redis):
        pipe = client.pipeline(transaction=False)
        for command in commands:
            pipe.execute_command(*command)
        return list(await pipe.execute(raise_on_error=False))
    await client.initialize()
    sent = [PipelineCommand(place, *command) for place, command in enumerate(commands)]
    with plain_errors():
        node = client.get_node_from_key(key)
    if node is None:
        raise Unconnected(f"no server holds {key}")
    with plain_errors():
        await node.execute_pipeline(sent)
    return [command.result for command in sent]


@contextmanager
def plain_errors() -> Iterator[None]:
    """Around calls of redis-py's cluster client: what it raises outside of its own errors is a lost connection.

    RedisClusterException is none of them. AttributeError comes from a connection that is cut for one task, because its
    node failed another, just while it is checked.
    """
    try:
        yield
    except (RedisClusterException, AttributeError) as error:
        raise Unconnected(f"{type(error).__name__}: {error}") from error


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

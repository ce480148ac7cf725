"""What a projection is: commits in, writes out; and what a read model looks like, in memory or on a server.

A projection is pure. It says what to write under names of its own; where those names lie (partition, version), when
they are written and how far the reading has come is the runner's to know. It never increments what another partition
holds too, so read models of partitions are merged when asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple, Protocol

import msgspec

from events.commit import AnyCommit
from events.log import tag
from events.match import Match

Command = Literal["SET", "DEL", "HSET", "HDEL", "HINCRBY", "RPUSH", "LTRIM"]
Argument = str | bytes | int
Content = bytes | dict[bytes, bytes] | list[bytes]

SKIPPED = "skipped"
"""The name under which every read model lists the commits its projection failed on."""
SKIPPED_KEPT = 1000


class Step(NamedTuple):
    """One commit on its way through a projection: where it stands in the log, and its match before and after it."""

    pos: int
    commit: AnyCommit
    before: Match
    after: Match


class Write(NamedTuple):
    """One change to a read model: a name below the model's own prefix, a command and its arguments."""

    name: str
    command: Command
    args: tuple[Argument, ...] = ()


class Result(msgspec.Struct, frozen=True):
    """How a match ended, as sent to the log of results: players, places and totals by seat."""

    match: str
    game: str
    at: str
    players: tuple[str, ...]
    places: tuple[int, ...]
    totals: tuple[int | None, ...]
    winners: tuple[int, ...] | None = None


class Writes(NamedTuple):
    """What a few commits come to. `results` go to a log of their own before the writes are made."""

    writes: Sequence[Write] = ()
    results: Sequence[Result] = ()


class Projection(Protocol):
    """A kind of read model.

    `version` is raised whenever what `apply` writes changes its meaning; the model is then built anew beside the old.
    """

    @property
    def name(self) -> str:
        """The name in keys and commands."""
        ...

    @property
    def version(self) -> int:
        """The least version of a stored model that this code can read."""
        ...

    def apply(self, steps: Sequence[Step]) -> Writes:
        """What these commits, in the order of the log, change. The same steps give the same writes."""
        ...


def model_key(partition: int | None, name: str, version: int) -> str:
    """The prefix of a read model's keys; partition None is the slot of the ratings."""
    return f"{_slot(partition)}:rm:{name}:v{version}:"


def checkpoint_key(partition: int | None, name: str, version: int) -> str:
    """The key of a checkpoint: a hash of `pos` and of `mark`, the digest of the commit there."""
    return f"{_slot(partition)}:ck:{name}:v{version}"


def _slot(partition: int | None) -> str:
    return "{ratings}" if partition is None else tag(partition)


def skip(pos: int, match: str, n: int, error: BaseException | str) -> list[Write]:
    """The writes that record a commit a projection failed on; the last thousand are kept."""
    line = f"{pos} {match} {n} {error if isinstance(error, str) else f'{type(error).__name__}: {error}'}"
    return [Write(SKIPPED, "RPUSH", (line[:500],)), Write(SKIPPED, "LTRIM", (-SKIPPED_KEPT, -1))]


class Model:
    """A read model in memory: what the same writes would leave on a server. For comparing, and for tests."""

    def __init__(self) -> None:
        self.content: dict[str, Content] = {}

    def make(self, writes: Iterable[Write]) -> None:
        """Carry out the writes."""
        for write in writes:
            self._make(write)

    def _make(self, write: Write) -> None:
        args = [_bytes(arg) for arg in write.args]
        match write.command:
            case "SET":
                self.content[write.name] = args[0]
            case "DEL":
                self.content.pop(write.name, None)
            case "HSET":
                self.hash(write.name, create=True).update(zip(args[::2], args[1::2], strict=True))
            case "HDEL":
                fields = self.hash(write.name)
                for field in args:
                    fields.pop(field, None)
                if not fields:
                    self.content.pop(write.name, None)
            case "HINCRBY":
                fields = self.hash(write.name, create=True)
                fields[args[0]] = _bytes(int(fields.get(args[0], b"0")) + int(args[1]))
            case "RPUSH":
                self.list(write.name, create=True).extend(args)
            case "LTRIM":
                lines = self.list(write.name)
                del lines[: max(0, len(lines) + int(args[0]))]

    def hash(self, name: str, create: bool = False) -> dict[bytes, bytes]:
        """A hash of the model, empty where there is none."""
        found = self.content.setdefault(name, {}) if create else self.content.get(name, {})
        assert isinstance(found, dict)
        return found

    def list(self, name: str, create: bool = False) -> list[bytes]:
        """A list of the model, empty where there is none."""
        found = self.content.setdefault(name, []) if create else self.content.get(name, [])
        assert isinstance(found, list)
        return found


def _bytes(value: Argument) -> bytes:
    return value if isinstance(value, bytes) else str(value).encode()

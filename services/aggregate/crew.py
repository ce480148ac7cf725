"""The crew: which workers of a deployment live, and which partitions each of them is to serve.

Every worker tells once a second that it lives and which partitions it may serve, and works out from what all have
told who serves what. All come to the same shares, so nobody hands them out. Two that differ for a moment do no
harm: a partition goes to the one that holds its lease, and the epoch fences the other.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from hashlib import blake2b
from pathlib import Path

from events.log import Client, Script, answer

BEATS, WORKERS = "{crew}:beats", "{crew}:workers"

_BEAT, _LEAVE = (
    Script((Path(__file__).parent / "lua" / f"{name}.lua").read_text(encoding="utf-8")) for name in ("beat", "leave")
)


class Superseded(Exception):
    """Another worker was started under this one's name; this one must end."""


class BadPartitions(ValueError):
    """What was given is no list of this deployment's partitions."""


class Crew:
    """A worker's place in the crew. `only` are the partitions it may serve, None for all."""

    def __init__(
        self, client: Client, partitions: int, name: str, lease_ms: int, only: frozenset[int] | None = None
    ) -> None:
        self._client = client
        self._partitions = partitions
        self._name = name
        self._lease_ms = lease_ms
        self._only = only
        self._self = secrets.token_hex(8)
        self._joined = False
        self.took_over = False

    async def beat(self) -> frozenset[int]:
        """Tell that this worker lives; gives the partitions it is to serve now.

        The first beat takes the name over from whoever had it; `took_over` then says whether that one seemed to live.
        Raises Superseded when the name was taken from this one.
        """
        spec = "" if self._only is None else spelt(self._only)
        args: list[str | int] = [self._name, self._self, spec, self._lease_ms, int(not self._joined)]
        found = await _BEAT(self._client, [BEATS, WORKERS], args)
        if not found:
            raise Superseded(f"another worker named {self._name!r} was started; each needs a name of its own")
        if not self._joined:
            self.took_over = bool(found[0])
        self._joined = True
        told = {name.decode(): read_partitions(spec.decode(), self._partitions) for name, spec in _pairs(found[1:])}
        return frozenset(number for number, name in shares(self._partitions, told).items() if name == self._name)

    async def leave(self) -> None:
        """Leave the crew, so that the others need not find out."""
        if self._joined:
            await _LEAVE(self._client, [BEATS, WORKERS], [self._name, self._self])


async def members(client: Client) -> dict[str, str]:
    """By name which partitions each worker may serve ("" for all), as they have last told."""
    found = await answer(client.hgetall(WORKERS))
    return {name.decode(): told.decode().partition(" ")[2] for name, told in found.items()}


def _pairs(flat: list[bytes]) -> Iterable[tuple[bytes, bytes]]:
    return zip(flat[::2], flat[1::2], strict=True)


def shares(partitions: int, workers: Mapping[str, frozenset[int] | None]) -> dict[int, str]:
    """Who serves each partition: as even as what each worker may serve allows. No worker for it? Not in there.

    Little moves when a worker comes or goes: each partition goes to the first in an order of its own that has room.
    """
    may = {
        number: [name for name, only in workers.items() if only is None or number in only]
        for number in range(partitions)
    }
    loads = dict.fromkeys(workers, 0)
    room = -(-partitions // len(workers)) if workers else 0
    found: dict[int, str] = {}
    for number, names in may.items():
        if names:
            name = min((loads[name] >= room, _rank(name, number), name) for name in names)[2]
            found[number] = name
            loads[name] += 1
    while (move := _uneven(found, may, loads)) is not None:
        number, name = move
        loads[found[number]] -= 1
        loads[name] += 1
        found[number] = name
    return found


def _uneven(found: Mapping[int, str], may: Mapping[int, list[str]], loads: Mapping[str, int]) -> tuple[int, str] | None:
    """A partition that should go to another worker, who serves fewer by two or more."""
    for number in sorted(found, key=lambda number: (-loads[found[number]], number)):
        name = min(may[number], key=lambda name: (loads[name], name))
        if loads[found[number]] - loads[name] > 1:
            return number, name
    return None


def _rank(name: str, number: int) -> bytes:
    return blake2b(f"{number} {name}".encode(), digest_size=8).digest()


def spelt(partitions: Iterable[int]) -> str:
    """Partitions as they are written: `0-3,5`."""
    runs: list[list[int]] = []
    for number in sorted(partitions):
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ",".join(f"{run[0]}-{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)


def read_partitions(text: str, partitions: int) -> frozenset[int] | None:
    """What `spelt` writes; None for "", which is all of them. Raises BadPartitions."""
    if not text.strip():
        return None
    found: set[int] = set()
    for part in text.split(","):
        first, dash, last = part.strip().partition("-")
        if not (first.isascii() and first.isdigit() and (not dash or (last.isascii() and last.isdigit()))):
            raise BadPartitions(f"{text!r} is no list of partitions such as 0-3,5")
        start, end = int(first), int(last if dash else first)
        if end < start:
            raise BadPartitions(f"{text!r}: {part.strip()} runs backwards; write {end}-{start}")
        if end >= partitions:
            raise BadPartitions(f"{text!r}: this deployment has the partitions 0-{partitions - 1}")
        found.update(range(start, end + 1))
    return frozenset(found)

"""The projections there are, and which version of each read model is read: the only list of them.

Versions stand in one hash of the deployment: `<name>` is the version that is read, `<name>:next` one that is being
built beside it, and `<name>:v<version>` the version of the code that writes it: a rebuild raises the one and not the
other, and only code of the same version may write to a read model.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from events.log import Client, Log, answer
from projections.folds import Folds
from projections.inbox import Inbox
from projections.leaderboards import Leaderboards, ratings
from projections.reader import Projection
from projections.runner import RatingsRunner, Runner, Running
from projections.sheets import Sheets
from projections.timelines import Timelines

VERSIONS = "{projections}:versions"

PROJECTIONS: tuple[Projection, ...] = (Inbox(), Sheets(), Timelines(), Leaderboards())
BY_NAME: Mapping[str, Projection] = {projection.name: projection for projection in PROJECTIONS}
CODE: Mapping[str, int] = {**{one.name: one.version for one in PROJECTIONS}, ratings.NAME: ratings.VERSION}
"""By name which version this code writes; the ratings too."""


class Version(NamedTuple):
    """Which version of a read model is read, and which is being built beside it."""

    live: int
    next: int | None = None

    @property
    def all(self) -> tuple[int, ...]:
        """Those that are kept up to date."""
        return (self.live,) if self.next is None else (self.live, self.next)


class Versions:
    """The versions of a deployment's read models."""

    def __init__(self, client: Client) -> None:
        self.client = client

    async def create(self) -> None:
        """Enter every projection that is not there yet, at the version of this code."""
        for name, version in CODE.items():
            if await answer(self.client.hsetnx(VERSIONS, name, version)):
                await self._note(name, version)

    async def read(self) -> dict[str, Version]:
        """By name; what nobody has entered yet stands at the version of this code."""
        stored = {key.decode(): int(value) for key, value in (await answer(self.client.hgetall(VERSIONS))).items()}
        return {name: Version(stored.get(name, code), stored.get(f"{name}:next")) for name, code in CODE.items()}

    async def codes(self) -> dict[tuple[str, int], int]:
        """By name and version of a read model the version of the code that writes it. Where that was never noted it
        is taken for ours, unless it is too old."""
        stored = await answer(self.client.hgetall(VERSIONS))
        known = (await self.read()).items()
        found = {(name, version): min(version, CODE[name]) for name, versions in known for version in versions.all}
        for key, value in stored.items():
            name, _, version = key.decode().partition(":v")
            if version.isdigit():
                found[name, int(version)] = int(value)
        return found

    async def build(self, name: str, version: int) -> None:
        """Have a version built beside the one that is read; workers of this code keep it up to date from now on."""
        await self._note(name, version)
        await answer(self.client.hset(VERSIONS, f"{name}:next", version))

    async def switch(self, name: str, version: int) -> None:
        """Have this version read from now on."""
        await answer(self.client.hset(VERSIONS, name, version))
        await self.give_up(name)

    async def give_up(self, name: str) -> None:
        """Have nothing built beside the version that is read."""
        await answer(self.client.hdel(VERSIONS, f"{name}:next"))

    async def _note(self, name: str, version: int) -> None:
        await answer(self.client.hset(VERSIONS, f"{name}:v{version}", CODE[name]))


def runners(log: Log, name: str, version: int) -> list[Running]:
    """The runners of all parts of a read model: one for each partition, or the one of the ratings."""
    if name == ratings.NAME:
        return [RatingsRunner(log, version)]
    projection = BY_NAME[name]
    return [Runner(log, projection, version, partition, Folds(log)) for partition in range(log.partitions)]

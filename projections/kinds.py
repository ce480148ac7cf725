"""The projections there are, and which version of each read model is read: the only list of them.

Versions stand in one hash of the deployment: `<name>` is the version that is read, `<name>:next` one that is being
built beside it.
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
"""By name the least version of a stored read model that this code reads; the ratings too."""


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
            await answer(self.client.hsetnx(VERSIONS, name, version))

    async def read(self) -> dict[str, Version]:
        """By name; what nobody has entered yet stands at the version of this code."""
        stored = {key.decode(): int(value) for key, value in (await answer(self.client.hgetall(VERSIONS))).items()}
        return {name: Version(stored.get(name, code), stored.get(f"{name}:next")) for name, code in CODE.items()}

    async def build(self, name: str, version: int) -> None:
        """Have a version built beside the one that is read; workers keep it up to date from now on."""
        await answer(self.client.hset(VERSIONS, f"{name}:next", version))

    async def switch(self, name: str, version: int) -> None:
        """Have this version read from now on."""
        await answer(self.client.hset(VERSIONS, name, version))
        await self.give_up(name)

    async def give_up(self, name: str) -> None:
        """Have nothing built beside the version that is read."""
        await answer(self.client.hdel(VERSIONS, f"{name}:next"))


def runners(log: Log, name: str, version: int) -> list[Running]:
    """The runners of all parts of a read model: one for each partition, or the one of the ratings."""
    if name == ratings.NAME:
        return [RatingsRunner(log, version)]
    projection = BY_NAME[name]
    return [Runner(log, projection, version, partition, Folds(log)) for partition in range(log.partitions)]

"""How fast somebody may go, and how many streams they may hold open. Kept in memory, one door at a time.

A bucket of tokens for each name, filled steadily. An IPv6 address counts as its network of 64 bits, for whoever has
one has them all.
"""

import ipaddress
import math
import re
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final, NamedTuple

import msgspec

from services.web.asking import Request
from services.web.problems import Crowded, Problem, TooFast

KEPT: Final = 20_000


class Rate(NamedTuple):
    """So many a second, and so many at once."""

    a_second: float
    most: float


PATTERN: Final = r"^[0-9]{1,6}(\.[0-9]{1,3})?:[1-9][0-9]{0,6}$"
"""How a rate is written: `a second:at once`."""

COMMANDS: Final = Rate(200, 400)
PLAYERS: Final = Rate(20, 200)
READING: Final = Rate(500, 2000)
REQUESTS: Final = Rate(2000, 8000)
FAILURES: Final = Rate(5, 200)
STREAMS: Final = 5000
STREAMS_EACH: Final = 500


def read_rate(text: str) -> Rate:
    """A rate as it is written in the settings. Raises ValueError."""
    if not re.match(PATTERN, text):
        raise ValueError(f"{text!r} is no rate such as 200:400, so many a second and so many at once")
    a_second, _, most = text.partition(":")
    return Rate(float(a_second), float(most))


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """What a door lets one player or one address do."""

    commands: Rate = COMMANDS
    """Commands of a player."""
    players: Rate = PLAYERS
    """New players, and tokens, from an address."""
    reading: Rate = READING
    """Requests of any kind with one token."""
    requests: Rate = REQUESTS
    """Requests of any kind from an address."""
    failures: Rate = FAILURES
    """Wrong tokens from an address."""
    streams: int = STREAMS
    """Live streams of a door."""
    streams_each: int = STREAMS_EACH
    """Live streams of an address."""


class Rates:
    """The buckets of a door."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def spend(self, name: str, rate: Rate) -> None:
        """Take one token of this name's bucket. Problem(too_fast) if it is empty."""
        left, now = self._left(name, rate)
        if left < 1:
            raise TooFast(math.ceil((1 - left) / rate.a_second) if rate.a_second else 3600)
        self._buckets[name] = (left - 1, now)
        self._buckets.move_to_end(name)
        if len(self._buckets) > KEPT:
            self._buckets.popitem(last=False)

    def check(self, name: str, rate: Rate) -> None:
        """Problem(too_fast) if this name's bucket is empty; nothing is taken."""
        left, _ = self._left(name, rate)
        if left < 1:
            raise TooFast(math.ceil((1 - left) / rate.a_second) if rate.a_second else 3600)

    def _left(self, name: str, rate: Rate) -> tuple[float, float]:
        now = self._clock()
        left, then = self._buckets.get(name, (rate.most, now))
        return min(rate.most, left + (now - then) * rate.a_second), now


class Streams:
    """The live streams of a door, counted by address."""

    def __init__(self) -> None:
        self._held: Counter[str] = Counter()

    @property
    def open(self) -> int:
        """How many there are."""
        return self._held.total()

    def check(self, name: str, limits: Limits) -> None:
        """Problems: too_many (this address holds as many as it may), busy (the door does)."""
        if self._held[name] >= limits.streams_each:
            raise Crowded(limits.streams_each)
        if self.open >= limits.streams:
            raise Problem("busy")

    @contextmanager
    def hold(self, name: str) -> Iterator[None]:
        """Count a stream while it is open."""
        self._held[name] += 1
        try:
            yield
        finally:
            self._held[name] -= 1
            if not self._held[name]:
                del self._held[name]


def address_of(request: Request) -> str:
    """Where a request comes from, as limits count it."""
    return counted(request.client.host if request.client else "")


def counted(host: str) -> str:
    """An address as limits count it: IPv6 by its network of 64 bits."""
    if ":" not in host:
        return host
    try:
        found = ipaddress.IPv6Address(host.partition("%")[0])
    except ValueError:
        return host
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.IPv6Network((found, 64), strict=False))

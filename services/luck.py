"""The real chance of a match: draws anybody can recompute once the secret is revealed.

The key is HMAC-SHA256(secret, match id and the seats' entropies in seat order). A stream (`table`,
`seat:0` ...) is a series of blocks: block `i` is HMAC-SHA256(key, "<stream>/<i>"), 32 bytes. Each draw
of a number below `n` takes the next counter value `i`, reads block `i` as a big-endian whole number
and, should it be in the incomplete last run of `n` (of chance below 2**-200), re-hashes
"<stream>/<i>/<try>" with try = 1, 2 ... So counters count draws, never tries.

- `draw(bag, n)`: n times a number below the size of what is left; the item at that place is taken out.
- `roll(sides, n)`: n times a number below `sides`, plus one.
- `shuffle(items)`: `draw` of all.

Counters never go back, not even when a commit is taken back.
"""

import hmac
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Final, TypeVar

T = TypeVar("T")

_SPAN: Final = 1 << 256


def secret_hash(secret: bytes) -> str:
    """What the first event of a match publishes: SHA-256 of the secret, in hex."""
    return sha256(secret).hexdigest()


def match_key(secret: bytes, match: str, entropies: Sequence[str]) -> bytes:
    """The key of a match's chance; the entropies by seat. Lengths are part of it, so no two lists agree."""
    parts = [match, *entropies]
    message = b"".join(len(part.encode()).to_bytes(4) + part.encode() for part in parts)
    return hmac.digest(secret, message, "sha256")


class Stream:
    """One stream of chance, from a counter on. Satisfies `Chance`."""

    def __init__(self, key: bytes, name: str, counter: int = 0) -> None:
        self._key = key
        self._name = name
        self.start = counter
        self.counter = counter

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, each equally likely."""
        if n < 1:
            raise ValueError("nothing to choose from")
        label = f"{self._name}/{self.counter}"
        self.counter += 1
        edge = _SPAN - _SPAN % n
        value = int.from_bytes(hmac.digest(self._key, label.encode(), "sha256"))
        attempt = 0
        while value >= edge:
            attempt += 1
            value = int.from_bytes(hmac.digest(self._key, f"{label}/{attempt}".encode(), "sha256"))
        return value % n

    def draw(self, bag: Sequence[T], n: int) -> tuple[T, ...]:
        """`n` different items of the bag, in the order drawn; ValueError if it holds fewer."""
        if not 0 <= n <= len(bag):
            raise ValueError(f"cannot draw {n} of {len(bag)}")
        left = list(bag)
        return tuple([left.pop(self.below(len(left))) for _ in range(n)])

    def roll(self, sides: int, n: int = 1) -> tuple[int, ...]:
        """`n` numbers from 1 to `sides`."""
        return tuple([self.below(sides) + 1 for _ in range(n)])

    def shuffle(self, items: Sequence[T]) -> tuple[T, ...]:
        """All the items in a random order."""
        return self.draw(items, len(items))


class MatchLuck:
    """The chance of a match from its key and the counters its commits left. Satisfies `Luck`."""

    def __init__(self, key: bytes, counters: Mapping[str, int] | None = None) -> None:
        self._key = key
        self._counters = dict(counters or {})
        self._streams: dict[str, Stream] = {}

    def _stream(self, name: str) -> Stream:
        if name not in self._streams:
            self._streams[name] = Stream(self._key, name, self._counters.get(name, 0))
        return self._streams[name]

    @property
    def table(self) -> Stream:
        """What all share."""
        return self._stream("table")

    def seat(self, seat: int) -> Stream:
        """A seat's own chance."""
        return self._stream(f"seat:{seat}")

    def used(self) -> int:
        """How many draws were made, all streams together."""
        return sum(stream.counter - stream.start for stream in self._streams.values())

    def spent(self) -> dict[str, tuple[int, int]]:
        """By stream the counter before and after, where anything was drawn: a commit's `luck`."""
        return {
            name: (stream.start, stream.counter)
            for name, stream in sorted(self._streams.items())
            if stream.counter != stream.start
        }

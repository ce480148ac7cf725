"""Chance for laws, robots and tests: seeded, or written down beforehand. Never used for a real match."""

from collections.abc import Sequence
from random import Random
from typing import Any, TypeVar

T = TypeVar("T")


class Seeded:
    """Chance from a seed, quick and repeatable. Satisfies both `Chance` and `Luck` (one stream for all)."""

    def __init__(self, seed: int | str) -> None:
        self._random = Random(seed)  # noqa: S311 - not for real matches
        self._used = 0

    @property
    def table(self) -> "Seeded":
        """The one stream."""
        return self

    def seat(self, seat: int) -> "Seeded":  # noqa: ARG002
        """The one stream."""
        return self

    def used(self) -> int:
        """How many draws were made."""
        return self._used

    def spent(self) -> dict[str, tuple[int, int]]:
        """As of `MatchLuck`, on the stream `table`."""
        return {"table": (0, self._used)} if self._used else {}

    def draw(self, bag: Sequence[T], n: int) -> tuple[T, ...]:
        """`n` different items of the bag, in the order drawn; ValueError if it holds fewer."""
        self._used += n
        if n == 1 and bag:
            return (bag[int(self._random.random() * len(bag))],)
        return tuple(self._random.sample(bag, n))

    def roll(self, sides: int, n: int = 1) -> tuple[int, ...]:
        """`n` numbers from 1 to `sides`."""
        self._used += n
        return tuple([int(self._random.random() * sides) + 1 for _ in range(n)])

    def shuffle(self, items: Sequence[T]) -> tuple[T, ...]:
        """All the items in a random order."""
        return self.draw(items, len(items))


class OutOfScript(AssertionError):
    """The code under test wanted other chance than the test had written down."""


class Scripted:
    """Chance written down: each draw takes the next of `script` (items for draw and shuffle, numbers for roll).

    Satisfies `Chance` and `Luck`; OutOfScript when the script ends or does not fit.
    """

    def __init__(self, *script: Any) -> None:
        self._script = list(script)
        self._used = 0

    @property
    def table(self) -> "Scripted":
        """The one stream."""
        return self

    def seat(self, seat: int) -> "Scripted":  # noqa: ARG002
        """The one stream."""
        return self

    def used(self) -> int:
        """How many draws were made."""
        return self._used

    def spent(self) -> dict[str, tuple[int, int]]:
        """As of `MatchLuck`, on the stream `table`."""
        return {"table": (0, self._used)} if self._used else {}

    def _next(self, n: int) -> list[Any]:
        if len(self._script) < n:
            raise OutOfScript(f"{n} wanted, {self._script} left")
        taken, self._script = self._script[:n], self._script[n:]
        self._used += n
        return taken

    def draw(self, bag: Sequence[T], n: int) -> tuple[T, ...]:
        """The next `n` of the script, which must be in the bag."""
        taken = self._next(n)
        left = list(bag)
        for item in taken:
            if item not in left:
                raise OutOfScript(f"{item} is not in {left}")
            left.remove(item)
        return tuple(taken)

    def roll(self, sides: int, n: int = 1) -> tuple[int, ...]:
        """The next `n` of the script, each from 1 to `sides`."""
        taken = self._next(n)
        if not all(isinstance(number, int) and 1 <= number <= sides for number in taken):
            raise OutOfScript(f"{taken} on {sides} sides")
        return tuple(taken)

    def shuffle(self, items: Sequence[T]) -> tuple[T, ...]:
        """The next of the script, as many as there are items."""
        return self.draw(items, len(items))

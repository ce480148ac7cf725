"""Who serves which partition: even shares, little moved, nothing outside of what a worker may serve."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.aggregate.crew import BadPartitions, read_partitions, shares, spelt

NAMES = st.sets(st.text("abcdef", min_size=1, max_size=4), min_size=1, max_size=9)


@given(st.integers(1, 70), NAMES)
def test_shares_are_even_and_whole(partitions: int, names: set[str]) -> None:
    found = shares(partitions, dict.fromkeys(names))
    assert found.keys() == set(range(partitions))
    loads = Counter(found.values())
    assert max(loads.values()) - min(loads[name] for name in names) <= 1
    assert shares(partitions, dict.fromkeys(sorted(names, reverse=True))) == found


@given(st.integers(2, 40), st.dictionaries(st.text("abc", min_size=1), st.none() | st.sets(st.integers(0, 39))))
def test_nobody_serves_what_it_may_not(partitions: int, given_: dict[str, set[int] | None]) -> None:
    workers = {name: None if only is None else frozenset(only) for name, only in given_.items()}
    found = shares(partitions, workers)
    for number in range(partitions):
        may = {name for name, only in workers.items() if only is None or number in only}
        assert (number in found) == bool(may)
        assert number not in found or found[number] in may


def test_little_moves_when_a_worker_goes() -> None:
    before = shares(64, dict.fromkeys("abcd"))
    after = shares(64, dict.fromkeys("abc"))
    moved = [number for number in before if before[number] != after[number]]
    gone = [number for number in before if before[number] == "d"]
    assert set(gone) <= set(moved)
    assert len(moved) <= 2 * len(gone)


@given(st.sets(st.integers(0, 30), min_size=1))
def test_partitions_are_read_as_they_are_spelt(numbers: set[int]) -> None:
    assert read_partitions(spelt(numbers), 31) == numbers


def test_partitions_that_are_none_of_the_deployment() -> None:
    assert read_partitions(" ", 8) is None
    assert read_partitions("0-3, 5", 8) == {0, 1, 2, 3, 5}
    for text in ("8", "0-8", "3-1", "a", "1-", "-1", "1,,2", "0x1", "²"):
        with pytest.raises(BadPartitions):
            read_partitions(text, 8)
    with pytest.raises(BadPartitions, match=r"'0,3-1': 3-1 runs backwards; write 1-3"):
        read_partitions("0,3-1", 8)
    with pytest.raises(BadPartitions, match="has the partitions 0-7"):
        read_partitions("0-99999999999999", 8)  # which takes neither long nor much room

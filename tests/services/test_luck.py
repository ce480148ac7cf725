"""The match's chance: recomputable from the secret, by counters, fair."""

import hmac
from collections import Counter

import pytest

from services.dice import OutOfScript, Scripted, Seeded
from services.luck import MatchLuck, Stream, match_key, secret_hash

KEY = bytes(range(32))


def test_a_draw_is_what_the_docstring_says():
    block = hmac.digest(KEY, b"table/5", "sha256")
    assert Stream(KEY, "table", 5).below(10) == int.from_bytes(block) % 10
    assert Stream(KEY, "table", 5).roll(6) == (int.from_bytes(block) % 6 + 1,)


def test_counters_count_draws_by_stream_and_go_on_where_a_commit_left_them():
    luck = MatchLuck(KEY, {"table": 7})
    assert luck.used() == 0
    assert luck.spent() == {}
    luck.table.draw("abcd", 2)
    luck.seat(1).shuffle("xyz")
    assert luck.used() == 5
    assert luck.spent() == {"seat:1": (0, 3), "table": (7, 9)}


def test_counters_make_a_stream_go_on_where_it_was_left():
    whole = Stream(KEY, "table").roll(100, 5)
    assert whole == Stream(KEY, "table").roll(100, 2) + MatchLuck(KEY, {"table": 2}).table.roll(100, 3)


def test_two_streams_differ_and_a_stream_repeats():
    one, other = (MatchLuck(KEY).seat(seat).shuffle(range(30)) for seat in (0, 1))
    assert one != other
    assert one == MatchLuck(KEY).seat(0).shuffle(range(30))
    assert sorted(one) == list(range(30))


def test_the_key_depends_on_secret_match_and_every_entropy_in_its_place():
    keys = {
        match_key(KEY, "m", ["a", "b"]),
        match_key(KEY, "m", ["b", "a"]),
        match_key(KEY, "m", ["ab", ""]),
        match_key(KEY, "m", ["a", "b", ""]),
        match_key(KEY, "ma", ["", "b"]),
        match_key(KEY[::-1], "m", ["a", "b"]),
    }
    assert len(keys) == 6
    assert len(secret_hash(KEY)) == 64


def test_draws_are_fair():
    stream = Stream(KEY, "table")
    counts = Counter(stream.roll(6, 6000))
    assert set(counts) == {1, 2, 3, 4, 5, 6}
    assert all(850 < count < 1150 for count in counts.values())


def test_one_cannot_draw_more_than_there_is():
    for chance in (Stream(KEY, "table"), Seeded(1)):
        with pytest.raises(ValueError, match=r".*"):
            chance.draw("ab", 3)
    with pytest.raises(ValueError, match="nothing"):
        Stream(KEY, "table").below(0)
    assert Stream(KEY, "table").draw("ab", 0) == ()


def test_seeded_chance_repeats():
    one, other = Seeded("x"), Seeded("x")
    assert [one.draw(range(9), 3), one.roll(6, 4), one.shuffle("abc")] == [
        other.draw(range(9), 3),
        other.roll(6, 4),
        other.shuffle("abc"),
    ]
    assert one.used() == 10
    assert one.spent() == {"table": (0, 10)}


def test_scripted_chance_gives_what_is_written_and_nothing_else():
    dice = Scripted("b", 6)
    assert dice.draw(("a", "b"), 1) == ("b",)
    assert dice.seat(3).roll(6) == (6,)
    with pytest.raises(OutOfScript):
        dice.roll(6)
    with pytest.raises(OutOfScript):
        Scripted("c").draw(("a", "b"), 1)
    with pytest.raises(OutOfScript):
        Scripted(7).roll(6)

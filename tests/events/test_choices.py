"""Questions and answers: what is accepted, sampled, counted and spelled."""

from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as some

from events.choices import (
    Counted,
    Field,
    Filled,
    Form,
    Laid,
    Lay,
    Number,
    Option,
    Pick,
    Picked,
    Share,
    Shared,
    Typed,
    Unit,
    accepts,
    count,
    is_aside,
    only,
    replies,
    sample,
    tidy,
)
from events.texts import Text, speaker
from events.typed import SPELLED, parse, spell
from services.dice import Seeded

ASK = Text("x")


def option(name: str, **more: object) -> Option:
    return Option(name, Text("x"), **more)


def pick(names: str, least: int = 1, most: int = 1, asides: str = "", ordered: bool = False) -> Pick:
    free = tuple(option(name, aside=True) for name in asides)
    return Pick(ASK, (*[option(name) for name in names], *free), least, most, ordered)


def pay(total: int, exact: bool = True, **units: tuple[int, int]) -> Share:
    parts = tuple(Unit(name, Text("x"), cap=cap, worth=worth) for name, (cap, worth) in units.items())
    return Share(ASK, parts, total, exact)


def picked(names: str) -> Picked:
    return Picked(tuple(names))


@pytest.mark.parametrize(
    ("choice", "good", "bad"),
    [
        (pick("abc"), ["a", "c"], ["", "ab", "d", "aa"]),
        (pick("abc", 0, 2), ["", "a", "ba"], ["abc", "aa", "ad"]),
        (pick("abc", 3, 3), ["abc", "cab"], ["ab", "aabc"]),
        (pick("ab", 2, 2, asides="xy"), ["ab", "x", "y"], ["a", "ax", "xy", "abx", ""]),
        (pick("a", 0, 0, asides="x"), ["", "x"], ["a"]),
        (pick("", 0, 5), [""], ["a"]),
    ],
)
def test_picks(choice, good, bad):
    assert all(accepts(choice, picked(names)) for names in good)
    assert not any(accepts(choice, picked(names)) for names in bad)


def test_numbers():
    assert [number for number in range(-1, 6) if accepts(Number(ASK, 1, 4), Counted(number))] == [1, 2, 3, 4]


def test_an_exact_share_adds_up():
    choice = pay(5, gold=(2, 2), silver=(3, 1))
    assert accepts(choice, Shared({"gold": 1, "silver": 3}))
    assert accepts(choice, Shared({"gold": 2, "silver": 1}))
    assert not accepts(choice, Shared({"gold": 2, "silver": 2}))
    assert not accepts(choice, Shared({"gold": 3}))
    assert not accepts(choice, Shared({"silver": 5}))
    assert not accepts(choice, Shared({"gold": 2, "silver": 1, "lead": 0}))
    assert not accepts(choice, Shared({"gold": -1, "silver": 7}))


def test_a_share_that_need_not_be_exact_wastes_no_unit():
    choice = pay(3, exact=False, gold=(2, 2), silver=(3, 1))
    assert accepts(choice, Shared({"gold": 2}))
    assert accepts(choice, Shared({"gold": 1, "silver": 1}))
    assert not accepts(choice, Shared({"gold": 2, "silver": 1}))
    assert not accepts(choice, Shared({"gold": 1}))
    assert accepts(pay(0, exact=False, gold=(1, 2)), Shared({}))


def test_lays_and_forms():
    lay = Lay(ASK, (option("p"),), ("0", "1"), (("p", "0", "a"), ("p", "1", "b")))
    assert accepts(lay, Laid("p", "1", "b"))
    assert not accepts(lay, Laid("p", "1", "a"))
    form = Form(ASK, (Field("one", pick("ab")), Field("two", pick("cd", 0, 2))))
    assert accepts(form, Filled({"one": picked("a"), "two": picked("")}))
    assert not accepts(form, Filled({"one": picked("a")}))
    assert not accepts(form, Filled({"one": picked("a"), "two": picked(""), "three": picked("")}))
    assert not accepts(form, Filled({"one": picked("c"), "two": picked("")}))


def test_the_kind_of_reply_must_fit_and_a_typed_one_never_does():
    assert not accepts(pick("a"), Counted(1))
    assert not accepts(Number(ASK, 0, 1), picked("a"))
    assert not accepts(pick("a"), Typed("a"))


def test_asides_are_told_from_answers():
    choice = pick("ab", 1, 1, asides="x")
    assert is_aside(choice, picked("x"))
    assert not is_aside(choice, picked("a"))
    assert not is_aside(choice, picked("xa"))
    assert not is_aside(Number(ASK, 0, 1), Counted(0))


def test_one_legal_reply_does_not_count_asides():
    assert only(pick("a", asides="xy")) == picked("a")
    assert only(pick("ab")) is None
    assert only(pick("", 1, 1, asides="x")) is None
    assert only(pick("", 0, 3)) == picked("")
    assert only(Number(ASK, 2, 2)) == Counted(2)
    assert only(pay(4, gold=(2, 2))) == Shared({"gold": 2})


def test_counting():
    assert count(pick("abcd", 0, 2)) == 1 + 4 + 6
    assert count(pick("abcd", 2, 2, ordered=True)) == 12
    assert count(pick("abc", 1, 9)) == 7
    assert count(Form(ASK, (Field("one", pick("ab")), Field("two", pick("abc", 0, 1))))) == 2 * 4
    assert count(pay(5, gold=(2, 2), silver=(3, 1))) == 2
    assert count(Number(ASK, 3, 2)) == 0


def test_tidy_gives_one_spelling():
    assert tidy(pick("abc", 0, 3), picked("ca")) == picked("ac")
    assert tidy(pick("abc", 0, 3, ordered=True), picked("ca")) == picked("ca")
    assert tidy(pay(2, gold=(1, 2), silver=(2, 1)), Shared({"silver": 0, "gold": 1})) == Shared({"gold": 1})
    form = Form(ASK, (Field("one", pick("ab")), Field("two", pick("abc", 0, 2))))
    given = Filled({"two": picked("ba"), "one": picked("b")})
    assert list(tidy(form, given).fields.items()) == [("one", picked("b")), ("two", picked("ab"))]


@pytest.mark.parametrize("choice", [pick("", 1, 1), pay(9, gold=(1, 2)), Number(ASK, 2, 1), Lay(ASK, (), (), ())])
def test_sampling_where_nothing_is_legal_is_an_error(choice):
    with pytest.raises((ValueError, IndexError)):
        sample(choice, Seeded(1))


names = some.lists(some.sampled_from("abcdefgh"), unique=True, max_size=6)


@some.composite
def picks(draw):
    ids = draw(names)
    least = draw(some.integers(0, len(ids)))
    most = draw(some.integers(least, 8))
    asides = draw(some.sampled_from(["", "x", "xy"]))
    return pick("".join(ids), least, most, asides, draw(some.booleans()))


@some.composite
def shares(draw):
    caps = draw(some.lists(some.tuples(some.integers(0, 4), some.integers(1, 3)), min_size=1, max_size=4))
    exact = draw(some.booleans())
    reach = sum(cap * worth for cap, worth in caps)
    choice = pay(draw(some.integers(0, reach)), exact, **{f"u{place}": pair for place, pair in enumerate(caps)})
    return choice if next(replies(choice), None) is not None else pay(0, exact, u=(1, 1))


@some.composite
def lays(draw):
    pieces, turns, places = ("bar", "dot"), ("0", "1", "m0"), ("f1", "f2", "r1c1")
    every = [(piece, turn, at) for piece in pieces for turn in turns for at in places]
    spots = draw(some.lists(some.sampled_from(every), unique=True, min_size=1))
    return Lay(ASK, tuple(option(piece) for piece in pieces), turns, tuple(spots))


numbers = some.tuples(some.integers(-5, 5), some.integers(0, 9)).map(lambda pair: Number(ASK, pair[0], sum(pair)))
forms = some.lists(picks(), min_size=1, max_size=3).map(
    lambda parts: Form(ASK, tuple(Field(f"f{place}", part) for place, part in enumerate(parts)))
)
choices = some.one_of(picks(), shares(), lays(), numbers, forms)


@given(choices, some.integers(0, 1000))
def test_a_sample_is_accepted_and_can_be_typed(choice, seed):
    reply = sample(choice, Seeded(seed))
    assert accepts(choice, reply)
    tidied = tidy(choice, reply)
    assert accepts(choice, tidied)
    assert tidy(choice, tidied) == tidied
    typed = spell(tidied)
    if len(typed) < SPELLED:
        assert tidy(choice, parse(choice, typed, speaker("en"))) == tidied


@given(choices)
def test_every_reply_listed_is_accepted_once(choice):
    listed = list(islice(replies(choice), 300))
    assert all(accepts(choice, reply) for reply in listed)
    assert len({repr(reply) for reply in listed}) == len(listed)
    plain = isinstance(choice, Pick | Form) and any(
        part.ordered for part in ([choice] if isinstance(choice, Pick) else [field.choice for field in choice.fields])
    )
    if len(listed) < 300 and not plain:
        assert count(choice) == len(listed)


@given(shares(), some.dictionaries(some.sampled_from(["u0", "u1", "u2", "u3"]), some.integers(0, 4), max_size=4))
def test_shares_list_all_that_is_accepted(choice, amounts):
    reply = Shared({name: amount for name, amount in amounts.items() if amount})
    if accepts(choice, reply):
        assert tidy(choice, reply) in [tidy(choice, other) for other in replies(choice)]

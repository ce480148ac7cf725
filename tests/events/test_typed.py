"""What people type, and what it is read as."""

import pytest

from events.choices import Counted, Field, Filled, Form, Laid, Lay, Number, Option, Pick, Picked, Share, Shared, Unit
from events.texts import Text, render
from events.typed import Unreadable, parse, split

LABELS = {"comet": "Comet", "comets": "Comet shower", "moon": "Full moon", "pass": "Pass", "7": "Seven"}
ASK = Text("x")


def say(text: Text) -> str:
    return LABELS.get(text.key, text.key)


def option(name: str) -> Option:
    return Option(f"play:{name}" if name in ("comet", "comets", "moon") else name, Text(name))


PICK = Pick(ASK, tuple(option(name) for name in ("comet", "comets", "moon", "pass", "7")), least=0, most=3)


@pytest.mark.parametrize(
    ("line", "ids"),
    [
        ("1", ["play:comet"]),
        ("2 4", ["play:comets", "pass"]),
        (" 2,4 ", ["play:comets", "pass"]),
        ("2、4", ["play:comets", "pass"]),
        ("play:moon", ["play:moon"]),
        ("full moon", ["play:moon"]),
        ("FULL", ["play:moon"]),
        ("comet", ["play:comet"]),
        ("comet s", ["play:comets"]),
        ("7", ["7"]),
        ("none", []),
        ("无", []),
        ("-", []),
        ("pa", ["pass"]),
    ],
)
def test_picks(line, ids):
    assert parse(PICK, line, say) == Picked(tuple(ids))


@pytest.mark.parametrize(
    ("line", "key"),
    [("9", "unknown"), ("star", "unknown"), ("com", "ambiguous"), ("1 2 3 4", "most"), ("1 x", "unknown")],
)
def test_picks_that_mean_nothing(line, key):
    with pytest.raises(Unreadable) as caught:
        parse(PICK, line, say)
    assert caught.value.text.key == f"table.typed.{key}"


def test_endless_lines_cost_nothing():
    asked: list[Text] = []
    with pytest.raises(Unreadable, match="most"):
        parse(PICK, "fu " * 20_000, lambda text: asked.append(text) or "full")
    assert len(asked) < 100


def test_too_few_is_said():
    with pytest.raises(Unreadable, match="least"):
        parse(Pick(ASK, PICK.options, least=2, most=2), "1", say)


def test_numbers():
    assert parse(Number(ASK, -2, 9), "7", say) == Counted(7)
    assert parse(Number(ASK, -2, 9), "-2", say) == Counted(-2)
    assert parse(Number(ASK, 0, 9), "+3", say) == Counted(3)
    for line in ("", "x", "1 2", "1.5", "--1", "٣", "9" * 40):
        with pytest.raises(Unreadable, match="number"):
            parse(Number(ASK, 0, 9), line, say)


def test_shares():
    choice = Share(ASK, tuple(Unit(name, Text(name), cap=20) for name in ("money", "steel", "heat")), 12)
    assert parse(choice, "10 2 0", say) == Shared({"money": 10, "steel": 2})
    assert parse(choice, "10 2", say) == Shared({"money": 10, "steel": 2})
    assert parse(choice, "steel=2, money=10", say) == Shared({"money": 10, "steel": 2})
    assert parse(choice, "0", say) == Shared({})
    for line in ("1 2 3 4", "lead=1", "ten", "steel=", "=2"):
        with pytest.raises(Unreadable, match="share"):
            parse(choice, line, say)


def test_lays():
    pieces = (Option("T1", Text("Plain")), Option("T2", Text("Forest")))
    choice = Lay(ASK, pieces, ("0", "1"), (("T1", "0", "f7"), ("T2", "1", "f11")))
    assert parse(choice, "T2 1 f11", say) == Laid("T2", "1", "f11")
    assert parse(choice, "forest 1 11", say) == Laid("T2", "1", "f11")
    assert parse(choice, "1 0 7", say) == Laid("T1", "0", "f7")
    single = Lay(ASK, pieces, ("0",), (("T1", "0", "f7"),))
    assert parse(single, "T1 f7", say) == Laid("T1", "0", "f7")
    for line in ("T1", "T1 0", "T9 0 f7", "T1 9 f7", "T1 0 f9", "T1 0 f7 more"):
        with pytest.raises(Unreadable, match="lay"):
            parse(choice, line, say)


def test_forms():
    choice = Form(ASK, (Field("one", PICK), Field("two", PICK)))
    assert parse(choice, "1 4, none", say) == Filled({"one": Picked(("play:comet", "pass")), "two": Picked()})
    for line in ("1", "1,2,3"):
        with pytest.raises(Unreadable, match="form"):
            parse(choice, line, say)


def test_replies_are_parted_at_semicolons():
    assert split("2 5; none ；3;;") == ("2 5", "none", "3")
    assert split("") == ()


def test_what_is_wrong_is_said_in_every_language():
    with pytest.raises(Unreadable) as caught:
        parse(PICK, "star", say)
    assert {language: render(caught.value.text, language) for language in ("en", "zh-Hans", "zh-Hant")} == {
        "en": "“star” is none of the options.",
        "zh-Hans": render(caught.value.text, "zh-Hans"),
        "zh-Hant": render(caught.value.text, "zh-Hant"),
    }
    assert "star" in render(caught.value.text, "zh-Hant")

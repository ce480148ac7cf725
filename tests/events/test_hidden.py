"""Hidden fields are blanked in one place, at any depth, keeping their type."""

from typing import Annotated, Any

import pytest
from msgspec import Struct

from events.hidden import Hidden, Secret, hidden_fields, may_read, readers, redact, shown


class Seal(Struct, frozen=True):
    card: str
    BLANK = None


Seal.BLANK = Seal("?")


class Hand(Struct, frozen=True):
    seat: int
    cards: Hidden[tuple[str, ...]] = ()
    pair: Hidden[tuple[int, str]] = (0, "")
    coins: Hidden[int] = 0
    choice: Hidden[str | None] = None
    seal: Hidden[Seal] = Seal("")
    flag: Annotated[str, Secret("face down")] = ""
    by_name: Hidden[dict[str, int]] = {}
    set_aside: Hidden[frozenset[str]] = frozenset()
    open: str = ""


class Shared(Struct, frozen=True):
    readers: tuple[int, ...]
    note: Hidden[str]


class Nobody(Struct, frozen=True):
    note: Hidden[str]


class Table(Struct, frozen=True):
    hands: tuple[Hand, ...]
    named: dict[str, Hand]
    maybe: Hand | None = None
    anything: Any = None
    number: int = 0


FULL = Hand(1, ("a", "b"), (7, "x"), 3, "yes", Seal("fox"), "up", {"a": 1}, frozenset({"a"}), "seen")
BLANK = Hand(1, ("", ""), (0, ""), 0, None, Seal("?"), "face down", {}, frozenset(), "seen")


def test_the_owner_sees_all_and_others_see_blanks_of_the_same_type():
    assert redact(FULL, 1) == FULL
    assert redact(FULL, "all") == FULL
    for viewer in (0, 2, None):
        assert redact(FULL, viewer) == BLANK


def test_any_depth_and_only_what_must_change_changes():
    table = Table((FULL, Hand(0)), {"x": FULL}, FULL, (FULL,), 5)
    seen = redact(table, 0)
    assert seen == Table((BLANK, Hand(0)), {"x": BLANK}, BLANK, (BLANK,), 5)
    assert seen.hands[1] is table.hands[1]
    assert redact(table, 1) == Table((FULL, redact(Hand(0), 1)), {"x": FULL}, FULL, (FULL,), 5)


def test_readers_are_named_or_the_seat_or_nobody():
    note = Shared((0, 2), "psst")
    assert [redact(note, viewer).note for viewer in (0, 1, 2, None)] == ["psst", "", "psst", ""]
    assert readers(Nobody("x")) == ()
    assert redact(Nobody("x"), 0) == Nobody("")
    assert redact(Nobody("x"), "all") == Nobody("x")
    assert may_read(FULL, 1)
    assert not may_read(FULL, None)


def test_redacting_twice_changes_nothing():
    assert redact(redact(FULL, 0), 0) == redact(FULL, 0)


def test_shown_finds_what_a_viewer_may_read_at_any_depth():
    table = Table((Hand(0), FULL), {})
    assert shown(table, 1)
    assert shown(table, 0)
    assert not shown(table, 2)
    assert not shown(table, None)
    assert shown(table, "all")
    assert shown({"x": (Shared((3,), ""),)}, 3)
    assert not shown(Seal("x"), 0)


def test_hidden_fields_are_listed():
    assert hidden_fields(Shared) == ("note",)
    assert hidden_fields(Seal) == ()


def test_a_type_without_a_blank_must_bring_one():
    class Odd(Struct, frozen=True):
        seat: int
        what: Hidden[int | str]

    with pytest.raises(TypeError, match="blank"):
        redact(Odd(0, 1), 1)

"""Commits and bytes: exact both ways, and nothing unknown gets through."""

import msgspec
import pytest

from events import codec, retired
from events.choices import Picked
from events.codec import UnknownBytes
from events.commands import Answer, Open
from events.commit import Commit, Wait, visible
from events.table.events import Opened, TakenBack
from tests.laws.gauntlet.events import Pulled, Sealed

OPENED = Opened(
    game="gauntlet",
    rules="gauntlet/1",
    host="p0",
    seats=2,
    options={"zeta": 1, "alpha": [1, 2]},
    secret_hash="00",
    invite=True,
    code="psst",
)


def commit(*events, **changes):
    fields = {
        "match": "m",
        "n": 3,
        "at": "2030-01-01T00:00:00.000Z",
        "by": 0,
        "cause": "player",
        "command_id": "p0:k",
        "command": Answer("2.0", Picked(("a",))),
        "luck": {"table": (0, 2), "seat:1": (3, 4)},
        "events": events,
        "waits": (Wait(0, "3.0", "turn/1", True, 3),),
        "prev": "ff",
    }
    return Commit(**(fields | changes))


EXAMPLES = [
    commit(OPENED, command=Open("gauntlet", {"b": 1, "a": 2})),
    commit(Sealed(0, "fox1", "high"), Pulled(1, ("p1a",))),
    commit(TakenBack(seat=0, commits=(1, 2))),
]


@pytest.mark.parametrize("example", EXAMPLES)
def test_bytes_and_lines_are_exact_both_ways(example):
    data = codec.encode(example)
    assert codec.decode(data) == example
    line = codec.json_line(example)
    raw = msgspec.json.decode(line)
    assert codec.from_builtins(raw) == example
    assert codec.builtins_bytes(raw) == data
    assert codec.builtins_bytes(codec.to_builtins(data)) == data
    assert msgspec.json.encode(codec.to_builtins(data)).decode() == line


def test_bytes_hold_nothing_that_json_has_not():
    raw = codec.to_builtins(codec.encode(EXAMPLES[1]))
    assert msgspec.json.decode(msgspec.json.encode(raw)) == raw


def changed(path, value):
    raw = codec.to_builtins(codec.encode(EXAMPLES[1]))
    inner = raw
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = value
    return codec.builtins_bytes(raw)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("events", 0, "type"), "gauntlet.unheard_of"),
        (("events", 0, "more"), 1),
        (("events", 0, "seat"), "0"),
        (("more",), 1),
        (("n",), None),
        (("waits", 0, "more"), 1),
        (("command", "do"), "dance"),
        (("command", "more"), 1),
        (("command", "reply", "kind"), "shouted"),
        (("events",), {}),
    ],
)
def test_what_is_not_known_is_refused(path, value):
    with pytest.raises(UnknownBytes):
        codec.decode(changed(path, value))


@pytest.mark.parametrize("data", [b"", b"\xc1", b"\x01", b"\x81\xa1a\x01", b"no commit"])
def test_other_bytes_are_refused(data):
    with pytest.raises(UnknownBytes):
        codec.decode(data)


def test_retired_events_are_read_as_what_is_written_today(monkeypatch):
    def from_drawn(old):
        return {"type": "gauntlet.fished", "seat": old["seat"], "what": old["stones"]}

    def from_fished(old):
        return {"type": "gauntlet.pulled", "seat": old["seat"], "pebbles": old["what"]}

    monkeypatch.setattr(codec, "RETIRED", {"gauntlet.drawn": from_drawn, "gauntlet.fished": from_fished})
    raw = codec.to_builtins(codec.encode(EXAMPLES[1]))
    raw["events"][1] = {"type": "gauntlet.drawn", "seat": 1, "stones": ["p1a"]}
    data = codec.builtins_bytes(raw)
    assert codec.decode(data) == EXAMPLES[1]
    assert codec.to_builtins(data)["events"][1]["type"] == "gauntlet.drawn"
    assert retired.RETIRED.keys().isdisjoint({"gauntlet.pulled"})


def test_tags_say_package_and_name():
    tags = {event["type"] for example in EXAMPLES for event in codec.to_builtins(codec.encode(example))["events"]}
    assert tags == {"table.opened", "gauntlet.sealed", "gauntlet.pulled", "table.taken_back"}


@pytest.mark.parametrize(
    "reply", [{"kind": "counted", "number": 10**18}, {"kind": "shared", "amounts": {"a": -(10**18)}}]
)
def test_numbers_too_big_to_be_kept_are_no_replies(reply):
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(msgspec.json.encode({"do": "answer", "prompt": "1.0", "reply": reply}), type=Answer)


def test_equal_states_have_equal_hashes():
    assert codec.state_hash({"b": 1, "a": frozenset("xyz")}) == codec.state_hash({"a": frozenset("zyx"), "b": 1})
    assert codec.state_hash({"a": 1}) != codec.state_hash({"a": 2})


def test_a_viewer_gets_no_hash_luck_command_or_hidden_field():
    for viewer in (None, 1):
        seen = visible(EXAMPLES[1], viewer)
        assert seen.events[0] == Sealed(0, "", "")
        text = codec.json_line(seen)
        for secret in ("fox1", "high", "prev", "luck", "command", "ff"):
            assert secret not in text
    assert visible(EXAMPLES[1], 0).events == EXAMPLES[1].events
    assert "psst" not in codec.json_line(visible(EXAMPLES[0], 0))

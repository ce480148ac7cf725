"""A record that was written verifies; one with any byte changed does not, and the place is named."""

import random
import re

import msgspec
import pytest

from events import codec, records
from events.commands import Answer
from events.commit import Wait
from events.match import Match, advance
from services.fuzz import play_one, write_record
from services.verify import verify


@pytest.fixture(scope="module")
def lines() -> list[str]:
    wanted = {"TakenBack", "Left", "Pulled", "Sealed"}
    played = next(one for one in map(finished, range(1, 200)) if kinds(one) >= wanted)
    return list(records.write(played.match, played.commits))


def finished(seed: int):
    return play_one("gauntlet", seed, "cheap")


def kinds(played) -> set[str]:
    return {type(event).__name__ for commit in played.commits[4:] for event in commit.events}


def test_what_was_written_verifies(lines):
    found = verify(lines)
    assert found.findings == ()
    assert found.good
    assert found.commits == len(lines) - 1
    assert found.draws == sum(
        end - start for line in lines[1:] for start, end in msgspec.json.decode(line).get("luck", {}).values()
    )


def test_a_line_says_only_what_does_not_follow_and_holds_the_commit_as_stored():
    played = finished(3)
    blobs = [codec.encode(commit) for commit in played.commits]
    lines = list(records.export(played.match, blobs))
    _, commits = records.parse(lines)
    assert [codec.builtins_bytes(commit.raw) for commit in commits] == blobs
    stood: tuple[Wait, ...] = ()
    placed = 0
    for line, commit in zip(lines[1:], played.commits, strict=True):
        said = msgspec.json.decode(line)
        assert set(said) & {"match", "n", "prev"} == ({"match"} if commit.n == 1 else set())
        assert ("luck" in said) == bool(commit.luck)
        for wait, asked in zip(said["waits"], commit.waits, strict=True):
            new = asked.id.split(".")[0] == str(commit.n)
            assert new or (stood[wait] == asked if isinstance(wait, int) else wait["id"] == asked.id)
        if isinstance(commit.command, Answer):
            assert stood[said["command"]["prompt"]].id == commit.command.prompt
            placed += 1
        stood = commit.waits
    assert placed > 10


def test_line_ends_and_a_last_empty_line_do_not_matter(lines):
    assert verify([f"{line}\r\n" for line in lines] + [""]).good


def test_every_line_with_one_digit_changed_is_found_and_named(lines):
    dice = random.Random(1)
    for number, line in enumerate(lines[1:], 1):
        for place in dice.sample([found.start() for found in re.finditer(r"\d", line)], 3):
            digit = str((int(line[place]) + dice.randint(1, 9)) % 10)
            changed = [*lines[:number], line[:place] + digit + line[place + 1 :], *lines[number + 1 :]]
            (finding,) = verify(changed).findings
            assert finding.line == number + 1, f"{finding} after {line[place - 20 : place + 20]}"
            assert finding.commit == number


def test_every_byte_of_a_line_matters(lines):
    dice = random.Random(2)
    for _ in range(150):
        number = dice.randrange(len(lines))
        line = lines[number]
        place = dice.randrange(len(line))
        other = dice.choice('abc019",:{}[] ')
        if other == line[place]:
            continue
        changed = [*lines[:number], line[:place] + other + line[place + 1 :], *lines[number + 1 :]]
        found = verify(changed)
        assert not found.good
        if number:
            assert found.findings[0].line == number + 1, found.findings


@pytest.mark.parametrize("field", ["match", "game", "rules", "opened", "ended", "secret", "head"])
def test_a_changed_header_is_named(lines, field):
    header = msgspec.json.decode(lines[0])
    header[field] = header[field][:-1] + ("1" if header[field][-1] != "1" else "2")
    (finding,) = verify([encode(header), *lines[1:]]).findings
    assert (finding.line, finding.what) == (1, field)


def test_a_header_with_a_space_more_is_found(lines):
    (finding,) = verify([lines[0].replace('{"record"', '{ "record"'), *lines[1:]]).findings
    assert (finding.line, finding.what) == (1, "form")


@pytest.mark.parametrize("change", [{"seats": []}, {"options": {}}, {"result": None}, {"ended": None}])
def test_a_header_that_says_other_things_than_the_commits_is_named(lines, change):
    header = msgspec.json.decode(lines[0]) | change
    (finding,) = verify([encode(header), *lines[1:]]).findings
    assert (finding.line, finding.commit) == (1, 0)
    assert finding.what.startswith(next(iter(change)))


def encode(value: object) -> str:
    return msgspec.json.encode(value).decode()


@pytest.mark.parametrize(
    ("change", "commit", "what"),
    [
        (lambda lines: [], 0, "form"),
        (lambda lines: lines[:1], 0, "form"),
        (lambda lines: lines[:5] + lines[6:], 5, "hash"),
        (lambda lines: lines[:-1], 0, "head"),
        (lambda lines: [*lines, lines[-1]], 0, "hash"),
        (lambda lines: [*lines[:4], "{", *lines[5:]], 4, "form"),
        (lambda lines: [*lines[:4], "[1]", *lines[5:]], 4, "number"),
        (lambda lines: [*lines[:4], "[" * 5000, *lines[5:]], 4, "form"),
        (lambda lines: [*lines[:4], lines[4].replace("{", '{"x":' + "9" * 30 + ",", 1), *lines[5:]], 4, "form"),
        (lambda lines: [*lines[:4], lines[4].replace("{", '{"n":4,', 1), *lines[5:]], 4, "form"),
        (lambda lines: [*lines[:4], lines[4].replace("{", '{"n":5,', 1), *lines[5:]], 4, "number"),
        (lambda lines: [lines[0].replace('"record":2', '"record":1'), *lines[1:]], 0, "form"),
        (lambda lines: [lines[0].replace('"record":2', '"record":2,"more":1'), *lines[1:]], 0, "form"),
    ],
)
def test_what_is_no_record_is_said_to_be_none(lines, change, commit, what):
    (finding,) = verify(change(lines)).findings
    assert finding.what == what
    if commit:
        assert finding.commit == commit
    assert str(finding).startswith(f"line {finding.line} ")


def forged(lines: list[str], number: int, change) -> list[str]:
    """The record with a commit changed and every hash after it made right again."""
    header = msgspec.json.decode(lines[0])
    commits = [raw for _, _, raw in records.read(lines)[1]]
    change(commits[number - 1])
    made, digest, waits = [], "", []
    for commit in commits:
        commit["prev"] = digest
        digest = codec.digest(codec.builtins_bytes(commit))
        made.append(records.line(commit, digest, waits))
        waits = commit["waits"]
    header["head"] = digest
    return [encode(header), *made]


def find(lines: list[str], kind: str) -> tuple[int, int]:
    for _, _, raw in records.read(lines)[1]:
        for place, event in enumerate(raw["events"]):
            if event["type"] == kind:
                return raw["n"], place
    raise AssertionError(f"no {kind}")


def test_a_better_draw_with_all_hashes_made_right_is_still_found(lines):
    n, place = find(lines, "gauntlet.pulled")

    def luckier(commit):
        commit["events"][place]["pebbles"] = ["p3a", "p3b"][: len(commit["events"][place]["pebbles"])]

    (finding,) = verify(forged(lines, n, luckier)).findings
    assert finding.commit == n
    assert finding.what.startswith(f"events[{place}].pebbles")


def test_another_reply_with_all_hashes_made_right_is_still_found(lines):
    n, _ = find(lines, "gauntlet.sealed")

    def changed(commit):
        bid = commit["command"]["reply"]["fields"]["bid"]["ids"]
        commit["command"]["reply"]["fields"]["bid"]["ids"] = ["low" if bid == ["high"] else "high"]

    (finding,) = verify(forged(lines, n, changed)).findings
    assert (finding.commit, finding.what) == (n, "events[0].bid")


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (lambda commit: commit["waits"].pop(), "waits"),
        (lambda commit: commit["luck"].update({"table": [0, 99]}), "luck"),
        (lambda commit: commit["events"][-1].update({"more": 1}), "form"),
        (lambda commit: commit["events"][-1].update({"type": "gauntlet.unheard_of"}), "form"),
        (lambda commit: commit.update(by=None), "by"),
        (lambda commit: commit["command"].update(do="undo"), "form"),
    ],
)
def test_other_forgeries(lines, change, what):
    n, _ = find(lines, "gauntlet.round_began")
    (finding,) = verify(forged(lines, n, change)).findings
    assert finding.commit == n
    assert finding.what.startswith(what) or finding.what in ("command", "fold")


def test_another_secret_is_found(lines):
    header = msgspec.json.decode(lines[0])
    header["secret"] = "00" * 32
    (finding,) = verify([encode(header), *lines[1:]]).findings
    assert (finding.line, finding.what) == (1, "secret")


@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_a_record_of_one_viewpoint_cannot_be_verified(viewer):
    played = finished(1)
    found = verify(records.write(played.match, played.commits, viewer))
    assert not found.verifiable
    assert not found.good
    text = "\n".join(records.write(played.match, played.commits, viewer))
    assert "secret" not in msgspec.json.decode(text.splitlines()[0])
    assert "head" not in msgspec.json.decode(text.splitlines()[0])
    assert '"luck"' not in text
    assert '"prev"' not in text


def test_a_match_stopped_in_the_middle_verifies_with_its_secret(tmp_path):
    played = finished(3)
    cut = next(n for n in range(12, 30) if played.commits[n].waits)
    match = Match()
    for place, commit in enumerate(played.commits[:cut]):
        data = codec.encode(commit)
        match = advance(match, commit, codec.digest(data), lambda place=place: played.commits[:place])
    played.match, played.commits = match, played.commits[:cut]
    path = write_record(played, tmp_path)
    found = verify(path.read_text().splitlines())
    assert found.findings == ()
    assert found.good

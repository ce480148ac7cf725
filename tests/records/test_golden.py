"""Golden records: finished matches for every variant and every way a match can go, kept as people would keep them.

They are verified whole, fold to the same end as when they were blessed, and betray every changed digit.
"""

from __future__ import annotations

import bz2
import re
from pathlib import Path
from random import Random

import pytest

from deploy.records import chronicle
from events import codec, records
from events.match import fold
from events.texts import LANGUAGES, MISSING, render
from projections.timelines import always
from services.verify import verify
from tests.records import make

FOLDER = Path(__file__).parent
PATHS = [*make.paths()]


def name(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


def stored(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("path", PATHS, ids=name)
def test_verified(path: Path) -> None:
    checked = verify(stored(path))
    assert checked.findings == ()
    assert checked.good
    assert checked.draws > 0


@pytest.mark.parametrize("path", sorted(FOLDER.rglob("*.jsonl")), ids=name)
def test_even_a_long_match_is_kept_in_30_kb(path: Path) -> None:
    assert len(bz2.compress(path.read_bytes())) < 30_000


@pytest.mark.parametrize("path", PATHS, ids=name)
def test_folds_to_the_same_end(path: Path) -> None:
    """Old events keep their meaning, whatever the rules say today."""
    header, raws = records.read(stored(path))
    match = fold(codec.builtins_bytes(raw) for _, _, raw in raws)
    commits = [codec.from_builtins(raw) for _, _, raw in raws]
    assert records.header(match, commits) == header
    assert header.result is not None
    assert match.record.census(match.game)


@pytest.mark.parametrize("path", PATHS, ids=name)
def test_played_anew_it_is_the_same(path: Path) -> None:
    """If this fails and nothing else does, rules or chance have changed: look, then `python -m tests.records.make
    --bless`."""
    assert list(make.differences(path)) == []


@pytest.mark.parametrize("path", PATHS, ids=name)
def test_a_changed_digit_is_found_and_named(path: Path) -> None:
    dice = Random(path.stem)
    lines = stored(path)
    for _ in range(3):
        number = dice.randrange(len(lines))
        digits = [found.start() for found in re.finditer(r"[0-9]", lines[number])]
        at = dice.choice(digits)
        other = dice.choice([digit for digit in "0123456789" if digit != lines[number][at]])
        changed = [*lines]
        changed[number] = f"{lines[number][:at]}{other}{lines[number][at + 1 :]}"
        checked = verify(changed)
        assert not checked.good, (number + 1, at)
        named = {number + 1} if number else {1, len(lines)}  # the header's head and the last commit's hash are a pair
        assert checked.findings[0].line in named, (number + 1, at, checked.findings)


@pytest.mark.parametrize("language", LANGUAGES)
def test_shown_in_every_language(language: str) -> None:
    for path in PATHS:
        told = list(chronicle(stored(path), language))
        assert len(told) > len(stored(path))
        assert MISSING not in "\n".join(told)
        ones = [line for line in told if re.search(r"(?<!Player )\b1 [a-z]+s\b", line)]
        assert ones == [], "one of a thing is no plural"


def test_what_was_taken_back_is_marked() -> None:
    path = next(path for path in PATHS if path.stem == "3-undo")
    told = list(chronicle(stored(path), "en"))
    marked = {int(line[:5]) for line in told if line[5:6] == "×"}
    header, raws = records.read(stored(path))
    assert marked == fold(codec.builtins_bytes(raw) for _, _, raw in raws).table.struck
    assert header.game == "planet"


def test_nothing_stands_here_that_is_not_made() -> None:
    for game in make.GAMES:
        assert {path for path in PATHS if path.parent.name == game} == set((make.FOLDER / game).glob("*.jsonl"))


@pytest.mark.parametrize("which", ["planet/2-standard", "sky_farm/2-players", "mars/2-base", "train_farm/3-locomotive"])
@pytest.mark.parametrize(("language", "winning"), [("en", "win|won"), ("zh-Hans", "胜"), ("zh-Hant", "勝")])
def test_who_won_is_told_once(which: str, language: str, winning: str) -> None:
    """The game says why it is over, the table who won."""
    _, raws = records.read(stored(FOLDER / f"{which}.jsonl"))
    match = fold(codec.builtins_bytes(raw) for _, _, raw in raws)
    last = codec.from_builtins(raws[-1][2])
    why, won = (render(text, language) for text in always(match, last, "all")[-2:])
    assert re.search(winning, won.casefold())
    assert not re.search("seat|player|玩家", why.casefold())
    assert which.startswith("train_farm") or not re.search(winning, why.casefold())

"""All laws over every registered game, fifteen matches each; a new game is here by being registered."""

import pytest

from services import registry
from services.fuzz import play_one, run, tables

MATCHES, CHUNK = 15, 3
CASES = [(name, first) for name in registry.load() for first in range(1, MATCHES + 1, CHUNK)]


@pytest.mark.parametrize(("name", "first"), CASES, ids=[f"{name}-{first}" for name, first in CASES])
def test_all_laws(name, first):
    choices = tables(registry.game(name))
    for seed in range(first, first + CHUNK):
        played = play_one(name, seed, "all", choices)
        assert played.violations == []
        assert played.match.table.status in ("ended", "void")


def test_the_gauntlet_has_every_difficulty():
    """What random play met in thirty matches: if one of these is gone, the gauntlet proves less than it should."""
    met: set[str] = set()
    for seed in range(1, 31):
        for commit in play_one("gauntlet", seed, "cheap").commits:
            kinds = {type(event).__name__ for event in commit.events}
            met |= kinds
            met |= {type(commit.command).__name__, commit.cause}
            reply = getattr(commit.command, "reply", None)
            met |= {type(reply).__name__}
            if getattr(commit.command, "then", ()):
                met.add("then")
            if kinds >= {"Left", "Resigned"}:
                met.add("left in play")
            for wait in commit.waits:
                met.add(f"{wait.key.partition('/')[0]} {'must' if wait.must else 'may'}")
    assert met >= {"Picked", "Counted", "Shared", "Laid", "Filled"}, "every shape of reply"
    assert met >= {
        "Sealed",
        "BidsShown",
        "PacksPassed",
        "Pulled",
        "Dealt",
        "Aimed",
        "TollPaid",
        "Cheered",
        "GoldChanged",
    }
    assert met >= {"TakenBack", "Proposed", "Voted", "ProposalClosed", "left in play", "then", "lapse:default"}
    assert met >= {"seal must", "seal may", "watch may", "toll must", "table may"}


def test_the_same_run_comes_out_the_same(tmp_path):
    one = run("gauntlet", 6, 5, laws="cheap", jobs=1)
    other = run("gauntlet", 6, 5, laws="cheap", jobs=1)
    assert (one.commits, one.events, one.questions) == (other.commits, other.events, other.questions)
    assert one.matches == 6
    assert play_one("gauntlet", 7).match.head == play_one("gauntlet", 7).match.head

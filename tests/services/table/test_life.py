"""A table's life before and after play: opening, joining, starting, leaving."""

import hashlib

import pytest

from events.choices import Picked
from events.commands import Answer, Default, Join, Leave, Open, Start, Undo, Vote
from events.match import Gap, advance
from events.table.events import Cancelled, Ended, Joined, Left, Opened, Started
from services.luck import MatchLuck, match_key
from services.table.life import invite_code
from tests.dsl import SECRET, Sitting, opened, sitting
from tests.laws.gauntlet import events


def test_opening_fixes_game_and_options_and_promises_the_secret():
    table = opened(seats=3, invite=True, colours=["red", "blue"])
    (event,) = table.commits[0].events
    assert isinstance(event, Opened)
    assert event.secret_hash == hashlib.sha256(SECRET).hexdigest()
    assert event.options == {"rounds": 2, "observer": True, "silver": 3, "colours": ["blue", "red"]}
    assert event.code == invite_code(SECRET)
    assert table.match.table_view(0).code == ""
    assert table.match.table.status == "open"
    assert table.match.waits == ()


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (Open("chess"), "unknown_game"),
        (Open("gauntlet", seats=7), "wrong_seats"),
        (Open("gauntlet", {"rounds": 9}), "bad_options"),
        (Open("gauntlet", {"no such": 1}), "bad_options"),
        (Open("gauntlet", {"colours": ["blue"]}), "bad_options"),
    ],
)
def test_tables_that_cannot_be(command, code):
    Sitting().refuses("p0", command, code)


def test_nothing_happens_to_a_match_that_is_not_there():
    Sitting().refuses("p0", Start(), "no_such_match").refuses("p0", Join(), "no_such_match")


def test_opening_twice_is_refused():
    opened().refuses("p0", Open("gauntlet"), "exists")


def test_seats_are_taken_in_order_or_by_wish():
    table = (
        opened(seats=3)
        .send("a", Join(seat=1))
        .send("b", Join(options={"rich": True}, entropy="dice"))
        .send("c", Join())
    )
    table.then(Joined(seat=2, player="c", options={"rich": False}, entropy=""))
    assert table.match.table.players == ("b", "a", "c")
    assert table.match.table.seats[0].options == {"rich": True}
    assert table.commits[2].by == 0


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (Join(seat=9), "no_such_seat"),
        (Join(seat=-1), "no_such_seat"),
        (Join(seat=0), "seat_taken"),
        (Join(options={"poor": True}), "bad_options"),
        (Join(entropy="x" * 65), "bad_entropy"),
        (Join(entropy="骰"), "bad_entropy"),
        (Join(entropy="a\nb"), "bad_entropy"),
    ],
)
def test_seats_that_cannot_be_taken(command, code):
    opened().send("p0", Join()).refuses("p1", command, code)


def test_a_player_has_one_seat_and_a_full_table_no_more():
    table = opened().send("p0", Join()).refuses("p0", Join(), "seated_already")
    table.send("p1", Join()).refuses("p2", Join(), "full")


def test_an_invitation_wants_its_code_except_of_the_host():
    table = opened(invite=True).refuses("p1", Join(), "wrong_code").refuses("p1", Join("x"), "wrong_code")
    table.send("p0", Join()).send("p1", Join(f" {invite_code(SECRET).upper()} "))
    assert table.match.table.players == ("p0", "p1")


def test_only_the_host_starts_and_only_a_full_table():
    table = opened().send("p0", Join()).refuses("p0", Start(), "seats_free")
    table.send("p1", Join()).refuses("p1", Start(), "not_host")
    table.send("p0", Start()).refuses("p0", Start(), "not_open").refuses("p2", Join(), "not_open")
    assert isinstance(table.commits[-1].events[0], Started)
    assert isinstance(table.commits[-1].events[1], events.Prepared)
    table.asks((0, "seal"), (1, "seal")).folds()


def test_nothing_is_drawn_before_the_start_and_then_from_all_entropies():
    table = sitting()
    assert [commit.luck for commit in table.commits[:3]] == [{}, {}, {}]
    ((start, end),) = table.commits[3].luck.values()
    assert (start, end) == (0, 6)
    luck = MatchLuck(match_key(SECRET, "m", ["e0", "e1"]))
    dealt = table.commits[3].events[2]
    deck = tuple(sorted(table.match.game.cards))
    assert luck.table.draw(deck, 3) == dealt.hand + dealt.pack


def test_a_seat_left_before_the_start_is_free_again():
    table = opened().send("p0", Join()).send("p1", Join(entropy="x")).leaves(1).then(Left(seat=1))
    assert table.match.table.seats[1].state == "free"
    table.send("p2", Join())
    assert table.match.table.players == ("p0", "p2")


def test_a_host_without_a_seat_closes_the_table():
    table = opened().send("p1", Join()).send("p0", Leave())
    table.then(Cancelled(secret=SECRET.hex()))
    assert table.match.table.status == "void"
    table.refuses("p2", Join(), "not_open").refuses("p1", Leave(), "over").folds()


def test_strangers_may_not_act():
    sitting().refuses("x", Leave(), "not_seated").refuses("x", Undo(), "not_seated")
    opened().refuses("x", Leave(), "not_seated")


def test_before_the_start_nobody_plays():
    table = opened().send("p0", Join())
    table.refuses("p0", Undo(), "not_running").refuses("", Default("1.0"), "stale_prompt")
    table.refuses("p0", Vote("1", True), "not_running")


def test_leaving_in_play_is_resigning():
    table = sitting(seats=3).leaves(1).then(Left(seat=1), events.Resigned(1))
    assert table.match.table.still_in == (0, 2)
    table.asks((0, "seal"), (2, "seal")).refuses("p1", Leave(), "not_seated").folds()


def test_the_game_ends_the_match_and_shows_the_secret():
    table = sitting().leaves(0)
    table.then(
        Left(seat=0), events.GameOver((2, 1), "alone"), Ended(places=(2, 1), reason="alone", secret=SECRET.hex())
    )
    assert table.match.waits == ()
    assert table.match.table.places == (2, 1)
    table.refuses("p1", Undo(), "over").refuses("p1", Leave(), "over").folds()


def test_questions_are_answered_by_those_asked_once():
    table = sitting()
    mine, theirs = table.wait(0, "seal"), table.wait(1, "seal")
    table.refuses("p0", Answer(theirs.id, Picked()), "not_asked").refuses("p0", Answer("9.9", Picked()), "stale_prompt")
    table.refuses("p0", Answer(mine.id, Picked()), "not_an_answer")
    table.answers_anything(0, "seal").refuses("p0", Answer(mine.id, Picked()), "stale_prompt")
    assert not table.wait(0, "seal").must
    assert table.wait(1, "seal") == theirs


def test_silence_answers_only_what_must_be_answered():
    table = sitting().is_silent(0, "seal")
    assert table.commits[-1].by == 0
    assert table.commits[-1].cause == "lapse:default"
    table.refuses("", Default(table.wait(0, "seal").id), "not_asked")


def test_a_commit_that_does_not_follow_is_no_commit_of_this_match():
    table = sitting()
    with pytest.raises(Gap):
        advance(table.match, table.commits[1], "", list)

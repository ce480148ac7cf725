"""A row of the outbox from its beginning to its end, transition by transition."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from services.notices import rows
from services.notices.rows import COALESCE_MS, LIMIT_MS, Row

NEW = Row(
    match="m", seat=1, turn=8, player="p", channel="c", kind="telegram", state="queued", wants="8.0",
    asked=0, at=0, due=60_000,
)  # fmt: skip
SENDING = rows.begun(NEW, "a1", 60_000)
SENT = rows.arrived(SENDING, "text:5", 61_000)


def test_told_edited_withdrawn() -> None:
    assert (SENDING.state, SENDING.trying, SENDING.due) == ("sending", "8.0", 60_000 + LIMIT_MS)
    assert (SENT.state, SENT.shown, SENT.message, SENT.due) == ("sent", "8.0", "text:5", None)
    changed = rows.wanted(SENT, "9.0", 70_000)
    assert changed is not None
    assert (changed.state, changed.due) == ("sent", 70_000 + COALESCE_MS)
    edited = rows.arrived(rows.begun(changed, "a2", 73_000), "text:5", 74_000)
    assert (edited.state, edited.shown, edited.due) == ("edited", "9.0", None)
    over = rows.wanted(edited, "", 80_000)
    assert over is not None
    assert (over.state, over.due) == ("edited", 80_000)
    gone = rows.arrived(rows.begun(over, "a3", 81_000), "text:5", 82_000)
    assert (gone.state, gone.due, gone.closed) == ("withdrawn", None, True)


def test_answered_before_it_was_told() -> None:
    over = rows.wanted(NEW, "", 5)
    assert over is not None
    assert (over.state, over.reason, over.due) == ("withdrawn", "answered", None)


def test_answered_while_it_is_being_sent_withdraws_right_after() -> None:
    over = rows.wanted(SENDING, "", 60_500)
    assert over is not None
    assert over.state == "sending"
    there = rows.arrived(over, "text:5", 61_000)
    assert (there.state, there.shown, there.due) == ("sent", "8.0", 61_000)
    not_there = rows.later(over, "unreachable", 61_000)
    assert (not_there.state, not_there.reason, not_there.due) == ("withdrawn", "answered", None)
    lost = rows.unsure(over, "no_answer", 61_000)
    assert (lost.state, lost.reason, lost.due) == ("withdrawn", "no_answer", None)


def test_backing_off_from_a_minute_to_an_hour_and_giving_up() -> None:
    row, pauses = NEW, []
    while row.state != "dead":
        row = rows.later(rows.begun(row, "a", 0), "unreachable", 0)
        if row.due is not None:
            pauses.append(row.due // 1000)
    assert pauses[:7] == [60, 120, 240, 480, 960, 1920, 3600]
    assert pauses[-1] == 3600
    assert sum(pauses) > 20 * 3600
    assert row.reason == "gave_up"
    assert rows.later(SENDING, "slow_down", 0, 7.0).due == 7000


def test_what_may_have_arrived_is_never_sent_again_but_another_question_is() -> None:
    lost = rows.found(SENDING, 99_000, idempotent=False)
    assert (lost.state, lost.reason, lost.due, lost.shown) == ("unsure", "interrupted", None, "8.0")
    assert rows.wanted(lost, "8.0", 100_000) is None
    other = rows.wanted(lost, "9.0", 100_000)
    assert other is not None
    assert (other.state, other.wants, other.message) == ("queued", "9.0", "")
    over = rows.wanted(lost, "", 100_000)
    assert over is not None
    assert (over.state, over.reason) == ("withdrawn", "interrupted")


def test_what_may_be_repeated_is_sent_until_certain() -> None:
    assert rows.found(SENDING, 99_000, idempotent=True).state == "queued"
    over = rows.wanted(SENDING, "", 61_000)
    assert over is not None
    maybe = rows.found(over, 99_000, idempotent=True)
    assert (maybe.state, maybe.shown, maybe.due) == ("sent", "8.0", 99_000)
    changed = rows.wanted(SENT, "9.0", 0)
    assert changed is not None
    editing = rows.begun(changed, "a2", 0)
    assert rows.found(editing, 50_000, idempotent=False).state == "sent"


def test_a_call_that_comes_back_after_it_was_given_up() -> None:
    lost = rows.found(SENDING, 99_000, idempotent=False)
    late = rows.turned_out(lost, "a1", "text:9", 120_000)
    assert late is not None
    assert (late.state, late.message, late.due) == ("sent", "text:9", None)
    assert rows.turned_out(lost, "a2", "text:9", 120_000) is None
    over = rows.wanted(lost, "", 100_000)
    assert over is not None
    withdrawn = rows.turned_out(over, "a1", "text:9", 120_000)
    assert withdrawn is not None
    assert (withdrawn.state, withdrawn.due) == ("sent", 120_000)  # and now it can be withdrawn


@pytest.mark.parametrize("state", ["dead", "withdrawn"])
def test_what_is_over_stays_over(state: str) -> None:
    row = replace(NEW, state=state, due=None)
    after = rows.wanted(row, "", 1)
    assert after is not None
    assert (after.state, after.due, after.closed) == (state, None, True)


def test_a_row_is_kept_as_it_is() -> None:
    for row in (NEW, SENDING, SENT):
        assert rows.decode(rows.encode(row)) == row
    assert NEW.key == "1.8.c"
    assert replace(NEW, channel="").key == "1.8.-"
    assert replace(NEW, about="d").key == "1.8.c.d"

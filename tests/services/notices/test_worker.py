"""Prompts on their way: announced after a delay, edited inside a turn, withdrawn at its end; never told twice."""

from __future__ import annotations

import asyncio

from services.notices.channels import make
from services.notices.outbox import Change
from services.notices.rows import Row
from tests.services.notices.office import CHATS, Office


async def told(office: Office) -> None:
    await office.until(lambda: _any_sent(office))


async def _any_sent(office: Office) -> bool:
    return any(row.state in ("sent", "edited") for row in await office.latest())


async def test_a_turn_is_told_once_with_all_a_prompt_carries(office: Office) -> None:
    for seat in range(2):
        await office.telegram(seat)
    await office.start()
    await office.begin()
    await told(office)
    await office.settled()
    seats = {wait.seat for wait in office.game.musts}
    assert len(office.chat.messages) == len(seats)
    message = office.chat.messages[0]
    assert message.photo is not None
    assert message.caption is not None
    assert message.caption.startswith("Planet with Player-")
    assert "it is your turn" in message.caption
    assert "1. " in message.caption
    assert f"https://play.example.org/matches/{office.game.id}/page?t=p" in message.caption
    assert '"url": "https://play.example.org' in message.markup


async def test_questions_inside_a_turn_edit_and_the_end_withdraws(office: Office) -> None:
    for seat in range(2):
        await office.telegram(seat, "text")
    await office.start()
    await office.begin()
    turns = 0
    for _ in range(6):
        await told(office)
        turns = len({(row.seat, row.turn) for row in await office.rows()})
        await office.move()
        await office.settled()
    rows = await office.rows()
    closed = [row for row in rows if row not in await office.latest()]
    assert closed
    assert {row.state for row in closed} == {"withdrawn"}
    assert len(office.chat.sends()) == len({(row.seat, row.turn) for row in rows if row.message}) >= turns
    over = [one for one in office.chat.messages if one.text and "decided" in one.text]
    assert len(over) == len([row for row in closed if row.message])


async def test_what_is_answered_within_the_delay_is_not_told(office: Office) -> None:
    office.delay = 30.0
    for seat in range(2):
        await office.telegram(seat)
    await office.start()
    await office.begin()
    await office.until(lambda: _any(office, "queued"))
    for _ in range(4):
        await office.move()
    await office.until(lambda: _any(office, "withdrawn"))
    early = [row for row in await office.rows() if row.state == "withdrawn"]
    assert {row.reason for row in early} == {"answered"}
    assert office.chat.calls == []


async def _any(office: Office, state: str) -> bool:
    return state in await office.states()


async def test_undo_hands_the_turn_back_and_withdraws_the_others(office: Office) -> None:
    for seat in range(2):
        await office.telegram(seat, "text")
    office.game.begin().moves(3)
    await office.write()
    await office.start()
    await office.move()
    await office.settled()
    mover = office.game.commits[-1].by
    assert mover is not None
    from services.table.undo import undoable

    if not undoable(office.game.match, mover).commits:
        return
    office.game.undo(mover)
    await office.write()
    await office.settled()
    asked = {(wait.seat, wait.since) for wait in office.game.musts}
    for row in await office.rows():
        assert row.state == ("sent" if (row.seat, row.turn) in asked else "withdrawn")


async def test_nothing_of_before_the_first_start_is_told_and_nothing_is_lost_while_it_was_away(office: Office) -> None:
    for seat in range(2):
        await office.telegram(seat, "text")
    office.game.begin().moves(2)
    await office.write()
    await office.start()
    await asyncio.sleep(0.3)
    assert await office.rows() == []
    await office.stop()
    for _ in range(5):
        await office.move()
    await office.start()
    await office.settled()
    assert [row.state for row in await office.latest()] == ["sent"] * len(office.game.musts)
    assert len(office.chat.messages) == len(office.game.musts)


async def test_without_a_channel_a_row_says_so_and_registering_one_tells(office: Office) -> None:
    from services.notices import planning

    await office.start()
    await office.begin()
    await office.until(office.latest)
    (row,) = await office.latest()
    assert (row.state, row.reason, row.channel) == ("dead", "no_channel", "")
    channel = await office.telegram(row.seat, "text")
    again = await office.telegram(row.seat, "text")
    assert again.id == channel.id
    changes = planning.registered(await office.kept(), channel, row.player, 1)
    for change in changes:
        assert await office.outbox.put(office.game.id, change)
    await told(office)
    assert [one.channel for one in await office.latest()] == [channel.id]
    assert len(office.chat.messages) == 1


async def test_a_match_that_ends_withdraws_everything_and_its_rows_are_kept_for_a_while(office: Office) -> None:
    for seat in range(2):
        await office.telegram(seat, "text")
    office.game.begin().moves(4)
    await office.write()
    await office.start()
    await office.move()
    await office.settled()
    office.game.agree(office.game.musts[0].seat, "cancel")
    await office.write()
    await office.settled()
    assert set(await office.states()) == {"withdrawn"}
    assert "The match is over." in (office.chat.messages[-1].text or "")
    partition = office.log.partition_of(office.game.id)
    assert await office.log.client.pttl(f"{{p{partition:02d}}}:out:{office.game.id}") > 0


async def test_a_block_disables_the_channel_and_another_channel_says_so(office: Office) -> None:
    channels = [await office.telegram(seat) for seat in range(2)]
    office.chat.blocked.update(str(chat) for chat in CHATS)
    await office.start()
    await office.begin()
    await office.until(lambda: _any(office, "dead"))
    (row,) = await office.latest()
    known = await office.channels.get(row.player, channels[row.seat].id)
    assert known is not None
    assert (row.reason, known.dead) == ("blocked", "blocked")
    # One more channel: the next turn dies on the first and is told on the second, with the news.
    office.chat.blocked.clear()
    hook = await office.webhook(row.seat)
    await office.telegram(row.seat)  # registering again uses it again
    office.chat.blocked.add(str(CHATS[row.seat]))
    turn = row.turn
    for _ in range(30):
        await office.move()
        await office.settled()
        now = [one for one in await office.latest() if one.seat == row.seat and one.turn != turn]
        if now:
            break
    await office.until(lambda: _said(office, "channel.disabled"))
    disabled = [told for _, told in office.receiver.came if told["type"] == "channel.disabled"]
    assert len(disabled) == 1
    assert "blocked" in disabled[0]["data"]["question"]
    assert any(one.channel == hook.id and one.state == "sent" for one in now)


async def _said(office: Office, kind: str) -> bool:
    return any(told["type"] == kind for _, told in office.receiver.came)


async def test_two_workers_tell_once(office: Office) -> None:
    for seat in range(2):
        await office.telegram(seat, "text")
    await office.start()
    await office.start(office.worker())
    await office.begin()
    for _ in range(5):
        await told(office)
        await office.move()
        await office.settled()
    rows = await office.rows()
    assert len(office.chat.sends()) == len([row for row in rows if row.message])


async def test_a_removed_channel_is_not_used(office: Office) -> None:
    office.delay = 3.0
    channels = [await office.telegram(seat) for seat in range(2)]
    await office.start()
    await office.begin()
    await office.until(lambda: _any(office, "queued"))
    for seat in range(2):
        assert await office.channels.remove(office.game.players[seat], channels[seat].id)
    await office.hurry()
    await office.until(lambda: _any(office, "dead"))
    assert {row.reason for row in await office.latest()} == {"channel_gone"}
    assert office.chat.calls == []


async def test_a_platform_that_is_not_configured_is_named(office: Office) -> None:
    await office.telegram(0)
    await office.telegram(1)
    office.senders.pop("telegram")
    await office.start()
    await office.begin()
    await office.until(lambda: _any(office, "dead"))
    assert {row.reason for row in await office.latest()} == {"not_configured"}


async def test_a_log_that_is_shorter_than_it_was_is_planned_anew(office: Office) -> None:
    for seat in range(2):
        await office.telegram(seat, "text")
    await office.start()
    await office.begin()
    await told(office)
    await office.stop()
    partition = office.log.partition_of(office.game.id)
    ghost = Row(
        match="ghost", seat=0, turn=1, player="p", channel="c", kind="telegram", state="queued", wants="1.0",
        asked=1, at=1, due=2**50,
    )  # fmt: skip
    if office.log.partition_of("ghost") == partition:
        assert await office.outbox.put("ghost", Change(ghost.key, b"", ghost))
    await office.log.client.hset(f"{{p{partition:02d}}}:ck:notices:v1", mapping={"pos": 4000, "mark": "no"})
    await office.start()
    await office.move()
    await office.settled()
    assert len(office.chat.sends()) == len([row for row in await office.rows() if row.message])
    if office.log.partition_of("ghost") == partition:
        ghosts = await office.outbox.rows("ghost")
        assert [(row.state, row.reason) for row, _ in ghosts.values()] == [("withdrawn", "answered")] or [
            row.reason for row, _ in ghosts.values()
        ] == ["no_match"]


def test_the_same_destination_is_one_channel() -> None:
    first = make("webhook", "https://Hooks.Example.com:443/x?y=1#z")
    second = make("webhook", "https://hooks.example.com./x?y=1")
    assert (first.id, first.to) == (second.id, second.to)
    assert first.to == "https://hooks.example.com/x?y=1"
    assert first.secret.startswith("whsec_")
    assert first.secret != second.secret

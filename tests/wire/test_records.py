"""Records out of a log and into it."""

from __future__ import annotations

import pytest

from deploy.records import Present, RecordError, Unverified, bring_in, chronicle, export, printed
from events import records
from events.hidden import Viewer
from events.log import Append, Batch, Log
from projections.kinds import CODE, Versions, runners
from projections.leaderboards.ratings import NEWCOMER
from projections.queries import Queries
from projections.rebuild import check, rebuild
from services.verify import verify
from tests.records.table import InProcess


async def append(log: Log, match: InProcess) -> None:
    term = await log.take(log.partition_of(match.id), "w", 60_000)
    appends = [Append(match.id, n, blob) for n, blob in enumerate(match.blobs, 1)]
    await log.commit(term, term.pos, Batch(appends=appends))


def finished() -> InProcess:
    return InProcess("planet", 2, "finished").begin().finish()


def running() -> InProcess:
    return InProcess("planet", 3, "going on").begin().moves(7)


async def test_a_finished_match_is_given_whole(log: Log) -> None:
    match = finished()
    await append(log, match)
    lines = await export(log, match.id)
    assert lines == list(records.write(match.match, match.commits))
    assert verify(lines).good
    seen = await export(log, match.id, 1)
    assert records.read(seen)[0].viewpoint == "seat:1"


@pytest.mark.parametrize(("asked", "given"), [("all", "watch"), (None, "watch"), (2, "seat:2")])
async def test_a_running_match_is_given_as_a_viewpoint_sees_it(log: Log, asked: Viewer, given: str) -> None:
    match = running()
    await append(log, match)
    lines = await export(log, match.id, asked)
    header, raws = records.read(lines)
    assert (header.viewpoint, header.secret, header.head, header.ended) == (given, None, None, None)
    for _, _, raw in raws:
        assert set(raw) == {"n", "at", "by", "cause", "events", "waits"}
    assert match.secret.hex() not in "\n".join(lines)
    assert match.match.table.code not in "\n".join(lines)
    dealt = [event for _, _, raw in raws for event in raw["events"] if event["type"] == "planet.objective_dealt"]
    assert [bool(event["objective"]) for event in dealt] == [seat == asked for seat in range(3)]
    checked = verify(lines)
    assert not checked.good
    assert not checked.verifiable
    assert len(list(chronicle(lines, "en"))) > len(raws)
    with pytest.raises(Unverified, match="one viewpoint"):
        await bring_in(log, lines)


async def test_what_is_not_there_is_refused(log: Log) -> None:
    with pytest.raises(RecordError, match="no match"):
        await export(log, "nothing")
    match = running()
    await append(log, match)
    with pytest.raises(RecordError, match="no seat 5"):
        await export(log, match.id, 5)


async def test_an_imported_match_is_replayed_and_counted(log: Log) -> None:
    match, other = finished(), running()
    await append(log, other)
    lines = list(records.write(match.match, match.commits))
    assert await bring_in(log, lines) == (match.id, len(match.blobs))
    assert await log.read_match(match.id) == match.blobs
    await append(log, InProcess("planet", 2, "after").begin())  # the log goes on where the import ended
    with pytest.raises(Present, match=f"^match {match.id} is there"):
        await bring_in(log, lines)
    await Versions(log.client).create()
    for name in ("sheets", "timelines", "inbox", "leaderboards", "ratings"):
        for one in runners(log, name, CODE[name]):
            await one.catch_up()
    assert await check(log) == {}
    timeline = await Queries(log).timeline(match.id, "all")
    assert timeline is not None
    assert len(timeline.lines) == len(match.blobs)
    board = await Queries(log).leaderboard()
    assert {row.player: row.matches for row in board} == dict.fromkeys(match.players, 1)
    assert sum(row.wins for row in board) >= 1


async def test_an_imported_match_changes_no_rating(log: Log) -> None:
    """Not when it comes, and not when read models are built anew; one that was played here and is brought in again
    stays rated."""
    brought, own = finished(), InProcess("planet", 2, "played here").begin().finish()
    await append(log, own)
    await bring_in(log, list(records.write(brought.match, brought.commits)))
    with pytest.raises(Present):
        await bring_in(log, list(records.write(own.match, own.commits)))
    await Versions(log.client).create()
    for name in ("leaderboards", "ratings"):
        for one in runners(log, name, CODE[name]):
            await one.catch_up()
    for _ in range(2):
        rows = {row.player: row for row in await Queries(log).leaderboard("planet")}
        newcomer = (round(NEWCOMER.mu, 2), round(NEWCOMER.sigma, 2))
        assert all((rows[player].rating, rows[player].sigma) == newcomer for player in brought.players)
        assert all(rows[player].sigma < newcomer[1] for player in own.players)
        await rebuild(log, "leaderboards")
        await rebuild(log, "ratings")


async def test_another_match_of_the_same_id_is_told(log: Log) -> None:
    match = finished()
    await append(log, InProcess("planet", 3, "finished").begin())
    with pytest.raises(Present, match="another match"):
        await bring_in(log, list(records.write(match.match, match.commits)))


async def test_a_changed_record_is_not_imported(log: Log) -> None:
    match = finished()
    lines = [line.replace('"face":3', '"face":4') for line in records.write(match.match, match.commits)]
    with pytest.raises(Unverified, match="commit"):
        await bring_in(log, lines)
    assert await log.number(match.id) == 0
    assert await log.position(log.partition_of(match.id)) == 0


@pytest.mark.parametrize(
    ("lang", "said"), [("en", "there are no places"), ("zh-Hans", "不排名次"), ("zh-Hant", "不排名次")]
)
def test_a_void_match_has_no_places(lang: str, said: str) -> None:
    """Of Mars, left before the corporations are shown; and cancelled by all: the story says so, no sheet has one."""
    left = InProcess("mars", 3, "void").begin()
    left.resign(1)
    cancelled = InProcess("mars", 2, "cancelled").begin()
    cancelled.agree(0, "cancel")
    for void in (left, cancelled):
        told = list(chronicle(records.write(void.match, void.commits), lang))
        assert said in told[told.index("") - 1]
        assert not [line for line in told if line.startswith("1. ")]


def test_a_commit_is_printed_with_everything_in_it() -> None:
    match = running()
    told = "\n".join(line for blob in match.blobs for line in printed(blob))
    for word in ("table.opened", "planet.objective_dealt", "luck table 0..", "asks seat", "(must, since"):
        assert word in told

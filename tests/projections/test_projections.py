"""What each projection makes of a match, commit by commit; nothing hidden in what a viewpoint gets."""

from __future__ import annotations

from functools import cache

import msgspec
import pytest

from events import texts
from events.hidden import Viewer
from events.match import fold
from events.planet.events import ObjectiveDealt
from events.record import Event, ScoreSheet, ranked
from events.table.events import Ended
from events.table.tell import tell
from events.texts import Text, render
from projections import inbox, leaderboards, sheets, timelines
from projections.kinds import PROJECTIONS
from projections.leaderboards import Tally, ratings
from projections.reader import Projection, Result, Step
from tests.projections.folding import model, steps
from tests.records.table import InProcess

VIEWERS: tuple[Viewer, ...] = (None, 0, 1, "all")


@cache
def played() -> InProcess:
    """A match of Planet to its end, with a move taken back and one that lapsed."""
    match = InProcess("planet", 3, "projections").begin().moves(4)
    by = match.commits[-1].by
    assert by is not None
    match.undo(by)
    match.moves(6)
    match.lapse()
    return match.finish()


@cache
def running() -> InProcess:
    """A match of Planet in its fifth round."""
    return InProcess("planet", 2, "running").begin().moves(9)


@cache
def some() -> list[Step]:
    return steps(played(), running())


@pytest.mark.parametrize("projection", PROJECTIONS, ids=lambda projection: projection.name)
def test_the_size_of_batches_changes_nothing(projection: Projection) -> None:
    whole = model(projection, some()).content
    assert whole
    assert model(projection, some(), 1).content == model(projection, some(), 7).content == whole


def test_sheets_are_those_of_the_match_at_its_last_commit() -> None:
    content = model(sheets.Sheets(), some()).content
    found = {name: sheets.decode(data) for name, data in content.items() if isinstance(data, bytes)}
    done = found[played().id]
    assert (done.status, done.n, done.players) == ("ended", len(played().commits), tuple(played().players))
    for viewer in (None, 0, 1, 2, "all"):
        assert done.sheets.seen_by(viewer) == sheets.scores(played().match, viewer)  # type: ignore[arg-type]
    assert all(sheet.place and sheet.total is not None for sheet in done.sheets.watch)


def test_a_running_sheet_shows_each_seat_its_own_total_only() -> None:
    match = running().match
    found = sheets.sheet(match)
    assert [sheet.total is not None for sheet in found.sheets.watch] == [False, False]
    assert [sheet.total is not None for sheet in found.sheets.seen_by(1)] == [False, True]
    assert [sheet.total is not None for sheet in found.sheets.seen_by("all")] == [True, True]
    hidden = [match.game.seats[seat].objective for seat in (0, 1)]
    assert all(hidden)
    for viewer in (None, 0, 1):
        seen = found.sheets.seen_by(viewer)
        for seat, sheet in enumerate(seen):
            assert _names_habitat(sheet) == (seat == viewer)


def _names_habitat(sheet: ScoreSheet) -> bool:
    return any("habitat" in line.args for line in sheet.lines)


def test_before_the_start_there_are_no_sheets() -> None:
    table = InProcess("planet", 2, "early")
    assert sheets.sheet(table.match).sheets.seen_by(0) == ()
    assert sheets.decode(sheets.encode(sheets.sheet(table.match))) == sheets.sheet(table.match)


def lines(match: InProcess) -> list[timelines.Told]:
    fields = model(timelines.Timelines(), steps(match)).hash(match.id)
    return [timelines.decode(fields[str(n).encode()]) for n in range(1, len(match.commits) + 1)]


def test_a_line_for_each_commit_in_every_language() -> None:
    told = lines(played())
    assert [line.n for line in told] == list(range(1, len(played().commits) + 1))
    for line in told:
        assert all(line.texts.seen_by(viewer) for viewer in VIEWERS), line
        for language in texts.LANGUAGES:
            for text in line.texts.seen_by("all"):
                assert texts.MISSING not in texts.render(text, language)
    assert told[-1].totals.watch == tuple(sheet.total for sheet in sheets.scores(played().match, None))


def test_a_commit_that_tells_nothing_still_has_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """It speaks of something hidden only to those who lack it, also where what is hidden looks like its blank."""
    monkeypatch.setattr(timelines, "lines", lambda *_: ())

    def keys(by: int | None, *events: Event) -> list[str]:
        commit = msgspec.structs.replace(running().commits[-1], by=by, events=events)
        return [timelines.always(running().match, commit, viewer)[0].key for viewer in VIEWERS]

    quiet, hidden = "table.told.quiet", "table.told.hidden"
    assert keys(0) == [quiet] * 4
    assert keys(None) == ["table.told.quiet_nobody"] * 4
    assert keys(0, ObjectiveDealt(0, "")) == [hidden, quiet, hidden, quiet]


def test_a_line_tells_a_seat_its_objective_and_nobody_elses() -> None:
    """Objectives are dealt by the commit that starts the match."""
    told = next(line for line in lines(running()) if line.totals.seen_by("all"))
    known = [running().match.game.seats[seat].objective for seat in (0, 1)]

    habitats = [_habitat(goal) for goal in known]
    assert habitats[0] != habitats[1]
    for viewer in (None, 0, 1, "all"):
        shown = msgspec.json.encode(told.texts.seen_by(viewer)).decode()  # type: ignore[arg-type]
        tellings = [f'"planet.habitat.{habitat}"' in shown for habitat in habitats]
        assert tellings == [viewer in (0, "all"), viewer in (1, "all")], shown


def _habitat(goal: str) -> str:
    from events.planet.objectives import OBJECTIVES

    return str(OBJECTIVES[goal].habitat.value)


def test_commits_taken_back_keep_their_line_and_are_struck() -> None:
    fields = model(timelines.Timelines(), steps(played())).hash(played().id)
    assert timelines.decode_struck(fields[b"struck"]) == played().match.table.struck != frozenset()
    assert timelines.decode_struck(None) == frozenset()
    told = lines(played())
    back = next(commit.n for commit in played().commits if "TakenBack" in str(commit.events))
    before = fold(played().blobs[: back - 2])
    assert told[back - 1].totals.seen_by("all") == timelines.totals(before, "all")


def test_the_inbox_is_the_waits() -> None:
    found = model(inbox.Inbox(), some())
    match = running().match
    for seat, player in enumerate(running().players):
        fields = found.hash(f"asked:{player}")
        asked = [one for data in fields.values() for one in inbox.decode_asked(data)]
        assert [(one.match, one.id, one.must) for one in asked] == [
            (match.id, wait.id, wait.must) for wait in match.waits if wait.seat == seat
        ]
        mine = inbox.decode_mine(found.hash(f"matches:{player}")[match.id.encode()])
        assert (mine.seat, mine.status, mine.n, mine.places) == (seat, "running", match.n, None)
    for player in played().players:
        assert not found.hash(f"asked:{player}")
        assert inbox.decode_mine(found.hash(f"matches:{player}")[played().id.encode()]).places


def test_who_leaves_before_the_start_has_the_match_no_more_but_the_host() -> None:
    table = InProcess("planet", 2, "left")
    table.resign(1)
    found = model(inbox.Inbox(), steps(table), 1)
    assert not found.hash(f"matches:{table.players[1]}")
    table.resign(0)
    found = model(inbox.Inbox(), steps(table))
    assert inbox.decode_mine(found.hash(f"matches:{table.players[0]}")[table.id.encode()]).seat is None
    table.resign(0)  # the host closes the table
    found = model(inbox.Inbox(), steps(table))
    assert inbox.decode_mine(found.hash(f"matches:{table.players[0]}")[table.id.encode()]).status == "void"


def test_votes_are_in_the_inbox_and_not_pressing() -> None:
    from events.commands import Propose

    table = InProcess("planet", 3, "votes").begin().moves(1)
    table.send(table.players[2], Propose("cancel"))
    asked = inbox.asked(table.match, table.players[0])
    assert [one.must for one in asked if one.key.startswith("table/")] == [False]


def test_leaderboards_count_places_wins_and_points() -> None:
    made = leaderboards.Leaderboards().apply(some())
    (result,) = made.results
    assert (result.match, result.players) == (played().id, tuple(played().players))
    found = model(leaderboards.Leaderboards(), some())
    assert found.hash("planet") == found.hash("all")
    tally = leaderboards.decode(found.hash("planet"))
    for player, place, total in zip(result.players, result.places, result.totals, strict=True):
        assert total is not None
        assert tally[player] == Tally(1, int(place == 1), total, 1)
        assert tally[player].average == total
    assert Tally().average is None
    assert Tally(1, 1, 5, 1).plus(Tally(2, 0, 7, 2)) == Tally(3, 1, 12, 3)


def test_who_resigned_counts_by_place_and_cancelled_matches_do_not() -> None:
    match = InProcess("planet", 3, "resigned").begin().moves(5)
    match.resign(1)
    match.finish()
    (result,) = leaderboards.Leaderboards().apply(steps(match)).results
    assert result.places[1] == 3
    void = InProcess("planet", 2, "void").begin().moves(3)
    void.agree(0, "cancel")
    assert void.match.table.status == "void"
    assert leaderboards.Leaderboards().apply(steps(void)) == ([], [])


def result(*places: int, game: str = "planet") -> Result:
    return Result("m", game, "", tuple("abcd"[: len(places)]), places, (None,) * len(places))


def test_ratings_follow_places() -> None:
    rated = ratings.rate({}, [result(1, 2, 3)])
    assert set(rated) == {"planet", "all"}
    board = rated["planet"]
    assert board["a"].mu > ratings.NEWCOMER.mu > board["c"].mu
    assert all(rating.sigma < ratings.NEWCOMER.sigma for rating in board.values())
    even = ratings.rate({}, [result(1, 1)])["all"]
    assert even["a"] == even["b"]


def test_ratings_in_one_batch_or_in_several_are_the_same() -> None:
    results = [result(1, 2), result(2, 1, 3), result(1, 1, 3, 3), result(1, 2, game="other")]
    whole = ratings.rate({}, results)
    known: dict[str, ratings.Board] = {}
    for one in results:
        for board, changed in ratings.rate(known, [one]).items():
            known.setdefault(board, {}).update(changed)
    assert known == whole
    assert ratings.decode(ratings.encode(whole["all"]["d"])) == whole["all"]["d"]


def test_who_played_alone_is_not_rated() -> None:
    assert ratings.writes(ratings.rate({}, [result(1)])) == []


def test_many_ratings_are_written_in_several_writes() -> None:
    board = {f"p{number}": ratings.NEWCOMER for number in range(1200)}
    made = ratings.writes({"all": board})
    assert [len(write.args) for write in made] == [1000, 1000, 400]
    assert {name for write in made for name in write.args[::2]} == set(board)


def test_who_won_is_told_where_it_is_not_just_the_first_place() -> None:
    def wins(winners: tuple[int, ...] | None) -> list[int]:
        result = Result("m", "train_farm", "", ("a", "b", "c"), (1, 3, 2), (None, None, None), winners)
        return [tally.wins for _, tally in leaderboards.tallies(result)]

    assert wins(None) == [1, 0, 0]
    assert wins((0, 1, 2)) == [1, 1, 1]
    assert wins(()) == [0, 0, 0]


@pytest.mark.parametrize(
    ("winners", "told"),
    [
        (None, "Player 1 won."),
        ((0, 2), "Player 1, Player 3 share the win."),
        ((), "Nobody won."),
    ],
)
def test_the_story_names_those_who_won(winners: tuple[int, ...] | None, told: str) -> None:
    ended = Ended(places=(1, 3, 2), reason="x", secret="", winners=winners)
    assert render(tell(ended) or Text("")) == told


@pytest.mark.parametrize(
    ("places", "told"), [((1, 1, 1), "Nobody won, and there are no places."), ((1,), "Nobody won.")]
)
def test_where_nobody_won_and_all_share_a_place_it_is_none(places: tuple[int, ...], told: str) -> None:
    ended = Ended(places=places, reason="x", secret="", winners=())
    assert render(tell(ended) or Text("")) == told
    sheets = [ScoreSheet(seat, place, False, 0, ()) for seat, place in enumerate(places)]
    assert not ranked(sheets)
    assert ranked([*sheets, ScoreSheet(3, 4, False, 0, ())])
    assert ranked([ScoreSheet(0, 1, True, 0, ()), ScoreSheet(1, 1, True, 0, ())])

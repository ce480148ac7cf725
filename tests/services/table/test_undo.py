"""Taking back: alone while nothing stands against it, else by consent; chance and ids never run backwards."""

from events.commands import Join, Start, Undo
from events.table.events import ProposalClosed, Proposed, TakenBack, Voted
from services.table.undo import by_consent, undoable
from tests.dsl import opened, sitting
from tests.laws.gauntlet import events


def stops(table, seat: int) -> str | None:
    text = undoable(table.match, seat).stops
    return None if text is None else text.key.removeprefix("table.undo.")


def test_an_own_move_is_taken_back_though_another_seat_made_an_own_move_since():
    table = sitting(seats=3).answers_anything(0, "seal").answers_anything(1, "seal")
    assert undoable(table.match, 0).commits == (6,)
    old = table.wait(0, "seal")
    table.undoes(0).then(TakenBack(seat=0, commits=(6,)))
    assert table.match.table.struck == {6}
    assert not table.match.game.parts[0].sealed
    assert table.match.game.parts[1].sealed
    assert table.wait(0, "seal").must
    assert table.wait(0, "seal").id not in (old.id, "5.0")
    assert table.wait(1, "seal").id == "7.1"
    table.answers_anything(0, "seal").folds()


def test_nothing_is_taken_back_once_others_built_on_it():
    """The last to choose shows all bids; whoever chose before may not choose anew."""
    table = sitting().answers_anything(0, "seal").answers_anything(1, "seal")
    assert (undoable(table.match, 0).commits, stops(table, 0)) == ((), "followed")
    table.refuses("p0", Undo(), "not_undoable")


def test_what_revealed_or_used_chance_stays():
    table = sitting().answers_anything(0, "seal").answers_anything(1, "seal")
    assert (undoable(table.match, 1).commits, stops(table, 1)) == ((), "revealed")
    table.refuses("p1", Undo(), "not_undoable")


def test_several_are_taken_back_one_by_one_latest_first():
    table = sitting().answers_anything(0, "seal").answers_anything(0, "seal")
    assert undoable(table.match, 0).commits == (6, 5)
    assert stops(table, 0) is None
    table.undoes(0).undoes(0)
    assert table.match.table.struck == {5, 6}
    table.refuses("p0", Undo(), "not_undoable").folds()


def test_one_who_made_no_move_has_none_to_take_back():
    table = sitting().answers_anything(0, "seal")
    assert (undoable(table.match, 1).commits, stops(table, 1)) == ((), "nothing")
    assert by_consent(table.match, 1).key == "table.undo.nothing"


def test_comings_and_goings_before_the_start_are_no_moves():
    table = opened().send("p0", Join()).send("p1", Join()).leaves(1).send("p1", Join()).send("p0", Start())
    for seat in (0, 1):
        assert (undoable(table.match, seat).commits, stops(table, seat)) == ((), "nothing")
        assert by_consent(table.match, seat).key == "table.undo.nothing"


def test_a_seat_that_left_is_a_wall():
    table = sitting(seats=3).answers_anything(0, "seal").leaves(1)
    assert (undoable(table.match, 0).commits, stops(table, 0)) == ((), "followed")
    table.refuses("p0", Undo(), "not_undoable")
    assert by_consent(table.match, 0).key == "table.undo.wall"


def test_a_lapse_is_taken_back_like_a_move():
    table = sitting(seats=3).is_silent(0, "seal").undoes(0)
    table.then(TakenBack(seat=0, commits=(6,))).folds()


def test_by_consent_all_goes_that_came_since():
    table = sitting().answers_anything(0, "seal").answers_anything(1, "seal")
    luck = dict(table.match.luck)
    table.proposes(0, "undo").then(Proposed(on="7", seat=0, what="undo", commits=(5, 6)))
    assert not table.wait(1, "table").must
    table.votes(1, 7).then(
        Voted(on="7", seat=1, yes=True),
        ProposalClosed(on="7", result="accepted"),
        TakenBack(seat=0, commits=(5, 6)),
    )
    table.asks((0, "seal"), (1, "seal")).folds()
    assert table.match.luck == luck
    assert {wait.id for wait in table.match.waits} == {"8.0", "8.1"}


def test_chance_does_not_run_backwards():
    table = sitting(seats=2)
    for seat in (0, 1):
        table.answers_anything(seat, "seal")
    mover = table.match.game.turn
    table.answers(mover, "turn", "pass").answers(1 - mover, "turn", "pass")
    drawn = table.match.luck["table"]
    table.then(events.Passed(1 - mover), events.RoundBegan(2, (0, 1)))
    on = table.match.n + 1
    table.proposes(mover, "undo").votes(1 - mover, on)
    assert table.match.luck["table"] == drawn
    first = table.match.game.parts[0].pack
    table.answers(mover, "turn", "pass").answers(1 - mover, "turn", "pass")
    assert table.match.luck["table"] > drawn
    assert len(table.match.game.parts[0].pack) == len(first) + 1
    table.folds()

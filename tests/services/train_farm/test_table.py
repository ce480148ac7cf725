"""Train Farm at a table: typed answers, taking back side by side, silence, resigning, folding from bytes."""

from __future__ import annotations

from events.choices import Typed
from events.commands import Answer, Undo
from events.train_farm import events as e
from tests.dsl import sitting

SET = ("workshop", "wall", "dormitory")


def playing(seats=3, **options):
    """All have chosen; round 1, phase two."""
    table = sitting("train_farm", seats, **options)
    for seat in range(seats):
        table.answers(seat, "set", *SET)
    return table


def turn(seat):
    return (seat, "turn")


def test_a_sealed_set_is_taken_back_while_others_choose():
    table = sitting("train_farm", 3).answers(0, "set", *SET).answers(1, "set", *SET).undoes(0)
    table.asks((0, "set"), (2, "set")).answers(0, "set", "garden", "wall", "infirmary").answers(2, "set", *SET)
    table.then(e.SetLaid(0, ("garden", "wall", "infirmary")), e.RoundBegan(1, 0)).folds()
    table.refuses("p0", Undo(), "not_undoable").asks(turn(0), turn(1), turn(2))


def test_a_build_is_taken_back_though_others_have_built_since():
    """It touched its own camp alone, and so did they."""
    table = playing().answers(0, "turn", "new:garden").answers(1, "turn", "new:garden").undoes(0)
    table.asks(turn(0), turn(2)).folds()
    assert (table.match.game.camps[0].bolts, table.match.game.camps[1].bolts) == (3, 2)
    table.answers(0, "turn", "upgrade:wall").asks(turn(2))


def test_a_build_stands_once_somebody_has_explored():
    table = playing().answers(0, "turn", "new:garden").answers(1, "turn", "explore")
    table.refuses("p0", Undo(), "not_undoable").refuses("p1", Undo(), "not_undoable").folds()


def test_in_seat_order_a_build_stands_once_the_next_has_acted():
    table = playing(action_order="seat").asks(turn(0)).answers(0, "turn", "new:garden").asks(turn(1))
    table.answers(1, "turn", "new:garden").refuses("p0", Undo(), "not_undoable").asks(turn(2)).undoes(1).undoes(0).asks(
        turn(0)
    )


def test_the_last_action_brings_the_event_and_is_not_taken_back():
    table = playing(2).answers(0, "turn", "new:garden").answers(1, "turn", "new:garden")
    table.refuses("p1", Undo(), "not_undoable").folds()
    assert any(isinstance(event, e.EventTurnedUp) for event in table.commits[-1].events)


def test_dismantling_is_an_aside_after_which_the_turn_stands():
    table = playing()
    wait = table.wait(0, "turn")
    table.answers(0, "turn", "dismantle:wall").asks(turn(0), turn(1), turn(2)).refuses(
        "p0", Answer(wait.id, Typed("explore")), "stale_prompt"
    )
    table.answers(0, "turn", "new:wall").asks(turn(1), turn(2)).folds()


def test_answers_are_typed_in_any_language():
    table = playing()
    table.send("p0", Answer(table.wait(0, "turn").id, Typed("send", "en"))).then(e.Explored(0))
    table.send("p1", Answer(table.wait(1, "turn").id, Typed("新建菜园", "zh-Hans"))).then(
        e.Built(1, "garden", 1, 1, action=True)
    )
    table.send("p2", Answer(table.wait(2, "turn").id, Typed("new:garden"))).then(
        e.Built(2, "garden", 1, 1, action=True)
    )


def test_silence_speaks_for_one_after_the_other():
    table = playing(2).is_silent(0, "turn").then(e.Explored(0))
    assert table.commits[-1].cause == "lapse:default"
    table.folds()


def test_the_aside_and_what_it_pays_for_are_one_message():
    table = playing()
    table.answers(0, "turn", "dismantle:workshop", then=(Typed("new:workshop"),)).asks(turn(1), turn(2)).folds()
    assert table.unused == 0


def test_one_who_resigns_in_mid_question_is_waited_for_no_more():
    table = playing().answers(1, "turn", "explore").leaves(1)
    table.then(e.CampFell(1, "left/0", resigned=True)).asks(turn(0), turn(2)).folds()


def test_orders_are_offered_to_every_camp_and_chased_by_nobody():
    table = playing()
    assert [(wait.seat, wait.must) for wait in table.match.waits if wait.key == "orders"] == [
        (0, False),
        (1, False),
        (2, False),
    ]
    table.answers(2, "orders", "wall:always").asks(turn(0), turn(1), turn(2)).undoes(2).folds()
    assert table.match.game.camps[2].orders == ()

"""Numbering of waits, and the loop that decides an answer and those that follow it."""

import pytest
from msgspec.structs import replace

from events.choices import Counted, Laid, Picked, Shared, Typed
from events.commit import Wait
from services import registry
from services.dice import Scripted
from services.referee import Ask, Refused, answer, number, read_reply
from tests.dsl import given
from tests.laws.gauntlet import RECORD, REFEREE, events
from tests.laws.gauntlet.cards import CARDS, Aim, Bank, Build, Pay, Pull, Seal, Toll, Turn
from tests.laws.gauntlet.state import Part, State

GAME = registry.game("gauntlet")


def wait(seat: int, name: str, key: str, must: bool = True, since: int = 1) -> Wait:
    return Wait(seat, name, key, must, since)


def test_new_questions_are_named_after_their_commit_and_place():
    waits = number([Ask(1, "a"), Ask(0, "b", must=False)], (), 7)
    assert waits == (wait(1, "7.0", "a", since=7), wait(0, "7.1", "b", must=False, since=7))


def test_a_question_that_stands_keeps_everything():
    before = (wait(0, "3.1", "a", since=2), wait(1, "4.0", "b", must=False, since=4))
    assert number([Ask(1, "b", must=False), Ask(0, "a")], before, 9) == before[::-1]


def test_an_answered_question_that_is_asked_again_is_a_new_one():
    before = (wait(0, "3.1", "a", since=2), wait(1, "4.0", "a", since=4))
    asks = [Ask(0, "a"), Ask(1, "a")]
    assert number(asks, before, 9, frozenset({(0, "a")})) == (wait(0, "9.0", "a", since=2), before[1])


def test_taking_back_renews_the_questions_of_that_seat_only():
    before = (wait(0, "3.1", "a"), wait(0, "3.2", "c", must=False), wait(1, "4.0", "b"))
    asks = [Ask(0, "a"), Ask(0, "c", must=False), Ask(1, "b")]
    renewed = number(asks, before, 9, took_back=frozenset({0}))
    assert [one.id for one in renewed] == ["9.0", "9.1", "4.0"]
    assert [one.since for one in renewed] == [1, 9, 1]


def test_a_turn_lasts_while_the_seat_is_a_must_whatever_it_is_asked():
    before = (wait(0, "5.0", "a", since=3), wait(1, "5.1", "x", must=False, since=5))
    waits = number([Ask(0, "b"), Ask(1, "y")], before, 6)
    assert [one.since for one in waits] == [3, 6]


def test_a_question_that_becomes_a_must_keeps_its_id():
    before = (wait(0, "5.0", "a", must=False, since=5),)
    assert number([Ask(0, "a")], before, 6) == (wait(0, "5.0", "a", since=6),)


def test_another_key_or_another_seat_is_another_question():
    before = (wait(0, "5.0", "a"),)
    assert [one.id for one in number([Ask(0, "b"), Ask(1, "a")], before, 6)] == ["6.0", "6.1"]


def table(*agendas: tuple, **of_first: object) -> State:
    """Seat 0 has its turn; hands are one card each."""
    parts = tuple(
        Part(seat, hand=(card,), gold=1, silver=3, reserve=2, agenda=agenda)
        for seat, (agenda, card) in enumerate(zip(agendas, ("drum1", "fox1", "bell1"), strict=False))
    )
    parts = (replace(parts[0], **of_first), *parts[1:])
    later = tuple(range(1, len(parts)))
    return State(parts, 2, True, tuple(CARDS), 32 - len(parts), round=1, turn=0, turns=later)


def test_replies_that_follow_are_tried_on_the_questions_that_follow():
    (
        given("gauntlet", table((Bank(), Pay("fee", 1), Build()), ()))
        .answers(0, "bank", 0, then=(Shared({"silver": 1}), Laid("dot", "0", "r1c1")))
        .then(
            events.Banked(0, 0),
            events.Paid(0, 0, 1),
            events.Built(0, "dot", ("r1c1",)),
            events.TurnBegan(1),
        )
        .asks_only(1)
    )


def test_a_share_that_is_passed_over_takes_its_default():
    position = given("gauntlet", table((Bank(), Build()), ()))
    position.answers(0, "bank", 1, then=(Laid("dot", "0", "r1c1"),))
    position.then(
        events.Banked(0, 1, (Pay("fee", 1),)),
        events.Paid(0, 0, 1),
        events.Built(0, "dot", ("r1c1",)),
    )
    assert position.unused == 0


def test_a_share_that_is_asked_first_is_not_passed_over():
    given("gauntlet", table((Pay("fee", 1), Build()), ())).refuses(0, "pay", {"lead": 1}).asks(0, "pay")


def test_a_reply_that_fits_nowhere_refuses_all_and_says_which():
    state = table((Bank(), Build()), ())
    with pytest.raises(Refused) as caught:
        answer(GAME, state, Ask(0, "bank/0"), Counted(0), (Picked(("nothing",)),), Scripted())
    assert caught.value.code == "not_an_answer"
    assert caught.value.text.key == "table.refused.not_an_answer_then"
    assert caught.value.text.args == {"place": 1, "given": "nothing"}


def test_chance_ends_the_chain_and_the_rest_is_not_used():
    position = given("gauntlet", table((Build(), Bank()), ())).drawing("p3a")
    position.answers(0, "build", "dot", "0", "r1c3", then=(Counted(1), Counted(0)))
    position.then(events.Built(0, "dot", ("r1c3",), (Pull(1),)), events.Pulled(0, ("p3a",)))
    assert position.unused == 2
    position.asks(0, "bank").asks_only(0)


def test_seeing_something_new_ends_the_chain():
    position = given("gauntlet", table((Toll(1), Bank()), ()))
    position.answers(0, "toll", "silver", then=(Counted(1),))
    assert position.unused == 1
    position.asks(0, "bank")


def test_an_aside_leaves_the_question_standing_for_the_next_reply():
    position = given("gauntlet", table((Turn(),), ()))
    position.answers(0, "turn", "change", then=(Picked(("pass",)),))
    position.then(events.GoldChanged(0), events.Passed(0), events.TurnBegan(1)).asks_only(1)


def test_the_chain_ends_with_the_game():
    state = replace(table((Bank(),), ()), round=2, turns=())
    position = given("gauntlet", state).answers(0, "bank", 3, then=(Shared({"gold": 1}), Counted(1)))
    position.then(events.GameOver((1, 2), "rounds")).asks_only()
    assert position.unused == 2


def test_only_questions_that_must_be_answered_are_gone_on_to():
    position = given("gauntlet", table((), (), watching=4))
    position.answers(0, "watch", "away", then=(Picked(("away",)),))
    assert position.unused == 1


def test_what_was_answered_is_said():
    step = answer(
        GAME, table((Bank(), Build()), ()), Ask(0, "bank/0"), Counted(1), (Laid("dot", "0", "r1c1"),), Scripted()
    )
    assert step.answered == {"bank/0", "pay/1", "build/2"}
    assert (step.reply, step.then) == (Counted(1), (Laid("dot", "0", "r1c1"),))


def test_typed_replies_are_read_when_their_question_comes():
    then = (Typed("圆点 0 r1c1", "zh-Hans"),)
    step = answer(GAME, table((Bank(), Build()), ()), Ask(0, "bank/0"), Typed("0"), then, Scripted())
    assert (step.reply, step.then) == (Counted(0), (Laid("dot", "0", "r1c1"),))


def test_a_language_nobody_has_is_read_as_english():
    asked = REFEREE.choice(table((Build(),), ()), Ask(0, "build/0"))
    assert read_reply(asked, Typed("dot 0 r1c1", "../../xx")) == Laid("dot", "0", "r1c1")


def test_a_reply_is_read_in_its_one_spelling():
    asked = REFEREE.choice(table((Turn(),), ()), Ask(0, "turn/0"))
    assert read_reply(asked, Typed("pass")) == Picked(("pass",))
    assert read_reply(asked, Picked(("pass", "pass"))) != Picked(("pass", "pass"))


def test_a_hand_over_goes_to_a_seat_that_already_has_a_question():
    (
        given("gauntlet", table((Aim(),), (Toll(2),), ()))
        .asks_only(0, 1)
        .answers(0, "aim", "seat:1")
        .then(events.Aimed(0, 1))
        .asks(1, "toll", "fox1", "silver")
        .answers(1, "toll", "fox1")
        .then(events.TollPaid(1, "fox1", 0), events.TollPaid(1, "", 1))
        .asks(1, "turn", "pass", "change")
        .asks_only(1)
    )


def test_a_toll_is_asked_even_when_only_silver_would_do():
    (
        given("gauntlet", table((Toll(1),), ()))
        .asks(0, "toll", "silver")
        .is_silent(0, "toll")
        .then(events.TollPaid(0, "", 1))
        .asks_only(1)
    )


def test_one_way_to_pay_is_not_asked():
    (
        given("gauntlet", table((Turn(),), (), gold=0))
        .answers(0, "turn", "play:drum1")
        .then(events.CardPlayed(0, "drum1", (Pay("drum1", 1), Bank(), Pull(1)), 1), events.Paid(0, 0, 1))
        .asks(0, "bank")
        .offers(1, "watch", "clap", "away")
    )


def test_a_sealed_answer_may_be_changed_until_all_have_sealed():
    parts = tuple(
        Part(seat, hand=("drum1",), pack=(f"fox{seat + 1}", f"eel{seat + 1}"), agenda=(Seal(1),)) for seat in range(2)
    )
    (
        given("gauntlet", State(parts, 2, True, tuple(CARDS), 28, round=1))
        .asks_only(0, 1)
        .answers(0, "seal", {"keep": "fox1", "bid": "low"})
        .offers(0, "seal")
        .answers(0, "seal", {"keep": "eel1", "bid": "middle"})
        .asks_only(1)
        .answers(1, "seal", {"keep": "eel2", "bid": "low"})
        .then(events.BidsShown(("middle", "low"), (0, 1)), events.PacksPassed((0, 1), (1, 0)), events.TurnBegan(0))
        .asks(0, "turn", "pass")
    )


def test_leaving_in_mid_question_lets_the_others_go_on():
    (
        given("gauntlet", table((Turn(),), (Toll(0),), ()))
        .leaves(0)
        .then(events.Resigned(0), events.TurnBegan(1))
        .asks(1, "toll")
        .leaves(1)
        .then(events.Resigned(1), events.GameOver((2, 2, 1), "alone"))
        .asks_only()
    )


def test_the_record_keeps_count():
    assert RECORD.census(table((), ()))["cards"] == 32

"""Proposals: carried by all, stopped by one, gone when the game goes on or their proposer leaves."""

import pytest

from events.choices import Picked, Typed
from events.commands import Answer, Propose, Vote
from events.table.events import Cancelled, ProposalClosed, Proposed, Voted
from tests.dsl import SECRET, sitting


def test_cancelling_wants_everybody():
    table = sitting(seats=3).proposes(1, "cancel").then(Proposed(on="6", seat=1, what="cancel"))
    assert [(wait.seat, wait.key, wait.must) for wait in table.match.waits if wait.key.startswith("table")] == [
        (0, "table/vote/6", False),
        (2, "table/vote/6", False),
    ]
    table.votes(2, 6).then(Voted(on="6", seat=2, yes=True))
    assert table.match.table.status == "running"
    table.votes(0, 6).then(ProposalClosed(on="6", result="accepted"), Cancelled(secret=SECRET.hex()))
    assert table.match.table.status == "void"
    assert table.match.table.places is None
    assert table.match.waits == ()
    table.folds()


def test_one_no_ends_it():
    table = sitting(seats=3).proposes(0, "cancel").votes(1, 6, yes=False)
    table.then(Voted(on="6", seat=1, yes=False), ProposalClosed(on="6", result="rejected"))
    assert table.match.table.proposals == ()
    table.refuses("p2", Vote("6", True), "no_such_vote")


def test_a_vote_is_a_question_like_others():
    table = sitting(seats=3).proposes(0, "cancel")
    wait = table.wait(1, "table")
    table.refuses("p1", Answer(wait.id, Picked(("perhaps",))), "not_an_answer")
    table.refuses("p2", Answer(wait.id, Picked(("yes",))), "not_asked")
    table.send("p1", Answer(wait.id, Typed("y"))).then(Voted(on="6", seat=1, yes=True))
    table.refuses("p1", Vote("6", True), "no_such_vote").refuses("p0", Vote("6", True), "no_such_vote")


def test_questions_of_the_game_stand_while_votes_come_and_go():
    table = sitting(seats=2)
    before = {(wait.seat, wait.id) for wait in table.match.waits}
    table.proposes(0, "cancel")
    assert {(wait.seat, wait.id) for wait in table.match.waits} >= before
    table.votes(1, 5, yes=False)
    assert {(wait.seat, wait.id) for wait in table.match.waits} == before


def test_what_cannot_be_proposed():
    table = sitting()
    table.refuses("p0", Propose("dance"), "unknown_proposal").refuses("p0", Propose("undo"), "not_undoable")
    table.proposes(0, "cancel").refuses("p0", Propose("cancel"), "proposed_already")
    table.refuses("p0", Vote("99", True), "no_such_vote").refuses("x", Propose("cancel"), "not_seated")


def test_a_proposal_to_take_back_lapses_when_the_game_goes_on():
    table = sitting(seats=3).answers_anything(0, "seal").proposes(0, "undo").proposes(1, "cancel")
    table.answers_anything(1, "seal").then(ProposalClosed(on="7", result="lapsed"))
    assert [proposal.what for proposal in table.match.table.proposals] == ["cancel"]


def test_when_one_taking_back_is_agreed_the_others_lapse():
    table = sitting().answers_anything(0, "seal").answers_anything(1, "seal").proposes(0, "undo").proposes(1, "undo")
    table.votes(1, 7).then(ProposalClosed(on="7", result="accepted"), ProposalClosed(on="8", result="lapsed"))
    assert table.match.table.proposals == ()
    assert table.match.table.struck == {5, 6}
    table.refuses("p0", Vote("8", True), "no_such_vote").folds()


def test_a_proposer_who_leaves_takes_the_proposal_along():
    table = sitting(seats=3).proposes(0, "cancel").leaves(0).then(ProposalClosed(on="6", result="lapsed"))
    assert table.match.table.proposals == ()
    assert table.match.table.status == "running"


def test_the_last_who_had_not_agreed_leaves():
    table = sitting(seats=3).proposes(0, "cancel").votes(1, 6).leaves(2)
    table.then(ProposalClosed(on="6", result="accepted"), Cancelled(secret=SECRET.hex()))
    assert table.match.table.status == "void"
    table.folds()


@pytest.mark.parametrize("game", ["planet", "sky_farm"])
def test_a_leaving_that_ends_the_game_voids_nothing(game):
    """Who stays has won, whatever was proposed before."""
    table = sitting(game).proposes(1, "cancel")
    (proposal,) = table.match.table.proposals
    table.leaves(0).then(ProposalClosed(on=proposal.on, result="lapsed"))
    assert table.match.table.status == "ended"
    assert table.match.table.places == (2, 1)
    table.folds()

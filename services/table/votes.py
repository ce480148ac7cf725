"""Proposals and votes: cancelling a match, taking back by consent. A vote is a wait of kind *may*."""

from collections.abc import Sequence
from typing import Any

from events.choices import Choice, Option, Pick
from events.match import Match
from events.table import events as e
from events.table.state import Proposal, Table
from events.texts import Text, seat_text
from services.referee import Ask, Refused
from services.table.undo import by_consent

PREFIX = "table/vote/"


def pending(table: Table) -> tuple[Ask, ...]:
    """The seats that have not yet answered a proposal."""
    return tuple(
        Ask(seat, f"{PREFIX}{proposal.on}", must=False)
        for proposal in table.proposals
        for seat in table.still_in
        if seat != proposal.seat and seat not in proposal.agreed
    )


def choice(table: Table, ask: Ask) -> Choice:
    """The question of a proposal."""
    proposal = find(table, ask.key.removeprefix(PREFIX))
    args: dict[str, Text | int | str | tuple[Text, ...]] = {"who": seat_text(proposal.seat)}
    if proposal.what == "undo":
        args["move"] = proposal.commits[0]
    options = (Option("yes", Text("table.option.yes")), Option("no", Text("table.option.no")))
    return Pick(Text(f"table.ask.vote_{proposal.what}", args), options)


def find(table: Table, on: str) -> Proposal:
    """The open proposal of this number; Refused(no_such_vote)."""
    for proposal in table.proposals:
        if proposal.on == on:
            return proposal
    raise Refused("no_such_vote")


def propose(match: Match, seat: int, what: str) -> list[Any]:
    """Put a proposal to the others; alone at the table it is accepted at once."""
    table = match.table
    if what not in ("cancel", "undo"):
        raise Refused("unknown_proposal")
    if any(proposal.what == what and proposal.seat == seat for proposal in table.proposals):
        raise Refused("proposed_already")
    commits: tuple[int, ...] = ()
    if what == "undo":
        found = by_consent(match, seat)
        if isinstance(found, Text):
            raise Refused("not_undoable", Text("table.refused.not_undoable", {"why": found}))
        commits = found
    proposed = e.Proposed(on=str(match.n + 1), seat=seat, what=what, commits=commits)
    proposal = Proposal(proposed.on, seat, what, commits)
    return [proposed, *settled([proposal], match.table.still_in)]


def vote(match: Match, seat: int, on: str, yes: bool) -> list[Any]:
    """Answer a proposal. One no rejects it; when the last of the others agrees it is carried out."""
    proposal = find(match.table, on)
    if not any(ask.seat == seat and ask.key == f"{PREFIX}{on}" for ask in pending(match.table)):
        raise Refused("no_such_vote")
    voted = e.Voted(on=on, seat=seat, yes=yes)
    if not yes:
        return [voted, e.ProposalClosed(on=on, result="rejected")]
    agreed = Proposal(proposal.on, proposal.seat, proposal.what, proposal.commits, (*proposal.agreed, seat))
    events = settled([agreed], match.table.still_in)
    if any(isinstance(event, e.TakenBack) for event in events):
        events += [closed for closed in lapsed(match.table) if closed.on != on]
    return [voted, *events]


def settled(proposals: Sequence[Proposal], still_in: Sequence[int]) -> list[Any]:
    """What follows for proposals to which all seats still in agree (their proposers count as agreeing)."""
    events: list[Any] = []
    for proposal in proposals:
        if set(still_in) - {proposal.seat, *proposal.agreed}:
            continue
        events.append(e.ProposalClosed(on=proposal.on, result="accepted"))
        if proposal.what == "undo":
            events.append(e.TakenBack(seat=proposal.seat, commits=proposal.commits))
        else:
            events.append(e.Cancelled())
    return events


def lapsed(table: Table) -> list[Any]:
    """Proposals to take back lapse when the game goes on."""
    return [
        e.ProposalClosed(on=proposal.on, result="lapsed") for proposal in table.proposals if proposal.what == "undo"
    ]


def without(table: Table, seat: int, *, over: bool) -> list[Any]:
    """What becomes of the open proposals when a seat leaves: its own lapse, others may now be agreed.

    Proposals to take back lapse too, for a seat's leaving is not undone; and all where the leaving ends the game
    (`over`), for then it has a result.
    """
    rest = [proposal for proposal in table.proposals if not (over or proposal.seat == seat or proposal.what == "undo")]
    events = [e.ProposalClosed(on=proposal.on, result="lapsed") for proposal in table.proposals if proposal not in rest]
    return events + settled(rest, [other for other in table.still_in if other != seat])[:2]

"""What the events of the table mean."""

from msgspec.structs import replace

from events.table import events as e
from events.table.state import Proposal, Seat, Table


def evolve(table: Table, event: e.AnyTableEvent) -> Table:
    """The table after the event."""
    match event:
        case e.Opened():
            return Table(
                status="open",
                game=event.game,
                rules=event.rules,
                host=event.host,
                options=event.options,
                secret_hash=event.secret_hash,
                invite=event.invite,
                code=event.code,
                seats=(Seat(),) * event.seats,
            )
        case e.Joined():
            return _seat(table, event.seat, Seat(event.player, event.options, event.entropy, "in"))
        case e.Left():
            if table.status == "open":
                return _seat(table, event.seat, Seat())
            return _seat(table, event.seat, replace(table.seats[event.seat], state="left"))
        case e.Started():
            return replace(table, status="running", rules=event.rules)
        case e.Proposed():
            proposal = Proposal(event.on, event.seat, event.what, event.commits)
            return replace(table, proposals=(*table.proposals, proposal))
        case e.Voted():
            return replace(table, proposals=tuple(_voted(proposal, event) for proposal in table.proposals))
        case e.ProposalClosed():
            left = tuple(proposal for proposal in table.proposals if proposal.on != event.on)
            return replace(table, proposals=left)
        case e.TakenBack():
            return replace(table, struck=table.struck.union(event.commits))
        case e.Cancelled():
            return replace(table, status="void", reason="cancelled", secret=event.secret, proposals=())
        case e.Ended():
            return replace(
                table, status="ended", places=event.places, reason=event.reason, secret=event.secret, proposals=()
            )


def _seat(table: Table, number: int, seat: Seat) -> Table:
    return replace(table, seats=(*table.seats[:number], seat, *table.seats[number + 1 :]))


def _voted(proposal: Proposal, event: e.Voted) -> Proposal:
    if proposal.on != event.on or not event.yes:
        return proposal
    return replace(proposal, agreed=(*proposal.agreed, event.seat))

"""The table's events as lines of the chronicle."""

from collections.abc import Sequence

from events.record import winners
from events.table import events as e
from events.texts import Text, seat_text


def tell(event: e.AnyTableEvent) -> Text | None:
    """One event as a sentence, None where another says it already."""
    match event:
        case e.Opened():
            return Text("table.told.opened", {"seats": event.seats})
        case e.Joined():
            return Text("table.told.joined", {"who": seat_text(event.seat)})
        case e.Left():
            return Text("table.told.left", {"who": seat_text(event.seat)})
        case e.Started():
            return Text("table.told.started")
        case e.Proposed():
            return Text(f"table.told.proposed_{event.what}", {"who": seat_text(event.seat)})
        case e.Voted():
            return Text(f"table.told.voted_{'yes' if event.yes else 'no'}", {"who": seat_text(event.seat)})
        case e.ProposalClosed():
            return Text(f"table.told.proposal_{event.result}")
        case e.TakenBack():
            moves = ", ".join(str(n) for n in event.commits)
            key = "table.told.taken_back" if len(event.commits) == 1 else "table.told.taken_back_more"
            return Text(key, {"who": seat_text(event.seat), "commits": moves})
        case e.Cancelled():
            return Text("table.told.cancelled")
        case e.Ended():
            won = tuple(seat_text(seat) for seat in winners(event.places, event.winners))
            if not won:
                return nobody_won(event.places)
            return Text("table.told.won" if len(won) == 1 else "table.told.shared", {"who": won})


def nobody_won(places: Sequence[int | None]) -> Text:
    """What is told where nobody won; where all seats share a place, also that it is none."""
    shared = len(places) > 1 and len(set(places)) == 1
    return Text("table.told.no_places" if shared else "table.told.nobody_won")

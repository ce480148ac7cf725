"""The same work with the library `eventsourcing` (dependency group `bench`), in memory, as its documents show it."""

from collections import Counter
from typing import Any
from uuid import UUID

from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event
from eventsourcing.persistence import Tracking
from eventsourcing.popo import POPOTrackingRecorder
from eventsourcing.projection import Projection, ProjectionRunner


class Account(Aggregate):
    """An aggregate with the balances of a `Ledger`."""

    @event("Opened")
    def __init__(self) -> None:
        self.balances: dict[str, int] = {}
        self.posted = 0

    @event("Posted")
    def post(self, seat: int, account: str, amount: int) -> None:  # noqa: ARG002 - part of the event
        """Add an amount to an account."""
        self.balances[account] = self.balances.get(account, 0) + amount
        self.posted += 1


class Accounts(Application[UUID]):
    """Stores accounts in memory."""

    name = "accounts"


def stored(application: Accounts, events: int) -> UUID:
    """Save an account with so many events; its id."""
    account = Account()
    for n in range(events):
        account.post(0, f"account{n % 5}", n % 9)
    application.save(account)
    return account.id


class CountingRecorder(POPOTrackingRecorder):
    """Events by account, written with the position in one step under its lock."""

    def __init__(self) -> None:
        super().__init__()
        self.counts: Counter[UUID] = Counter()

    def count(self, account: UUID, tracking: Tracking) -> None:
        """Count an event."""
        with self._database_lock:
            self._assert_tracking_uniqueness(tracking)
            self._insert_tracking(tracking)
            self.counts[account] += 1


class Counting(Projection[CountingRecorder]):
    """Events by account."""

    def process_event(self, domain_event: Any, tracking: Tracking) -> None:
        """Count it."""
        self.view.count(domain_event.originator_id, tracking)


class Filled(Accounts):
    """An application over the store of another, since a runner makes its own application."""

    store: Any = None

    def construct_recorder(self) -> Any:
        """The other's recorder."""
        return self.store


def filled(accounts: int, events: int) -> Any:
    """A store of so many accounts with so many events each."""
    application = Accounts()
    for _ in range(accounts):
        stored(application, events)
    return application.recorder


def catch_up(store: Any, accounts: int, events: int) -> int:
    """Make a runner over a store and wait until its view is complete; how many events it counted."""

    class Over(Filled):
        pass

    Over.store = store
    last = accounts * (events + 1)
    with ProjectionRunner(application_class=Over, projection_class=Counting, view_class=CountingRecorder) as runner:
        runner.wait(last, timeout=60)
        counted = sum(runner.view.counts.values())
    if counted != last:
        raise RuntimeError(f"the peer counted {counted} events of {last}")
    return counted

"""What the handlers of the HTTP door share: the log, the accounts, the way commands go in, what readers know."""

import asyncio
from collections.abc import Mapping
from typing import Final

import msgspec

from events.follow import Follower
from events.log import Log
from projections.queries import Queries
from services import registry
from services.aggregate.gateway import Gateway
from services.notices.addresses import Network
from services.pictures import Pictures
from services.referee import Game
from services.web.accounts import Accounts
from services.web.matches import Matches
from services.web.rates import Limits, Rates, Streams

PATIENCE: Final = 5.0


class Site(msgspec.Struct, frozen=True, kw_only=True):
    """One door's dealings with the deployment. `closing` is set when it shuts down, so that open streams end.

    `patience`: seconds a request waits for a command's outcome before it is told where to look for it.
    """

    log: Log
    accounts: Accounts
    matches: Matches
    readers: Queries
    follower: Follower
    gateway: Gateway
    pictures: Pictures = msgspec.field(default_factory=Pictures)
    rates: Rates = msgspec.field(default_factory=Rates)
    limits: Limits = msgspec.field(default_factory=Limits)
    streams: Streams = msgspec.field(default_factory=Streams)
    closing: asyncio.Event = msgspec.field(default_factory=asyncio.Event)
    games: Mapping[str, Game] = msgspec.field(default_factory=registry.load)
    patience: float = PATIENCE
    platforms: frozenset[str] = frozenset({"webhook", "telegram"})
    """The kinds of channels that prompts are sent to."""
    webhook_networks: tuple[Network, ...] = ()
    """What webhooks may call although it is not public."""
    metrics_token: str | None = None
    """What must be brought to see the metrics; None for nothing."""
    secure: bool = False
    """Whether browsers reach it by https only, so that cookies may say so."""

    @classmethod
    def over(
        cls, log: Log, gateway: Gateway, follower: Follower, *, secure: bool = False, limits: Limits | None = None
    ) -> "Site":
        """A door over a deployment; the gateway and the follower are entered by whoever made them."""
        return cls(
            log=log,
            accounts=Accounts(log.client),
            matches=Matches(log),
            readers=Queries(log),
            follower=follower,
            gateway=gateway,
            secure=secure,
            limits=limits or Limits(),
        )

"""A notices worker as a process that kills itself at a named point: `python -m tests.services.notices.process JSON`."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import ssl
import sys
from collections.abc import Sequence

import httpx
import msgspec
import structlog

from events.log import Log, connect
from services.notices.channels import Channel
from services.notices.letter import Letter
from services.notices.outbox import Change, Outbox
from services.notices.sending import Draw, Sender, Verdict
from services.notices.telegram import Telegram
from services.notices.webhook import Webhooks
from services.notices.worker import Worker
from tests.services.notices.fake_telegram import TOKEN
from tests.services.notices.office import LOOPBACK, Guests

POINTS = ("planned", "unmarked", "marked", "called", "settled")


class Orders(msgspec.Struct):
    """Where everything is, and where to die."""

    redis: str
    telegram: str
    ca: str
    point: str


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


class Deadly(Outbox):
    """An outbox whose user dies around its writes."""

    point = ""

    async def plan(self, *args, **how) -> bool:  # type: ignore[no-untyped-def]
        done = await super().plan(*args, **how)
        if self.point == "planned" and args[1]:
            die()
        return done

    async def put(self, match: str, change: Change, *, over: bool = False) -> bool:
        sends = change.row is not None and change.row.state == "sending"
        if self.point == "unmarked" and sends:
            die()
        done = await super().put(match, change, over=over)
        if (self.point == "marked" and sends) or (self.point == "settled" and not sends):
            die()
        return done


class Dying:
    """A sender whose user dies right after the call."""

    def __init__(self, inner: Sender, point: str) -> None:
        self._inner = inner
        self._point = point

    def limits(self, channel: Channel) -> tuple[tuple[str, float, int], ...]:
        return self._inner.limits(channel)

    async def deliver(self, channel: Channel, letter: Letter, message: str, mark: str, draw: Draw) -> Verdict:
        verdict = await self._inner.deliver(channel, letter, message, mark, draw)
        if self._point == "called":
            die()
        return verdict


async def _loopback(host: str, port: int) -> Sequence[str]:
    return ["127.0.0.1"]


async def run(orders: Orders) -> None:
    log = await Log.open(connect(orders.redis))
    outbox = Deadly(log)
    outbox.point = orders.point
    trust = ssl.create_default_context(cafile=orders.ca)
    async with (
        httpx.AsyncClient(trust_env=False) as client,
        Webhooks(allowed=LOOPBACK, verify=trust, ask=_loopback) as webhooks,
    ):
        telegram = Telegram(client, TOKEN, orders.telegram)
        senders: dict[str, Sender] = {
            "telegram": Dying(telegram, orders.point),
            "webhook": Dying(webhooks, orders.point),
        }
        print("ready", flush=True)
        await Worker(log, Guests(), senders, delay=0, outbox=outbox).run()


if __name__ == "__main__":
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    asyncio.run(run(msgspec.json.decode(sys.argv[1], type=Orders)))

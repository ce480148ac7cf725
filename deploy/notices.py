"""The notices process put together: who players are, where links lead, which platforms are sent to."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from urllib.parse import quote, urlencode

import httpx
import structlog
from redis.exceptions import RedisError

from deploy.embedded import ServerError
from deploy.reach import reach
from deploy.settings import PREFIX, Settings, SettingsError, opened
from events.log import Log, NoDeployment
from services.notices.sending import SECONDS, Sender
from services.notices.telegram import Telegram
from services.notices.webhook import Webhooks
from services.notices.worker import Worker
from services.web import links
from services.web.accounts import Accounts

PAUSE = 0.2

logger = structlog.get_logger(__name__)


class Guests:
    """Players as the web door knows them, and signed links to its pages."""

    def __init__(self, accounts: Accounts, url: str) -> None:
        self._accounts = accounts
        self._url = url.rstrip("/")

    async def names(self, players: Sequence[str]) -> tuple[str, ...]:
        """Their names in order, "" for nobody."""
        return await self._accounts.names(players)

    async def language(self, player: str) -> str:
        """The language a player is written to in."""
        known = await self._accounts.by_id(player)
        return known.lang if known else "en"

    async def link(self, match: str, seat: int, player: str, language: str) -> str:
        """The match's page; whoever has the link answers for the seat until it changes hands."""
        token = links.make(await self._accounts.seal(player), "play", match, seat, player)
        return f"{self._url}/matches/{quote(match)}/page?{urlencode({'t': token, 'lang': language})}"


@asynccontextmanager
async def senders(settings: Settings) -> AsyncIterator[dict[str, Sender]]:
    """The platforms these settings allow, by kind of channel. Raises SettingsError."""
    allowed = opened(settings)
    verify: ssl.SSLContext | bool = True
    if settings.webhook_ca is not None:
        try:
            verify = ssl.create_default_context(cafile=settings.webhook_ca)
        except OSError as error:
            raise SettingsError(f"{PREFIX}WEBHOOK_CA: {settings.webhook_ca}: {error}") from error
    async with AsyncExitStack() as stack:
        found: dict[str, Sender] = {
            "webhook": await stack.enter_async_context(Webhooks(allowed=allowed, verify=verify))
        }
        if settings.telegram_token:
            client = httpx.AsyncClient(trust_env=False, timeout=SECONDS, follow_redirects=False)
            await stack.enter_async_context(client)
            found["telegram"] = Telegram(client, settings.telegram_token, settings.telegram_url)
        yield found


def worker(log: Log, settings: Settings, platforms: dict[str, Sender]) -> Worker:
    """What tells players of a deployment."""
    guests = Guests(Accounts(log.client), settings.public_url)
    return Worker(log, guests, platforms, delay=settings.notice_delay)


async def notices(settings: Settings) -> None:
    """Tell players that it is their turn, until cancelled. The server is waited for. Raises SettingsError."""
    said = ""
    task = asyncio.current_task()
    assert task is not None
    async with senders(settings) as platforms:
        while not task.cancelling():
            try:
                async with reach(settings, start=False) as log:
                    logger.info("notices_ready", partitions=log.partitions, platforms=sorted(platforms))
                    await worker(log, settings, platforms).run()
            except* (NoDeployment, ServerError, RedisError, OSError) as group:
                error = str(group.exceptions[0])
                if error != said:
                    logger.info("waiting", why=error)
                said = error
            await asyncio.sleep(PAUSE)

"""Where players want to be told: webhooks and chats, kept outside of all matches.

Keys: `{acct}:channels:<player>`, a hash of channel id -> channel. The id follows from kind and destination, so the
same destination registered twice is one channel.
"""

from __future__ import annotations

import base64
import hashlib
import re
import secrets
from collections.abc import Sequence
from typing import Final, Literal
from urllib.parse import urlsplit, urlunsplit

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from events.log import Client, answer
from events.texts import Text
from services.notices.addresses import Network, Refused, host_of, may_lead

Kind = Literal["webhook", "telegram"]
Board = Literal["picture", "text"]

MOST: Final = 8
LONGEST: Final = 500
IDEMPOTENT: Final[frozenset[str]] = frozenset({"webhook"})
"""Kinds where the same call made twice is taken for one, by its id."""

_CHAT: Final = re.compile(r"[1-9][0-9]{0,15}", re.ASCII)


class BadChannel(Exception):
    """This cannot be a channel; the text says why."""

    def __init__(self, reason: str, **args: str | int) -> None:
        super().__init__(reason)
        self.text = Text(f"notices.refused.{reason}", dict(args))


class Channel(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A way to a player. `to`: an https URL, or the number of a private Telegram chat.

    `secret` signs what goes to a webhook; `dead` says why it is used no more, "" while it is.
    """

    id: str
    kind: Kind
    to: str
    board: Board = "picture"
    secret: str = ""
    dead: str = ""

    @property
    def masked(self) -> str:
        """The destination as operators may see it: no path, not the whole number."""
        return host_of(self.to) if self.kind == "webhook" else f"...{self.to[-3:]}"


def make(kind: Kind, to: str, board: Board = "picture", allowed: Sequence[Network] = ()) -> Channel:
    """A channel to this destination, its secret new. `allowed`: networks that may be called although not public.

    Raises BadChannel.
    """
    destination = _webhook(to, allowed) if kind == "webhook" else _chat(to)
    mark = hashlib.blake2b(f"{kind}\n{destination}".encode(), digest_size=9).digest()
    return Channel(
        id=base64.b32encode(mark).decode().lower().rstrip("="),
        kind=kind,
        to=destination,
        board=board,
        secret=f"whsec_{base64.b64encode(secrets.token_bytes(24)).decode()}" if kind == "webhook" else "",
    )


def _chat(to: str) -> str:
    """A private chat. Groups (negative numbers) and names are refused: prompts hold what only one player may see."""
    if not _CHAT.fullmatch(to.strip()):
        raise BadChannel("private_chat")
    return to.strip()


def _webhook(to: str, allowed: Sequence[Network]) -> str:
    """The URL in its one spelling. An address in it is looked at here, where a name leads before each call."""
    if len(to) > LONGEST or not to.isascii() or not to.isprintable() or " " in to or "\\" in to:
        raise BadChannel("bad_url")
    try:
        parts = urlsplit(to)
        port = parts.port
        host = host_of(to)
    except (ValueError, Refused):
        raise BadChannel("bad_url") from None
    if parts.scheme.lower() != "https":
        raise BadChannel("https_only")
    if parts.username is not None or parts.password is not None or not host:
        raise BadChannel("bad_url")
    if not may_lead(host, allowed):
        raise BadChannel("refused_address")
    place = f"[{host}]" if ":" in host else host
    netloc = place if port in (None, 443) else f"{place}:{port}"
    return urlunsplit(("https", netloc, parts.path or "/", parts.query, ""))


class Channels:
    """The channels of a deployment's players."""

    def __init__(self, client: Client) -> None:
        self._client = client

    async def add(self, player: str, channel: Channel) -> Channel:
        """Register a channel, or find it registered (then its secret stays, and it is used again). BadChannel."""
        known = {one.id: one for one in await self.of(player)}
        if channel.id in known:
            channel = replace(known[channel.id], board=channel.board, dead="")
        elif len(known) >= MOST:
            raise BadChannel("too_many", most=MOST)
        await self._put(player, channel)
        return channel

    async def remove(self, player: str, channel: str) -> bool:
        """Use it no more; False if there was none."""
        return bool(await answer(self._client.hdel(_key(player), channel)))

    async def of(self, player: str) -> tuple[Channel, ...]:
        """A player's channels, in the order of their ids."""
        stored = await answer(self._client.hgetall(_key(player)))
        return tuple(sorted((_decoder.decode(data) for data in stored.values()), key=lambda one: one.id))

    async def get(self, player: str, channel: str) -> Channel | None:
        """One of a player's channels."""
        data = await answer(self._client.hget(_key(player), channel))
        return None if data is None else _decoder.decode(data)

    async def disable(self, player: str, channel: str, reason: str) -> None:
        """Use it no more, and remember why."""
        known = await self.get(player, channel)
        if known is not None:
            await self._put(player, replace(known, dead=reason))

    async def _put(self, player: str, channel: Channel) -> None:
        await answer(self._client.hset(_key(player), channel.id, msgspec.msgpack.encode(channel)))


def _key(player: str) -> str:
    return f"{{acct}}:channels:{player}"


_decoder = msgspec.msgpack.Decoder(Channel)

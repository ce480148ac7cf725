"""Players and their tokens. A token is shown once, when it is made; the server keeps only its SHA-256.

A player may have several tokens, and revoke this one or all others; links they gave away are then void with them.
A revoked token may be taken for good for another second by doors that looked it up before.

Keys: `{acct}:player:<id>` a hash (name, lang, links), `{acct}:token:<sha256>` the player's id, `{acct}:tokens:<id>`
the hashes of a player's tokens, `{acct}:seal` the key that signs links.
"""

import base64
import hmac
import secrets
import time
import unicodedata
from collections import OrderedDict
from collections.abc import Sequence
from hashlib import sha256
from typing import Final, TypeVar

import msgspec

from events.log import Client, answer
from events.texts import LANGUAGES

LONGEST_NAME: Final = 40
LONGEST_TOKEN: Final = 100
SHORT: Final = 6
KEPT: Final = 10_000
MOST_TOKENS: Final = 20
FRESH: Final = 1.0
"""Seconds for which it is remembered whose a token is, and whether links hold."""

_PREFIX: Final = "tp_"

V = TypeVar("V")


class Player(msgspec.Struct, frozen=True):
    """Somebody who plays. `lang`: the language they are written to in."""

    id: str
    name: str
    lang: str = "en"


class BadName(ValueError):
    """A name is 1 to 40 printable characters."""


class Unprintable(BadName):
    """A name of that length holds something that cannot be shown, such as a control character."""


class TooManyTokens(Exception):
    """A player has as many tokens as anybody may have."""


class Accounts:
    """The players of a deployment; who was looked up lately is remembered, for names never change."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._players: OrderedDict[str, Player] = OrderedDict()
        self._tokens: OrderedDict[str, tuple[float, str]] = OrderedDict()
        self._seals: OrderedDict[str, tuple[float, bytes]] = OrderedDict()
        self._seal: bytes | None = None

    async def create(self, name: str, lang: str = "en") -> tuple[Player, str]:
        """A new player and the token, which nobody can read again. Raises BadName."""
        player = Player(_new_id(), tidy_name(name), lang if lang in LANGUAGES else "en")
        await answer(
            self._client.hset(f"{{acct}}:player:{player.id}", mapping={"name": player.name, "lang": player.lang})
        )
        _remember(self._players, player.id, player)
        return player, await self.add_token(player.id)

    async def add_token(self, player: str) -> str:
        """One more token of a player, which nobody can read again. Raises TooManyTokens."""
        own = f"{{acct}}:tokens:{player}"
        if await answer(self._client.scard(own)) >= MOST_TOKENS:
            raise TooManyTokens(player)
        token = _PREFIX + secrets.token_urlsafe(32)
        async with self._client.pipeline(transaction=True) as pipe:
            pipe.set(f"{{acct}}:token:{_digest(token)}", player)
            pipe.sadd(own, _digest(token))
            await pipe.execute()
        return token

    async def revoke(self, player: str, token: str) -> None:
        """Make a token of a player worthless."""
        await self._revoke(player, [_digest(token)])

    async def revoke_others(self, player: str, token: str) -> int:
        """Make all tokens of a player but this one worthless, and all links to their seats; gives how many tokens."""
        own = f"{{acct}}:tokens:{player}"
        kept = _digest(token)
        others = [found.decode() for found in await answer(self._client.smembers(own)) if found.decode() != kept]
        await self._revoke(player, others)
        await answer(self._client.hincrby(f"{{acct}}:player:{player}", "links", 1))
        self._seals.pop(player, None)
        return len(others)

    async def _revoke(self, player: str, digests: Sequence[str]) -> None:
        async with self._client.pipeline(transaction=True) as pipe:
            for digest in digests:
                pipe.delete(f"{{acct}}:token:{digest}")
                pipe.srem(f"{{acct}}:tokens:{player}", digest)
                self._tokens.pop(digest, None)
            await pipe.execute()

    async def by_token(self, token: str) -> Player | None:
        """The player whose token this is.

        The token is looked up by its hash, so the time this takes tells nothing about tokens that exist.
        """
        if not token.startswith(_PREFIX) or len(token) > LONGEST_TOKEN:
            return None
        digest = _digest(token)
        looked, found = self._tokens.get(digest, (0.0, ""))
        if not found or time.monotonic() - looked > FRESH:
            stored = await answer(self._client.get(f"{{acct}}:token:{digest}"))
            if stored is None:
                self._tokens.pop(digest, None)
                return None
            found = stored.decode()
            _remember(self._tokens, digest, (time.monotonic(), found))
        return await self.by_id(found)

    async def by_id(self, player: str) -> Player | None:
        """The player of this id."""
        if player not in self._players:
            await self._load([player])
        return self._players.get(player)

    async def names(self, players: Sequence[str]) -> tuple[str, ...]:
        """Their names in order; "" for nobody and for somebody unknown."""
        missing = [player for player in players if player and player not in self._players]
        if missing:
            await self._load(missing)
        found = [self._players.get(player) for player in players]
        return tuple(player.name if player else "" for player in found)

    async def seal(self, player: str) -> bytes:
        """The key that signs links to a player's seats: another after each time the player revoked other tokens."""
        looked, found = self._seals.get(player, (0.0, b""))
        if not found or time.monotonic() - looked > FRESH:
            times: bytes | None = await answer(self._client.hget(f"{{acct}}:player:{player}", "links"))
            found = await self._whole_seal()
            if times is not None:
                found = hmac.digest(found, b"%b/%b" % (player.encode(), times), "sha256")
            _remember(self._seals, player, (time.monotonic(), found))
        return found

    async def _whole_seal(self) -> bytes:
        """The key of all links, made once for a deployment."""
        if self._seal is None:
            await answer(self._client.set("{acct}:seal", secrets.token_bytes(32), nx=True))
            stored: bytes = await answer(self._client.get("{acct}:seal"))
            self._seal = stored
        return self._seal

    async def _load(self, players: Sequence[str]) -> None:
        async with self._client.pipeline(transaction=False) as pipe:
            for player in players:
                pipe.hgetall(f"{{acct}}:player:{player}")
            found = await pipe.execute()
        for player, fields in zip(players, found, strict=True):
            if fields:
                name, lang = fields[b"name"].decode(), fields[b"lang"].decode()
                _remember(self._players, player, Player(player, name, lang))


def tidy_name(name: str) -> str:
    """The name with single spaces and composed characters. Raises BadName, Unprintable."""
    name = " ".join(unicodedata.normalize("NFC", name).split())
    if not 1 <= len(name) <= LONGEST_NAME:
        raise BadName(name)
    if not name.isprintable():
        raise Unprintable(name)
    return name


def called(player: str, name: str) -> str:
    """What a player is called in a list: by name, or where that is not known by the end of the id. "" for nobody."""
    return name or (player if len(player) <= SHORT + 2 else f"…{player[-SHORT:]}")


def same(one: str, other: str) -> bool:
    """Whether two secrets are equal, in a time that does not tell where they differ."""
    return hmac.compare_digest(one.encode(), other.encode())


def _new_id() -> str:
    return base64.b32encode(secrets.token_bytes(10)).decode().lower()


def _digest(token: str) -> str:
    return sha256(token.encode(errors="surrogatepass")).hexdigest()


def _remember(kept: OrderedDict[str, V], key: str, value: V) -> None:
    kept[key] = value
    kept.move_to_end(key)
    if len(kept) > KEPT:
        kept.popitem(last=False)

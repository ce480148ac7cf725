"""What travels: a command on its way in, and what it came to. Pure."""

from __future__ import annotations

import base64
import hashlib
from pathlib import Path

import msgspec
from msgspec import Struct

from events.commands import Command
from events.texts import Text, add_catalogue

MATCH_ID_LENGTH = 13

add_catalogue("aggregate", Path(__file__).with_name("texts"))


class Envelope(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A command as it stands in the stream.

    `body` is the hash of what the player sent under this key (before a door filled anything in), `cause` as in a
    commit, `reply_to` the channel of the gateway that waits for the outcome, `trace` the span of who sent it, if any.
    """

    match: str
    player: str
    key: str
    command: Command
    body: bytes
    cause: str = "player"
    reply_to: str = ""
    trace: str = ""

    @property
    def command_id(self) -> str:
        """`<player id>:<Idempotency-Key>`."""
        return f"{self.player}:{self.key}"


class Accepted(Struct, frozen=True, tag_field="status", tag="accepted"):
    """The command is commit number `commit` of its match; `unused` replies of its `then` were not needed."""

    commit: int
    unused: int = 0


class Rejected(Struct, frozen=True, tag_field="status", tag="refused"):
    """Nothing has changed; a stable code says why, and a text says it to people."""

    code: str
    text: Text


class Queued(Struct, frozen=True, tag_field="status", tag="queued"):
    """Not decided yet; ask again for the outcome of its key."""


Outcome = Accepted | Rejected | Queued


class Stored(Struct, frozen=True, array_like=True, omit_defaults=True):
    """An outcome as it is kept, short: `commit` 0 stands for a refusal. `body` tells whether a key was used again."""

    body: bytes
    commit: int
    unused: int = 0
    code: str = ""
    text: Text | None = None

    def outcome(self, body: bytes | None = None) -> Accepted | Rejected:
        """The outcome for a command with this body hash: `key_reused` if another body came first under its key."""
        if body is not None and body != self.body:
            return refusal("key_reused")
        if self.commit:
            return Accepted(self.commit, self.unused)
        return Rejected(self.code, self.text or Text(f"table.refused.{self.code}"))


class Reply(Struct, frozen=True, array_like=True):
    """What a gateway is told about a command."""

    match: str
    command_id: str
    stored: Stored


def refusal(code: str) -> Rejected:
    """One of the aggregate's own refusals: `key_reused`, `busy`, `our_fault`."""
    return Rejected(code, Text(f"aggregate.refused.{code}"))


def match_id(player: str, key: str) -> str:
    """The id of the match a player opens under a key: the same whenever the command is sent again."""
    digest = hashlib.blake2b(f"{player}\n{key}".encode(), digest_size=9).digest()
    return base64.b32encode(digest).decode().lower()[:MATCH_ID_LENGTH]


def body_hash(command: Command) -> bytes:
    """96 bits of BLAKE2b over what was sent: enough to tell two bodies under one key apart."""
    return hashlib.blake2b(_canonical.encode(command), digest_size=12).digest()


_canonical = msgspec.msgpack.Encoder(order="deterministic")
_encoder = msgspec.msgpack.Encoder()
_envelope = msgspec.msgpack.Decoder(Envelope)
_stored = msgspec.msgpack.Decoder(Stored)
_replies = msgspec.msgpack.Decoder(tuple[Reply, ...])


def encode(message: Envelope | Stored | tuple[Reply, ...]) -> bytes:
    """The bytes of what travels or is kept."""
    return _encoder.encode(message)


def decode_envelope(data: bytes) -> Envelope:
    """A command from the stream. Raises msgspec.DecodeError on anything else."""
    return _envelope.decode(data)


def decode_stored(data: bytes) -> Stored:
    """A kept outcome. Raises msgspec.DecodeError on anything else."""
    return _stored.decode(data)


def decode_replies(data: bytes) -> tuple[Reply, ...]:
    """What a worker tells a gateway. Raises msgspec.DecodeError on anything else."""
    return _replies.decode(data)

"""Commands that were put aside: what they are, and how one is tried again once its reason is mended.

A command is parked when deciding it failed or ended workers (its sender was told `our_fault`), or when its bytes are
no command. One that is tried again is judged by the state its match has then.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import msgspec
from faststream.redis.parser import BinaryMessageFormatV1

from events.log import Log, Script, answer, tag
from services.aggregate.envelope import Envelope, decode_envelope, decode_stored, encode
from services.aggregate.intake import DATA

LIMIT = 1000

_RETRY = Script((Path(__file__).parent / "lua" / "retry.lua").read_text(encoding="utf-8"))


class NotParked(Exception):
    """The command cannot be tried again; the message says why."""


class Parked(NamedTuple):
    """A command put aside. `envelope` is None when its bytes, in `data`, are no command this program can read."""

    partition: int
    id: str
    envelope: Envelope | None
    data: bytes

    @property
    def name(self) -> str:
        """How it is named to `retry`: `<partition>:<entry>`."""
        return f"{self.partition}:{self.id}"


async def parked(log: Log, limit: int = LIMIT) -> list[Parked]:
    """The oldest parked commands of each partition, up to `limit` of each."""
    found: list[Parked] = []
    for partition in range(log.partitions):
        entries = await answer(log.client.xrange(f"{tag(partition)}:parked", count=limit))
        found += [_read(partition, key, fields) for key, fields in entries]
    return found


async def retry(log: Log, name: str) -> Envelope:
    """Put a parked command into its stream again; its outcome is found under its key. Raises NotParked."""
    first, colon, entry = name.partition(":")
    if not (colon and first.isascii() and first.isdigit() and int(first) < log.partitions):
        raise NotParked(f"{name!r} names no parked command; `turnpost parked list` tells their names")
    partition = int(first)
    stream = f"{tag(partition)}:parked"
    entries = await answer(log.client.xrange(stream, entry, entry)) if _is_id(entry) else []
    if not entries:
        raise NotParked(f"{name} is not parked")
    envelope = _read(partition, *entries[0]).envelope
    if envelope is None:
        raise NotParked(f"{name} is no command that this program can read")
    if log.partition_of(envelope.match) != partition:
        raise NotParked(f"{name} was sent to a partition that its match does not belong to")
    stored = await log.outcome(envelope.match, envelope.command_id)
    if stored is not None and decode_stored(stored).code != "our_fault":
        raise NotParked(f"{name} has got another outcome since")
    done = log.key(envelope.match, "done")
    refused = f"{tag(partition)}:refused:{envelope.match}:{envelope.player}"
    frame = await BinaryMessageFormatV1.encode(
        message=encode(envelope), reply_to=None, headers=None, correlation_id=envelope.command_id
    )
    keys = [stream, f"{tag(partition)}:commands", done, refused]
    if await _RETRY(log.client, keys, [entry, DATA, frame, envelope.command_id, stored or b""]) is None:
        raise NotParked(f"{name} was changed by another meanwhile")
    return envelope


def _read(partition: int, key: bytes, fields: dict[bytes, bytes]) -> Parked:
    data = fields.get(b"p", b"")
    try:
        envelope = decode_envelope(data)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        envelope = None
    return Parked(partition, key.decode(), envelope, data)


def _is_id(text: str) -> bool:
    first, dash, last = text.partition("-")
    return text.isascii() and first.isdigit() and bool(dash) and last.isdigit()

"""Commits <-> bytes, refusing what it does not know.

Stored commits are msgpack of JSON-compatible values only (no extension types, no binary, string
keys), so that a record's JSON lines and the stored bytes can be turned into one another exactly and
the hash chain can be checked from either.
"""

import hashlib
from functools import cache
from typing import Any, Union, cast

import msgspec

from events import registry
from events.commit import AnyCommit, Commit
from events.record import Event
from events.retired import RETIRED
from events.table.events import EVENTS as TABLE_EVENTS


class UnknownBytes(ValueError):
    """These bytes are no commit that this version knows."""


_encoder = msgspec.msgpack.Encoder(order="deterministic")
_plain = msgspec.msgpack.Encoder()
_json = msgspec.json.Encoder(order="deterministic")


@cache
def commit_type() -> Any:
    """`Commit` over the union of all events of the table and of all registered games."""
    events: list[type[Event]] = list(TABLE_EVENTS)
    for record in registry.load().values():
        events += record.events
    tags = [cls.__struct_config__.tag for cls in events]
    doubled = {tag for tag in tags if tags.count(tag) > 1}
    if doubled:
        raise TypeError(f"two events share a tag: {sorted(map(str, doubled))}")
    return Commit[Union[tuple(events)]]  # type: ignore[misc]  # noqa: UP007 - built at run time


@cache
def _decoder() -> msgspec.msgpack.Decoder[Any]:
    return msgspec.msgpack.Decoder(commit_type())


def encode(commit: AnyCommit) -> bytes:
    """The commit's bytes as they are stored and hashed."""
    return _encoder.encode(commit)


def decode(data: bytes) -> AnyCommit:
    """The commit of these bytes; UnknownBytes if this version does not know every event and field in them."""
    try:
        return cast(AnyCommit, _decoder().decode(data))
    except msgspec.ValidationError:
        return from_builtins(to_builtins(data))
    except msgspec.DecodeError as error:
        raise UnknownBytes(str(error)) from error


def to_builtins(data: bytes) -> Any:
    """Stored bytes as dicts and lists, with whatever stands in them."""
    try:
        return msgspec.msgpack.decode(data)
    except msgspec.DecodeError as error:
        raise UnknownBytes(str(error)) from error


def from_builtins(raw: Any) -> AnyCommit:
    """A commit from dicts and lists, retired events brought up to date; UnknownBytes if it does not fit."""
    if isinstance(raw, dict) and isinstance(raw.get("events"), list):
        raw = {**raw, "events": [_upcast(event) for event in raw["events"]]}
    try:
        return cast(AnyCommit, msgspec.convert(raw, commit_type()))
    except msgspec.ValidationError as error:
        raise UnknownBytes(str(error)) from error


def _upcast(event: Any) -> Any:
    while isinstance(event, dict) and event.get("type") in RETIRED:
        event = RETIRED[event["type"]](event)
    return event


def digest(data: bytes) -> str:
    """BLAKE2b-256 of a commit's bytes in hex: the next commit's `prev`."""
    return hashlib.blake2b(data, digest_size=32).hexdigest()


def builtins_bytes(raw: Any) -> bytes:
    """The stored bytes of a commit given as dicts and lists (a record's line), for the hash chain.

    Keys stay in the order given: that of the line, which is that of the stored bytes.
    """
    return _plain.encode(raw)


def json_line(value: Any) -> str:
    """One line of JSON, keys of structs in their order."""
    return _json.encode(value).decode()


def state_hash(state: Any) -> str:
    """BLAKE2b-256 of a state in hex; equal states have equal hashes."""
    return digest(_encoder.encode(state))

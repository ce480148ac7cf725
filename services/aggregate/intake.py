"""FastStream's side: the broker, one subscriber of the command stream for each partition, their AsyncAPI document.

Positions decide, FastStream delivers: a batch goes to the partition as it came, is taken out of the stream by nobody
but the commit script, and no error leaves the handler. Entries are decoded one by one, so that a foreign one spoils
no batch.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Annotated, Any, NamedTuple, cast

import msgspec
from faststream import AckPolicy, AsyncAPI
from faststream.redis import RedisBroker, StreamSub
from faststream.redis.configs import ConnectionState
from faststream.redis.message import RedisBatchStreamMessage
from faststream.redis.parser import BinaryMessageFormatV1
from faststream.redis.subscriber.usecases import StreamBatchSubscriber
from pydantic import WithJsonSchema
from redis.asyncio import RedisCluster

from events.connect import TIMEOUT, connect_cluster, is_cluster
from events.log import CONSUMER, GROUP, tag
from services.aggregate.envelope import Envelope, decode_envelope

BATCH = 256
BLOCK_MS = 1000
CONNECTIONS = 4096  # one is held by the reader of each partition

DATA = b"__data__"
"""The field of a stream entry in which FastStream's frame lies."""


class Delivered(NamedTuple):
    """An entry of the command stream: its id, the command, and the bytes; `envelope` None if they are no command."""

    id: str
    envelope: Envelope | None
    data: bytes


Deliver = Callable[[list[Delivered]], Awaitable[None]]


class _ClusterConnection(ConnectionState[RedisCluster]):
    """The broker's client for a cluster. The streams are all it is used for, so nothing here is done by threads."""

    def __init__(self, url: str) -> None:
        super().__init__()
        self._url = url

    async def connect(self) -> RedisCluster:
        self._client = client = connect_cluster(self._url, max_connections=CONNECTIONS)
        self._connected = True
        return client


class ClusterBroker(RedisBroker):
    """A broker whose streams lie in a cluster: the plain one, over another client.

    FastStream's own cluster broker publishes no pipelines, and opens a second, blocking client.
    """

    def _validate_init_params(self, kwargs: dict[str, Any]) -> None:
        self._cluster = kwargs.pop("cluster")

    def _make_connection_state(self, connection_options: dict[str, Any], kwargs: dict[str, Any]) -> _ClusterConnection:  # noqa: ARG002
        return _ClusterConnection(self._cluster)


def make_broker(url: str) -> RedisBroker:
    """A broker for a server or a cluster; neither connected nor started."""
    if is_cluster(url):
        options: dict[str, Any] = {"cluster": url, "url": f"redis://{url.rpartition('@')[2].partition(',')[0]}"}
        kind: Callable[..., RedisBroker] = ClusterBroker
    else:
        options, kind = {"url": url}, RedisBroker
    return kind(
        **options,
        socket_timeout=TIMEOUT,
        socket_connect_timeout=TIMEOUT,
        max_connections=CONNECTIONS,
        logger=logging.getLogger("turnpost.intake"),
        log_level=logging.DEBUG,
        graceful_timeout=10.0,
    )


def subscribe(broker: RedisBroker, partition: int, deliver: Deliver) -> StreamBatchSubscriber:
    """A subscriber that hands the partition's commands over in batches, in order; start and stop it alone.

    Its group must exist before it starts, and `last_id` stays unset so that it reads what comes after what was read in
    this term. Nothing is pending in the group (`no_ack`): what is not settled is what the stream holds.
    """
    stream = StreamSub(
        f"{tag(partition)}:commands",
        group=GROUP,
        consumer=CONSUMER,
        batch=True,
        max_records=BATCH,
        polling_interval=BLOCK_MS,
        no_ack=True,
    )
    subscriber = broker.subscriber(
        stream=stream,
        parser=_parse,
        decoder=_decode,
        ack_policy=AckPolicy.MANUAL,
        title=f"commands of partition {partition}",
        description="Commands in order; each is decided once and answered under its id.",
    )

    async def decide_commands(commands: Annotated[Any, WithJsonSchema(commands_schema())]) -> None:
        await deliver(commands)

    decide_commands.__annotations__["commands"] = Annotated[Any, WithJsonSchema(commands_schema())]
    subscriber(decide_commands)
    return subscriber


def read_entries(entries: Iterable[tuple[str, Mapping[bytes, bytes]]]) -> list[Delivered]:
    """Entries of the stream as commands, each decoded by itself."""
    return [_read(key, fields) for key, fields in entries]


def _read(key: str, fields: Mapping[bytes, bytes]) -> Delivered:
    raw = fields.get(DATA, b"")
    body, _ = BinaryMessageFormatV1.parse(raw)
    try:
        return Delivered(key, decode_envelope(body), body)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return Delivered(key, None, raw or repr(dict(fields)).encode())


async def _parse(message: Any) -> RedisBatchStreamMessage:
    return RedisBatchStreamMessage(raw_message=message, body=b"", consumer=_NOBODY, group=GROUP)


async def _decode(message: RedisBatchStreamMessage) -> list[Delivered]:
    raw = message.raw_message
    return read_entries((key.decode(), fields) for key, fields in zip(raw["message_ids"], raw["data"], strict=True))


class _Nobody:
    """Acknowledging is the commit script's alone."""

    async def xack(self, name: str, groupname: str, *ids: bytes) -> None:
        """Nothing."""

    async def xdel(self, name: str, *ids: bytes) -> None:
        """Nothing."""

    async def xpending_range(  # noqa: PLR6301, RUF100
        self,
        name: str,  # noqa: ARG002
        groupname: str,  # noqa: ARG002
        min: bytes,  # noqa: A002, ARG002
        max: bytes,  # noqa: A002, ARG002
        count: int,  # noqa: ARG002
    ) -> list[dict[str, Any]]:
        """Nothing pending."""
        return []


_NOBODY = _Nobody()


def commands_schema() -> dict[str, Any]:
    """JSON schema of a batch of commands, without references (FastStream's document cannot hold any)."""
    (schema,), parts = msgspec.json.schema_components([Envelope], ref_template="{name}")
    return {"type": "array", "items": _inline(schema, parts, ())}


def _inline(schema: Any, parts: Mapping[str, Any], inside: tuple[str, ...]) -> Any:
    if isinstance(schema, list):
        return [_inline(part, parts, inside) for part in schema]
    if not isinstance(schema, dict):
        return schema
    name = schema.get("$ref")
    if name is None:
        return {key: _inline(part, parts, inside) for key, part in schema.items() if key != "discriminator"}
    if name in inside:
        return {"description": f"{name}, as above"}
    return _inline(parts[name], parts, (*inside, name))


def asyncapi(broker: RedisBroker, version: str) -> dict[str, Any]:
    """The AsyncAPI document of what the broker subscribes to."""
    document = AsyncAPI(broker, title="Turnpost", version=version).to_specification().to_json()
    return cast("dict[str, Any]", json.loads(document))

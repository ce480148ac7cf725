"""The program's settings: one frozen struct, read from environment variables named `TURNPOST_<FIELD>`.

Nothing else reads these variables, except the registries, which read `TURNPOST_EXTRA_GAMES`.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct, field

from services.notices.addresses import Network, networks

PREFIX = "TURNPOST_"


class SettingsError(Exception):
    """A setting has no legal value, or two of them do not fit together. The message names the variable."""


Rate = Annotated[str, Meta(pattern=r"^[0-9]{1,6}(\.[0-9]{1,3})?:[1-9][0-9]{0,6}$")]
"""So many a second, and so many at once: `200:400`."""


class Settings(Struct, frozen=True, kw_only=True):
    """What can be set, with what holds when nothing is.

    data                 folder of the embedded server's files and of records
    redis_url            an existing Redis or Valkey (`redis://`, `rediss://`, `unix://`; `cluster://host:port,host:port`
                         for a cluster, `clusters://` for one over TLS); without it one is started
    redis_binary         the server program to start, instead of the one that comes with the package
    allow_unsafe_server  go on although the server may forget or evict acknowledged commits
    partitions           how many partitions a new deployment gets; fixed from then on
    wait_replicas        how many replicas must have a commit before it is acknowledged; with replicas that may take
                         over for a failed server, set it to how many each has, else acknowledged commits may be lost
    worker               name of this worker, another for each; one that is started again under its name takes its
                         partitions back at once
    lease                seconds after which a silent worker's partitions may be taken by another
    backlog              commands that may wait in a partition before new ones are answered `busy`
    command_rate         commands of a player, as `a second:at once`; more are answered `too_fast`
    player_rate          new players and tokens from an address
    read_rate            requests of any kind with a player's tokens
    request_rate         requests of any kind from an address
    failure_rate         wrong tokens from an address
    streams              live streams a web door holds open
    streams_each         live streams it holds open for an address
    connections          connections a web door holds open
    proxies              addresses of proxies whose X-Forwarded-For and -Proto are believed, separated by commas
    metrics_token        what `Authorization: Bearer` must bring to see a door's /metrics
    metrics_port         where worker, readers and notices serve theirs; under `turnpost up` the worker takes this port,
                         the readers the next, the notices the one after
    metrics_host         the address they listen on for that
    metrics_dir          a folder in which each process writes its metrics as a file, for the node exporter
    traces_url           where an OpenTelemetry collector takes traces by HTTP, such as http://127.0.0.1:4318/v1/traces;
                         needs the packages of the extra `traces`
    traces_ratio         how many of all requests are traced, from 0 to 1
    public_url           the address players reach the door at, for links in prompts
    notice_delay         seconds a turn must last before its player is told
    telegram_token       the token of a Telegram bot; without it nothing is sent to Telegram, and web doors take no
                         such channels
    telegram_url         where Telegram's bot API answers
    webhook_networks     networks that webhooks may call although they are not public, separated by commas
    webhook_ca           a file of certificates that webhooks are trusted by, instead of the usual ones
    test_seed            seeds secrets and entropy, so that matches repeat; refused with a foreign server
    """

    data: Path = Path("var")
    redis_url: str | None = None
    redis_binary: Path | None = None
    allow_unsafe_server: bool = False
    partitions: Annotated[int, Meta(ge=1, le=1024)] = 8
    worker: Annotated[str, Meta(min_length=1, max_length=64)] = field(default_factory=socket.gethostname)
    wait_replicas: Annotated[int, Meta(ge=0, le=5)] = 0
    lease: Annotated[float, Meta(ge=6, le=600)] = 7.0
    backlog: Annotated[int, Meta(ge=1)] = 10_000
    command_rate: Rate = "200:400"
    player_rate: Rate = "20:200"
    read_rate: Rate = "500:2000"
    request_rate: Rate = "2000:8000"
    failure_rate: Rate = "5:200"
    streams: Annotated[int, Meta(ge=1)] = 5000
    streams_each: Annotated[int, Meta(ge=1)] = 500
    connections: Annotated[int, Meta(ge=1)] = 8000
    proxies: str = ""
    metrics_token: str | None = None
    metrics_port: Annotated[int, Meta(ge=0, le=65535)] = 0
    metrics_host: str = "127.0.0.1"
    metrics_dir: Path | None = None
    traces_url: Annotated[str, Meta(pattern=r"^https?://")] | None = None
    traces_ratio: Annotated[float, Meta(ge=0, le=1)] = 1.0
    public_url: Annotated[str, Meta(pattern=r"^https?://[^/?#\s]+[^?#\s]*$")] = "http://127.0.0.1:8080"
    notice_delay: Annotated[float, Meta(ge=0, le=86_400)] = 60.0
    telegram_token: str | None = None
    telegram_url: Annotated[str, Meta(pattern=r"^https?://")] = "https://api.telegram.org"
    webhook_networks: str = ""
    webhook_ca: Path | None = None
    test_seed: str | None = None

    def __post_init__(self) -> None:
        if self.test_seed is not None and self.redis_url is not None:
            raise ValueError(
                f"{PREFIX}TEST_SEED makes secrets guessable and is for the embedded server only; "
                f"unset it or {PREFIX}REDIS_URL"
            )


def read_settings(environ: Mapping[str, str] | None = None) -> Settings:
    """The settings of this environment; an empty variable counts as unset. Raises SettingsError."""
    environ = os.environ if environ is None else environ
    given: dict[str, Any] = {}
    for name in Settings.__struct_fields__:
        value = environ.get(PREFIX + name.upper(), "").strip()
        if value:
            given[name] = value
    try:
        return msgspec.convert(given, Settings, strict=False, dec_hook=_decode)
    except msgspec.ValidationError as error:
        message, _, path = str(error).partition(" - at `$.")
        name = PREFIX + path.rstrip("`").upper() if path else ""
        raise SettingsError(f"{name}: {message}" if name else message) from error


def opened(settings: Settings) -> tuple[Network, ...]:
    """The networks that webhooks may call although they are not public. Raises SettingsError."""
    try:
        return networks(settings.webhook_networks)
    except ValueError as error:
        raise SettingsError(f"{PREFIX}WEBHOOK_NETWORKS: {error}") from error


def _decode(kind: type, value: object) -> object:
    if kind is Path:
        return Path(str(value)).expanduser()
    raise NotImplementedError

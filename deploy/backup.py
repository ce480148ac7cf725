"""Backups: everything a server holds, at one moment, while it works on; and an embedded server made of one.

The copy comes as it does for a new replica (`SYNC`), so it needs neither the server's disk nor a pause, and is the
same for a server of ours and for any other. A backup is a folder of `dump.rdb` and `backup.json`, which says what
must be in it. Restoring makes it the base of an append-only file.
"""

from __future__ import annotations

import asyncio
import hashlib
import os
import shutil
import ssl
from datetime import UTC, datetime
from pathlib import Path
from typing import Final
from urllib.parse import parse_qs, unquote, urlsplit

import msgspec
from msgspec import Struct

from deploy.embedded import EmbeddedServer, ServerError
from events.connect import PLAIN_PORT, is_cluster
from events.log import Log, answer, connect, tag

DUMP: Final = "dump.rdb"
FACTS: Final = "backup.json"
WAIT: Final = 60.0
CHUNK: Final = 1 << 20
BASE: Final = "appendonly.aof.1.base.rdb"
MANIFEST: Final = "appendonly.aof.manifest"


class BackupError(Exception):
    """A backup cannot be made or used; the message says why."""


class Facts(Struct, frozen=True, kw_only=True):
    """What a backup holds at the least: each partition's log up to its position."""

    backup: int
    at: str
    server: str
    partitions: int
    positions: tuple[int, ...]
    bytes: int
    sha256: str


async def back_up(log: Log, url: str, folder: Path) -> Facts:
    """Copy what the server at this URL holds into a new folder. Raises BackupError, OSError, RedisError."""
    if is_cluster(url):
        raise BackupError("a cluster is backed up node by node, each as a server of its own (redis://host:port)")
    if (folder / FACTS).exists() or (folder / DUMP).exists():
        raise BackupError(f"{folder} holds a backup already; name a new folder")
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)  # noqa: ASYNC240
    info = await answer(log.client.info("server"))
    positions = tuple([await log.position(partition) for partition in range(log.partitions)])
    part = folder / f"{DUMP}.part"
    try:
        size, digest = await _copy(url, part)
    except (TimeoutError, asyncio.IncompleteReadError) as error:
        raise BackupError(f"the server stopped sending: {error!r}") from error
    facts = Facts(
        backup=1,
        at=datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z"),
        server=str(info.get("valkey_version") or info.get("redis_version", "")),
        partitions=log.partitions,
        positions=positions,
        bytes=size,
        sha256=digest,
    )
    part.rename(folder / DUMP)
    (folder / FACTS).write_bytes(msgspec.json.format(msgspec.json.encode(facts)) + b"\n")
    return facts


async def _copy(url: str, into: Path) -> tuple[int, str]:
    """Ask for a copy as a replica would and write it; its size and SHA-256."""
    reader, writer = await _open(url)
    try:
        writer.write(b"SYNC\r\n")
        line = b"\n"
        while line == b"\n":  # sent while the copy is being prepared, so that nobody takes the connection for dead
            line = await asyncio.wait_for(reader.readline(), WAIT)
        if not line.startswith(b"$") or not line[1:].strip().isdigit():
            raise BackupError(f"the server sends no copy: {line.decode(errors='replace').strip()}")
        left = size = int(line[1:])
        digest = hashlib.sha256()
        with into.open("wb") as file:
            while left:
                data = await asyncio.wait_for(reader.read(min(left, CHUNK)), WAIT)
                if not data:
                    raise BackupError("the server stopped sending in the middle")
                left -= len(data)
                digest.update(data)
                file.write(data)
            file.flush()
            os.fsync(file.fileno())
    finally:
        writer.close()
    return size, digest.hexdigest()


async def _open(url: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    parts = urlsplit(url)
    query = parse_qs(parts.query)
    if parts.scheme == "unix":
        reader, writer = await asyncio.wait_for(asyncio.open_unix_connection(unquote(parts.path)), WAIT)
    else:
        secure = ssl.create_default_context() if parts.scheme == "rediss" else None
        opening = asyncio.open_connection(parts.hostname or "localhost", parts.port or PLAIN_PORT, ssl=secure)
        reader, writer = await asyncio.wait_for(opening, WAIT)
    user = unquote(parts.username or "") or query.get("username", [""])[0]
    password = unquote(parts.password or "") or query.get("password", [""])[0]
    if password:
        words = [b"AUTH", *([user.encode()] if user else []), password.encode()]
        writer.write(b"*%d\r\n" % len(words) + b"".join(b"$%d\r\n%b\r\n" % (len(word), word) for word in words))
        said = await asyncio.wait_for(reader.readline(), WAIT)
        if said != b"+OK\r\n":
            writer.close()
            raise BackupError(f"the server refuses the password: {said.decode(errors='replace').strip()}")
    return reader, writer


def read_facts(folder: Path) -> Facts:
    """What a backup says of itself, once its bytes are what it says. Raises BackupError."""
    try:
        facts = msgspec.json.decode((folder / FACTS).read_bytes(), type=Facts)
        with (folder / DUMP).open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
    except (OSError, msgspec.MsgspecError) as error:
        raise BackupError(f"{folder} holds no whole backup: {error}") from error
    if facts.backup != 1:
        raise BackupError(f"{folder} is a backup of another kind ({facts.backup})")
    if digest != facts.sha256:
        raise BackupError(f"{folder / DUMP} has other bytes than when it was made")
    return facts


async def restore(folder: Path, data: Path, binary: Path | None = None) -> Facts:
    """Make the embedded server's folder of a data folder out of a backup, start it once, and check what it holds.

    Raises BackupError when the data folder holds something or the backup is not whole, ServerError when the server
    does not take it. Then the data folder is as it was.
    """
    facts = read_facts(folder)
    place = data / "redis"
    files = place / "appendonlydir"
    if files.exists():
        raise BackupError(f"{place} holds a server's data; move it away first")
    server = EmbeddedServer(place, binary)
    try:
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
        files.mkdir()
        shutil.copyfile(folder / DUMP, files / BASE)
        (files / MANIFEST).write_text(f"file {BASE} seq 1 type b\n", encoding="ascii")
        async with server:
            await _check(server.url, facts)
    except (BackupError, ServerError):
        shutil.rmtree(files, ignore_errors=True)
        raise
    return facts


async def _check(url: str, facts: Facts) -> None:
    """Whether each partition's log is whole and reaches what the backup promises."""
    client = connect(url)
    try:
        log = await Log.open(client)
        if log.partitions != facts.partitions:
            raise BackupError(f"the backup has {log.partitions} partitions, not {facts.partitions}")
        for partition, promised in enumerate(facts.positions):
            position = await log.position(partition)
            entries = int(await answer(client.xlen(f"{tag(partition)}:log")))
            if position < promised or entries != position:
                raise BackupError(f"partition {partition} has {entries} commits up to {position}, not {promised}")
    finally:
        await client.aclose()

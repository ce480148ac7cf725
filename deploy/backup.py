"""Backups: everything a server holds, at one moment, while it works on; and an embedded server made of one.

The copy comes as it does for a new replica (`SYNC`), so it needs neither the server's disk nor a pause, and is the
same for a server of ours and for any other. A backup is a folder of `dump.rdb` and `backup.json`, which says what
must be in it; that of a cluster has such a folder for each primary. Restoring makes it the base of an append-only file.
"""

from __future__ import annotations

import asyncio
import hashlib
import os
import shutil
import ssl
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final
from urllib.parse import parse_qs, unquote, urlsplit, urlunsplit

import msgspec
from msgspec import Struct
from redis.asyncio import RedisCluster
from redis.crc import key_slot

from deploy.embedded import FILES, EmbeddedServer, ServerError
from events.connect import PLAIN_PORT
from events.log import Log, answer, connect, tag

DUMP: Final = "dump.rdb"
SLOTS: Final = 16384
FACTS: Final = "backup.json"
WAIT: Final = 60.0
CHUNK: Final = 1 << 20
BASE: Final = "appendonly.aof.1.base.rdb"
MANIFEST: Final = "appendonly.aof.manifest"


class BackupError(Exception):
    """A backup cannot be made or used; the message says why."""


class Facts(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a backup holds at the least: each partition's log up to its position.

    That of a cluster's primary names its `slots` as CLUSTER ADDSLOTSRANGE takes them; the position of a partition that
    lies elsewhere is null.
    """

    backup: int
    at: str
    server: str
    partitions: int
    positions: tuple[int | None, ...]
    bytes: int
    sha256: str
    slots: str = ""

    @property
    def commits(self) -> int:
        """How many commits it holds at the least."""
        return sum(position or 0 for position in self.positions)


async def back_up(log: Log, url: str, folder: Path) -> list[Facts]:
    """Copy what the server at this URL holds into a new folder, or each primary of a cluster into a folder of its own.

    Raises BackupError, OSError, RedisError.
    """
    if (folder / FACTS).exists() or (folder / DUMP).exists() or _parts(folder):
        raise BackupError(f"{folder} holds a backup already; name a new folder")
    if not isinstance(log.client, RedisCluster):
        return [await _back_up(log, url, folder)]
    layout = await _layout(log.client)
    made = [await _back_up(log, _of_node(url, node), folder / node.replace(":", "-"), layout[node]) for node in layout]
    if await _layout(log.client) != layout:
        raise BackupError(f"slots were moved, or a primary changed, meanwhile: {folder} is not whole; take another")
    return made


async def _back_up(log: Log, url: str, folder: Path, slots: Sequence[tuple[int, int]] = ()) -> Facts:
    """Copy what one server holds; with `slots`, one of a cluster that has these."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)  # noqa: ASYNC240
    positions = [
        await log.position(partition) if not slots or _within(key_slot(tag(partition).encode()), slots) else None
        for partition in range(log.partitions)
    ]
    part = folder / f"{DUMP}.part"
    try:
        server, size, digest = await _copy(url, part)
    except (TimeoutError, asyncio.IncompleteReadError) as error:
        raise BackupError(f"the server stopped sending: {error!r}") from error
    facts = Facts(
        backup=1,
        at=datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z"),
        server=server,
        partitions=log.partitions,
        positions=tuple(positions),
        bytes=size,
        sha256=digest,
        slots=" ".join(f"{first} {last}" for first, last in slots),
    )
    part.rename(folder / DUMP)
    (folder / FACTS).write_bytes(msgspec.json.format(msgspec.json.encode(facts)) + b"\n")
    return facts


async def _layout(client: RedisCluster) -> dict[str, list[tuple[int, int]]]:
    """The primaries, `host:port`, with their slots, in the order they are copied.

    What others refer to comes last: accounts, and after them results, which readers note before they go on.
    """
    found: dict[str, list[tuple[int, int]]] = {}
    for (first, last), place in (await answer(client.cluster_slots())).items():
        host, port = place["primary"][:2]
        found.setdefault(f"{host}:{port}", []).append((int(first), int(last)))
    late = [key_slot(b"acct"), key_slot(b"ratings")]
    return {
        node: sorted(slots)
        for node, slots in sorted(found.items(), key=lambda one: ([_within(slot, one[1]) for slot in late[::-1]], one))
    }


def _within(slot: int, ranges: Iterable[tuple[int, int]]) -> bool:
    return any(first <= slot <= last for first, last in ranges)


def _of_node(url: str, node: str) -> str:
    """The URL of one node of a cluster."""
    parts = urlsplit(url)
    who, at, _ = parts.netloc.rpartition("@")
    return urlunsplit(("rediss" if parts.scheme == "clusters" else "redis", f"{who}{at}{node}", "", parts.query, ""))


def _parts(folder: Path) -> list[Path]:
    """The folders of a cluster's primaries in its backup."""
    return sorted(facts.parent for facts in folder.glob(f"*/{FACTS}"))


async def _copy(url: str, into: Path) -> tuple[str, int, str]:
    """Ask for a copy as a replica would and write it; the server's version, the copy's size and its SHA-256."""
    server = connect(url)
    try:
        info = await answer(server.info("server"))
    finally:
        await server.aclose()
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
    return str(info.get("valkey_version") or info.get("redis_version", "")), size, digest.hexdigest()


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


async def restore(folder: Path, data: Path, binary: Path | None = None) -> list[Facts]:
    """Make the embedded server's folder of a data folder out of a backup, start it once, and check what it holds.

    Of a cluster's backup a folder is made for each primary, named as in the backup.
    Raises BackupError when the data folder holds something or the backup is not whole, ServerError when the server
    does not take it. Then the data folder is as it was.
    """
    parts = _parts(folder)
    places = {part: data / part.name for part in parts} or {folder: data / "redis"}
    known = {part: read_facts(part) for part in places}
    if parts and (gaps := _gaps(known.values())):
        raise BackupError(f"{folder} is not whole: {gaps}")
    for place in places.values():
        if (place / FILES).exists():
            raise BackupError(f"{place} holds a server's data; move it away first")
    try:
        for part, place in places.items():
            await _restore(part, place, known[part], binary)
    except (BackupError, ServerError):
        for place in places.values():
            shutil.rmtree(place / FILES, ignore_errors=True)
        raise
    return list(known.values())


def _gaps(facts: Iterable[Facts]) -> str:
    """What is missing in a cluster's backup, "" if nothing is."""
    listed = list(facts)
    slots = sum(last - first + 1 for one in listed for first, last in _ranges(one.slots))
    lost = [number for number in range(listed[0].partitions) if all(one.positions[number] is None for one in listed)]
    if slots == SLOTS and not lost:
        return ""
    return f"it has {slots} of {SLOTS} slots" + (f", and nothing of the partitions {lost}" if lost else "")


def _ranges(text: str) -> list[tuple[int, int]]:
    numbers = [int(word) for word in text.split()]
    return list(zip(numbers[::2], numbers[1::2], strict=True))


async def _restore(folder: Path, place: Path, facts: Facts, binary: Path | None) -> None:
    files = place / FILES
    place.mkdir(mode=0o700, parents=True, exist_ok=True)  # noqa: ASYNC240
    files.mkdir()
    shutil.copyfile(folder / DUMP, files / BASE)
    (files / MANIFEST).write_text(f"file {BASE} seq 1 type b\n", encoding="ascii")
    async with EmbeddedServer(place, binary) as server:
        await _check(server.url, facts)


async def _check(url: str, facts: Facts) -> None:
    """Whether each partition's log is whole and reaches what the backup promises."""
    client = connect(url)
    try:
        log = Log(client, facts.partitions)
        for partition, promised in enumerate(facts.positions):
            if promised is None:
                continue
            stored = await answer(client.hget(f"{tag(partition)}:meta", "partitions"))
            if stored is None or int(stored) != facts.partitions:
                raise BackupError(f"partition {partition} is one of {int(stored or 0)}, not of {facts.partitions}")
            position = await log.position(partition)
            entries = int(await answer(client.xlen(f"{tag(partition)}:log")))
            if position < promised or entries != position:
                raise BackupError(f"partition {partition} has {entries} commits up to {position}, not {promised}")
    finally:
        await client.aclose()

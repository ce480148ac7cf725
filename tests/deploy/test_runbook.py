"""The runbook held against the program, and those of its claims that no other test tries."""

from __future__ import annotations

import asyncio
import importlib
import re
import resource
import shlex
import subprocess
from pathlib import Path

import pytest
from prometheus_client import REGISTRY

from deploy.cli import app
from deploy.embedded import EmbeddedServer, ServerError, UnsafeServer, check, find_program
from events import codec
from events.log import Log, answer, connect
from events.match import fold
from services.aggregate.envelope import Accepted
from services.aggregate.gateway import Gateway, Unreachable
from services.aggregate.intake import make_broker
from services.aggregate.worker import Worker
from tests.deploy.command import ROOT
from tests.wire.playing import NOTHING, Players

TEXT = (ROOT / "deploy" / "runbook.md").read_text(encoding="utf-8")


def source() -> str:
    found = (path for name in ("events", "services", "projections", "deploy") for path in (ROOT / name).rglob("*.py"))
    return "\n".join(path.read_text(encoding="utf-8") for path in found)


def test_it_names_what_there_is() -> None:
    for path in re.findall(r"`((?:tests|deploy)/[\w./]+)`", TEXT):
        assert (ROOT / path).exists(), path
    known = {name for name in app if not name.startswith("-")}
    for name in re.findall(r"turnpost ([a-z][a-z-]+)", TEXT):
        assert name in known, name
    code = source()
    for event in re.findall(r"^\| `((?!turnpost_)[a-z]+_[a-z_]+)`", TEXT, re.MULTILINE):
        assert f'"{event}"' in code, event
    findings = set(re.findall(r'Finding\("(\w+)"', code))
    alarms = set(re.findall(r"^\| `([a-z]+)` \|", TEXT, re.MULTILINE))
    assert findings == alarms
    from deploy.settings import Settings

    settings = {f"TURNPOST_{name.upper()}" for name in Settings.__struct_fields__}
    assert set(re.findall(r"TURNPOST_[A-Z_]+", TEXT)) <= settings


def test_its_metrics_are_called_as_the_processes_show_them() -> None:
    for module in ("services.aggregate", "services.notices", "services.web", "projections"):
        importlib.import_module(f"{module}.metrics")
    known: set[str] = set()
    for family in REGISTRY.collect():
        ends = {"counter": ("_total",), "histogram": ("_bucket", "_sum", "_count")}.get(family.type, ("",))
        known.update(f"{family.name}{end}" for end in ends)
    assert set(re.findall(r"\bturnpost_[a-z_]+", TEXT)) <= known


LINES = re.findall(r"`turnpost ([a-z-]+ [^`]*)`", TEXT) + re.findall(r"^ +\S*turnpost ([^#\n]+)", TEXT, re.MULTILINE)


@pytest.mark.parametrize("line", sorted({line.strip() for line in LINES}))
def test_its_commands_are_commands_of_ours(line: str) -> None:
    app.parse_args(shlex.split(line), exit_on_error=False, print_error=False)


async def playing(server: EmbeddedServer, log: Log, moves: int) -> tuple[Players, list[int]]:
    """A table after some acknowledged moves."""
    broker = make_broker(server.url)
    async with Worker(log, make_broker(server.url), name="w") as worker, Gateway(log, broker) as gateway:
        await worker.ready()
        table = Players(gateway, log)
        await table.open()
        await table.start()
        numbers = await table.play(moves)
    await broker.stop()
    return table, numbers


def newest(folder: Path) -> Path:
    """The append-only file that is written to."""
    return max((folder / "appendonlydir").glob("*.incr.aof"), key=lambda path: path.stat().st_mtime)


async def test_a_torn_end_of_the_file_is_left_out_and_nothing_else(server: EmbeddedServer, log: Log) -> None:
    table, numbers = await playing(server, log, 6)
    server.kill()
    with newest(server.folder).open("ab") as file:
        file.write(b"*3\r\n$3\r\nSET\r\n$4\r\nhalf\r\n$100\r\nand then the li")
    await server.start()
    assert fold(await log.read_match(table.match)).n == numbers[-1]


async def test_a_file_damaged_in_its_middle_is_refused(server: EmbeddedServer, log: Log) -> None:
    table, _ = await playing(server, log, 3)
    await server.stop()
    file = newest(server.folder)
    whole = file.read_bytes()
    middle = len(whole) // 2
    file.write_bytes(whole[:middle] + bytes(60) + whole[middle + 60 :])
    with pytest.raises(ServerError, match="Bad file format"):
        await server.start()
    check_aof = server.folder / "valkey-check-aof"
    check_aof.symlink_to(find_program())
    subprocess.run([check_aof, "--fix", file], input=b"y\n", stdout=subprocess.DEVNULL, check=True)
    await server.start()
    kept = await log.read_match(table.match)
    assert 0 < len(kept) < 8
    assert [codec.decode(blob).n for blob in kept] == [*range(1, len(kept) + 1)]


async def test_a_full_disk_ends_the_server_and_nothing_acknowledged_is_lost(server: EmbeddedServer, log: Log) -> None:
    table, numbers = await playing(server, log, 3)
    assert server.pid is not None
    size = newest(server.folder).stat().st_size
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (size + 3000, size + 3000))  # as if the disk were full then
    broker = make_broker(server.url)
    acknowledged = numbers[-1]
    async with Worker(log, make_broker(server.url), name="w") as worker, Gateway(log, broker) as gateway:
        await worker.ready()
        more = Players(gateway, log, match=table.match, sent=500)
        try:
            async with asyncio.timeout(15):
                while True:
                    (acknowledged,) = await more.play(1)
        except (Exception, TimeoutError):  # noqa: BLE001 - whichever way it is told that the server is gone
            pass
    await broker.stop()
    async with asyncio.timeout(10):
        while server.pid is not None:
            await asyncio.sleep(0.05)
    await server.stop()
    await server.start()
    match = fold(await log.read_match(table.match))
    assert match.n in (acknowledged, acknowledged + 1)  # one may have been written and not answered
    broker = make_broker(server.url)
    async with Worker(log, make_broker(server.url), name="w") as worker, Gateway(log, broker) as gateway:
        await worker.ready()
        goes_on = Players(gateway, log, match=table.match, sent=900)
        await goes_on.send(0, NOTHING)  # what was left in the stream is decided before this
        assert await goes_on.play(1) >= [match.n + 1]
    await broker.stop()


async def test_full_memory_refuses_and_forgets_nothing(server: EmbeddedServer, log: Log) -> None:
    table, numbers = await playing(server, log, 3)
    keys = await answer(log.client.dbsize())
    await log.client.config_set("maxmemory", 1_000_000)
    broker = make_broker(server.url)
    async with Gateway(log, broker) as gateway:
        more = Players(gateway, log, match=table.match, sent=500)
        match = await more.state()  # reading goes on
        wait = next(wait for wait in match.waits if wait.must)
        command = await more.answer_of(match, wait)
        with pytest.raises((Unreachable, Exception)):
            await more.send(wait.seat, command, key="again", patience=1)
        assert await answer(log.client.dbsize()) >= keys - 8  # leases end, nothing is evicted
        await log.client.config_set("maxmemory", 0)
        async with Worker(log, make_broker(server.url), name="w") as worker:
            await worker.ready()
            assert await more.send(wait.seat, command, key="again") == Accepted(numbers[-1] + 1)
    await broker.stop()


async def test_an_unsafe_server_is_refused(server: EmbeddedServer, log: Log) -> None:
    for name, wrong, right in (
        ("appendfsync", "everysec", "always"),
        ("maxmemory-policy", "allkeys-lru", "noeviction"),
    ):
        await log.client.config_set(name, wrong)
        with pytest.raises(UnsafeServer):
            await check(server.url, allow_unsafe=False)
        await log.client.config_set(name, right)
    await check(server.url, allow_unsafe=False)


async def test_the_server_is_restarted_under_everything(server: EmbeddedServer, log: Log) -> None:
    broker = make_broker(server.url)
    async with Worker(log, make_broker(server.url), name="w") as worker, Gateway(log, broker) as gateway:
        await worker.ready()
        table = Players(gateway, log)
        await table.open()
        await table.start()
        numbers = await table.play(3)
        await server.stop()
        await server.start()
        async with asyncio.timeout(40):
            while True:
                try:
                    numbers += await table.play(1)
                    break
                except Exception:  # noqa: BLE001 - until everybody is back; the key of each try is its own
                    await asyncio.sleep(0.2)
    await broker.stop()
    client = connect(server.url)
    assert fold(await (await Log.open(client)).read_match(table.match)).n >= numbers[-1]
    await client.aclose()

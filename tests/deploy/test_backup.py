"""Backup while matches are played, and restoring: everything is there, and play goes on from it."""

from __future__ import annotations

import asyncio
import json
import shutil
import stat
import subprocess
from pathlib import Path

from deploy.backup import restore
from deploy.embedded import EmbeddedServer, check_client, find_program, stop_with_parent
from events.log import Log, connect
from events.match import fold
from projections.rebuild import check
from services.aggregate.envelope import Accepted
from services.aggregate.gateway import Gateway
from services.aggregate.intake import make_broker
from services.aggregate.worker import Worker
from tests.deploy.command import turnpost
from tests.ports import free_ports
from tests.wire.filling import append, catch_up, caught_up, played
from tests.wire.playing import Players


async def test_backed_up_while_it_is_played_and_played_on_after_restoring(
    server: EmbeddedServer, log: Log, tmp_path: Path
) -> None:
    await append(log, played())
    await catch_up(log)
    broker = make_broker(server.url)
    async with Worker(log, make_broker(server.url), name="w") as worker, Gateway(log, broker) as gateway:
        await worker.ready()
        table = Players(gateway, log)
        await table.open()
        await table.start()
        await table.play(5)
        known = [await log.position(partition) for partition in range(log.partitions)]
        over = asyncio.Event()
        playing = asyncio.create_task(_play_on(gateway, log, over))
        code, told, said = await turnpost("backup", str(tmp_path / "copy"), data=tmp_path / "data")
        over.set()
        assert code == 0, said
        assert "commits in 8 partitions" in told
        await playing
    await broker.stop()
    facts = json.loads((tmp_path / "copy" / "backup.json").read_text())
    assert [stat.S_IMODE((tmp_path / name).stat().st_mode) for name in ("copy", "data/redis")] == [0o700, 0o700]
    assert all(promised >= before for promised, before in zip(facts["positions"], known, strict=True))

    code, told, said = await turnpost("restore", str(tmp_path / "copy"), data=tmp_path / "other")
    assert code == 0, said
    async with EmbeddedServer(tmp_path / "other" / "redis") as restored:
        client = connect(restored.url)
        other = await Log.open(client)
        for match in (*(one.id for one in played()), table.match):
            copied, original = await other.read_match(match), await log.read_match(match)
            assert copied == original[: len(copied)]
            assert len(copied) >= (7 if match == table.match else len(original))
        await catch_up(other)  # the readers go on where they stood
        assert await check(other) == {}
        broker = make_broker(restored.url)
        async with Worker(other, make_broker(restored.url), name="w") as worker, Gateway(other, broker) as gateway:
            await worker.ready()
            goes_on = Players(gateway, other, match=table.match, sent=1000)
            n = fold(await other.read_match(table.match)).n
            assert await goes_on.play(3) == [n + 1, n + 2, n + 3]
            match = await goes_on.state()
            wait = next(wait for wait in match.waits if wait.must)
            assert isinstance(await goes_on.send(wait.seat, await goes_on.answer_of(match, wait)), Accepted)
        await broker.stop()
        await catch_up(other)
        await caught_up(other)
        await client.aclose()


async def _play_on(gateway: Gateway, log: Log, over: asyncio.Event) -> None:
    """One match after another."""
    number = 0
    while not over.is_set():
        number += 1
        table = Players(gateway, log, name=f"q{number}-")
        await table.open()
        await table.start()
        while not over.is_set() and await table.play(1):
            pass


async def test_what_is_refused_leaves_everything_as_it_was(server: EmbeddedServer, log: Log, tmp_path: Path) -> None:
    await append(log, played()[:1])
    copy, data = tmp_path / "copy", tmp_path / "data"
    assert (await turnpost("backup", str(copy), data=data))[0] == 0
    code, _, said = await turnpost("backup", str(copy), data=data)
    assert (code, "holds a backup already" in said) == (1, True)
    code, _, said = await turnpost("restore", str(copy), data=data)
    assert (code, "holds a server's data" in said) == (1, True)
    code, _, said = await turnpost("restore", str(tmp_path / "nothing"), data=tmp_path / "new")
    assert (code, "no whole backup" in said) == (1, True)
    code, _, said = await turnpost("restore", str(copy), redis_url="redis://127.0.0.1:1")
    assert (code, "TURNPOST_REDIS_URL" in said) == (1, True)
    dump = copy / "dump.rdb"
    whole = dump.read_bytes()
    dump.write_bytes(whole[:-20] + bytes(20))
    code, _, said = await turnpost("restore", str(copy), data=tmp_path / "new")
    assert (code, "other bytes" in said) == (1, True)
    assert not (tmp_path / "new" / "redis" / "appendonlydir").exists()
    dump.write_bytes(whole)
    facts = json.loads((copy / "backup.json").read_text())
    facts["positions"] = [position + 1 for position in facts["positions"]]
    (copy / "backup.json").write_text(json.dumps(facts))
    code, _, said = await turnpost("restore", str(copy), data=tmp_path / "new")
    assert (code, "commits up to" in said) == (1, True), said
    assert not (tmp_path / "new" / "redis" / "appendonlydir").exists()
    assert "Traceback" not in said


async def test_a_server_of_ones_own_by_tcp_with_a_password_and_its_files_in_another(
    server: EmbeddedServer, log: Log, tmp_path: Path
) -> None:
    match = played()[0]
    await append(log, [match])
    (port,) = free_ports(1)
    await log.client.config_set("port", port)
    await log.client.config_set("requirepass", "open sesame")
    url = f"redis://:open%20sesame@127.0.0.1:{port}/0"
    code, _, said = await turnpost("backup", str(tmp_path / "more"), redis_url=url.replace("sesame", "barley"))
    assert code == 1
    assert "Traceback" not in said
    code, _, said = await turnpost("backup", str(tmp_path / "copy"), redis_url=url)
    assert code == 0, said
    await restore(tmp_path / "copy", tmp_path / "new")
    files = tmp_path / "own" / "appendonlydir"
    shutil.copytree(tmp_path / "new" / "redis" / "appendonlydir", files)
    assert sorted(file.suffix for file in files.iterdir()) == [".aof", ".manifest", ".rdb"]
    socket = tmp_path / "own" / "s"
    words = ("--port", "0", "--unixsocket", str(socket), "--dir", str(tmp_path / "own"), "--appendonly", "yes")
    command = [find_program(), *words, "--appendfsync", "always"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, preexec_fn=stop_with_parent())
    client = connect(f"unix://{socket}")
    try:
        async with asyncio.timeout(20):
            while not socket.exists():
                await asyncio.sleep(0.05)
        await check_client(client, allow_unsafe=False)
        assert await (await Log.open(client)).read_match(match.id) == match.blobs
    finally:
        await client.aclose()
        process.terminate()
        process.wait(20)

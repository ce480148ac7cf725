"""The embedded server: started in its folder, durable, checked, and nobody else's."""

from __future__ import annotations

import asyncio
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from deploy import embedded
from deploy.embedded import EmbeddedServer, ServerError, UnsafeServer, check, find_program, server
from deploy.settings import Settings, SettingsError, read_settings
from events.log import answer, connect


def fake_program(path: Path, text: str) -> Path:
    path.write_text(f"#!/bin/sh\necho '{text}'\n")
    path.chmod(0o755)
    return path


async def test_it_runs_durable_and_unreachable_from_outside(server: EmbeddedServer) -> None:
    client = connect(server.url)
    config = await answer(client.config_get("appendonly", "appendfsync", "save", "maxmemory-policy", "port"))
    await client.aclose()
    assert config == {
        "appendonly": "yes",
        "appendfsync": "always",
        "save": "",
        "maxmemory-policy": "noeviction",
        "port": "0",
    }
    assert stat.S_IMODE(server.socket.stat().st_mode) == 0o700


async def test_what_was_written_survives_a_kill(tmp_path: Path) -> None:
    one = EmbeddedServer(tmp_path)
    await one.start()
    client = connect(one.url)
    await answer(client.set("a", "b"))
    one.kill()
    assert one.pid is None
    await one.start()
    assert await answer(client.get("a")) == b"b"
    await client.aclose()
    await one.stop()
    await one.stop()
    assert not one.socket.exists()


async def test_a_folder_serves_one_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embedded, "LOCK_WAIT", 0.1)
    async with EmbeddedServer(tmp_path) as one:
        with pytest.raises(ServerError, match="in use"):
            await EmbeddedServer(tmp_path).start()
        with pytest.raises(ServerError, match="running already"):
            await one.start()
        assert one.pid is not None


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the parent's end is told by the kernel on Linux only")
async def test_it_ends_with_a_parent_that_was_killed(tmp_path: Path) -> None:
    script = (
        "import asyncio, os, signal, sys, pathlib; from deploy.embedded import EmbeddedServer\n"
        "asyncio.run(EmbeddedServer(pathlib.Path(sys.argv[1])).start())\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    subprocess.run([sys.executable, "-c", script, str(tmp_path)], cwd=Path.cwd(), timeout=20, check=False)
    async with EmbeddedServer(tmp_path) as again:
        assert again.pid is not None


async def test_a_long_path_gets_a_short_socket(tmp_path: Path) -> None:
    folder = tmp_path / ("x" * 120)
    async with EmbeddedServer(folder) as one:
        assert len(os.fsencode(one.socket)) <= 107
        assert stat.S_IMODE(one.socket.parent.stat().st_mode) == 0o700
        await check(one.url, allow_unsafe=False)
    assert not one.socket.parent.exists()


async def test_unsafe_servers_are_refused_with_every_reason(tmp_path: Path) -> None:
    async with EmbeddedServer(tmp_path) as foreign:
        client = connect(foreign.url)
        await answer(client.config_set("appendfsync", "everysec"))
        await answer(client.config_set("maxmemory", "100mb"))
        await answer(client.config_set("maxmemory-policy", "allkeys-lru"))
        with pytest.raises(UnsafeServer, match=r"allkeys-lru.*everysec.*ALLOW_UNSAFE"):
            await check(foreign.url, allow_unsafe=False)
        await check(foreign.url, allow_unsafe=True)
        await answer(client.config_set("appendonly", "no"))
        with pytest.raises(UnsafeServer, match="appendonly is no"):
            await check(foreign.url, allow_unsafe=False)
        await client.aclose()


async def test_a_foreign_server_is_used_and_left_running(tmp_path: Path) -> None:
    async with EmbeddedServer(tmp_path) as foreign:
        async with server(Settings(redis_url=foreign.url, data=tmp_path / "unused")) as url:
            assert url == foreign.url
        assert foreign.pid is not None
        assert not (tmp_path / "unused").exists()


async def test_no_server_where_the_url_points(tmp_path: Path) -> None:
    with pytest.raises(ServerError, match="no usable server"):
        await asyncio.wait_for(check(f"unix://{tmp_path}/nothing", allow_unsafe=True), 20)
    with pytest.raises(ServerError, match="TURNPOST_REDIS_URL"):
        await check("nonsense://x", allow_unsafe=True)


def test_programs_are_tried_in_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert find_program().name == "valkey-server"
    new = fake_program(tmp_path / "redis-server", "Redis server v=7.0.15 sha=0")
    old = fake_program(tmp_path / "old", "Redis server v=6.2.1 sha=0")
    assert find_program(new) == new
    with pytest.raises(ServerError, match=r"TURNPOST_REDIS_BINARY.*7\.0"):
        find_program(old)
    with pytest.raises(ServerError, match="TURNPOST_REDIS_BINARY"):
        find_program(tmp_path / "none")
    monkeypatch.setattr(embedded, "get_binary_path", lambda: old)
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin:/usr/bin")
    assert find_program() == new
    new.unlink()
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ServerError, match="install"):
        find_program()


def test_settings_come_from_the_environment() -> None:
    settings = read_settings({"TURNPOST_PARTITIONS": "64", "TURNPOST_DATA": "/d", "TURNPOST_ALLOW_UNSAFE_SERVER": "1"})
    assert (settings.partitions, settings.data, settings.allow_unsafe_server) == (64, Path("/d"), True)
    assert read_settings({"TURNPOST_TEST_SEED": ""}).test_seed is None
    with pytest.raises(SettingsError, match="TURNPOST_PARTITIONS"):
        read_settings({"TURNPOST_PARTITIONS": "many"})
    with pytest.raises(SettingsError, match="TURNPOST_TEST_SEED"):
        read_settings({"TURNPOST_TEST_SEED": "7", "TURNPOST_REDIS_URL": "redis://x"})

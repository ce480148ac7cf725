"""Every command line of compose and systemd, run as it stands there against a real server: ready, then a clean end.

Images cannot be built everywhere. What is put in place of the files' own: the program's path, the server's address,
a free loopback port.
"""

from __future__ import annotations

import asyncio
import re
import shlex
import shutil
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import yaml

from deploy.embedded import EmbeddedServer, check_client, find_program, stop_with_parent
from deploy.settings import Settings, read_settings
from events.connect import connect, is_cluster
from events.log import Log
from services.web.bodies import MOST_BYTES
from services.web.live import SILENCE
from tests.deploy.command import ROOT, environment, start
from tests.ports import free_ports

DEPLOY = ROOT / "deploy"
SYSTEMD = DEPLOY / "systemd"
READY = {"worker": "worker_ready", "project": "projecting", "notices": "notices_ready", "web": "door_open"}


def compose(name: str = "compose.yaml") -> dict[str, Any]:
    return yaml.safe_load((DEPLOY / name).read_text(encoding="utf-8"))  # type: ignore[no-any-return]


def unit(path: Path) -> dict[str, str]:
    """The last value of each setting of a unit."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return dict(line.split("=", 1) for line in lines if "=" in line and not line.startswith("#"))


def commands() -> Iterator[Any]:
    for name, service in compose()["services"].items():
        if name != "server":
            yield pytest.param(service["command"], {}, id=f"compose-{name}")
    for path in sorted(SYSTEMD.glob("turnpost-*.service")):
        program, *words = shlex.split(unit(path)["ExecStart"])
        if Path(program).name == "turnpost":
            own = unit(path).get("Environment", "")
            given = dict([own.replace("%H", "host").replace("%i", "1").split("=", 1)]) if own else {}
            yield pytest.param(words, given, id=f"systemd-{path.stem}")


@pytest.mark.parametrize(("words", "given"), list(commands()))
async def test_it_becomes_ready_and_ends_when_told(
    server: EmbeddedServer, log: Log, words: list[str], given: dict[str, str]
) -> None:
    (port,) = free_ports(1)
    words = [{"0.0.0.0": "127.0.0.1", "8080": str(port)}.get(word, word) for word in words]
    settings = {name.removeprefix("TURNPOST_").lower(): value for name, value in given.items()}
    process = await start(*words, redis_url=server.url, **settings)
    assert process.stderr is not None
    said = b""
    async with asyncio.timeout(60):
        while READY[words[0]].encode() not in said:
            line = await process.stderr.readline()
            assert line, said.decode()
            said += line
        if words[0] == "web":
            async with httpx.AsyncClient(trust_env=False, base_url=f"http://127.0.0.1:{port}") as client:
                assert (await client.get("/readyz")).status_code == 200
    process.send_signal(signal.SIGTERM)
    _, rest = await asyncio.wait_for(process.communicate(), 15)
    assert process.returncode == 0, (said + rest).decode()
    assert b"Traceback" not in said + rest


def test_each_process_has_a_unit_and_a_service() -> None:
    ours = {service["command"][0] for name, service in compose()["services"].items() if name != "server"}
    units = {shlex.split(unit(path)["ExecStart"])[1] for path in SYSTEMD.glob("turnpost-[!s]*.service")}
    assert ours == units == set(READY)
    wanted = unit(SYSTEMD / "turnpost.target")["Wants"].split()
    names = {re.sub(r"@\d+", "@", name) for name in wanted}
    assert names == {path.name for path in SYSTEMD.glob("turnpost-[!s]*.service")}


def test_units_are_started_again_however_often_they_end_and_nobody_else_reads_their_folders() -> None:
    for path in SYSTEMD.glob("turnpost-*.service"):
        told = unit(path)
        assert (told["Restart"], told["StartLimitIntervalSec"]) == ("always", "0")
        assert told["StateDirectoryMode"] == "0700"


def test_nodes_that_come_back_with_other_addresses_are_introduced_again() -> None:
    server = compose("compose.cluster.yaml")["services"]["server"]
    program = server["command"][-1].replace("$$", "$")
    assert server["init"]  # so that the shell ends when it is told to
    assert "cluster meet $at 6379" in program
    subprocess.run(["sh", "-n", "-c", program], check=True)


@pytest.mark.parametrize("source", ["compose", "cluster", "systemd"])
async def test_the_server_as_it_is_set_up_passes_our_check(source: str, tmp_path: Path) -> None:
    socket = tmp_path / "s"
    if source == "systemd":
        text = (SYSTEMD / "valkey.conf").read_text(encoding="utf-8")
        text = text.replace("/run/turnpost-server/server.sock", str(socket))
        (tmp_path / "valkey.conf").write_text(text.replace("/var/lib/turnpost-server", str(tmp_path)))
        words = [str(tmp_path / "valkey.conf")]
        assert unit(SYSTEMD / "turnpost-server.service")["ExecStart"].endswith("/valkey.conf")
    else:
        name, service = ("compose.yaml", "server") if source == "compose" else ("compose.cluster.yaml", "node1")
        program, *words = compose(name)["services"][service]["command"]
        assert program == "valkey-server"
        (port,) = free_ports(1)
        local = ["--port", str(port), "--bind", "127.0.0.1"] if source == "cluster" else ["--port", "0"]
        words = [*words, *local, "--unixsocket", str(socket), "--dir", str(tmp_path)]
    process = subprocess.Popen([find_program(), *words], stdout=subprocess.DEVNULL, preexec_fn=stop_with_parent())
    client = connect(f"unix://{socket}")
    try:
        async with asyncio.timeout(20):
            while not socket.exists():
                assert process.poll() is None, "the server ended at once"
                await asyncio.sleep(0.05)
        await check_client(client, allow_unsafe=False)
        assert (await client.config_get("save"))["save"] == ""
        assert int((await client.info("cluster"))["cluster_enabled"]) == (source == "cluster")
    finally:
        await client.aclose()
        process.terminate()
        process.wait(20)
    assert process.returncode == 0


def test_settings_of_compose_and_systemd_are_settings_of_ours() -> None:
    for document in (compose(), compose("compose.cluster.yaml")):
        for service in document["services"].values():
            given = service.get("environment", {})
            settings = read_settings(given)
            assert set(given) <= {f"TURNPOST_{name.upper()}" for name in Settings.__struct_fields__}
            if "TURNPOST_PARTITIONS" in given:
                assert (settings.partitions, settings.wait_replicas) == (64, 1)
                assert is_cluster(settings.redis_url or "")
    lines = (SYSTEMD / "turnpost.env").read_text(encoding="utf-8").splitlines()
    given = dict(line.lstrip("#").split("=", 1) for line in lines if re.match(r"#?TURNPOST_", line))
    assert set(given) <= {f"TURNPOST_{name.upper()}" for name in Settings.__struct_fields__}
    assert read_settings(given).public_url == "https://play.example.org"


def test_every_image_of_the_cluster_profile_overrides_the_address() -> None:
    plain, cluster = compose()["services"], compose("compose.cluster.yaml")["services"]
    assert {name for name in plain if name != "server"} <= set(cluster)


def test_proxies_let_live_updates_through() -> None:
    nginx = (DEPLOY / "proxy" / "nginx.conf").read_text(encoding="utf-8")
    caddy = (DEPLOY / "proxy" / "Caddyfile").read_text(encoding="utf-8")
    live = re.findall(r"\^/matches/\S+\$", nginx + caddy)
    assert len(live) == 2
    for pattern in live:
        assert re.match(pattern, "/matches/abcdefghijk27/live")
        assert not re.match(pattern, "/matches/abcdefghijk27/page")
    assert "proxy_buffering off" in nginx
    assert "listen 443 ssl http2;" in nginx  # "http2 on" is unknown before 1.25.1
    assert "flush_interval -1" in caddy
    assert SILENCE < 30
    assert MOST_BYTES <= 128 * 1000
    assert nginx.count("{") == nginx.count("}")


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze is not here")
def test_systemd_takes_the_units(tmp_path: Path) -> None:
    for path in SYSTEMD.glob("turnpost*"):
        text = path.read_text(encoding="utf-8")
        (tmp_path / path.name).write_text(re.sub(r"ExecStart=\S+", "ExecStart=/bin/true", text), encoding="utf-8")
    units = [str(tmp_path / path.name) for path in SYSTEMD.glob("turnpost*") if path.suffix in (".service", ".target")]
    found = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", *units], capture_output=True, text=True, timeout=60, check=False
    )
    ours = [line for line in found.stderr.splitlines() if "turnpost" in line]
    assert not ours, found.stderr


def test_the_image_holds_what_the_program_needs() -> None:
    text = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
    copied = {word for line in text.splitlines() if line.startswith("COPY ") for word in line.split()[1:-1]}
    assert {
        "events",
        "services",
        "projections",
        "deploy",
        "pyproject.toml",
        "uv.lock",
        "README.md",
        "LICENSE",
    } <= copied
    assert 'ENTRYPOINT ["turnpost"]' in text
    assert "uv==0.13.9" in text
    assert "uv==0.13.9" in (ROOT / "Makefile").read_text(encoding="utf-8")
    assert environment()["TURNPOST_EXTRA_GAMES"]

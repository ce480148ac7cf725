"""`turnpost up` as a process: it starts, answers, mends its children, stops cleanly and finds its matches again."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from deploy.embedded import stop_with_parent

TURNPOST = (sys.executable, "-m", "deploy")
ROOT = Path(__file__).parents[2]


def environment(**more: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("TURNPOST_")}
    return {**kept, "TURNPOST_EXTRA_GAMES": "tests.laws.gauntlet", "PYTHONPATH": str(ROOT), **more}


class Up:
    """A running `turnpost up`."""

    def __init__(self, folder: Path, errors: Path, *words: str, **more: str) -> None:
        self.errors = errors
        with errors.open("w") as told:
            self.process = subprocess.Popen(
                [*TURNPOST, "up", "--port", "0", "--data", str(folder), *words],
                stdout=subprocess.PIPE,
                stderr=told,
                text=True,
                env=environment(**more),
                start_new_session=True,
                preexec_fn=stop_with_parent(),
            )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:\d+", line)
        assert found is not None, (line, errors.read_text())
        self.http = httpx.Client(base_url=found[0], trust_env=False, timeout=20)

    def events(self, name: str) -> list[dict[str, object]]:
        lines = [json.loads(line) for line in self.errors.read_text().splitlines() if line.startswith("{")]
        return [line for line in lines if line.get("event") == name]

    def stop(self, number: int = signal.SIGTERM) -> int:
        self.process.send_signal(number)
        code = self.process.wait(40)
        self.close()
        return code

    def close(self) -> None:
        self.http.close()
        assert self.process.stdout is not None
        self.process.stdout.close()


@contextmanager
def up(folder: Path, errors: Path, **more: str) -> Iterator[Up]:
    running = Up(folder, errors, **more)
    try:
        yield running
    finally:
        if running.process.poll() is None:
            running.stop()
        running.close()


def children(running: Up) -> dict[str, int]:
    """The child processes by what they do."""
    command = ["ps", "-ww", "-o", "pid=,args=", "--ppid", str(running.process.pid)]
    listed = subprocess.run(command, capture_output=True, text=True, check=True)
    found = {"server": int(str(running.events("server_started")[-1]["pid"]))}
    for line in listed.stdout.splitlines():
        pid, _, words = line.strip().partition(" ")
        for name in ("worker", "project", "web"):
            if f"-m deploy {name}" in words:
                found[name] = int(pid)
    return found


def send(http: httpx.Client, token: str, path: str, body: object, key: str) -> httpx.Response:
    headers = {"Authorization": f"Bearer {token}", "Idempotency-Key": key}
    end = time.monotonic() + 40
    while True:
        try:
            told = http.post(path, json=body, headers=headers)
        except httpx.TransportError:
            assert time.monotonic() < end
        else:
            if told.status_code not in (202, 503):
                return told
            assert time.monotonic() < end, told.text
        time.sleep(0.1)


def gone(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


def test_its_whole_life(tmp_path: Path) -> None:
    folder, errors = tmp_path / "var", tmp_path / "errors"
    with up(folder, errors) as one:
        made = one.http.post("/players", json={"name": "Ada"}).json()
        opened = send(one.http, made["token"], "/matches", {"game": "planet", "invite": False}, "open").json()
        path = f"/matches/{opened['match']}"
        assert send(one.http, made["token"], f"{path}/join", {}, "join").status_code == 200
        pids = children(one)
        assert set(pids) == {"server", "worker", "project", "web"}
        with one.http.stream("GET", f"{path}/live") as stream:
            assert stream.status_code == 200
            begun = time.monotonic()
            one.process.send_signal(signal.SIGINT)
            assert one.process.wait(40) == 0
            assert time.monotonic() - begun < 30
        assert all(map(gone, pids.values()))
        assert "Traceback" not in errors.read_text()
    with up(folder, errors) as two:
        told = two.http.get(path).json()
        assert (told["n"], told["seats"][0]["player"]) == (2, made["id"])
        assert send(two.http, made["token"], f"{path}/join", {}, "join").json()["commit"] == 2
        listed = two.http.get("/matches?mine=1", headers={"Authorization": f"Bearer {made['token']}"}).json()
        assert [one["match"] for one in listed] == [opened["match"]]
        assert two.stop() == 0


def test_children_that_die_are_started_again(tmp_path: Path) -> None:
    folder, errors = tmp_path / "var", tmp_path / "errors"
    with up(folder, errors) as one:
        made = one.http.post("/players", json={"name": "Ada"}).json()
        before = children(one)
        for name in ("worker", "project", "web", "server"):
            os.kill(before[name], signal.SIGKILL)
        told = send(one.http, made["token"], "/matches", {"game": "planet"}, "k")
        assert told.status_code == 200, told.text
        after = children(one)
        assert set(after) == set(before)
        assert not set(after.values()) & set(before.values())
        assert {str(event["process"]) for event in one.events("process_ended")} >= {"worker", "web"}
        assert one.stop() == 0


def test_a_killed_parent_leaves_nobody_behind(tmp_path: Path) -> None:
    running = Up(tmp_path / "var", tmp_path / "errors")
    pids = children(running)
    running.stop(signal.SIGKILL)
    end = time.monotonic() + 20
    while not all(map(gone, pids.values())):
        assert time.monotonic() < end, pids
        time.sleep(0.1)


@pytest.mark.parametrize(
    ("words", "more", "said"),
    [
        ((), {"TURNPOST_PARTITIONS": "many"}, "TURNPOST_PARTITIONS"),
        ((), {"TURNPOST_REDIS_URL": "redis://127.0.0.1:1"}, "TURNPOST_REDIS_URL"),
        (("--host", "203.0.113.7"), {}, "turnpost: 203.0.113.7:0: "),
    ],
)
def test_what_cannot_start(tmp_path: Path, words: tuple[str, ...], more: dict[str, str], said: str) -> None:
    told = subprocess.run(
        [*TURNPOST, "up", "--port", "0", "--data", str(tmp_path), *words],
        capture_output=True,
        text=True,
        timeout=40,
        env=environment(**more),
        check=False,
    )
    assert told.returncode == 1
    assert said in told.stderr + told.stdout
    assert "Traceback" not in told.stderr


def test_a_port_that_is_taken(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        command = [*TURNPOST, "up", "--port", str(taken.getsockname()[1]), "--data", str(tmp_path)]
        told = subprocess.run(command, capture_output=True, text=True, timeout=40, env=environment(), check=False)
    assert told.returncode == 1
    port = command[command.index("--port") + 1]
    assert f"turnpost: 127.0.0.1:{port}: Address already in use; choose another port with --port" in told.stderr


@pytest.mark.parametrize("words", [("up", "--port", "0"), ("web", "--port", "0"), ("worker",)])
def test_a_data_folder_that_cannot_be(tmp_path: Path, words: tuple[str, ...]) -> None:
    (tmp_path / "file").touch()
    command = [*TURNPOST, *words, "--data", str(tmp_path / "file" / "var")]
    told = subprocess.run(command, capture_output=True, text=True, timeout=40, env=environment(), check=False)
    assert told.returncode == 1
    assert f"turnpost: {tmp_path / 'file'}" in told.stderr
    assert "Traceback" not in told.stderr


def test_a_worker_without_a_name(tmp_path: Path) -> None:
    command = [*TURNPOST, "worker", "--name", "", "--data", str(tmp_path)]
    told = subprocess.run(command, capture_output=True, text=True, timeout=40, env=environment(), check=False)
    assert (told.returncode, "--name" in told.stderr) == (1, True)


def test_a_port_that_cannot_be(tmp_path: Path) -> None:
    command = [*TURNPOST, "up", "--port", "99999", "--data", str(tmp_path)]
    told = subprocess.run(command, capture_output=True, text=True, timeout=40, env=environment(), check=False)
    assert told.returncode != 0
    assert "65535" in told.stderr + told.stdout


@pytest.mark.parametrize("words", [(), ("up",), ("web",), ("worker",), ("play",)])
def test_help_that_helps(words: tuple[str, ...]) -> None:
    told = subprocess.run([*TURNPOST, *words, "--help"], capture_output=True, text=True, timeout=30, check=True)
    assert "Usage: turnpost" in told.stdout
    assert told.stdout.count("\n") > 5

"""A run of the tests that is killed leaves nobody behind: no process of the program, no network."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from deploy.embedded import stop_with_parent
from tests.play.test_up import ROOT, environment, gone
from tests.wire.cluster import Networks, sweep

RUN = """
import sys, time
from pathlib import Path
from tests.play.test_up import Up, children
folder = Path(sys.argv[1])
running = Up(folder / "var", folder / "errors")
print(running.process.pid, *children(running).values(), flush=True)
time.sleep(60)
"""


@pytest.mark.skipif(stop_with_parent() is None, reason="only Linux tells a child that its parent has ended")
def test_processes_end_with_the_run(tmp_path: Path) -> None:
    run = subprocess.Popen(
        [sys.executable, "-c", RUN, str(tmp_path)],
        cwd=ROOT,
        env=environment(),
        stdout=subprocess.PIPE,
        text=True,
        preexec_fn=stop_with_parent(),
    )
    assert run.stdout is not None
    pids = [int(pid) for pid in run.stdout.readline().split()]
    assert len(pids) == 5
    run.send_signal(signal.SIGKILL)
    run.wait()
    run.stdout.close()
    end = time.monotonic() + 30
    while not all(map(gone, pids)):
        assert time.monotonic() < end, pids
        time.sleep(0.1)


def test_networks_of_killed_runs_are_taken_away() -> None:
    if not Networks.allowed():
        pytest.skip("networks cannot be made here")
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    left, own = f"turnpost-{ended.pid}-a", f"turnpost-{os.getpid()}-b"
    for name in (left, own):
        subprocess.run(["ip", "netns", "add", name], check=True)
    try:
        sweep()
        assert [Path("/run/netns", name).exists() for name in (left, own)] == [False, True]
    finally:
        for name in (left, own):
            subprocess.run(["ip", "netns", "del", name], capture_output=True)

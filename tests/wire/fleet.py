"""Processes of a deployment, by name: killed, frozen past their lease and thawed, each by its own id."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from deploy.embedded import stop_with_parent

ROOT = Path(__file__).parents[2]


@dataclass
class Fleet:
    """Workers (`worker-1` ...) and projection workers (`projections-1` ...). A context manager: none outlives it.

    `inside` is what to put before a command line, to run it in a network of its own.
    """

    url: str
    folder: Path
    settings: dict[str, str] = field(default_factory=dict)
    running: dict[str, subprocess.Popen[bytes]] = field(default_factory=dict)
    frozen: set[str] = field(default_factory=set)
    faults: Counter[str] = field(default_factory=Counter)

    def __enter__(self) -> Fleet:
        self.folder.mkdir(parents=True, exist_ok=True)
        return self

    def __exit__(self, *_: object) -> None:
        for process in self.running.values():
            process.kill()
            process.wait()

    def start(self, name: str, inside: Sequence[str] = (), arguments: Sequence[str] = ()) -> None:
        kind = name.partition("-")[0]
        module = ["tests.wire.process", kind, self.url, name] if not arguments else list(arguments)
        with self.words(name).open("ab") as words:
            self.running[name] = subprocess.Popen(
                [*inside, sys.executable, "-m", *module],
                cwd=ROOT,
                stdout=words,
                stderr=words,
                env={**os.environ, **self.settings},
                preexec_fn=stop_with_parent(),
            )

    def words(self, name: str) -> Path:
        """What the process says."""
        return self.folder / f"{name}.log"

    def alive(self) -> None:
        """Fails with its words when a process has ended by itself."""
        for name, process in self.running.items():
            assert process.poll() is None, f"{name} ended by itself: {self.words(name).read_text()[-4000:]}"

    async def kill(self, name: str, pause: float) -> None:
        """SIGKILL, and started anew."""
        self.alive()
        self.faults[f"kill {name.partition('-')[0]}"] += 1
        self.running[name].kill()
        self.running[name].wait()
        await asyncio.sleep(pause)
        self.start(name)

    async def freeze(self, name: str, seconds: float) -> None:
        """SIGSTOP for so long."""
        self.alive()
        self.faults[f"freeze {name.partition('-')[0]}"] += 1
        self.frozen.add(name)
        self.running[name].send_signal(signal.SIGSTOP)
        try:
            await asyncio.sleep(seconds)
        finally:
            self.running[name].send_signal(signal.SIGCONT)
            self.frozen.discard(name)

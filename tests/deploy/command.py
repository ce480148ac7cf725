"""Commands of the program as processes."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

from deploy.embedded import stop_with_parent

ROOT = Path(__file__).parents[2]


def environment(data: Path | None = None, **settings: str) -> dict[str, str]:
    """This environment without settings of ours, and these."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("TURNPOST_")}
    given = {f"TURNPOST_{name.upper()}": value for name, value in settings.items()}
    folder = {} if data is None else {"TURNPOST_DATA": str(data)}
    return {**kept, "TURNPOST_EXTRA_GAMES": "tests.laws.gauntlet", **folder, **given}


async def start(*words: str, data: Path | None = None, **settings: str) -> asyncio.subprocess.Process:
    """A command that is running; it ends with whoever runs the tests, whatever ends them."""
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "deploy",
        *words,
        cwd=ROOT,
        env=environment(data, **settings),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        preexec_fn=stop_with_parent(),
    )


async def turnpost(*words: str, data: Path | None = None, **settings: str) -> tuple[int, str, str]:
    """Return code, stdout and stderr of a command."""
    process = await start(*words, data=data, **settings)
    told, said = await asyncio.wait_for(process.communicate(), 60)
    assert process.returncode is not None
    return process.returncode, told.decode(), said.decode()

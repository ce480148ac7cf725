"""`turnpost project` and `turnpost rebuild`: the read models kept up to date, and built anew."""

from __future__ import annotations

import asyncio
import sys
import time
from typing import Annotated

import structlog
import uvloop
from cyclopts import Parameter
from cyclopts.validators import Number
from redis.exceptions import RedisError

from deploy import logs
from deploy.cli.data import Data, on_the_log, settings_over
from deploy.cli.told import wrong
from deploy.embedded import ServerError
from deploy.measures import observed
from deploy.reach import reach
from deploy.settings import Settings, SettingsError
from deploy.stopping import until_told
from events.log import Log, NoDeployment
from projections.kinds import CODE
from projections.rebuild import SAMPLES, Progress, Rebuilding, Rebuilt
from projections.rebuild import rebuild as build_anew
from projections.worker import Worker

PAUSE = 0.2

logger = structlog.get_logger(__name__)


def project(*, data: Data = None) -> None:
    """Keep score sheets, timelines, inboxes and leaderboards up to date with the log, until stopped (a process).

    The server is the one of TURNPOST_REDIS_URL, else the embedded one of the data folder; it is waited for.
    """
    logs.configure()
    try:
        settings = settings_over(data)
        with observed(settings, "project"):
            uvloop.run(_project(settings))
    except (SettingsError, OSError) as error:
        sys.exit(f"turnpost project: {error}")


async def _project(settings: Settings) -> None:
    await until_told(_keep_projecting(settings))
    logger.info("stopped")


async def _keep_projecting(settings: Settings) -> None:
    said = ""
    while True:
        try:
            async with reach(settings, start=False) as log:
                logger.info("projecting", partitions=log.partitions)
                await Worker(log).run()
        except (NoDeployment, ServerError, RedisError, OSError) as error:
            if str(error) != said:
                logger.info("waiting", why=str(error))
            said = str(error)
            await asyncio.sleep(PAUSE)


def rebuild(
    name: Annotated[str, Parameter(help=f"The read model: {', '.join(CODE)}.")],
    *,
    accept: Annotated[bool, Parameter(help="Switch even where something differs from what is read now.")] = False,
    samples: Annotated[
        int, Parameter(help="How many names of each partition are compared; 0 for all.", validator=Number(gte=0))
    ] = SAMPLES,
    data: Data = None,
) -> None:
    """Build a read model anew beside the one that is read, compare the two, and switch to the new one.

    Nobody need be stopped; what is read stays readable. Ends with 1, and leaves everything as it was, where the two
    differ.
    """
    if name not in CODE:
        sys.exit(wrong("rebuild", f"there is no read model {name!r}, only {', '.join(CODE)}"))

    async def work(log: Log) -> Rebuilt:
        return await build_anew(log, name, accept=accept, samples=samples or None, tell=Shown(name))

    done = on_the_log("rebuild", work, data, Rebuilding)
    print(
        f"{done.name} v{done.new}: {done.entries} read, {done.compared} compared with v{done.old}, "
        f"{len(done.differences)} differ; {'now read' if done.switched else 'dropped'}"
    )
    for line in done.differences[:20]:
        print(f"  differs: {line}")
    sys.exit(0 if done.switched else 1)


class Shown:
    """Progress on stderr: a line that changes on a terminal, elsewhere one now and then."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._last = ("", -1, 0.0)

    def __call__(self, at: Progress) -> None:
        """Show how far it is."""
        share = 100 if not at.of else 100 * at.done // at.of
        step, shown, when = self._last
        terminal = sys.stderr.isatty()
        now = time.monotonic()
        if (at.step, share) == (step, shown) or (at.step == step and share < 100 and now - when < PAUSE):
            return
        self._last = (at.step, share, now)
        what = "commits read" if at.step == "read" else "partitions compared"
        line = f"{self._name}: {at.done} of {at.of} {what} ({share} %)"
        print(
            f"\r{line}" if terminal else line, end="" if terminal and share < 100 else "\n", file=sys.stderr, flush=True
        )

"""`turnpost bench`: speed, side by side with others in one run."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
import tempfile
from collections.abc import Awaitable, Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import msgspec
from redis.asyncio import Redis
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from deploy import logs
from deploy.embedded import EmbeddedServer, ServerError
from events.connect import connect_server as connect
from events.log import Log

RATIOS = {
    "commit_vs_bare_xadd": "read, commit and acknowledge 100 commands; commits/s, peer: the bare XADDs alone",
    "intake_vs_bare_group": "commands through FastStream, decoded; commands/s, peer: bare XREADGROUP, one ack each 100",
    "fold_vs_eventsourcing": "read and fold a match of 501 events; matches/s, peer: eventsourcing, in memory",
    "projection_vs_eventsourcing": "catch up with events by match; events/s, peer: eventsourcing, in memory",
}
STEPS_A_RATIO = 8
STEPS_A_FIGURE = 4


def bench(*, json: bool = False, figures: bool = True) -> int:
    """Measure ratios and figures on a server of its own, fsync before every answer; takes two to four minutes.

    Ratios are medians of interleaved rounds, above 1 where ours is faster. Figures drift with the machine and are
    for comparing within one run only.

    Parameters
    ----------
    json
        Print one JSON document on the last line; everything else goes to stderr.
    figures
        Measure the plain figures too: a whole deployment over HTTP, with few and with many stored matches.
    """
    if find_spec("eventsourcing") is None:
        sys.exit("turnpost: the peers are not installed; `make setup` installs them (dependency group `bench`)")
    os.environ["TURNPOST_EXTRA_GAMES"] = "deploy.bench.ledger"
    logs.configure(logging.WARNING)
    console = Console(stderr=True)
    columns = TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn()
    with Progress(*columns, console=console, transient=True) as progress:
        total = STEPS_A_RATIO * len(RATIOS) + (2 * STEPS_A_FIGURE if figures else 0)
        task = progress.add_task("bench", total=total)

        def step() -> None:
            progress.advance(task)

        try:
            document = asyncio.run(_measure(step, lambda text: progress.update(task, description=text), figures))
        except ServerError as error:
            sys.exit(f"turnpost: {error}")
    _show(document, console if json else Console())
    if json:
        print(msgspec.json.encode(document).decode(), flush=True)
    return 0


async def _measure(step: Callable[[], None], say: Callable[[str], None], figures: bool) -> dict[str, Any]:
    from deploy.bench import ratios  # they import the peers, which only the group `bench` brings
    from deploy.bench.figures import FEW, MANY, measure
    from deploy.bench.rounds import Compared

    runs: dict[str, Callable[[Log, Redis, str], Awaitable[Compared]]] = {
        "commit_vs_bare_xadd": lambda log, client, _: ratios.commit_vs_bare_xadd(log, client, step),
        "intake_vs_bare_group": lambda log, client, url: ratios.intake_vs_bare_group(log, client, url, step),
        "fold_vs_eventsourcing": lambda log, *_: ratios.fold_vs_eventsourcing(log, step),
        "projection_vs_eventsourcing": lambda log, *_: ratios.projection_vs_eventsourcing(log, step),
    }
    found: dict[str, Any] = {}
    plain: dict[str, Any] = {}
    with tempfile.TemporaryDirectory(prefix="turnpost-") as folder:
        for name, run in runs.items():
            say(name)
            async with EmbeddedServer(Path(folder) / name) as server:  # what one leaves behind is not in the next's way
                client = connect(server.url)
                compared = await run(await Log.create(client, 8), client, server.url)
                await client.aclose()
            found[name] = round(compared.ratio, 2)
            plain[name] = {"ours_per_s": round(compared.ours), "theirs_per_s": round(compared.theirs)}
        if figures:
            for matches in (FEW, MANY):
                say(f"{matches} stored matches")
                plain[f"http_{matches}_matches"] = msgspec.to_builtins(
                    await measure(Path(folder) / f"http{matches}", matches, step)
                )
    return {"ratios": found, "figures": plain}


def _show(document: dict[str, Any], console: Console) -> None:
    table = Table(box=None, header_style="bold")
    for heading in ("ratio", "", "ours/s", "peer/s", "what"):
        table.add_column(heading, justify="left" if heading in ("ratio", "what") else "right")
    for name, ratio in document["ratios"].items():
        rates = document["figures"][name]
        table.add_row(name, f"{ratio:.2f}", f"{rates['ours_per_s']:,}", f"{rates['theirs_per_s']:,}", RATIOS[name])
    console.print(table)
    for name, figure in document["figures"].items():
        if not name.startswith("http_"):
            continue
        console.print(f"\n{figure['stored_matches']:,} stored matches, over HTTP, fsync before every answer")
        for who, key in (("1 client", "one_client"), ("32 clients", "many_clients")):
            latency = figure[key]
            console.print(
                f"  {who:<11}{latency['commands_per_s']:>8.0f} commands/s"
                f"   p50 {latency['p50_ms']:.2f} ms   p99 {latency['p99_ms']:.2f} ms"
            )
        memory = ", ".join(f"{name} {size:.0f}" for name, size in figure["rss_mb"].items())
        console.print(f"  {figure['server_bytes_per_commit']:.0f} bytes a commit in the server; resident MB: {memory}")

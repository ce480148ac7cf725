"""Where a process's metrics are to be had: on a port of its own, in a file, or both. The web door shows its own."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

from prometheus_client import REGISTRY, start_http_server, write_to_textfile

from deploy.settings import PREFIX, Settings, SettingsError
from deploy.traces import tracing

EVERY: Final = 10.0


@contextmanager
def observed(settings: Settings, service: str) -> Iterator[None]:
    """Measure and trace a process while the block runs, as its settings say. Raises SettingsError, OSError."""
    with ExitStack() as stack:
        stack.enter_context(tracing(settings, service))
        if settings.metrics_port and service != "web":
            stack.enter_context(_served(settings.metrics_host, settings.metrics_port))
        if settings.metrics_dir is not None:
            stack.enter_context(_written(settings.metrics_dir / f"turnpost-{service}-{settings.worker}.prom"))
        yield


@contextmanager
def _served(host: str, port: int) -> Iterator[None]:
    """Show the metrics at an address. Raises SettingsError, which names it, if it cannot be had."""
    try:
        server, thread = start_http_server(port, host)
    except OSError as error:
        where = f"{PREFIX}METRICS_HOST, {PREFIX}METRICS_PORT: no metrics can be shown at {host}:{port}"
        raise SettingsError(f"{where}: {error.strerror or error}") from error
    with ExitStack() as stack:
        stack.callback(thread.join, 1.0)
        stack.callback(server.server_close)
        stack.callback(server.shutdown)
        yield


@contextmanager
def _written(file: Path) -> Iterator[None]:
    """Write the metrics every few seconds, and once more at the end; each time whole or not at all."""
    file.parent.mkdir(parents=True, exist_ok=True)
    over = threading.Event()

    def keep_writing() -> None:
        while True:
            done = over.wait(EVERY)
            write_to_textfile(str(file), REGISTRY)
            if done:
                return

    write_to_textfile(str(file), REGISTRY)
    thread = threading.Thread(target=keep_writing, name="metrics", daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join(EVERY)

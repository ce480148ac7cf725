"""Metrics on a port and in a file, traces at a collector, and none of it without its setting."""

from __future__ import annotations

import importlib
import re
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import httpx
import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from prometheus_client import REGISTRY

from deploy.measures import observed
from deploy.settings import Settings
from events.traces import span, traced
from projections import metrics
from tests.deploy.command import turnpost

ROOT = Path(__file__).parents[2]
PARTS = ("services", "projections", "deploy", "events")


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@contextmanager
def collector() -> Iterator[tuple[str, list[ExportTraceServiceRequest]]]:
    """Something that takes traces by OTLP over HTTP."""
    taken: list[ExportTraceServiceRequest] = []

    class Taking(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            taken.append(ExportTraceServiceRequest.FromString(body))
            self.send_response(200)
            self.send_header("content-type", "application/x-protobuf")
            self.send_header("content-length", "0")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Nothing."""

    server = HTTPServer(("127.0.0.1", 0), Taking)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/v1/traces", taken
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def test_metrics_on_a_port_and_in_a_file(tmp_path: Path) -> None:
    port = free_port()
    settings = Settings(metrics_port=port, metrics_dir=tmp_path / "measures", worker="w1")
    metrics.lag.labels("sheets", 3).set(7)
    wanted = 'turnpost_projection_lag{partition="3",projection="sheets"}'
    with observed(settings, "project"):
        assert f"{wanted} 7.0" in httpx.get(f"http://127.0.0.1:{port}/metrics", trust_env=False).text
        metrics.lag.labels("sheets", 3).set(8)
    with pytest.raises(httpx.ConnectError):
        httpx.get(f"http://127.0.0.1:{port}/metrics", trust_env=False)
    (file,) = (tmp_path / "measures").iterdir()
    assert file.name == "turnpost-project-w1.prom"
    assert f"{wanted} 8.0" in file.read_text()


@pytest.mark.parametrize("command", ["worker", "project", "notices"])
async def test_a_port_that_is_taken_is_named_in_one_line(tmp_path: Path, command: str) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        code, _, said = await turnpost(command, data=tmp_path, metrics_port=str(port))
    assert code == 1
    (line,) = said.splitlines()
    assert line.startswith("turnpost")
    assert f"TURNPOST_METRICS_PORT: no metrics can be shown at 127.0.0.1:{port}: Address already in use" in line


def test_traces_go_to_the_collector() -> None:
    with collector() as (url, taken), observed(Settings(traces_url=url, worker="w1"), "worker"):
        assert traced()
        with span("send", kind="producer", match="m") as sent:
            carried = sent.carried
        with pytest.raises(ValueError, match="hidden"), span("decide", parent=carried):
            raise ValueError("hidden")
    assert not traced()
    (resource,) = [resource for request in taken for resource in request.resource_spans]
    names = {one.key: one.value.string_value for one in resource.resource.attributes}
    assert names["service.name"] == "turnpost-worker"
    sent_span, decided = resource.scope_spans[0].spans
    assert decided.parent_span_id == sent_span.span_id
    assert decided.trace_id == sent_span.trace_id
    assert b"hidden" not in decided.SerializeToString()
    assert decided.status.message == "ValueError"


def test_nothing_is_loaded_or_begun_without_a_setting() -> None:
    script = (
        "import sys; from deploy.measures import observed; from deploy.settings import Settings\n"
        "import services.aggregate.worker, projections.worker, services.web.app\n"
        "with observed(Settings(), 'worker'): pass\n"
        "assert not [name for name in sys.modules if name.startswith('opentelemetry.exporter')]\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True, timeout=60)


def test_the_readme_lists_every_metric_there_is_and_no_other() -> None:
    found = (path.relative_to(ROOT).with_suffix("") for part in PARTS for path in (ROOT / part).rglob("metrics.py"))
    for module in found:
        importlib.import_module(".".join(module.parts))
    code = {
        f"{metric.name}_total" if metric.type == "counter" else metric.name
        for metric in REGISTRY.collect()
        if metric.name.startswith("turnpost_")
    }
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    rows = [line.split("|")[1] for line in readme.splitlines() if line.startswith("| `turnpost_")]
    assert sorted(re.findall("`(turnpost_[a-z_]+)`", "".join(rows))) == sorted(code)
    told = (ROOT / "deploy" / "runbook.md").read_text(encoding="utf-8")
    assert {name.removesuffix("_bucket") for name in re.findall("turnpost_[a-z_]+", told)} <= code

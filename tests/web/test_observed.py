"""What is logged, measured and traced: enough to follow a command, and nothing that anybody may not know."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import re
from collections.abc import Iterator
from typing import Any

import pytest
import structlog
from msgspec.structs import force_setattr
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from prometheus_client.parser import text_string_to_metric_families

from deploy import logs
from deploy.traces import Tracer
from events import traces
from events.log import answer
from services.web.site import Site
from tests.web.playing import Table

WORD = r"[a-zA-Z_:.]{0,40}"
COUNT = r"-?[0-9.]+"
LINES = {
    "event": WORD,
    "level": WORD,
    "timestamp": r"[0-9TZ:.+-]+",
    "match": r"[a-z2-7]{13}",
    "player": r"[a-z2-7]{16}",
    "command": r"[a-z2-7]{16}:[!-~]{1,64}",
    "method": WORD,
    "does": WORD,
    "outcome": WORD,
    "code": WORD,
    "seat": COUNT,
    "commit": COUNT,
    "ms": COUNT,
    "events": COUNT,
    "partition": COUNT,
    "partitions": r"[0-9, \[\]]+",
    "mine": r"[0-9, \[\]]*",
    "worker": r"w",
    "epoch": COUNT,
    "position": COUNT,
}
"""All that stands in lines of the log while all goes well, each with the shape of its values."""

SPANS = {
    "turnpost.match": LINES["match"],
    "turnpost.does": WORD,
    "turnpost.outcome": WORD,
    "turnpost.code": WORD,
    "turnpost.commit": COUNT,
    "turnpost.seat": COUNT,
    "turnpost.projection": WORD,
    "turnpost.version": COUNT,
    "turnpost.partition": COUNT,
    "turnpost.position": COUNT,
    "http.request.method": WORD,
    "http.route": r"(/[a-z:{}.]*)*",
    "http.response.status.code": COUNT,
}


@pytest.fixture
def written() -> Iterator[io.StringIO]:
    """What the program logs, as in production."""
    root, file = logging.getLogger(), io.StringIO()
    handlers, level = root.handlers[:], root.level
    logs.configure(file=file)
    yield file
    structlog.reset_defaults()
    root.handlers[:], root.level = handlers, level


@pytest.fixture
def spans() -> Iterator[InMemorySpanExporter]:
    """What is traced."""
    exporter, provider = InMemorySpanExporter(), TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    traces.install(Tracer(provider))
    yield exporter
    traces.install(None)
    provider.shutdown()


def fits(found: dict[str, Any], shapes: dict[str, str]) -> None:
    for name, value in found.items():
        assert name in shapes, (name, found)
        assert value is None or re.fullmatch(shapes[name], str(value)), (name, value)


async def test_nothing_hidden_is_in_log_metrics_or_traces(
    written: io.StringIO, spans: InMemorySpanExporter, table: Table, site: Site
) -> None:
    """A match with everything hidden in it, with wrong tokens, refusals and links, told in words and numbers only."""
    await table.open("gauntlet", 3)
    await table.start()
    secret = await site.log.secret(table.match)
    assert secret is not None
    ada = table.players[0]
    links = (await ada.get(f"{table.path}/links")).json()
    await table.http.get(links["play"])
    await table.http.get(f"{table.path}/prompts?t=p0.{'A' * 24}")
    await table.http.get("/inbox", headers={"Authorization": "Bearer tp_" + "A" * 43})
    await ada.send(f"{table.path}/commands", {"do": "answer", "prompt": "9.9", "reply": {"kind": "typed", "text": "x"}})
    await ada.send(f"{table.path}/join", {"code": "wrong"})
    await table.play()
    metrics = (await table.http.get("/metrics")).text
    said = written.getvalue()
    for line in said.splitlines():
        fits(json.loads(line), LINES)
    for one in spans.get_finished_spans():
        assert not one.events
        fits(dict(one.attributes or {}), SPANS)
    private = [player.token for player in table.players] + [table.code, secret.hex(), *links.values()]
    everything = said + metrics + "".join(one.to_json() for one in spans.get_finished_spans())
    for text in private:
        assert text not in everything
        assert text.rpartition("=")[2] not in everything
    for family in text_string_to_metric_families(metrics):
        for sample in family.samples:
            if family.name.startswith("turnpost"):
                for value in sample.labels.values():
                    assert re.fullmatch(r"[a-zA-Z0-9_.+:/{}-]{0,48}", value), sample
                    assert value not in (table.match, *[player.id for player in table.players])


async def test_a_line_tells_match_seat_commit_and_command(written: io.StringIO, table: Table) -> None:
    await table.open()
    await table.start()
    await table.play(1)
    lines = [json.loads(line) for line in written.getvalue().splitlines()]
    decided = [line for line in lines if line["event"] == "command_accepted" and line["does"] == "Answer"][-1]
    answered = [line for line in lines if line["event"] == "command_answered" and line["does"] == "Answer"][-1]
    assert decided["match"] == answered["match"] == table.match
    assert decided["command"] == answered["command"]
    assert decided["commit"] == answered["commit"] >= 4
    assert decided["seat"] in (0, 1)
    assert answered["player"] == table.players[decided["seat"]].id


async def test_a_trace_goes_from_the_door_through_the_worker_to_the_readers(
    spans: InMemorySpanExporter, table: Table
) -> None:
    await table.open()
    await table.start()
    spans.clear()
    await table.play(1)
    await table.player()  # by then the readers have read it
    found = {one.context.span_id: one for one in spans.get_finished_spans() if one.context is not None}
    decided = [one for one in found.values() if one.name == "decide"][-1]

    def parents(one: ReadableSpan) -> list[str]:
        above = found.get(one.parent.span_id) if one.parent is not None else None
        return [one.name, *(parents(above) if above is not None else [])]

    def traced_with(one: ReadableSpan, other: ReadableSpan) -> bool:
        return bool(one.context and other.context and one.context.trace_id == other.context.trace_id)

    assert parents(decided) == ["decide", "send", "request"]
    for _ in range(1000):
        read = [one for one in spans.get_finished_spans() if one.name == "project" and traced_with(one, decided)]
        if len(read) >= 4:
            break
        await table.http.get("/healthz")
    assert {str((one.attributes or {})["turnpost.projection"]) for one in read} == {
        "inbox",
        "sheets",
        "timelines",
        "leaderboards",
    }
    for one in read:
        assert decided.context is not None
        assert one.context is not None
        assert one.parent is not None
        assert one.parent.span_id == decided.context.span_id
    request = found[found[decided.parent.span_id].parent.span_id]  # type: ignore[union-attr]
    assert (request.attributes or {})["http.route"] == "/matches/{match}/commands"


def test_a_span_costs_next_to_nothing_when_nothing_is_traced() -> None:
    with traces.span("x", parent="", match="m") as at:
        at.note(outcome="accepted")
        assert at.carried == ""
    assert traces.span("y") is traces.span("z")


async def test_what_happened_is_counted(table: Table, site: Site) -> None:
    async def counted() -> dict[tuple[str, ...], float]:
        text = (await table.http.get("/metrics")).text
        return {
            (sample.name, *(f"{name}={value}" for name, value in sorted(sample.labels.items()))): sample.value
            for family in text_string_to_metric_families(text)
            for sample in family.samples
        }

    before = await counted()
    await table.open()
    await table.start()
    await table.players[0].send(f"{table.path}/start", {})
    await table.http.get("/nothing/here")
    after = await counted()

    def grown(*name: str) -> float:
        return after.get(name, 0.0) - before.get(name, 0.0)

    assert grown("turnpost_commands_sent_total", "outcome=accepted") == 4
    assert grown("turnpost_commands_sent_total", "outcome=refused") == 1
    assert grown("turnpost_commands_total", "code=", "outcome=accepted") == 4
    assert grown("turnpost_commands_total", "code=not_open", "outcome=refused") == 1
    assert grown("turnpost_command_seconds_count") == 5
    assert grown("turnpost_decide_seconds_count") == 5
    assert grown("turnpost_command_wait_seconds_count") == 5
    route = "route=/matches/{match}/start"
    assert grown("turnpost_http_requests_total", "method=POST", route, "status=200") == 1
    assert grown("turnpost_http_requests_total", "method=POST", route, "status=409") == 1
    assert grown("turnpost_http_requests_total", "method=GET", "route=none", "status=404") == 1
    partition = f"partition={site.log.partition_of(table.match)}"
    async with asyncio.timeout(10):
        while ("turnpost_queue_length", partition) not in (after := await counted()):
            await asyncio.sleep(0.1)
    assert ("turnpost_parked", partition) in after
    assert after["turnpost_partition_served", partition] == 1
    assert ("turnpost_projection_lag", partition, "projection=sheets") in after
    assert ("turnpost_projection_lag", "partition=all", "projection=ratings") in after


async def test_the_metrics_may_want_a_token(table: Table, site: Site) -> None:
    assert (await table.http.get("/metrics")).status_code == 200
    force_setattr(site, "metrics_token", "let-me-in")
    for given, status in (("", 401), ("Bearer wrong", 401), ("Bearer é", 401), ("Bearer let-me-in", 200)):
        told = await table.http.get("/metrics", headers={b"Authorization": given.encode()})
        assert told.status_code == status


async def test_the_stream_is_described(table: Table, site: Site) -> None:
    told = await table.http.get("/asyncapi")
    assert told.status_code == 200
    document = told.json()
    assert document["asyncapi"].startswith("3.")
    addresses = {channel["address"] for channel in document["channels"].values()}
    assert addresses == {f"{{p{partition:02d}}}:commands" for partition in range(site.log.partitions)}
    kept = str(await answer(site.log.client.config_get("unixsocket")))
    assert "unix" not in told.text or kept not in told.text


def test_secrets_are_masked_whoever_logs_them(written: io.StringIO) -> None:
    secrets = [
        "tp_" + "aB3-" * 10,
        "p0.AbCdEfGhIjKlMnOpQrStUvWx",
        "123456789:AAH-abcdefghijklmnopqrstuvwxyz012345",
        "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD",
    ]
    for secret in secrets:
        structlog.get_logger().warning("oops", error=f"GET /x?t={secret} failed")
        logging.getLogger("somebody").error("GET %s", secret)
    structlog.get_logger().warning("oops", url="redis://user:hunter2@host:6379/0")
    try:
        raise ValueError(f"Bearer {secrets[0]}")
    except ValueError:
        structlog.get_logger().exception("failed")
    said = written.getvalue()
    for secret in (*secrets, "hunter2"):
        assert secret not in said
    lines = [json.loads(line) for line in said.splitlines()]
    assert len(lines) == 10
    assert lines[-2]["url"] == "redis://[secret]@host:6379/0"
    assert {line["level"] for line in lines} == {"warning", "error"}

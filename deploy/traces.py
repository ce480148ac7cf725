"""Traces by OpenTelemetry: spans of the door, the stream, the worker and the readers, sent to a collector by OTLP.

Needs the packages of the extra `traces`; nothing of them is imported unless a collector is named.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from deploy.settings import PREFIX, Settings, SettingsError
from events import traces
from events.traces import Kind, Value

if TYPE_CHECKING:
    from types import TracebackType

    from opentelemetry.sdk.trace import TracerProvider

PREFIXED: Final = "turnpost."


@contextmanager
def tracing(settings: Settings, service: str) -> Iterator[None]:
    """Trace while the block runs, if a collector is named; what is left is sent at its end. Raises SettingsError."""
    if not settings.traces_url:
        yield
        return
    try:
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
        from opentelemetry.sdk.resources import Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor
        from opentelemetry.sdk.trace.sampling import ParentBased, TraceIdRatioBased
    except ImportError as error:
        raise SettingsError(f"{PREFIX}TRACES_URL needs more packages: pip install 'turnpost[traces]'") from error
    provider = TracerProvider(
        resource=Resource.create({"service.name": f"turnpost-{service}", "service.instance.id": settings.worker}),
        sampler=ParentBased(TraceIdRatioBased(settings.traces_ratio)),
        shutdown_on_exit=False,
    )
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter(settings.traces_url, timeout=5)))
    traces.install(Tracer(provider))
    try:
        yield
    finally:
        traces.install(None)
        provider.shutdown()


class Tracer:
    """The seam of `events.traces` over a provider of OpenTelemetry."""

    def __init__(self, provider: TracerProvider) -> None:
        from opentelemetry.trace import SpanKind
        from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

        self._tracer = provider.get_tracer("turnpost")
        self._propagator = TraceContextTextMapPropagator()
        self._kinds: dict[Kind, SpanKind] = {
            "inside": SpanKind.INTERNAL,
            "server": SpanKind.SERVER,
            "producer": SpanKind.PRODUCER,
            "consumer": SpanKind.CONSUMER,
        }

    def span(self, name: str, kind: Kind, parent: str | None, attributes: dict[str, Value]) -> Span:
        """A span; `parent` as it was carried here, None for the one that is entered, "" for none."""
        from opentelemetry.context import Context

        context: Context | None = None
        if parent is not None:
            context = self._propagator.extract({"traceparent": parent}, Context())
        begun = self._tracer.start_as_current_span(
            name, context, self._kinds[kind], {_named(key): value for key, value in attributes.items()}
        )
        return Span(begun, self._propagator)


class Span:
    """A span of OpenTelemetry. An exception is noted by its kind alone, for its message may say what is hidden."""

    def __init__(self, begun: Any, propagator: Any) -> None:
        self._begun = begun
        self._propagator = propagator
        self._span: Any = None
        self.carried = ""

    def note(self, **attributes: Value) -> None:
        """Say more about the work."""
        for key, value in attributes.items():
            self._span.set_attribute(_named(key), value)

    def __enter__(self) -> Span:
        self._span = self._begun.__enter__()
        carrier: dict[str, str] = {}
        self._propagator.inject(carrier)
        self.carried = carrier.get("traceparent", "")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is not None:
            from opentelemetry.trace import StatusCode

            self._span.set_status(StatusCode.ERROR, kind.__name__)
        self._begun.__exit__(None, None, None)


def _named(key: str) -> str:
    return key.replace("_", ".") if key.startswith("http_") else PREFIXED + key

"""What the door measures. Routes and codes only: nothing of what is sent, seen or named goes into a label."""

import hmac
from typing import Final

from litestar import Response, get
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, Counter, Gauge, Histogram, generate_latest

from services.web.asking import Request
from services.web.handlers import site_of
from services.web.problems import Problem

BUCKETS: Final = (0.001, 0.002, 0.004, 0.008, 0.016, 0.032, 0.064, 0.125, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
METHODS: Final = frozenset({"GET", "POST", "DELETE", "HEAD"})
LIVE: Final = "/matches/{match}/live"

_requests = Counter("turnpost_http_requests", "Requests answered.", ["method", "route", "status"])
_seconds = Histogram("turnpost_http_seconds", "Seconds to answer a request, live streams left out.", ["route"],
                     buckets=BUCKETS)  # fmt: skip
_streams = Gauge("turnpost_http_streams", "Live streams that are open.")


def answered(method: str, route: str, status: int, seconds: float) -> None:
    """Count a request that was answered; `route` with names in place of what stands there, "" where nothing is."""
    route = route or "none"
    _requests.labels(method if method in METHODS else "other", route, str(status)).inc()
    if route != LIVE:
        _seconds.labels(route).observe(seconds)


@get("/metrics", include_in_schema=False, sync_to_thread=False)
def metrics(request: Request) -> Response[bytes]:
    """What this process measures, as Prometheus reads it. With a token in the settings, for who brings it."""
    site = site_of(request)
    if site.metrics_token:
        scheme, _, given = request.headers.get("authorization", "").partition(" ")
        if scheme.lower() != "bearer" or not hmac.compare_digest(given.strip().encode(), site.metrics_token.encode()):
            raise Problem("bad_token")
    _streams.set(site.streams.open)
    return Response(generate_latest(REGISTRY), headers={"Content-Type": CONTENT_TYPE_LATEST})

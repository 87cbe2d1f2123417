"""Numbers for whoever watches over the server, as Prometheus reads them. Routes go by their pattern, never by an address."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterator

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from calumma.server.shelves import OFFLINE, STATIC
from calumma.site.tasks import end

LOGGER = logging.getLogger("calumma.requests")
SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
LAG_SECONDS = 0.5  # between two looks how late the event loop is


class Numbers(Collector):
    """Numbers that are looked up when somebody asks: by name, what it says, and how it is found."""

    def __init__(self) -> None:
        self.gauges: dict[str, tuple[str, Callable[[], float]]] = {}
        self.counters: dict[str, tuple[str, Callable[[], float]]] = {}

    def collect(self) -> Iterator[Metric]:
        """Yield all of them."""
        for name, (words, find) in self.gauges.items():
            yield GaugeMetricFamily(name, words, value=find())
        for name, (words, find) in self.counters.items():
            yield CounterMetricFamily(name, words, value=find())


class Metrics:
    """All numbers of one server."""

    def __init__(self, role: str = "server") -> None:
        self.registry = CollectorRegistry()
        Gauge("calumma_role", "What this process does in its house.", ["role"], registry=self.registry).labels(role).set(1)
        ProcessCollector(registry=self.registry)
        self.requests = Counter(
            "calumma_requests", "Requests by route and status.", ["method", "route", "status"], registry=self.registry
        )
        self.seconds = Histogram(
            "calumma_request_seconds", "Time until a request was answered.", ["route"], buckets=SECONDS, registry=self.registry
        )
        self.bot_wait = Histogram(
            "calumma_bot_wait_seconds", "Time that a bot waited for its turn to think.", buckets=SECONDS, registry=self.registry
        )
        self.lag = Histogram("calumma_loop_lag_seconds", "How late the event loop was.", buckets=SECONDS, registry=self.registry)
        self.numbers = Numbers()
        self.registry.register(self.numbers)
        self._task: asyncio.Task[None] | None = None

    def gauge(self, name: str, words: str, find: Callable[[], float]) -> None:
        """Offer a number that goes up and down."""
        self.numbers.gauges[f"calumma_{name}"] = words, find

    def counter(self, name: str, words: str, find: Callable[[], float]) -> None:
        """Offer a number that only goes up."""
        self.numbers.counters[f"calumma_{name}"] = words, find

    def text(self) -> bytes:
        """Return everything as Prometheus reads it."""
        return generate_latest(self.registry)

    def start(self) -> None:
        """Begin to watch the event loop."""
        self._task = asyncio.get_running_loop().create_task(self._watch_loop())

    async def stop(self) -> None:
        """Watch no more."""
        await end(self._task)

    async def _watch_loop(self) -> None:
        while True:
            began = time.monotonic()
            await asyncio.sleep(LAG_SECONDS)
            self.lag.observe(max(0.0, time.monotonic() - began - LAG_SECONDS))


class Meter:
    """Middleware: counts and times every request, and writes a line about it into the log."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self.app, self.metrics = app, metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        status, began = 500, time.perf_counter()

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self.app(scope, receive, sending)
        finally:
            self._note(scope, status, time.perf_counter() - began)

    def _note(self, scope: Scope, status: int, seconds: float) -> None:
        route = route_of(scope)
        method = scope["method"] if scope["method"] in METHODS else "other"
        self.metrics.requests.labels(method, route, str(status)).inc()
        self.metrics.seconds.labels(route).observe(seconds)
        if LOGGER.isEnabledFor(logging.INFO):
            client = scope.get("client")
            fields = {
                "method": method,
                "route": route,
                "status": status,
                "ms": round(seconds * 1000, 1),
                "address": client[0] if client else "",
            }
            LOGGER.info("%(method)s %(route)s %(status)s, %(ms)s ms, %(address)s", fields, extra={"fields": fields})


METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")


def route_of(scope: Scope) -> str:
    """Return the pattern of the route that answered; pictures and scripts go by one name, and so does what is not there."""
    pattern = getattr(scope.get("route"), "path", None)
    if isinstance(pattern, str):
        return pattern
    return next((address.rstrip("/") for address in (STATIC, OFFLINE) if scope["path"].startswith(address)), "other")

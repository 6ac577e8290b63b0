"""Figures of a running server for Prometheus: what to watch, and how long things take."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from typing import Any, Final

import gunbai
from gunbai.server.connections import Connections
from gunbai.server.problems import refusals
from gunbai.server.services import Services

log = logging.getLogger("gunbai.metrics")

CONTENT_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"
# The event loop is asked so often how late it is.
_LAG_SECONDS: Final = 0.25
_TIMES: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


class Metrics:
    """Counts in a registry of its own, so that two servers in one process do not mix."""

    def __init__(self, services: Services, connections: Connections | None) -> None:
        # Imported here: without the package everything else works.
        import prometheus_client as p  # noqa: PLC0415
        from prometheus_client.core import CounterMetricFamily  # noqa: PLC0415

        self._expose: Callable[[Any], bytes] = p.generate_latest
        self._registry = r = p.CollectorRegistry()
        p.ProcessCollector(registry=r)
        p.GCCollector(registry=r)
        p.Info("gunbai", "This release.", registry=r).info({"version": gunbai.__version__})
        gauges: list[tuple[str, str, Callable[[], float]]] = [
            ("gunbai_tables", "Tables in memory.", lambda: len(services.registry)),
            ("gunbai_tables_opening", "Tables being read from the database.", lambda: services.registry.opening),
            ("gunbai_sockets", "Open sockets.", lambda: len(services.sockets)),
            ("gunbai_store_queue", "Changes that wait for the disk.", lambda: services.store.waiting),
        ]
        for pool, kind in ((services.workers.bots, "bots"), (services.workers.questions, "questions")):
            about = f"How many {kind} wait for a worker process."
            gauges.append((f"gunbai_{kind}_queue", about, lambda pool=pool: len(pool.waiting())))  # type: ignore[misc]
        if connections is not None:
            gauges.append(("gunbai_connections", "Open connections, sockets too.", lambda: len(connections)))
            gauges.append(
                ("gunbai_backlog_bytes", "Bytes that wait for slow readers.", lambda: connections.backlog.total)
            )
        for name, about, read in gauges:
            p.Gauge(name, about, registry=r).set_function(read)
        self._commits = p.Histogram(
            "gunbai_commit_seconds", "How long changes took to be on disk.", buckets=_TIMES, registry=r
        )
        self._lag = p.Histogram(
            "gunbai_event_loop_lag_seconds", "How late the event loop is.", buckets=_TIMES, registry=r
        )

        class Counts:
            """What others count already, read when it is asked for."""

            def collect(self) -> Iterator[Any]:
                yield CounterMetricFamily("gunbai_moves", "Moves of players and bots.", services.registry.moves)
                yield CounterMetricFamily("gunbai_events", "Events written to tables.", services.registry.events)
                kinds = CounterMetricFamily("gunbai_refusals", "Refused requests and orders.", labels=["kind"])
                for kind, count in {**refusals, **(connections.refusals if connections is not None else {})}.items():
                    kinds.add_metric([kind], count)
                yield kinds

        counts: Any = Counts()
        r.register(counts)
        services.store.on_commit(self._commits.observe)
        self._task = asyncio.get_running_loop().create_task(self._watch())

    def exposed(self) -> bytes:
        """All figures as Prometheus reads them."""
        return self._expose(self._registry)

    def stop(self) -> None:
        self._task.cancel()

    async def _watch(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            began = loop.time()
            await asyncio.sleep(_LAG_SECONDS)
            self._lag.observe(max(0.0, loop.time() - began - _LAG_SECONDS))


def measure(services: Services, connections: Connections | None) -> Metrics | None:
    """The figures of these services; None without the package prometheus-client."""
    if find_spec("prometheus_client") is None:
        log.warning("prometheus-client is not installed, so there is no /metrics")
        return None
    return Metrics(services, connections)

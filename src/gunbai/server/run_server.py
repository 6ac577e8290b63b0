"""Runs the application: a listening socket, uvicorn, and one printed line with the address."""

from __future__ import annotations

import asyncio
import signal
import socket
import sys
import threading
import webbrowser

import uvicorn
from litestar import Litestar

from gunbai.core.errors import GunbaiError
from gunbai.server.app import build
from gunbai.server.collector import Collector
from gunbai.server.connections import Connections, configure
from gunbai.server.front_door import FrontDoor
from gunbai.server.last_words import with_last_words
from gunbai.server.request_bounds import within_bounds
from gunbai.server.request_log import logged, set_up_log
from gunbai.server.rules_watch import RulesWatch
from gunbai.server.security_headers import with_headers
from gunbai.server.settings import Settings
from gunbai.server.socket_lines import websocket_protocol
from gunbai.server.store import Store
from gunbai.server.warden import Warden

# With all that comes before it is less than the five seconds within which a server ends.
_LAST_WORDS_SECONDS = 0.5


def run(
    settings: Settings,
    app: Litestar | None = None,
    *,
    open_browser: bool = False,
    fd: int | None = None,
    take_over: bool = False,
) -> None:
    """Serve until interrupted; prints the address, or raises GunbaiError.

    A process that hands the same listening socket (`fd`) to one server after another loses no connection between them:
    those that nobody has accepted yet wait in the socket. `take_over` keeps the wait short: all is loaded before it.
    """
    warden = Warden()
    set_up_log(settings)
    listener = _listener(settings, fd)
    if take_over:
        app = app or build(settings)
        print("Gunbai is loaded and waits for the server before it to end", flush=True)
    store = Store(settings, patient=take_over)
    store.open()
    app = app or build(settings)
    app.state.store = store
    limits = settings.limits
    app.state.connections = connections = Connections(settings)
    config = configure(
        connections,
        logged(with_headers(with_last_words(within_bounds(app, limits))), settings),
        log_config=None,
        access_log=False,
        server_header=False,
        # `request_checks.address` decides whether a proxy is believed.
        proxy_headers=False,
        http=FrontDoor,
        ws=websocket_protocol(),
        ws_max_size=limits.message_bytes,
        ws_per_message_deflate=False,
        ws_ping_interval=limits.ping_seconds,
        ws_ping_timeout=limits.pong_seconds,
        timeout_keep_alive=limits.idle_seconds,
        # With what follows it is less than the five seconds within which a server ends.
        timeout_graceful_shutdown=2,
        lifespan="on",
    )
    rules_watch = RulesWatch(settings.rules_seconds)
    server = _Server(config, app, listener, open_browser, warden, rules_watch)
    # The writer thread needs the interpreter for microseconds, a few times a commit, and should not wait 5 ms for it.
    sys.setswitchinterval(0.0001)
    try:
        with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
            runner.run(server.serve(sockets=[listener]))
    finally:
        rules_watch.stop()
        server.collector.stop()
    if server.failed:
        raise GunbaiError(server.failed)


def _listener(settings: Settings, fd: int | None) -> socket.socket:
    try:
        if fd is not None:
            listener = socket.socket(fileno=fd)
        else:
            listener = socket.socket(socket.AF_INET6 if ":" in settings.host else socket.AF_INET, socket.SOCK_STREAM)
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind((settings.host, settings.port))
        # Inherited by every connection: head and body of an answer must not wait 40 ms for each other.
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        # Also inherited: how much the system itself holds for a client that does not read.
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, settings.limits.send_buffer_bytes)
    except (OSError, OverflowError) as error:
        where = f"{settings.host} port {settings.port}" if fd is None else f"file descriptor {fd}"
        raise GunbaiError(f"cannot listen on {where}: {error}") from None
    return listener


class _Server(uvicorn.Server):
    """Prints the address once it listens, and keeps the reason if it cannot."""

    def __init__(
        self,
        config: uvicorn.Config,
        app: Litestar,
        listener: socket.socket,
        open_browser: bool,
        warden: Warden,
        rules_watch: RulesWatch,
    ) -> None:
        super().__init__(config)
        self._app, self._warden, self._rules_watch = app, warden, rules_watch
        self._listener = listener
        self._open_browser = open_browser
        self.failed = ""
        self.collector = Collector()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await super().shutdown(sockets)
        # Requests that were cut off have their last words, which the loop writes only at the end of a turn.
        end = asyncio.get_running_loop().time() + _LAST_WORDS_SECONDS
        while self.server_state.connections and asyncio.get_running_loop().time() < end:
            await asyncio.sleep(0.01)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        self._warden.arm()
        await super().startup(sockets)
        if self.started:
            self.collector.start()
            self._rules_watch.start(self._app.state.services.registry.close)
            asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, self._app.state.services.renew_workers)
            host, port = self._listener.getsockname()[:2]
            shown = f"[{host}]" if ":" in host else host
            address = f"http://{shown}:{port}/"
            print(f"Gunbai is ready at {address}", flush=True)
            if self._open_browser:
                print("Leave this window open while you play; Ctrl-C ends it, and nothing is lost.", flush=True)
                # Opening a browser may be slow or fail, and must not hold up the tables.
                threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
        else:
            self.failed = "the server could not start; the lines above say why"

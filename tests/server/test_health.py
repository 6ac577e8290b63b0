"""For those who run a server: whether it lives, whether it can serve, its figures and its log."""

from __future__ import annotations

import json
from pathlib import Path

import httpx
import pytest

from tests.server.house import Player, Server, serving


def figure(text: str, name: str) -> float:
    """The value of one figure in what Prometheus reads."""
    return float(next(line for line in text.splitlines() if line.startswith(f"{name} ")).rpartition(" ")[2])


def test_a_server_says_that_it_lives_and_is_ready(server: Server) -> None:
    assert httpx.get(f"{server.url}/healthz").text == "ok\n"
    assert httpx.get(f"{server.url}/readyz").text == "ready\n"


def test_a_server_that_cannot_store_lives_but_is_not_ready(database: str, tmp_path: Path) -> None:
    import psycopg

    with (
        psycopg.connect(database, autocommit=True) as connection,
        serving(tmp_path / "data", "--database", database) as server,
    ):
        assert httpx.get(f"{server.url}/readyz").status_code == 200
        connection.execute("ALTER TABLE heartbeats RENAME TO elsewhere")
        try:
            answer = httpx.get(f"{server.url}/readyz", timeout=60)
            assert (answer.status_code, answer.text) == (503, "the database does not answer\n")
            assert httpx.get(f"{server.url}/healthz").status_code == 200
        finally:
            connection.execute("ALTER TABLE elsewhere RENAME TO heartbeats")
        assert httpx.get(f"{server.url}/readyz", timeout=60).status_code == 200


TOKEN = ["--set", "metrics_token=let-me-see"]
BEARER = {"authorization": "Bearer let-me-see"}


def test_the_figures_count_what_happens(tmp_path: Path) -> None:
    pytest.importorskip("prometheus_client")
    with serving(tmp_path / "data", *TOKEN) as server:
        ann = Player(server.url, "Ann")
        table = ann.table(seats=["me", "me"])
        line = ann.socket(table)
        line.receive()
        ann.act(table, 1, seat=0, version=0)
        ann.act(table, 1, seat=0, version=0, status=409)
        text = httpx.get(f"{server.url}/metrics", headers=BEARER).text
        assert figure(text, "gunbai_moves_total") == 1
        assert figure(text, "gunbai_tables") == 1
        assert figure(text, "gunbai_sockets") == 1
        assert figure(text, "gunbai_connections") >= 2
        assert figure(text, "gunbai_commit_seconds_count") >= 2
        assert sum(line.startswith("gunbai_refusals_total{") for line in text.splitlines()) == 1
        assert "gunbai_event_loop_lag_seconds_bucket" in text
        line.close()


@pytest.mark.parametrize("proxy", [[], ["--trust-proxy"]])
def test_only_the_token_opens_the_figures(tmp_path: Path, proxy: list[str]) -> None:
    """A request through a proxy on the same machine looks like that machine, so an address opens nothing."""
    pytest.importorskip("prometheus_client")
    with serving(tmp_path / "data", *TOKEN, *proxy) as server:
        for headers in (
            {},
            {"authorization": "Bearer x"},
            {"authorization": "Bearer"},
            {"authorization": "let-me-see"},
        ):
            assert httpx.get(f"{server.url}/metrics", headers=headers).status_code == 404
        assert httpx.get(f"{server.url}/metrics", headers=BEARER).status_code == 200


def test_without_a_token_nobody_reads_the_figures(server: Server) -> None:
    for headers in (None, {"authorization": "Bearer"}, BEARER):
        assert httpx.get(f"{server.url}/metrics", headers=headers).status_code == 404


def test_the_log_has_times_and_requests_and_no_secrets(tmp_path: Path) -> None:
    options = ["--set", "log=json", "--set", "access_log=true", "--set", "log_level=info"]
    with serving(tmp_path / "data", *options) as server:
        ann = Player(server.url, "Ann")
        ann.post("/me/account", {"login": "ann", "password": "correct horse"}, 200)
        link = ann.post("/me/device-link", {}, 201)["token"]
        Player(server.url, known=False).post("/exchange", {"token": link}, 200)
        answer = ann.http.get("/games/none", params={"token": "in-the-query"})
        table = ann.table(seats=["me", "me"])
        ann.socket(table).close()
        lines = [json.loads(line) for line in server.stderr().splitlines()]
        cookie = ann.http.cookies["gunbai"]
    mine = next(line for line in lines if line.get("request") == answer.headers["x-request-id"])
    assert (mine["method"], mine["path"], mine["status"]) == ("GET", "/api/games/none", 404)
    assert mine["time"].endswith("Z")
    assert mine["logger"] == "gunbai.access"
    told = json.dumps(lines)
    for secret in ("correct horse", link, cookie, "in-the-query"):
        assert secret not in told


def test_a_proxy_may_name_the_request_and_nobody_else(server: Server, tmp_path: Path) -> None:
    named = {"x-request-id": "from-outside"}
    assert httpx.get(f"{server.url}/healthz", headers=named).headers["x-request-id"] != "from-outside"
    with serving(tmp_path / "data", "--trust-proxy") as trusting:
        assert httpx.get(f"{trusting.url}/healthz", headers=named).headers["x-request-id"] == "from-outside"
        broken = {"x-request-id": "x" * 100}
        assert len(httpx.get(f"{trusting.url}/healthz", headers=broken).headers["x-request-id"]) < 65

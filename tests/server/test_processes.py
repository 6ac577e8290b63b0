"""Several processes on PostgreSQL behind nginx: what happens to one of them costs nobody a move."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.nginx import program
from tests.server.postgres import NotInstalled
from tests.server.postgres import program as postgres_program
from tests.server.rolling import house


def test_restarts_and_deaths_behind_nginx_lose_no_acknowledged_move(tmp_path: Path) -> None:
    try:
        program(), postgres_program("postgres")
    except NotInstalled as missing:
        pytest.skip(str(missing))
    with house(tmp_path, processes=2, pairs=3) as made:
        made.restart_all()
        made.all_play_on()
        made.kill_one()
        made.all_play_on()
        made.restart_database()
        made.all_play_on()
        assert made.check() > 0

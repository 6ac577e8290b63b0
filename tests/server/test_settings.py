"""Settings from file, environment and command line, and the program's own description of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from gunbai.core.errors import GunbaiError
from gunbai.server.settings import UNLIMITED, Settings
from gunbai.server.settings_sources import complete, described, variable
from tests.server.house import gunbai


def test_the_command_line_is_stronger_than_the_environment_and_that_than_the_file(tmp_path: Path) -> None:
    file = tmp_path / "gunbai.toml"
    file.write_text(
        'port = 1\nhost = "::1"\norigins = ["https://a.example"]\nbot_workers = 5\n'
        "[limits]\nhead_seconds = 1\nperson_rate = 2\nping_seconds = 3\n"
    )
    environment = {
        "GUNBAI_PORT": "2", "GUNBAI_HOST": "::2", "GUNBAI_ORIGINS": "https://b.example, https://c.example",
        "GUNBAI_LIMITS_HEAD_SECONDS": "4", "GUNBAI_LIMITS_PERSON_RATE": "5.5", "GUNBAI_SECURE_COOKIES": "true",
        "GUNBAI_DATA": str(tmp_path), "PATH": "/nowhere",
    }  # fmt: skip
    settings = complete(Settings(port=3), {"port"}, file, environment, ["limits.head-seconds=6", "log=json"])
    assert (settings.port, settings.host, settings.bot_workers) == (3, "::2", 5)
    assert settings.origins == ("https://b.example", "https://c.example")
    assert settings.secure_cookies
    assert settings.data == tmp_path
    assert settings.log == "json"
    limits = settings.limits
    assert (limits.head_seconds, limits.person_rate, limits.ping_seconds) == (6.0, 5.5, 3.0)


def test_no_limits_leaves_single_limits_to_be_set() -> None:
    settings = complete(Settings(limits=UNLIMITED), {"limits"}, None, {}, ["limits.login_rate=1"])
    assert settings.limits.login_rate == 1
    assert settings.limits.person_rate == UNLIMITED.person_rate


@pytest.mark.parametrize(
    "pair", ["limits.nothing=1", "nothing=1", "port", "port=many", "limits.head_seconds=x", "limits.login_rate=0",
             "log=loud", "limits=1"],
)  # fmt: skip
def test_what_is_no_setting_is_refused_with_its_name(pair: str) -> None:
    with pytest.raises(GunbaiError, match=pair.partition("=")[0]):
        complete(Settings(), set(), None, {}, [pair])


def test_a_broken_file_is_named(tmp_path: Path) -> None:
    file = tmp_path / "gunbai.toml"
    with pytest.raises(GunbaiError, match=r"gunbai\.toml"):
        complete(Settings(), set(), file, {}, [])
    file.write_text("port = = 1")
    with pytest.raises(GunbaiError, match=r"gunbai\.toml is no TOML"):
        complete(Settings(), set(), file, {}, [])
    file.write_text("prot = 1")
    with pytest.raises(GunbaiError, match="prot"):
        complete(Settings(), set(), file, {}, [])


def test_every_setting_says_what_it_is_for_and_secrets_are_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = list(described(Settings(database="postgresql://me:secret@host/x", smtp="smtp://me:secret@host")))
    assert {name for name, *_ in lines} == set(Settings.__struct_fields__) - {"limits"} | {
        f"limits.{name}" for name in UNLIMITED.__struct_fields__
    }
    assert [name for name, _, _, about in lines if not about] == []
    assert not any("secret" in value for _, value, _, _ in lines)
    monkeypatch.setenv(variable("limits.pong_seconds"), "7")
    ran = gunbai("serve", "--settings", "--set", "limits.ping_seconds=8", "--port", "99")
    assert ran.returncode == 0
    assert (
        "limits.pong_seconds = 7.0\n    time for a socket to answer that (GUNBAI_LIMITS_PONG_SECONDS)\n" in ran.stdout
    )
    assert "limits.ping_seconds = 8.0\n" in ran.stdout
    assert "port = 99\n" in ran.stdout

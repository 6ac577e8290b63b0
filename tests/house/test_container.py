"""The Containerfile: its instructions are known, what it copies is there, and it does what the deployment page says.

No builder of images runs here, so the file is taken apart and compared.
"""

from __future__ import annotations

import json
import re
import shlex
import tomllib
from pathlib import Path

from tests.forks import ROOT
from tests.server.house import gunbai

KNOWN = {
    "FROM", "RUN", "WORKDIR", "COPY", "USER", "VOLUME", "EXPOSE", "STOPSIGNAL", "HEALTHCHECK", "ENTRYPOINT", "CMD",
}  # fmt: skip
# What an image needs besides: no kept downloads, no questions.
_ONLY_HERE = (" --no-cache-dir", " -y", " --no-install-recommends")


def instructions(path: Path = ROOT / "Containerfile") -> list[tuple[str, str]]:
    """The instructions in order, with what they are about on one line."""
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    text = re.sub(r" *\\\n *", " ", "\n".join(lines))
    found = [line.partition(" ") for line in text.splitlines()]
    return [(word, rest) for word, _, rest in found]


def about(word: str) -> list[str]:
    return [rest for name, rest in instructions() if name == word]


def page() -> str:
    return (ROOT / "docs" / "deployment.md").read_text(encoding="utf-8")


def documented_commands() -> list[str]:
    """The lines of the page's first block for a shell: how a server is installed."""
    found = re.search(r"```sh\n(.*?)```", page(), re.DOTALL)
    assert found is not None
    return found[1].splitlines()


def test_every_instruction_is_known_and_the_first_names_one_image() -> None:
    words = [word for word, _ in instructions()]
    assert set(words) <= KNOWN
    assert (words[0], words.count("FROM")) == ("FROM", 1)
    assert re.fullmatch(r"\S+/debian:\d+-slim", about("FROM")[0])
    # Whatever runs in the end is not root's.
    assert words.index("USER") < words.index("ENTRYPOINT")
    assert about("USER") == ["gunbai"]


def test_what_is_copied_is_there_or_is_the_wheel() -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    for copied in about("COPY"):
        *sources, _ = shlex.split(copied)
        for source in sources:
            assert source == f"gunbai-{version}-*.whl" or (ROOT / source).is_file(), source


def test_it_installs_as_the_page_says() -> None:
    commands = [part.strip() for run in about("RUN") for part in run.split("&&")]
    for extra in _ONLY_HERE:
        commands = [command.replace(extra, "") for command in commands]
    for line in documented_commands():
        # The page also installs the proxy and the database, which are not in this container.
        wanted = line.replace(" nginx postgresql", "")
        assert wanted in commands, wanted


def test_what_it_starts_is_a_command_of_ours() -> None:
    assert json.loads(about("ENTRYPOINT")[0]) == ["/opt/gunbai/bin/gunbai"]
    words = json.loads(about("CMD")[0])
    shown = gunbai(*words, "--settings")
    assert shown.returncode == 0, shown.stderr
    (data,), (port,) = about("VOLUME"), about("EXPOSE")
    assert f"data = {data}" in shown.stdout
    assert f"port = {port}" in shown.stdout
    program, flag, code = json.loads(about("HEALTHCHECK")[0].partition(" CMD ")[2])
    assert (program, flag) == ("/opt/gunbai/bin/python", "-c")
    compile(code, "HEALTHCHECK", "exec")
    assert f"127.0.0.1:{port}/readyz" in code


def test_the_page_says_how_it_is_built_and_run() -> None:
    assert "podman build" in page()
    assert f"-p 127.0.0.1:{about('EXPOSE')[0]}:{about('EXPOSE')[0]}" in page()
    assert f":{about('VOLUME')[0]}" in page()
